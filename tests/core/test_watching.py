"""Looking on at folders that the system does not let be watched as others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.looking import claude, listed

from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.importers import watching
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import place_name
from pausedesk.core.store.foreign_sessions import sources_on, turn_on

FULL = OSError(28, "No space left on device")  # as Linux says that there are no more watches


def looks(store: Store) -> Iterator[Any]:
    return watching.watched(store, sources_on(store), lambda _progress: True, lambda: False)


def test_where_there_are_no_more_watches_the_files_are_looked_at_now_and_then(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claude(tmp_path / "projects", "s1")
    turn_on(store, str(tmp_path / "projects"), "claude-code")
    asked: list[Any] = []

    def refusing(*_folders: Path, **given: Any) -> Iterator[set[Any]]:
        asked.append(given["force_polling"])
        if not given["force_polling"]:
            raise FULL
        yield set()

    monkeypatch.setattr(watching, "watch", refusing)
    assert [summary.new for _, summary in looks(store)] == [1]
    assert (asked, list(listed(store))) == ([None, True], ["s1"])


def test_where_nothing_can_be_watched_it_is_one_sentence(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_on(store, str(tmp_path), "")

    def refusing(*_folders: Path, **_given: Any) -> Iterator[set[Any]]:
        raise FULL

    monkeypatch.setattr(watching, "watch", refusing)
    with pytest.raises(EnvironmentFault) as fault:
        list(looks(store))
    assert (fault.value.code, "No space left" in fault.value.sentence) == ("not-watched", True)


@pytest.mark.skipif(os.name == "nt", reason="names are characters there")
def test_a_folder_whose_name_is_no_text_keeps_no_other_from_being_watched(store: Store, tmp_path: Path) -> None:
    claude(tmp_path / "projects", "s1")
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    claude(odd, "s2")
    for folder in (odd, tmp_path / "projects"):
        turn_on(store, place_name(folder), "claude-code")
    assert next(looks(store))[1].new == 1
    assert list(listed(store)) == ["s1"]
