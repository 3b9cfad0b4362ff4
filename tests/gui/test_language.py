"""The window speaks English and Chinese: its catalogue is whole, and what is shown follows a change of language."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import json
import pickle
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from pausedesk.core.errors import UsageError
from pausedesk.core.model.wording import counted, worded
from pausedesk.core.model.wording import joined as joined_in_core
from pausedesk.core.rules import resume_words
from pausedesk.core.rules.declines import told_before
from pausedesk.core.rules.resume_words import ResumeCause, Told
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.rules.visible import visible
from pausedesk.core.settings import Language
from pausedesk.gui.language import joined, said, said_error, tr, tr_many, use
from pausedesk.gui.plain import (
    ElidedLabel,
    EntryLine,
    Note,
    PlainButton,
    PlainCheckBox,
    PlainComboBox,
    PlainDetails,
    PlainLabel,
    named,
    tip,
    titled,
)
from pausedesk.gui.words import age

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def texts() -> ModuleType:
    """packaging/texts.py."""
    spec = importlib.util.spec_from_file_location("pausedesk_texts", ROOT / "packaging" / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    use(qapp, Language.ENGLISH)


def test_the_catalogues_are_whole_and_what_the_code_says(texts: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert texts.main(["--check"]) == 0, capsys.readouterr().out


def test_what_is_amiss_in_a_catalogue_is_named(texts: ModuleType) -> None:
    entries = {
        "a": texts.Entry("asked by {name}", files=["a.py"], translation="由 {nam} 提出"),
        "b": texts.Entry("search", files=["b.py"]),
        "c": texts.Entry("{n} calls", "{n} call", ["c.py"], "{n} 个调用"),
    }
    assert [line.partition(":")[0] for line in texts.amiss(entries)] == ["a.py", "b.py"]


def test_a_catalogue_keeps_what_is_finished_and_drops_what_no_code_says(texts: ModuleType, tmp_path: Path) -> None:
    found = {
        "calls": texts.Entry("{n} calls <&>", "{n} call", ["c.py"], "{n} 个 <&>"),
        "new": texts.Entry("new", files=["d.py"]),
    }
    kept = tmp_path / "kept.ts"
    kept.write_text(texts.written("zh_CN", found), encoding="utf-8")
    assert texts.read(kept) == {"{n} calls <&>": "{n} 个 <&>"}


def test_a_template_is_always_a_literal() -> None:
    wrong = []
    for file in sorted((*(ROOT / "gui").rglob("*.py"), *(ROOT / "core").rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                needed = {"tr": 1, "worded": 1, "kept": 1, "tr_many": 2, "counted": 2}.get(node.func.id, 0)
                literals = [one for one in node.args[:needed] if isinstance(one, ast.Constant)]
                if len(literals) < needed:
                    wrong.append(f"{file.name}:{node.lineno}")
    assert wrong == []


def test_a_text_is_english_until_another_language_is_in_use(app: QApplication) -> None:
    assert tr("{minutes} min", minutes=5) == "5 min"
    assert [tr_many("{n} call waits", "{n} calls wait", count) for count in (1, 3)] == ["1 call waits", "3 calls wait"]
    use(app, Language.CHINESE)
    assert tr("{minutes} min", minutes=5) == "5 分钟"
    assert [tr_many("{n} call waits", "{n} calls wait", n) for n in (1, 3)] == ["1 个调用等待批准", "3 个调用等待批准"]
    assert age(0, 60_000 * 7) == "7 分钟"


def test_a_sentence_of_the_core_is_english_there_and_in_the_persons_language_here(app: QApplication) -> None:
    sentence = joined_in_core(" · ", [worded("waiting"), counted("{n} day", "{n} days", 1), "an agent's: waiting"])
    assert sentence == "waiting · 1 day · an agent's: waiting"
    use(app, Language.CHINESE)
    assert said(sentence) == "等待批准 · 1 天 · an agent's: waiting"
    assert said("waiting") == "waiting"
    error = UsageError("x", worded("Nothing waits."), next_step=worded("Nothing here."))
    assert said_error(error) == "没有等待的问题。这里没有内容。"
    assert error.text() == "Nothing waits. Nothing here."
    assert type(pickle.loads(pickle.dumps(sentence))) is str
    assert json.dumps(worded("waiting")) == '"waiting"'


def test_what_the_core_says_by_code_is_said_in_the_persons_language(app: QApplication) -> None:
    offer = resume_words.offer(ResumeCause.UNANSWERED, {Told.DECLINED: ["refund"]})
    warning = next(iter(visible("a\u202eb").warnings))
    refusal = UsageError("no-session", worded("There is no session {session} in this store.", session="s1"))
    masked = safe_line(worded("Asked by the rule “{chain}”.", chain="password=hunter2secret"), 200)
    use(app, Language.CHINESE)
    assert said(offer) == "最后一条消息未得到回答，由模型回答。告知模型 refund 已被拒绝。然后由模型继续。"
    assert said(warning) == "含有 1 个字符，会改变阅读顺序；以转义形式显示。"
    assert said_error(refusal) == "此存储中没有会话 s1。"
    assert said(masked).startswith("由规则“")
    assert "hunter2secret" not in said(masked)
    assert said(told_before(1)) == "以前被拒绝过，这是第 2 次"


def test_values_are_never_read_as_templates(app: QApplication) -> None:
    hostile = "{minutes.__class__} {0} %n &amp; <b>"
    assert tr("{minutes} min", minutes=hostile) == f"{hostile} min"
    assert joined(" ", [hostile, tr("now")]) == f"{hostile} now"


def test_what_is_shown_follows_the_language_at_once(app: QApplication, qtbot: QtBot) -> None:
    label, button, box, whole = PlainLabel(tr("now")), PlainButton(tr("All")), PlainCheckBox(tr("All")), ElidedLabel()
    note, details, combo, line = Note(), PlainDetails(tr("empty")), PlainComboBox(), EntryLine(tr("All"), tr("now"))
    agents = PlainLabel("now")
    for widget in (label, button, box, whole, note, details, combo, line, agents):
        qtbot.addWidget(widget)
    whole.set_whole(tr("yesterday"))
    note.say(tr("Nothing waits."))
    combo.add(tr("finished"))
    combo.add(tr("stopped"))
    combo.add("an agent's")
    tip(label, tr("empty"))
    named(label, tr("All"), tr("now"))
    titled(note, tr("Nothing here."))
    use(app, Language.CHINESE)
    assert (label.text(), label.toolTip(), label.accessibleName(), label.accessibleDescription()) == (
        *("刚刚", "空", "全部", "刚刚"),
    )
    assert (button.text(), button.accessibleName(), box.text(), box.accessibleName()) == ("全部",) * 4
    assert (whole.whole(), details.toPlainText(), note.windowTitle()) == ("昨天", "空", "这里没有内容。")
    assert (note.label.text(), note.label.accessibleName()) == ("没有等待的问题。",) * 2
    assert [combo.itemText(place) for place in range(3)] == ["已完成", "已停止", "an agent's"]
    assert (line.accessibleName(), line.placeholderText()) == ("全部", "刚刚")
    assert agents.text() == "now"
    label.setText("an agent's")
    use(app, Language.ENGLISH)
    assert (label.text(), label.toolTip(), button.text(), combo.itemText(0)) == (
        "an agent's",
        "empty",
        "All",
        "finished",
    )


def test_qts_own_menus_speak_it_too(app: QApplication, qtbot: QtBot) -> None:
    use(app, Language.CHINESE)
    field = QLineEdit()
    qtbot.addWidget(field)
    menu = field.createStandardContextMenu()
    assert any("复制" in action.text() for action in menu.actions())
    menu.deleteLater()


# --- every text of the window goes this way --------------------------------------------------------------------------

# What gives a text to a widget, by the name it is called by.
SHOWS = """
    PlainLabel PlainButton PlainCheckBox ElidedLabel EntryLine PlainDetails PlainEditor TextBox Part _Section
    named described titled hinted tip section say add addAction insertItem setItemText setText set_text set_whole
    setPlainText setToolTip setStatusTip setWhatsThis setWindowTitle setPlaceholderText setTitle setAccessibleName
    setAccessibleDescription show_reason show_state getExistingDirectory getOpenFileName
"""
# Of these it is one argument only.
SHOWS_ONE = {"_button": 0, "Key": 1, "Told": 1, "tell": 2}
SAYS = {"tr", "tr_many", "worded", "counted"}
WORD = re.compile(r"[A-Za-z]{2}")
STYLE = re.compile(r"\bstyle=|\dpx ")  # of a style sheet
PROSE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}|^[A-Z][a-z]+ …$")
# What is said the same in every language: what the window is called, a key of the keyring, a command to type.
NAMES = frozenset({"Pausedesk", "OPENAI_API_KEY", 'pausedesk run module:agent "prompt"'})


def strings(node: ast.AST, skip: set[int]) -> Iterator[tuple[int, str]]:
    """The literals in an expression, but for those of calls that say them in the language in use."""
    if id(node) in skip:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from strings(child, skip)


def unsaid(source: str) -> list[tuple[int, str]]:
    """The texts of a module that no catalogue knows, with their lines."""
    tree = ast.parse(source)
    skip: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
            skip |= {id(one) for one in node.args}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            skip.add(id(node.value))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            kind = getattr(node.exc.func, "id", "")
            # What is no error to be told ends in a report, or in the module that raises it.
            if hasattr(builtins, kind) or kind.startswith("_"):
                skip.add(id(node))
    found: dict[int, str] = {}
    shows = SHOWS.split()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in skip:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            args = node.args[SHOWS_ONE[name] :][:1] if name in SHOWS_ONE else node.args if name in shows else []
            parts = [*args, *(one.value for one in node.keywords if args and one.arg in {"name", "hint"})]
            for part in parts:
                found |= {line: text for line, text in literals(part, skip) if WORD.search(text)}
    found |= {line: text for line, text in strings(tree, skip) if PROSE.search(text) and not STYLE.search(text)}
    return [(line, text) for line, text in sorted(found.items()) if text not in NAMES]


def literals(part: ast.AST, skip: set[int]) -> Iterator[tuple[int, str]]:
    """What is itself shown of an argument: it, the parts of its f-string, either end of its condition, its items."""
    if id(part) in skip:
        return
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield part.lineno, part.value
    inner: list[ast.expr] = []
    if isinstance(part, ast.JoinedStr):
        inner = [*part.values]
    elif isinstance(part, ast.IfExp):
        inner = [part.body, part.orelse]
    elif isinstance(part, ast.BinOp):
        inner = [part.left, part.right]
    elif isinstance(part, ast.BoolOp):
        inner = [*part.values]
    for one in inner:
        yield from literals(one, skip)


def test_every_text_of_the_window_goes_through_the_catalogue() -> None:
    wrong = []
    for file in sorted((ROOT / "gui").rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        # A command speaks English, as every command does.
        if "import argparse" not in source:
            wrong += [f"{file.relative_to(ROOT)}:{line}: {text!r}" for line, text in unsaid(source)]
    assert wrong == []


@pytest.mark.parametrize(
    "source",
    [
        'PlainLabel("Nothing")',
        'PlainLabel(f"{count} calls")',
        'button.setText("Approve" if one else tr("Decline"))',
        'PlainButton("…", name="Copy")',
        'named(box, name + ", masked")',
        'WHY = "because nobody answered"',
        'words = {"a": f"{count} of these left"}',
        'raise EnvironmentFault("code", "There is no display.")',
    ],
)
def test_a_text_that_goes_another_way_is_found(source: str) -> None:
    assert unsaid(source)


@pytest.mark.parametrize(
    "source",
    [
        'PlainLabel(tr("Nothing"), kind="quiet")',
        'button.setProperty("kind", "quiet")',
        'raise ValueError("A line has no room.")',
        '"""What is said of it."""',
        'label.setText(joined(" · ", [tr("one of these"), name]))',
    ],
)
def test_what_is_no_text_of_the_window_is_left_alone(source: str) -> None:
    assert unsaid(source) == []
