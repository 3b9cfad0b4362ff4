"""The shop's files: orders.json (read), refunds.csv (appended), letters/ (written). Amounts are decimal numbers."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

REFUND_COLUMNS = ("key", "order", "amount", "currency", "reason")


def all_orders(folder: Path) -> dict[str, dict[str, Any]]:
    """Every order by its number. Raises ValueError where the folder holds no orders."""
    file = folder / "orders.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return {str(order["order"]): order for order in found["orders"]}
    except OSError as error:
        raise ValueError(f"There are no orders in {folder}: {error.strerror}.") from error
    except (KeyError, TypeError) as error:
        raise ValueError(f"{file} holds no list of orders.") from error


def refunds_of(folder: Path, order: str) -> list[dict[str, str]]:
    """What was paid back for an order, oldest first."""
    return [line for line in _refunds(folder) if line["order"] == order]


def refund_with_key(folder: Path, key: str) -> dict[str, str] | None:
    """The refund that was made under an idempotency key, or None."""
    return next((line for line in _refunds(folder) if line["key"] == key), None)


def add_refund(folder: Path, key: str, order: str, amount: Decimal, currency: str, reason: str) -> None:
    """Append one refund, in one write that is on the disk when this returns."""
    line = io.StringIO()
    csv.writer(line).writerow([key, order, f"{amount:.2f}", currency, reason])
    with (folder / "refunds.csv").open("ab") as file:
        if file.tell() == 0:
            file.write((",".join(REFUND_COLUMNS) + "\r\n").encode())
        file.write(line.getvalue().encode("utf-8", "backslashreplace"))
        file.flush()
        os.fsync(file.fileno())


def money(text: str) -> Decimal:
    """A positive amount with at most two decimals. Raises ValueError for anything else."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text!r} is no amount of money.") from None
    if not amount.is_finite() or amount <= 0 or amount != round(amount, 2):
        raise ValueError(f"{text!r} is no amount of money.")
    return amount


def letter_file(to: str, key: str) -> str:
    """The name of a letter's file: whom it is for, and its call, so that the same call writes the same file."""
    words = re.findall(r"[a-z0-9]+", to.partition("<")[0].lower())
    return "-".join([*words, "letter", re.sub(r"\W", "", key)[-8:]]) + ".txt"


def inside(folder: Path, path: str) -> Path:
    """A path of a file under the folder. Raises ValueError where it leads out of it, links included."""
    root = folder.resolve()
    target = (root / path).resolve()
    if target == root or not target.is_relative_to(root):
        raise ValueError(f"{path} is not in the shop's folder.")
    return target


def _refunds(folder: Path) -> list[dict[str, str]]:
    try:
        with (folder / "refunds.csv").open(encoding="utf-8", newline="") as file:
            return [{name: line.get(name) or "" for name in REFUND_COLUMNS} for line in csv.DictReader(file)]
    except FileNotFoundError:
        return []
