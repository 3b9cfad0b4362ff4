"""The window speaks English and Chinese: its catalogue is whole, and what is shown follows a change of language."""

from __future__ import annotations

import ast
import importlib.util
import json
import pickle
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
                needed = {"tr": 1, "worded": 1, "tr_many": 2, "counted": 2}.get(node.func.id, 0)
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
    assert said_error(error) == "没有等待的问题。 这里没有内容。"
    assert error.text() == "Nothing waits. Nothing here."
    assert type(pickle.loads(pickle.dumps(sentence))) is str
    assert json.dumps(worded("waiting")) == '"waiting"'


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
    combo.add("an agent's")
    combo.add(tr("stopped"))
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
    assert [combo.itemText(place) for place in range(3)] == ["已完成", "an agent's", "已停止"]
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
