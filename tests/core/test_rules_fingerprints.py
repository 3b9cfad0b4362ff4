"""Digests of a tool and of the chain that asked (answered-pause rules, section 1)."""

from __future__ import annotations

import functools
import importlib.util
import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

from pausedesk.core.model.canonical import CanonicalError
from pausedesk.core.rules.fingerprints import CodeTag, chain_digest, code_tag, schema_digest, tool_digest


class Load(Protocol):
    def __call__(self, source: str, name: str = ...) -> Any: ...


BASE = '''
def refund(order: str, amount: int) -> str:
    """Refund an order.

    Irreversible.
    """
    note = f"{order}: {amount!r:>5}"
    if amount > 0:
        return note + """
  kept
"""
    return "nothing"
'''


@pytest.fixture
def load(tmp_path: Path) -> Load:
    count = 0

    def write(source: str, name: str = "refund") -> Any:
        nonlocal count
        count += 1
        path = tmp_path / f"module_{count}.py"
        path.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return functools.reduce(getattr, name.split("."), module)

    return write


def test_the_authors_version_comes_first() -> None:
    assert code_tag(math.sqrt, "2024-1") == CodeTag("version", "2024-1")
    assert code_tag(math.sqrt, 3) == CodeTag("version", "3")


@pytest.mark.parametrize("version", [None, "", "  ", True, object(), ["1"]])
def test_what_is_no_version_leaves_the_source(load: Load, version: object) -> None:
    assert code_tag(load(BASE), version) == code_tag(load(BASE))
    assert code_tag(load(BASE), version).kind == "source"


@pytest.mark.parametrize(
    ("what", "before", "after"),
    [
        ("comments", "    if amount > 0:", "    # a comment\n    if amount > 0:  # another"),
        ("blank lines", "    if amount > 0:", "\n\n    if amount > 0:"),
        ("spaces between tokens", "amount > 0", "amount   >   0"),
        ("line breaks inside brackets", "(order: str, amount: int)", "(\n    order: str,\n    amount: int\n)"),
        ("depth of indentation", "        return note", "            return note"),
        ("indentation of the docstring", "\n    Irreversible.\n    ", "\n        Irreversible.\n  "),
    ],
)
def test_what_changes_no_behaviour_keeps_the_tag(load: Load, what: str, before: str, after: str) -> None:
    changed = BASE.replace(before, after)
    assert changed != BASE, what
    assert code_tag(load(changed)) == code_tag(load(BASE))


def test_moving_a_function_into_a_class_or_to_the_end_of_a_file_keeps_the_tag(load: Load) -> None:
    def indented(source: str) -> str:
        parts = source.split('"""\n  kept\n"""')
        return '"""\n  kept\n"""'.join(part.replace("\n", "\n    ") for part in parts)

    inside = "class Desk:" + indented(BASE) + "\n\n    other = 1\n"
    assert code_tag(load(inside, "Desk.refund")) == code_tag(load(BASE))
    assert code_tag(load("x = 1\n" + BASE.rstrip("\n"))) == code_tag(load(BASE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("amount > 0", "amount >= 0"),
        ('"nothing"', '"nothing "'),
        ("\n  kept\n", "\n kept\n"),
        ("{order}: ", "{order} : "),
        ("!r:>5", "!r:>6"),
        ("Irreversible.", "Reversible."),
        ("def refund(", "@str\ndef refund("),
        ('    return "nothing"', '        return "nothing"'),
        ("amount: int", "amount: int = 5"),
    ],
)
def test_what_may_change_behaviour_changes_the_tag(load: Load, before: str, after: str) -> None:
    changed = BASE.replace(before, after).replace("@str\n", "from functools import cache\n\n\n@cache\n")
    assert changed != BASE
    assert code_tag(load(changed)) != code_tag(load(BASE))


def test_decorators_partials_methods_and_callable_objects_are_looked_through(load: Load) -> None:
    source = """
import functools

def plain(x):
    return x + 1

@functools.wraps(plain)
def wrapper(x):
    return plain(x)

half = functools.partial(plain, 1)

class Tool:
    def __call__(self, x):
        return x
    def method(self, x):
        return x

tool = Tool()
"""
    plain = code_tag(load(source, "plain"))
    assert plain.kind == "source"
    # A wrapper runs as well: it counts beside what it wraps.
    changed = source.replace("return plain", "return 1 and plain")
    assert len({plain, code_tag(load(source, "wrapper")), code_tag(load(changed, "wrapper"))}) == 3
    assert code_tag(load(source, "half")) == plain
    assert code_tag(load(source, "tool.method")) == code_tag(load(source, "Tool.method"))
    assert code_tag(load(source, "tool")) == code_tag(load(source, "Tool.__call__"))
    assert len({plain, code_tag(load(source, "tool")), code_tag(load(source, "tool.method"))}) == 3


class Hostile:
    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)


def unreadable() -> Any:
    scope: dict[str, Any] = {}
    exec("def f(x):\n    return x", scope)
    return scope["f"]


@pytest.mark.parametrize("function", [None, 5, "text", len, math.sqrt, int, unreadable(), object()])
def test_without_a_source_the_schema_stands_alone(function: object) -> None:
    assert code_tag(function) == CodeTag("schema", "")


def test_an_object_that_raises_when_looked_at_has_no_source_and_no_version() -> None:
    assert code_tag(Hostile()) == CodeTag("schema", "")
    assert code_tag(math.sqrt, Hostile()) == CodeTag("schema", "")


def test_a_function_that_wraps_itself_has_no_source(load: Load) -> None:
    function = load(BASE)
    function.__wrapped__ = function
    assert code_tag(function) == CodeTag("schema", "")


def test_a_tag_is_the_same_in_another_process(load: Load, tmp_path: Path) -> None:
    function = load(BASE)
    script = (
        "import module_1\nfrom pausedesk.core.rules.fingerprints import code_tag\n"
        "print(code_tag(module_1.refund).value, end='')"
    )
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    seen = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stdout == code_tag(function).value


def test_a_tool_is_its_name_its_schema_and_its_code() -> None:
    schema = schema_digest({"type": "object", "properties": {"amount": {"type": "integer"}}})
    assert schema == schema_digest({"properties": {"amount": {"type": "integer"}}, "type": "object"})
    base = tool_digest("refund", schema, CodeTag("source", "a"))
    others = {
        tool_digest("refunds", schema, CodeTag("source", "a")),
        tool_digest("refund", schema_digest({}), CodeTag("source", "a")),
        tool_digest("refund", schema, CodeTag("source", "b")),
        tool_digest("refund", schema, CodeTag("version", "a")),
    }
    assert len(others | {base}) == 5
    assert base.startswith("sha256:")


def test_a_schema_without_a_json_form_is_refused() -> None:
    with pytest.raises(CanonicalError):
        schema_digest({"default": math.nan})


def test_a_chain_is_its_rules_in_their_order() -> None:
    assert chain_digest(["a", "b"]) == chain_digest(("a", "b"))
    assert len({chain_digest(chain) for chain in ([], ["a"], ["a", "b"], ["b", "a"], ["ab"])}) == 5
