#!/usr/bin/env python3
"""Keep the catalogues of the window's texts: `texts.py` brings them up to date, `texts.py --check` says what is amiss.

Every `tr`, `tr_many`, `worded`, `kept` and `counted` of core and gui is an entry of
resources/language/pausedesk_*.ts, in the order of the code; what no code says any more goes. A new entry is unfinished
until its translation is written into the .ts, by hand or with Qt Linguist; then this makes the .qm that the window
reads. The .qm are kept in the repository, for whoever builds a wheel has no Qt. (Qt's lupdate cannot be used: it names
texts by their class, and knows no tables.)

Exit codes: 0 done or nothing amiss, 1 something is amiss, 8 lrelease is not there or failed.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = ROOT / "resources" / "language"
LANGUAGES = ("zh_CN",)
CONTEXT = "pausedesk"
SAID = {"tr", "worded", "kept"}
COUNTED = {"tr_many", "counted"}


@dataclass
class Entry:
    """A text by its English template; `one` where it follows a number."""

    source: str
    one: str = ""
    files: list[str] = field(default_factory=list)
    translation: str = ""


def entries(root: Path = ROOT) -> dict[str, Entry]:
    """Every text that the code says, by its template, in the order of the files."""
    found: dict[str, Entry] = {}
    for file in sorted((*(root / "gui").rglob("*.py"), *(root / "core").rglob("*.py"))):
        name = file.relative_to(root).as_posix()
        for source, one in said_by(ast.parse(file.read_text(encoding="utf-8"))):
            entry = found.setdefault(source, Entry(source, one))
            if name not in entry.files:
                entry.files.append(name)
    return found


def said_by(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The templates of one module: each with its English for one, or nothing."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in SAID and texts:
            yield texts[0], ""
        elif name in COUNTED and len(texts) > 1:
            yield texts[1], texts[0]


def read(catalogue: Path) -> dict[str, str]:
    """The finished translations of a .ts, by their templates."""
    if not catalogue.exists():
        return {}
    known = {}
    for message in ET.parse(catalogue).iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") is None:
            form = translation.find("numerusform")
            known[message.findtext("source", "")] = (translation if form is None else form).text or ""
    return known


def written(language: str, found: dict[str, Entry]) -> str:
    """The .ts with these entries."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines += [f'<TS version="2.1" language="{language}" sourcelanguage="en">', "<context>"]
    lines += [f"    <name>{CONTEXT}</name>"]
    for entry in found.values():
        lines.append('    <message numerus="yes">' if entry.one else "    <message>")
        lines += [f'        <location filename="../../{file}"/>' for file in entry.files]
        lines.append(f"        <source>{escape(entry.source)}</source>")
        if entry.one:
            lines.append(f"        <extracomment>one: {escape(entry.one)}</extracomment>")
        text = escape(entry.translation)
        body = f"<numerusform>{text}</numerusform>" if entry.one else text
        unfinished = "" if entry.translation else ' type="unfinished"'
        lines.append(f"        <translation{unfinished}>{body}</translation>")
        lines.append("    </message>")
    return "\n".join([*lines, "</context>", "</TS>", ""])


def names_in(template: str) -> set[str]:
    """The names of the values that a template takes."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def amiss(found: dict[str, Entry]) -> Iterator[str]:
    """What is wrong with the translations."""
    for entry in found.values():
        where = f"{entry.files[0]}: {entry.source!r}"
        if not entry.translation:
            yield f"{where} has no translation"
        elif "{" in entry.source and names_in(entry.source) != names_in(entry.translation):
            yield f"{where} takes other values than its translation"


def compiled(catalogue: Path) -> bytes:
    """The .qm of a .ts. Raises OSError where lrelease is not there, CalledProcessError where it fails."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("PySide6 is not installed")
    lrelease = Path(spec.origin).parent / "lrelease"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.qm"
        subprocess.run([lrelease, "-silent", "-nounfinished", catalogue, "-qm", made], check=True)
        return made.read_bytes()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; say what is amiss")
    check: bool = parser.parse_args(arguments).check
    wrong: list[str] = []
    for language in LANGUAGES:
        found = entries()
        catalogue = CATALOGUES / f"pausedesk_{language}.ts"
        known = read(catalogue)
        for entry in found.values():
            entry.translation = known.get(entry.source, "")
        text = written(language, found)
        try:
            if check:
                if not catalogue.exists() or catalogue.read_text(encoding="utf-8") != text:
                    wrong.append(f"{catalogue.name} is not what the code says: run packaging/texts.py")
                elif catalogue.with_suffix(".qm").read_bytes() != compiled(catalogue):
                    wrong.append(f"{catalogue.stem}.qm is older than its .ts: run packaging/texts.py")
            else:
                catalogue.write_text(text, encoding="utf-8")
                catalogue.with_suffix(".qm").write_bytes(compiled(catalogue))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{catalogue.name} cannot be compiled: {error}", file=sys.stderr)
            return 8
        wrong += amiss(found)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
