"""Copies of stores, for tests that start from one: with the witness, so that a copy stands for a store of its own."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path


def with_a_witness_of_its_own(store: Path) -> None:
    """Let a copied store be the only one, as if the state folder had been copied with it and the first were gone.

    Without this a copy is what it is: as soon as another one spends, it is refused with `ledger-changed`.
    """
    if not store.exists():
        return
    with closing(sqlite3.connect(store)) as connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is None:
            return  # the power went while it was made
        named = connection.execute("SELECT value FROM meta WHERE key = 'witness'").fetchone()
        if named is None or not named[0]:
            return
        own = store.with_name("witness")
        if not own.exists():
            shutil.copyfile(named[0], own)
            unsealed = Path(f"{named[0]}.unsealed")
            if unsealed.exists():
                shutil.copyfile(unsealed, Path(f"{own}.unsealed"))
        connection.execute("UPDATE meta SET value = ? WHERE key = 'witness'", (str(own),))
        connection.commit()
