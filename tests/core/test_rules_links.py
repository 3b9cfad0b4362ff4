"""Links to sessions: what goes in comes out, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.errors import UsageError
from pausedesk.core.rules.links import link_of, session_of_link

IDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=60)


@given(IDS.filter(str.strip))
def test_a_link_leads_back_to_its_session_character_by_character(session: str) -> None:
    link = link_of(session)
    assert link.isascii()
    assert session_of_link(link) == session


@pytest.mark.parametrize(
    ("link", "session"),
    [
        ("pausedesk://session/abc-1", "abc-1"),
        ("PAUSEDESK://Session/abc", "abc"),  # a system may change the case of what is no id
        ("pausedesk://session/%252e%252e", "%2e%2e"),  # decoded once
        ("pausedesk://session/..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"),  # an id that no session has; never a path
        ("pausedesk://session/a+b", "a+b"),
        ("pausedesk://session/%E4%BC%9A", "会"),
    ],
)
def test_an_id_is_decoded_once_and_exactly(link: str, session: str) -> None:
    assert session_of_link(link) == session


@pytest.mark.parametrize(
    "link",
    [
        "",
        "abc",
        "pausedesk:session/abc",
        "pausedesk://session",
        "pausedesk://session/",
        "pausedesk://session/a/b",
        "pausedesk://session/a/",
        "pausedesk://session/a?approve=1",
        "pausedesk://session/a#b",
        "pausedesk://user@session/a",
        "pausedesk://session:80/a",
        "pausedesk://approve/a",
        "file:///etc/passwd",
        "https://session/a",
        " pausedesk://session/a",
        "pausedesk://session/a\n",
        "pausedesk://session/a b",
        "pausedesk://session/%",
        "pausedesk://session/%4",
        "pausedesk://session/%zz",
        "pausedesk://session/%ff",
        "pausedesk://session/%ed%a0%80",  # half of a surrogate pair
        "pausedesk://session/a%00",
        "pausedesk://session/%20",
        "pausedesk://session/é",
        "pausedesk://session/../a",
        "pausedesk://session/" + "a" * 1001,
        "pausedesk://session/" + "%61" * 20_000,
        "--version",
    ],
)
def test_everything_else_is_refused_in_one_sentence(link: str) -> None:
    with pytest.raises(UsageError) as refused:
        session_of_link(link)
    assert refused.value.code == "bad-link"
    assert "\n" not in refused.value.text()
