"""The language of the window: every text of ours goes through `tr`, in English or in the language that is in use.

A text of ours is an English literal with its values by name: `tr("asked by {name}", name=who)`. What comes back says it
in the language in use and knows its English, so that what `gui/plain.py` shows follows a change of language by itself.
Sentences that the core made (`worded`), and those of tables, go through `said`. Texts of agents, people and files never
come here. The catalogues are in resources/language; packaging/texts.py keeps them. `use` belongs to the GUI thread; any
thread may translate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from shiboken6 import Shiboken

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model import wording
from pausedesk.core.model.wording import Source, Worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.settings import Language

CONTEXT = "pausedesk"
CATALOGUES = Path(__file__).parent.parent / "resources" / "language"
_OURS = "language"
LONGEST_ERROR = 600
# What each object shows, by the function that gives it to the object; said anew when the language changes.
_shown: WeakKeyDictionary[QObject, dict[Callable[[Any, str], None], Worded]] = WeakKeyDictionary()


def tr(template: str, /, **values: object) -> Worded:
    """A text of ours by its English template, a literal, with the values for the names in braces."""
    return _say(Source(template, values))


def tr_many(one: str, many: str, number: int, /, **values: object) -> Worded:
    """A text of ours that follows a number, `n` in the templates: the English for one, and for any other number."""
    return _say(Source(many, {"n": number, **values}, number, one))


def joined(between: str, parts: Iterable[str]) -> Worded:
    """Texts one after another, each in the language in use; `between` is no word."""
    return _say(wording.joined(between, parts).source)


def said(text: str) -> str:
    """A sentence that knows its source, in the language in use; any other text stays as it is."""
    return _say(text.source) if isinstance(text, Worded) else text


def said_error(error: BaseException) -> Worded:
    """The sentence of an error and what can be done now; of a fault of our own, no more than its kind."""
    if not isinstance(error, PausedeskError):
        return tr("This failed ({kind}).", kind=type(error).__name__)
    return joined(" ", [safe_line(part, LONGEST_ERROR) for part in (error.sentence, error.next_step) if part])


def capital(text: str) -> Worded:
    """The text as it begins a sentence."""
    return _say(Source("", {"text": text}, capital=True))


def _say(source: Source) -> Worded:
    values = {name: said(value) if isinstance(value, str) else value for name, value in source.values.items()}
    if not source.template:
        whole = _between(source.between, [str(part) for part in values.values()])
        return Worded.made(whole[:1].upper() + whole[1:] if source.capital else whole, source)
    template = _found(source.template, source.number) or source.english()
    return Worded.made(wording.filled(template, values), source)


def _between(between: str, parts: Sequence[str]) -> str:
    """The parts one after another; after a Chinese full stop stands no blank."""
    blanks = ["", *("" if between == " " and part.endswith("。") else between for part in parts[:-1])]
    return "".join(blank + part for blank, part in zip(blanks, parts, strict=False))


def _found(template: str, number: int | None) -> str:
    """What the catalogue in use has for the template; empty where it has nothing."""
    there = QCoreApplication.translate(CONTEXT, template, None, number if number is not None else -1)
    return there if there != template else ""


# --- the language in use ---------------------------------------------------------------------------------------------


def use(app: QCoreApplication, wanted: Language) -> None:
    """Say everything in this language from now on; what is shown already is said anew, at once."""
    for old in app.findChildren(QTranslator, _OURS):
        app.removeTranslator(old)
        old.setParent(None)
    language = system_language() if wanted is Language.SYSTEM else wanted
    if language is not Language.ENGLISH:
        _install(app, f"pausedesk_{language}", str(CATALOGUES))
        # What Qt's own menus say, in a field's menu of copying and pasting.
        _install(app, f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _say_anew()


def _install(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    translator.setObjectName(_OURS)
    if translator.load(name, folder):
        app.installTranslator(translator)


def system_language() -> Language:
    """The first language of ours that the person's system asks for; English where it asks for none."""
    for name in QLocale.system().uiLanguages():
        locale = QLocale(name)
        if locale.language() is QLocale.Language.English:
            return Language.ENGLISH
        if locale.language() is QLocale.Language.Chinese and locale.script() is QLocale.Script.SimplifiedHanScript:
            return Language.CHINESE
    return Language.ENGLISH


def shows(widget: QObject, give: Callable[[Any, str], None], text: str) -> None:
    """Note that `give(widget, text)` was called, which a change of the language does again."""
    known = _shown.get(widget)
    if isinstance(text, Worded):
        if known is None:
            known = _shown[widget] = {}
        known[give] = text
    elif known is not None:
        known.pop(give, None)


def _say_anew() -> None:
    for widget, texts in list(_shown.items()):
        if Shiboken.isValid(widget):
            for give, text in list(texts.items()):
                give(widget, said(text))
