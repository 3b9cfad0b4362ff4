"""A consent question takes a decision and nothing else (answered-pause rules, section 4.7)."""

from __future__ import annotations

import pytest

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import Decision, RefusalCode, parse_decision

GOOD: dict[object, object] = {"approved": True, "by": "Ada", "note": None, "at": "2026-01-02T03:04:05+00:00"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (GOOD, Decision(True, "Ada", None, "2026-01-02T03:04:05+00:00")),
        ({**GOOD, "at": "2026-01-02T03:04:05Z"}, Decision(True, "Ada", None, "2026-01-02T03:04:05Z")),
        (
            {**GOOD, "approved": False, "note": "  as is\n", "stop": True},
            Decision(False, "Ada", "  as is\n", "2026-01-02T03:04:05+00:00", stop=True),
        ),
        ({**GOOD, "approved": False, "note": ""}, Decision(False, "Ada", "", "2026-01-02T03:04:05+00:00")),
        (Decision(False, "Ada", "no", "2026-01-02T03:04:05Z"), Decision(False, "Ada", "no", "2026-01-02T03:04:05Z")),
    ],
)
def test_a_well_shaped_decision_is_read_verbatim(value: object, expected: Decision) -> None:
    assert parse_decision(value) == expected


@pytest.mark.parametrize(
    "value", [None, "yes", "s3cret-value", 1, 0, True, False, 1.5, [], [GOOD], (), object(), b"{}"]
)
def test_scenario_21_what_is_not_a_decision_is_refused_and_only_its_type_is_named(value: object) -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        parse_decision(value)
    assert refused.value.code == RefusalCode.DECISION_REQUIRED
    assert f"type {type(value).__name__} arrived" in str(refused.value)
    assert "s3cret-value" not in str(refused.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("approved", None),
        ("approved", 1),
        ("approved", "true"),
        ("by", None),
        ("by", ""),
        ("by", " \t"),
        ("by", 7),
        ("by", "\ud800"),
        ("note", 3),
        ("note", ["s3cret-value"]),
        ("note", "\udfff"),
        ("at", None),
        ("at", ""),
        ("at", "yesterday, s3cret-value"),
        ("at", "2026-01-02T03:04:05"),
        ("at", 1767322445),
        ("stop", 1),
        ("stop", None),
        ("stop", True),
        ("s3cret-value", 1),
        (3, 1),
    ],
)
def test_a_wrong_field_is_refused_without_its_value(field: object, value: object) -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        parse_decision({**GOOD, field: value})
    assert refused.value.code == RefusalCode.DECISION_REQUIRED
    assert "s3cret-value" not in str(refused.value)


@pytest.mark.parametrize("field", ["approved", "at", "by", "note"])
def test_a_missing_field_is_refused_by_name(field: str) -> None:
    with pytest.raises(ResumeDecisionError, match=field):
        parse_decision({name: value for name, value in GOOD.items() if name != field})


def test_a_decision_built_by_hand_is_checked_as_well() -> None:
    with pytest.raises(ResumeDecisionError):
        parse_decision(Decision(True, "", None, "2026-01-02T03:04:05Z"))


def test_a_refused_decision_exits_as_refused() -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        parse_decision(None)
    assert refused.value.exit_code == 4
