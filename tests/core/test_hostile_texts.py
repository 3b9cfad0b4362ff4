"""The set of hostile texts by the rules alone: escaped or warned of, whole again by undoing, and safe on one line."""

from __future__ import annotations

import json
import re

import pytest
from tests.hostile import HOSTILE, SECRETS, WARNED_OF, hidden_in

from pausedesk.core.rules.redaction import mask
from pausedesk.core.rules.shown import json_text, safe, safe_line, shown, shown_json, shown_value
from pausedesk.core.rules.visible import visible


def test_the_set_is_large_and_the_judge_knows_that_it_is_hostile() -> None:
    assert len(HOSTILE) >= 60
    assert sum(bool(hidden_in(text)) for text in HOSTILE.values()) >= 35


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_hides_in_what_is_shown_and_undoing_the_escapes_gives_the_bytes_back(name: str) -> None:
    text = HOSTILE[name]
    found = visible(text)
    assert hidden_in(found.text) == ""
    assert hidden_in(safe_line(text, 80), lines=False) == ""
    assert bool(found.warnings) == (bool(hidden_in(text)) or name in WARNED_OF)
    for warning in found.warnings:
        assert hidden_in(warning) == ""
    if "\\" not in text:
        undone = re.sub(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})", lambda m: chr(int(m[1] or m[2], 16)), found.text)
        assert undone == text


@pytest.mark.parametrize("name", HOSTILE)
def test_json_on_a_terminal_is_the_same_value_and_hides_nothing(name: str) -> None:
    value = {HOSTILE[name]: [HOSTILE[name]]}
    assert json.loads(json_text(value)) == value
    assert hidden_in(json_text(value)) == ""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_masked_in_every_form_of_a_text(name: str) -> None:
    template, secret = SECRETS[name]
    text = template.format(secret)
    forms = [safe(text), safe_line(text, 60), safe_line(text, 400), shown(text).text]
    forms += [shown_value("x", {"deep": [text]}).text, shown_json(json.dumps({"x": text})).text]
    assert not [form for form in forms if secret[:8] in form]
    assert mask(secret) in safe(text)
    assert secret in shown(text).revealed
