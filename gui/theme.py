"""Colours, type sizes and the style sheet, light and dark by the system's palette; high contrast by its own colours.

A `Theme` is a value; widgets that paint by themselves ask `current_theme(widget)`, which reads it from the palette in
force, so that a change of the system's scheme needs nothing but a repaint.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from pausedesk.core.settings import ThemeChoice


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one scheme, as #rrggbb. `*_soft` are grounds that body text stays readable on."""

    dark: bool
    window: str
    surface: str
    sunken: str
    border: str
    strong_border: str
    text: str
    quiet: str
    accent: str
    accent_text: str
    selection: str
    waiting: str
    danger: str
    danger_soft: str
    warning: str
    warning_soft: str
    good: str
    good_soft: str
    idle: str
    scroll: str


LIGHT = Theme(
    dark=False,
    window="#f3f4f7",
    surface="#ffffff",
    sunken="#f7f8fa",
    border="#dfe2e8",
    strong_border="#767e8c",
    text="#1a1d23",
    quiet="#565e6c",
    accent="#2a57c4",
    accent_text="#ffffff",
    selection="#e3ebfb",
    waiting="#2a57c4",
    danger="#b3261e",
    danger_soft="#fcedeb",
    warning="#875300",
    warning_soft="#fdf3dc",
    good="#1c6e3d",
    good_soft="#e7f4ec",
    idle="#5d6574",
    scroll="#b9bfca",
)

DARK = Theme(
    dark=True,
    window="#15171c",
    surface="#1d2026",
    sunken="#17191f",
    border="#30343d",
    strong_border="#767e8d",
    text="#e7e9ee",
    quiet="#a3abb9",
    accent="#86a9f7",
    accent_text="#10141d",
    selection="#273352",
    waiting="#8fb0f9",
    danger="#f59a92",
    danger_soft="#3b2323",
    warning="#efc06b",
    warning_soft="#392e19",
    good="#7fcf9d",
    good_soft="#1d3326",
    idle="#949cab",
    scroll="#4a505d",
)


def _high_contrast(dark: bool) -> Theme:
    ground, ink = ("#000000", "#ffffff") if dark else ("#ffffff", "#000000")
    base = DARK if dark else LIGHT
    return Theme(
        dark=dark,
        window=ground,
        surface=ground,
        sunken=ground,
        border=ink,
        strong_border=ink,
        text=ink,
        quiet=ink,
        accent="#9fc0ff" if dark else "#0b2f86",
        accent_text=ground,
        selection="#1c3d78" if dark else "#cfe0ff",
        waiting=base.waiting if dark else "#0b2f86",
        danger="#ffb4ab" if dark else "#8c0009",
        danger_soft=ground,
        warning="#ffd27d" if dark else "#5c3a00",
        warning_soft=ground,
        good="#9be7b5" if dark else "#00471d",
        good_soft=ground,
        idle=ink,
        scroll=ink,
    )


HIGH_LIGHT = _high_contrast(False)
HIGH_DARK = _high_contrast(True)
_CHOICE = "pausedesk_theme"
_BY_WINDOW = {(theme.window, theme.border): theme for theme in (LIGHT, DARK, HIGH_LIGHT, HIGH_DARK)}


def theme_for_system(app: QApplication, *, force_dark: bool | None = None) -> Theme:
    """The scheme that the system asks for, or the forced one."""
    hints = app.styleHints()
    dark = force_dark if force_dark is not None else hints.colorScheme() == Qt.ColorScheme.Dark
    wants_contrast = False
    accessibility = getattr(hints, "accessibility", None)  # Qt 6.10 and later
    if accessibility is not None:
        preference = accessibility().contrastPreference()
        wants_contrast = getattr(preference, "name", "") == "HighContrast"
    if wants_contrast:
        return HIGH_DARK if dark else HIGH_LIGHT
    return DARK if dark else LIGHT


def use_choice(app: QApplication, choice: ThemeChoice) -> None:
    """Give the application the theme that the person chose, for as long as they choose no other."""
    app.setProperty(_CHOICE, choice.value)
    follow_choice(app)


def follow_choice(app: QApplication) -> None:
    """Apply what was chosen last, or what the system asks for now where nothing was."""
    choice = app.property(_CHOICE) or ThemeChoice.SYSTEM
    theme = {ThemeChoice.LIGHT: LIGHT, ThemeChoice.DARK: DARK}.get(choice) or theme_for_system(app)
    if choice == ThemeChoice.CONTRAST:
        theme = HIGH_DARK if theme.dark else HIGH_LIGHT
    apply_theme(app, theme)


def palette_of(theme: Theme) -> QPalette:
    """The Qt palette of a theme, for whatever the style sheet does not reach."""
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.sunken,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Button: theme.surface,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.accent_text,
        QPalette.ColorRole.ToolTipBase: theme.surface,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.quiet,
        QPalette.ColorRole.Mid: theme.border,
        QPalette.ColorRole.Link: theme.accent,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.idle))
    return palette


def current_theme(widget: QWidget) -> Theme:
    """The theme that the widget's palette belongs to."""
    palette = widget.palette()
    window = palette.color(QPalette.ColorRole.Window).name()
    mid = palette.color(QPalette.ColorRole.Mid).name()
    found = _BY_WINDOW.get((window, mid))
    if found is not None:
        return found
    app_palette = QApplication.palette()
    key = (app_palette.color(QPalette.ColorRole.Window).name(), app_palette.color(QPalette.ColorRole.Mid).name())
    return _BY_WINDOW.get(key, DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application this theme."""
    app.setPalette(palette_of(theme))
    app.setStyleSheet(style_sheet(theme))


@lru_cache(maxsize=1)
def fixed_family() -> str:
    """The system's font of fixed width."""
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()


def scaled(font: QFont, factor: float, *, weight: QFont.Weight | None = None, fixed: bool = False) -> QFont:
    """A font in proportion to the person's own size, never a size of ours."""
    result = QFont(font)
    if fixed:
        result.setFamilies([fixed_family(), *font.families()])
        result.setStyleHint(QFont.StyleHint.Monospace)
    size = font.pointSizeF() if font.pointSizeF() > 0 else 10.0
    result.setPointSizeF(max(6.0, size * factor))
    if weight is not None:
        result.setWeight(weight)
    return result


def style_sheet(theme: Theme) -> str:
    """The one style sheet; roles are given by the dynamic property `kind`."""
    t = theme
    return f"""
QMainWindow, QDialog {{ background: {t.window}; }}
QWidget[kind="surface"], QScrollArea[kind="surface"] {{ background: {t.surface}; }}
QWidget[kind="bar"] {{ background: {t.window}; border-bottom: 1px solid {t.border}; }}
QWidget[kind="footer"] {{ background: {t.window}; border-top: 1px solid {t.border}; }}
QWidget[kind="rule"] {{ background: {t.border}; }}
QLabel {{ background: transparent; color: {t.text}; }}
QLabel[kind="quiet"] {{ color: {t.quiet}; }}
QLabel[kind="danger"] {{ color: {t.danger}; }}
QLabel[kind="good"] {{ color: {t.good}; }}
QLabel[kind="warning"] {{ color: {t.warning}; }}
QLabel[kind="accent"] {{ color: {t.accent}; }}
QFrame[kind="note-warning"] {{ background: {t.warning_soft}; border: 1px solid {t.warning}; border-radius: 6px; }}
QFrame[kind="note-danger"] {{ background: {t.danger_soft}; border: 1px solid {t.danger}; border-radius: 6px; }}
QFrame[kind="note-good"] {{ background: {t.good_soft}; border: 1px solid {t.good}; border-radius: 6px; }}
QFrame[kind="note"] {{ background: {t.sunken}; border: 1px solid {t.border}; border-radius: 6px; }}
QFrame[kind="line"] {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.border}; }}
QFrame[kind="call"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 8px; }}
QPlainTextEdit {{ background: {t.sunken}; color: {t.text}; border: 1px solid {t.border}; border-radius: 6px;
    padding: 4px; selection-background-color: {t.accent}; selection-color: {t.accent_text}; }}
QPlainTextEdit:focus {{ border: 1px solid {t.accent}; }}
QLineEdit {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.strong_border}; border-radius: 6px;
    padding: 5px 8px; selection-background-color: {t.accent}; selection-color: {t.accent_text}; }}
QLineEdit:focus {{ border: 2px solid {t.accent}; padding: 4px 7px; }}
QLineEdit:disabled {{ color: {t.idle}; background: {t.window}; border-color: {t.border}; }}
QComboBox {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.strong_border}; border-radius: 6px;
    padding: 5px 28px 5px 8px; }}
QComboBox:hover {{ background: {t.selection}; }}
QComboBox:focus {{ border: 2px solid {t.accent}; padding: 4px 27px 4px 7px; }}
QComboBox:disabled {{ color: {t.idle}; background: {t.window}; border-color: {t.border}; }}
QComboBox::drop-down {{ border: none; width: 0; }}
QComboBox QAbstractItemView {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.strong_border};
    selection-background-color: {t.accent}; selection-color: {t.accent_text}; outline: none; }}
QPushButton {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.strong_border}; border-radius: 6px;
    padding: 6px 14px; }}
QPushButton:hover {{ background: {t.selection}; }}
QPushButton:pressed {{ background: {t.border}; }}
QPushButton:focus {{ border: 2px solid {t.accent}; padding: 5px 13px; }}
QPushButton:disabled {{ color: {t.idle}; background: {t.window}; border-color: {t.border}; }}
QPushButton[kind="approve"]:enabled {{ background: {t.accent}; color: {t.accent_text}; border-color: {t.accent};
    font-weight: 600; }}
QPushButton[kind="approve"]:enabled:hover {{ border-color: {t.text}; }}
QPushButton[kind="decline"]:enabled {{ color: {t.danger}; border-color: {t.danger}; }}
QPushButton[kind="quiet"] {{ background: transparent; border: 1px solid transparent; color: {t.accent};
    padding: 3px 8px; }}
QPushButton[kind="quiet"]:hover {{ background: {t.selection}; }}
QPushButton[kind="quiet"]:checked {{ background: {t.selection}; border-color: {t.accent}; }}
QPushButton[kind="quiet"]:focus {{ border: 1px solid {t.accent}; }}
QPushButton[kind="filter"] {{ background: transparent; border: 1px solid transparent; border-radius: 10px;
    padding: 4px 12px; color: {t.quiet}; }}
QPushButton[kind="filter"]:hover {{ background: {t.selection}; color: {t.text}; }}
QPushButton[kind="filter"]:checked {{ background: {t.surface}; border-color: {t.strong_border}; color: {t.text};
    font-weight: 600; }}
QPushButton[kind="filter"]:focus {{ border-color: {t.accent}; }}
QPushButton[kind="step"] {{ background: {t.surface}; border: 1px solid {t.border}; padding: 5px 12px;
    color: {t.quiet}; }}
QPushButton[kind="step"]:checked {{ border: 2px solid {t.accent}; color: {t.text}; padding: 4px 11px; }}
QPushButton[kind="strip"] {{ background: {t.selection}; border: none; border-radius: 0; color: {t.accent};
    padding: 4px; }}
QTableView {{ background: {t.surface}; border: none; outline: none; }}
QScrollArea {{ border: none; background: {t.surface}; }}
QDialog QScrollArea {{ background: {t.window}; }}
QSplitter::handle {{ background: {t.border}; }}
QStatusBar {{ background: {t.window}; color: {t.quiet}; border-top: 1px solid {t.border}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {t.quiet}; padding: 2px 8px; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {t.scroll}; border-radius: 3px; min-height: 32px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {t.scroll}; border-radius: 3px; min-width: 32px; margin: 2px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
