"""What an approval is bound to is sealed: an edit of the store is seen, and no seal is taken on trust."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import keyring
import keyring.backend
import keyring.backends.fail
import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from sqlalchemy import select, update
from tests.conftest import SEALS, MemoryKeyring

from pausedesk.core import secrets
from pausedesk.core.errors import KeyringError, ResumeDecisionError, StoreError
from pausedesk.core.model.canonical import call_digest, canonical_bytes
from pausedesk.core.model.handover import NewRequest
from pausedesk.core.model.states import CallState, Outcome
from pausedesk.core.model.views import RequestView
from pausedesk.core.rules.seals import SEALED, mark_of, seal_holds, seal_of
from pausedesk.core.run.desk import Desk
from pausedesk.core.store import answering, unsealed
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.editing import supersede
from pausedesk.core.store.tables import requests
from pausedesk.core.store.unsealed import is_listed, list_path

KEY = b"k" * 32


def test_a_seal_covers_every_column_that_is_minted_and_stays() -> None:
    later = {"position", "state", "spent_at", "spent_by", "spent_answer", "spent_code", "superseded_by"}
    assert set(SEALED) == {column.name for column in requests.columns} - later - {"seal", "declined_before"}


@pytest.mark.parametrize("name", sorted(SEALED))
def test_a_change_of_any_column_breaks_the_seal(name: str) -> None:
    sealed: dict[str, Any] = {**SEALED, "id": "r1", "tool": "pay"}
    sealed["seal"] = seal_of(KEY, sealed)
    assert seal_holds(KEY, sealed)
    was = sealed[name]
    other = not was if isinstance(was, bool) else 1 if was is None or was == 0 else f"{was}x"
    assert not seal_holds(KEY, {**sealed, name: other})
    assert not seal_holds(b"other", sealed)
    assert not seal_holds(KEY, {**sealed, name: float("nan")})
    assert not seal_holds(KEY, {**sealed, "seal": "é"})


_NEW = NewRequest(
    call_id="",
    ordinal=0,
    tool="pay",
    arguments="",
    raw_arguments="",
    given=["amount"],
    digest="",
    tool_digest="",
    code_tag_kind="",
    chain=[],
    chain_digest="",
    question="",
    question_source="tool",
)


def without_a_keyring() -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]  # annotated only in part


@dataclass
class Asked:
    """A desk with one question of an agent that pays."""

    desk: Desk
    agent: Agent[None, str]
    session: str
    paid: list[int]

    @property
    def view(self) -> RequestView:
        with self.desk.store.read() as connection:
            card = read_card(connection, self.session, None)
        assert card is not None
        return card.requests[-1]

    @property
    def row(self) -> Any:
        with self.desk.store.read() as connection:
            return connection.execute(select(requests).where(requests.c.id == self.view.request)).one()

    def edit(self, **columns: Any) -> None:
        """Write into the request as somebody with the file could."""
        with self.desk.store.write() as connection:
            connection.execute(update(requests).where(requests.c.id == self.view.request).values(**columns))

    def submit(self, decision: str = "approve") -> None:
        new = [NewAnswer(self.view.request, self.view.digest, decision)]
        answering.submit_answers(self.desk.store, self.session, new, by="Ada", submit_id="s1")


def edited(amount: int) -> dict[str, Any]:
    """The arguments and their digest, both as they would be had the model asked for this amount."""
    arguments: dict[str, Any] = {"amount": amount}
    return {"arguments": canonical_bytes(arguments).decode(), "digest": call_digest("pay", arguments)}


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asked]:
    paid: list[int] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        told = [part for part in messages[-1].parts if part.part_kind == "tool-return"]
        if told and "could no longer be answered" not in str(told[-1].content):
            return ModelResponse(parts=[TextPart("the end")])
        return ModelResponse(parts=[ToolCallPart("pay", {"amount": 50}, tool_call_id=f"c{len(messages)}")])

    agent = Agent(FunctionModel(model))

    @agent.tool_plain(requires_approval=True)
    def pay(amount: int) -> str:
        paid.append(amount)
        return f"paid {amount}"

    with Desk(tmp_path / "store.db") as desk:
        yield Asked(desk, agent, desk.run(agent, "go").session, paid)


def test_an_untouched_question_is_sealed_and_runs(asked: Asked) -> None:
    assert asked.view.sealed
    asked.submit()
    result = asked.desk.take_up(asked.agent, asked.session)
    assert result is not None
    assert (result.outcome, asked.paid) == (Outcome.DONE, [50])


@pytest.mark.parametrize(
    "columns",
    [
        edited(5000),
        {"question": "Run a harmless thing?"},
        {"tool_digest": "sha256:other"},
        {"author": json.dumps({"views": {"amount": "shell"}})},
        {"given": "[]"},
        {"raw_arguments": '{"amount": 1}'},
        {"seal": "hmac-sha256:00"},
        {"seal": ""},
        {**edited(5000), "seal": ""},
    ],
    ids=lambda columns: "+".join(columns),
)
def test_a_question_that_was_edited_in_the_store_is_closed_and_asked_anew(
    asked: Asked, columns: dict[str, str]
) -> None:
    """Fault g4: stored arguments edited, their digest with them."""
    asked.edit(**columns)
    with pytest.raises(ResumeDecisionError) as refused:
        asked.submit()
    assert refused.value.code == "call-changed"
    assert (asked.view.call_state, asked.paid) == (CallState.CLOSED, [])
    assert asked.desk.resume(asked.agent, asked.session).outcome is Outcome.PAUSED
    done = asked.desk.answer(asked.agent, asked.session, approve=True, request=asked.view.request, by="Ada")
    assert done is not None
    assert (done.outcome, asked.paid) == (Outcome.DONE, [50])


def test_an_edit_between_the_answer_and_the_spend_is_seen(asked: Asked) -> None:
    asked.submit()
    asked.edit(**edited(5000))
    with asked.desk.store.write() as connection:
        connection.exec_driver_sql("UPDATE answers SET digest = (SELECT digest FROM requests)")
    with asked.desk.store.write() as connection:
        # The message too, so that the arguments that would run are the edited ones.
        connection.exec_driver_sql("UPDATE messages SET body = replace(body, 't\":50', 't\":5000')")
    result = asked.desk.take_up(asked.agent, asked.session)
    assert result is not None
    assert (result.outcome, result.code, asked.paid) == (Outcome.CLOSED, "call-changed", [])


def test_a_key_that_is_gone_lets_nothing_pass_and_says_so(asked: Asked, memory_keyring: MemoryKeyring) -> None:
    memory_keyring.passwords.clear()
    asked.desk.store.seal_keys._key = None
    with pytest.raises(ResumeDecisionError) as refused:
        asked.submit()
    assert refused.value.code == "call-changed"
    assert "gone" in refused.value.sentence
    asked.desk.resume(asked.agent, asked.session)
    assert asked.view.sealed  # under a new key
    asked.submit()


def test_a_keyring_that_cannot_be_used_here_loses_nothing(asked: Asked) -> None:
    memory = keyring.get_keyring()
    without_a_keyring()
    asked.desk.store.seal_keys._key = None
    with pytest.raises(StoreError) as refused:
        asked.submit()
    assert refused.value.code == "seal-not-checked"
    keyring.set_keyring(memory)
    asked.submit()
    asked.desk.store.seal_keys._key = None
    without_a_keyring()
    result = asked.desk.take_up(asked.agent, asked.session)
    assert result is not None
    assert (result.outcome, result.code, asked.paid) == (Outcome.KEPT, "seal-not-checked", [])
    keyring.set_keyring(memory)
    done = asked.desk.answer(asked.agent, asked.session, approve=True, request=asked.view.request, by="Ada")
    assert done is not None
    assert asked.paid == [50]


def test_a_decline_needs_no_seal(asked: Asked) -> None:
    asked.edit(**edited(5000))
    asked.submit("decline")
    asked.desk.take_up(asked.agent, asked.session)
    assert (asked.view.call_state, asked.paid) == (CallState.DECLINED, [])


def test_without_a_keyring_a_question_is_not_sealed_and_says_so(asked: Asked, tmp_path: Path) -> None:
    without_a_keyring()
    with Desk(tmp_path / "other.db") as desk:
        plain = Asked(desk, asked.agent, desk.run(asked.agent, "go").session, asked.paid)
        assert not plain.view.sealed
        plain.submit()
        desk.take_up(asked.agent, plain.session)
    assert asked.paid == [50]


@pytest.mark.parametrize(
    "columns", [edited(5000), {"question": "Run a harmless thing?"}], ids=["arguments", "question"]
)
def test_an_edit_of_a_question_without_a_seal_is_seen_too(
    asked: Asked, tmp_path: Path, columns: dict[str, str]
) -> None:
    without_a_keyring()
    with Desk(tmp_path / "other.db") as desk:
        plain = Asked(desk, asked.agent, desk.run(asked.agent, "go").session, asked.paid)
        was = {name: getattr(plain.row, name) for name in columns}
        plain.edit(**columns)
        with pytest.raises(ResumeDecisionError) as refused:
            plain.submit()
        assert refused.value.code == "call-changed"
        assert plain.view.call_state is CallState.CLOSED
        plain.edit(**was)
        assert is_listed(desk.store.facts(), plain.row._asdict())


def test_a_seal_cannot_be_taken_off_where_another_program_has_no_keyring(asked: Asked) -> None:
    without_a_keyring()
    asked.desk.store.seal_keys._key = None
    other = asked.desk.run(asked.agent, "from where there is no keyring").session
    asked.edit(**edited(5000), seal="")
    with pytest.raises(ResumeDecisionError) as refused:
        asked.submit()
    assert refused.value.code == "call-changed"
    plain = Asked(asked.desk, asked.agent, other, asked.paid)
    plain.submit()
    asked.desk.take_up(asked.agent, other)
    assert asked.paid == [50]


def test_an_edited_question_without_a_seal_is_checked_as_well(asked: Asked) -> None:
    """The question that takes the place of one without a seal is on the list; the one it replaced still has to be."""
    without_a_keyring()
    asked.desk.store.seal_keys._key = None
    plain = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    new = replace(_NEW, **edited(60), raw_arguments='{"amount": 60}')
    supersede(asked.desk.store, plain.session, plain.view.request, new, by="Ada")
    assert is_listed(asked.desk.store.facts(), plain.row._asdict())
    plain.edit(**edited(5000))
    with pytest.raises(ResumeDecisionError) as refused:
        supersede(asked.desk.store, plain.session, plain.view.request, replace(new, **edited(70)), by="Ada")
    assert refused.value.code == "call-changed"


def test_the_list_of_what_has_no_seal_stays_small_and_is_its_owners_only(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_a_keyring()
    store = asked.desk.store
    store.seal_keys._key = None
    plain = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    path = list_path(store.facts())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    plain.submit("decline")
    asked.desk.take_up(asked.agent, plain.session)
    waits = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    monkeypatch.setattr(unsealed, "_COMPACT_BYTES", 0)
    newest = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    assert set(path.read_text(encoding="ascii").split()) == {mark_of(one.row._asdict()) for one in (waits, newest)}


def test_a_list_that_was_never_begun_takes_what_waits_as_it_stands(asked: Asked) -> None:
    without_a_keyring()
    store = asked.desk.store
    store.seal_keys._key = None
    plain = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    list_path(store.facts()).unlink()
    store.meet_witness()
    plain.submit()


def test_a_list_that_cannot_be_read_uses_nothing(asked: Asked) -> None:
    without_a_keyring()
    store = asked.desk.store
    store.seal_keys._key = None
    plain = Asked(asked.desk, asked.agent, asked.desk.run(asked.agent, "again").session, asked.paid)
    path = list_path(store.facts())
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError) as refused:
        plain.submit()
    assert refused.value.code == "seal-not-checked"
    # And what is asked meanwhile is asked, though it is not on the list.
    assert asked.desk.run(asked.agent, "again").outcome is Outcome.PAUSED


def test_the_key_is_made_once_and_is_no_provider_key(asked: Asked, memory_keyring: MemoryKeyring) -> None:
    assert [service for service, name in memory_keyring.passwords if name == asked.desk.store.ledger_id] == [SEALS]
    assert secrets.SEALS == SEALS
    assert secrets.secret_names() == []
    assert secrets.provider_keys() == {}
    before = dict(memory_keyring.passwords)
    asked.desk.run(asked.agent, "again")
    assert memory_keyring.passwords == before


def test_a_locked_secret_service_is_never_made_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    class SecretService(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            raise AssertionError("it would open a window")

    SecretService.__module__ = "keyring.backends.SecretService"
    keyring.set_keyring(SecretService())
    # There is no D-Bus here, so whether it is locked cannot be told: it is taken for locked.
    with pytest.raises(KeyringError):
        secrets.seal_key("l")
