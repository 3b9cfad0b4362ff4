"""What the model reads for an open call (answered-pause rules, section 7), row by row."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.rules import notices
from pausedesk.core.rules.notices import NOTICE_OUTCOMES, NoticeOrigin, notice_for

DID_NOT_RUN = re.compile(r"\b(did not run|not run:|never ran|has not run)", re.IGNORECASE)


@pytest.mark.parametrize(
    ("origin", "says_it_did_not_run"),
    [
        (NoticeOrigin.DECLINED, True),
        (NoticeOrigin.NOT_ENTERED, True),
        (NoticeOrigin.EXPIRED, True),
        (NoticeOrigin.RAISED, False),
        (NoticeOrigin.SETTLED_RAN, False),
        (NoticeOrigin.SETTLED_NOT_RUN, True),
        (NoticeOrigin.OUTCOME_UNKNOWN, False),
    ],
)
def test_scenario_36_only_what_is_proved_or_vouched_for_says_that_the_call_did_not_run(
    origin: NoticeOrigin, says_it_did_not_run: bool
) -> None:
    text = notice_for(origin, by="Ada", at="2026-01-02T03:04Z", error_type="OSError", message="disk")
    assert bool(DID_NOT_RUN.search(text)) is says_it_did_not_run


def test_every_origin_has_words_and_an_outcome_of_its_own_table() -> None:
    texts = {notice_for(origin, by="Ada", at="now", error_type="E") for origin in NoticeOrigin}
    assert len(texts) == len(NoticeOrigin)
    assert set(NOTICE_OUTCOMES) == set(NoticeOrigin)


@given(st.text(min_size=1).filter(str.strip))
def test_a_decline_carries_the_note_verbatim_and_marks_it_as_the_persons(note: str) -> None:
    text = notice_for(NoticeOrigin.DECLINED, by="Ada", note=note)
    assert text.endswith("Note from Ada, in their own words:\n" + note)


@pytest.mark.parametrize("note", [None, "", " \n"])
def test_a_decline_without_a_note_puts_no_words_into_the_persons_mouth(note: str | None) -> None:
    assert "words" not in notice_for(NoticeOrigin.DECLINED, by="Ada", note=note)


def test_a_raise_says_that_it_may_have_taken_effect() -> None:
    text = notice_for(NoticeOrigin.RAISED, error_type="OSError", message="disk full")
    assert "may have taken effect" in text
    assert text.endswith("OSError: disk full")
    assert notice_for(NoticeOrigin.RAISED, error_type="OSError").endswith("OSError")


def test_a_settlement_names_who_and_when_and_what_they_found() -> None:
    ran = notice_for(NoticeOrigin.SETTLED_RAN, by="Ada", at="2026-01-02", found="two letters in the tray")
    not_run = notice_for(NoticeOrigin.SETTLED_NOT_RUN, by="Ada", at="2026-01-02")
    assert ran.endswith("two letters in the tray")
    assert all("According to Ada (at 2026-01-02)" in text for text in (ran, not_run))


def test_the_unknown_notice_is_one_text_that_names_no_approval_and_invites_no_retry() -> None:
    text = notice_for(NoticeOrigin.OUTCOME_UNKNOWN, by="Ada", at="now", note="n", found="f", error_type="E")
    assert text == notice_for(NoticeOrigin.OUTCOME_UNKNOWN) == notices.OUTCOME_UNKNOWN_UNANSWERABLE
    assert "may have run" in text
    assert "Do not run it again" in text
    assert not re.search(r"approv|consent|declin|Ada|retry|try again|repeat", text, re.IGNORECASE)


@pytest.mark.parametrize("origin", [NoticeOrigin.DECLINED, NoticeOrigin.SETTLED_RAN, NoticeOrigin.SETTLED_NOT_RUN])
def test_a_notice_in_a_persons_name_needs_the_name(origin: NoticeOrigin) -> None:
    with pytest.raises(ValueError, match=origin.value):
        notice_for(origin, by=" ")


def test_a_raise_needs_the_type_of_the_error() -> None:
    with pytest.raises(ValueError, match="raised"):
        notice_for(NoticeOrigin.RAISED)
