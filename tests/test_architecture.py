"""The rules of the house, each a sentence. What a tool checks by itself (ruff, import-linter) is not repeated here."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LINKS = ROOT / "packaging" / "dev" / "pausedesk"
FOLDERS = ("core", "gui", "resources")

ALLOWED_AT_THE_TOP = {
    *(".ci", ".gitignore", "LICENSE", "README.md", "core", "gui", "packaging", "pyproject.toml", "resources", "tests"),
    *(".gitattributes", ".github", "CHANGELOG.md", "CONTRIBUTING.md", "docs"),
}
LONGEST_FILE = 500
# Put together from parts, so that this file does not hold what it looks for.
MACHINE_PATHS = re.compile("|".join(("/" + "work/", "/" + "root/", "/" + r"home/\w+/", r"\.\./" + "shared")))

SQL_LIBRARIES = {"alembic", "sqlalchemy", "sqlite3", "sqlmodel"}
PROCESS_LIBRARIES = {"multiprocessing", "pty", "subprocess"}
PROCESS_STARTERS = re.compile(r"^(fork|forkpty|popen|system|startfile|posix_spawn\w*|(exec|spawn)[lv]p?e?)$")
# asyncio's ways to start a program.
ASYNC_STARTERS = {"create_subprocess_exec", "create_subprocess_shell", "subprocess_exec", "subprocess_shell"}
# Processes are started by the runner; the demo agent has a tool that runs a shell command, for that is what it shows.
MAY_START_PROCESSES = ("core/run/", "core/demo")


def _modules(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere in the tree, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _imported_libraries(file: Path) -> set[str]:
    return {name.partition(".")[0] for name in _imports(ast.parse(file.read_text()))}


def _tracked_files() -> list[Path]:
    """The files that git tracks; where git is absent or has no say here, those that are not made by tools."""
    names: list[str] = []
    if git := shutil.which("git"):
        names = subprocess.run(
            [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.split("\0")
    files = [ROOT / name for name in names if name]
    if not files:
        top = [entry for entry in ROOT.iterdir() if not entry.name.startswith(".") or entry.name in ALLOWED_AT_THE_TOP]
        files = [file for entry in top for file in (entry, *entry.rglob("*")) if "__pycache__" not in file.parts]
    # A deleted file stays listed until the deletion is committed.
    return [file for file in files if file.is_file() and not file.is_symlink() and LINKS not in file.parents]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


# --- names on disk ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_import_names_are_links_to_the_folders_at_the_top(folder: str) -> None:
    link = LINKS / folder
    assert link.is_symlink()
    assert link.readlink() == Path("..", "..", "..", folder)
    assert link.resolve() == ROOT / folder


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_says_that_it_is_typed(folder: str) -> None:
    assert (ROOT / folder / "py.typed").is_file()
    assert (ROOT / folder / "__init__.py").is_file()


def test_packaging_never_hides_the_library_of_that_name() -> None:
    assert not list((ROOT / "packaging").rglob("__init__.py"))


def test_nothing_occupies_the_name_pausedesk_itself() -> None:
    assert {entry.name for entry in LINKS.iterdir() if entry.name != "__pycache__"} == set(FOLDERS)


def test_the_top_level_holds_only_what_the_layout_names() -> None:
    found = {file.relative_to(ROOT).parts[0] for file in _tracked_files()}
    assert found <= ALLOWED_AT_THE_TOP


def test_no_tracked_file_names_a_place_on_somebodys_machine() -> None:
    found = []
    for file in _tracked_files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{_name(file)}: {match.group()}" for match in MACHINE_PATHS.finditer(text)]
    assert found == []


def test_no_file_of_code_is_longer_than_five_hundred_lines() -> None:
    python_files = [file for file in _tracked_files() if file.suffix == ".py"]
    assert python_files
    lengths = {_name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in python_files}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


# --- which way arrows go ---------------------------------------------------------------------------------------------

_IMPORT_WITHOUT_QT = """
import importlib, importlib.abc, pkgutil, sys

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6"}:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocked())
import pausedesk.core as core

names = [module.name for module in pkgutil.walk_packages(core.__path__, "pausedesk.core.")]
for name in names:
    # A module that is run rather than imported acts when it is imported; Alembic's are loaded by Alembic alone.
    if name.rpartition(".")[2] != "__main__" and ".migrations" not in name:
        importlib.import_module(name)
loaded = [name for name in sys.modules if name.partition(".")[0] in {"PySide6", "shiboken6"}]
sys.exit(f"loaded: {loaded}" if loaded else 0)
"""


def test_every_module_of_the_core_imports_where_qt_is_absent() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", _IMPORT_WITHOUT_QT],
        env={**os.environ, "PYTHONPATH": str(LINKS.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_only_the_store_speaks_sql() -> None:
    speaking = [
        f"{_name(file)}: {', '.join(sorted(libraries))}"
        for file in _modules(*FOLDERS)
        if not _name(file).startswith("core/store/")
        if (libraries := _imported_libraries(file) & SQL_LIBRARIES)
    ]
    assert speaking == []


def _starts_processes(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    yield from _imported_libraries(file) & PROCESS_LIBRARIES
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
        if (of_os and PROCESS_STARTERS.match(node.attr)) or node.attr in ASYNC_STARTERS or node.attr == "QProcess":
            yield node.attr
    yield from (name for name in _imports(tree) if name.endswith((".QProcess", "psutil.Popen")))


def test_only_the_runner_starts_processes() -> None:
    starting = [
        f"{_name(file)}: {', '.join(sorted(set(ways)))}"
        for file in _modules(*FOLDERS)
        if not _name(file).startswith(MAY_START_PROCESSES)
        if (ways := list(_starts_processes(file)))
    ]
    assert starting == []


def test_the_main_window_only_composes() -> None:
    window = ROOT / "gui" / "main_window.py"
    others = [file for file in _modules("gui") if file.name not in {"__init__.py", "main_window.py"}]
    # Before the first part of the window there is nothing to compose.
    assert window.is_file() or not others, (
        "the window has parts, and gui/main_window.py, which composes them, is absent"
    )
    if not window.is_file():
        return
    tree = ast.parse(window.read_text())
    imported = set(_imports(tree))
    assert not {name for name in imported if name.startswith(("pausedesk.core.store", "pausedesk.core.run"))}
    assert not {name for name in imported if name.rpartition(".")[2] in {"QPainter", "QThread", "QAbstractItemModel"}}
    assert len([node for node in tree.body if isinstance(node, ast.ClassDef)]) == 1
    assert len(window.read_text().splitlines()) <= 400


def test_the_window_imports_no_private_module_of_the_core() -> None:
    private = [
        f"{_name(file)}: {name}"
        for file in _modules("gui")
        for name in _imports(ast.parse(file.read_text()))
        if name.startswith("pausedesk.core.")
        and any(part.startswith("_") and not part.endswith("__") for part in name.split("."))
    ]
    assert private == []


# Qt's widgets that guess rich text, make a key of an ampersand, follow links or show nothing where a character hides.
# What is made of them for texts of agents and files is in gui/plain.py alone.
RAW_WIDGETS = {
    *("QLabel", "QPushButton", "QToolButton", "QCommandLinkButton", "QCheckBox", "QRadioButton", "QComboBox"),
    *("QPlainTextEdit", "QTextEdit", "QTextBrowser", "QTextDocument", "QMessageBox", "QInputDialog", "QErrorMessage"),
    *("QProgressDialog", "QToolTip", "QWhatsThis", "QSplashScreen", "QListWidget", "QListWidgetItem", "QTreeWidget"),
    *("QTreeWidgetItem", "QTableWidget", "QTableWidgetItem", "QStandardItem", "QStandardItemModel", "QStringListModel"),
    *("QDesktopServices", "QNetworkAccessManager", "QWebEngineView"),
}
MAY_USE_RAW = {
    "gui/plain.py": RAW_WIDGETS,
    "gui/card/text_box.py": {"QPlainTextEdit"},
    # These ask of which kind a widget is, and make none.
    "gui/keys.py": {"QPlainTextEdit", "QTextEdit"},
    "gui/gallery.py": {"QLabel"},
}
# Ways of a text into a widget that every widget has. What is no literal of ours goes through gui/plain.py.
RAW_SETTERS = {
    *("setToolTip", "setStatusTip", "setWhatsThis", "setWindowTitle", "setAccessibleName", "setAccessibleDescription"),
    *("setPlaceholderText", "setTitle", "setTabText", "addTab", "showMessage"),
}
# Ways that no text of anybody may take.
NEVER = {"setHtml", "insertHtml", "appendHtml", "setMarkdown", "setOpenExternalLinks", "setOpenLinks", "openUrl"}
NEVER |= {"setTextFormat", "addItems", "insertItems", "setItemText", "setInformativeText", "setDetailedText"}


def _is_ours(node: ast.expr) -> bool:
    """Whether a text is a literal, a constant's name, or the translation of either."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id.isupper()
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        return name in {"tr", "plain", "plain_tooltip"} and all(_is_ours(one) or name != "tr" for one in node.args)
    return False


def _raw_texts(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    name, allowed = _name(file), MAY_USE_RAW.get(_name(file), set())
    for imported in _imports(tree):
        module, _, widget = imported.rpartition(".")
        if module.startswith("PySide6") and widget in RAW_WIDGETS - allowed:
            yield f"{name}: {widget}"
        if imported.startswith(("PySide6.QtNetwork.QNetwork", "PySide6.QtWebEngine")):
            yield f"{name}: {imported}"
    if name == "gui/plain.py":
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        setter = node.func.attr
        if setter in NEVER or (setter in RAW_SETTERS and node.args and not all(map(_is_ours, node.args[-1:]))):
            yield f"{name}:{node.lineno}: {setter}"
        if setter == "clipboard":
            yield f"{name}:{node.lineno}: the clipboard"


def test_texts_reach_the_window_by_one_module_that_shows_them_as_they_are() -> None:
    assert [found for file in _modules("gui") for found in _raw_texts(file)] == []


# --- what is installed -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree by the build's own backend."""
    folder = tmp_path_factory.mktemp("wheel")
    run = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_three_folders_under_pausedesk_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    tracked = {f"pausedesk/{_name(file)}" for file in _tracked_files() if _name(file).split("/")[0] in FOLDERS}
    assert {tuple(name.split("/")[:2]) for name in names} == {("pausedesk", folder) for folder in FOLDERS}
    assert tracked <= set(names)
    assert not [name for name in names if name.endswith((".pyc", ".db", ".png~")) or "__pycache__" in name]


def test_the_wheel_without_extras_brings_no_qt(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata_name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(metadata_name).decode()
    lines = [
        line.removeprefix("Requires-Dist: ") for line in metadata.splitlines() if line.startswith("Requires-Dist: ")
    ]
    requirements = [Requirement(line) for line in lines]
    plain = {r.name.lower() for r in requirements if r.marker is None or r.marker.evaluate({"extra": ""})}
    desk = {r.name.lower() for r in requirements if r.marker is None or r.marker.evaluate({"extra": "desk"})}
    assert "pydantic-ai-slim" in plain
    assert not {name for name in plain if name.startswith(("pyside", "shiboken", "pyqt"))}
    assert desk - plain == {"jeepney", "pyside6-essentials"}


def test_the_version_is_said_in_one_way(project: dict[str, Any]) -> None:
    from pausedesk.core import __version__

    assert project["project"]["version"] == __version__


def test_every_dependency_has_an_upper_bound(project: dict[str, Any]) -> None:
    extras = project["project"]["optional-dependencies"]
    bounded = [Requirement(line) for line in [*project["project"]["dependencies"], *extras["desk"]]]
    assert [r.name for r in bounded if not any(bound.operator in {"<", "<=", "=="} for bound in r.specifier)] == []


def test_each_provider_extra_passes_through_to_one_that_the_engine_offers(project: dict[str, Any]) -> None:
    offered = set(importlib.metadata.metadata("pydantic-ai-slim").get_all("Provides-Extra") or ())
    extras = {name: lines for name, lines in project["project"]["optional-dependencies"].items() if name != "desk"}
    assert extras == {name: [f"pydantic-ai-slim[{name}]"] for name in extras}
    assert set(extras) <= offered


def test_qt_stays_below_the_release_that_aborts_on_python_3_11(project: dict[str, Any]) -> None:
    qt = Requirement(project["project"]["optional-dependencies"]["desk"][0])
    assert qt.name == "PySide6-Essentials"
    assert "6.11.3" in qt.specifier
    assert "6.12.0" not in qt.specifier
