"""The seal of a request: an HMAC over everything its approval is bound to and a person is shown (section 1).

Its key lies in the system keyring and not in the store, so that an edit of the store - of the arguments and their
digest together, say - is seen. Pure functions.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, canonical_bytes

SEALED: Mapping[str, Any] = MappingProxyType(
    {
        "id": "",
        "pause_id": "",
        "session_id": "",
        "response_seq": 0,
        "call_id": "",
        "ordinal": 0,
        "tool": "",
        "arguments": "",
        "raw_arguments": "",
        "given": "[]",
        "digest": "",
        "tool_digest": "",
        "schema_digest": "",
        "code_tag_kind": "",
        "chain": "",
        "chain_digest": "",
        "author": "{}",
        "question": "",
        "question_source": "",
        "ledger": "",
        "incarnation": "",
        "entered": False,
        "expires_at": None,
        "expires_boot": "",
        "expires_boot_ms": None,
        "replaces": None,
        "edited_by": None,
        "files": "{}",
        "created_at": 0,
        "answer_schema": "",
    }
)
"""What a seal covers: columns of a request that are written when it is minted and never again, with their defaults."""


def seal_of(key: bytes, request: Mapping[str, Any]) -> str:
    """The seal of a request, given by its columns; those that are absent have their defaults. Raises CanonicalError."""
    return "hmac-sha256:" + hmac.new(key, _bound(request), hashlib.sha256).hexdigest()


def seal_holds(key: bytes, request: Mapping[str, Any]) -> bool:
    """Whether a sealed request is as it was minted."""
    try:
        return hmac.compare_digest(seal_of(key, request).encode(), str(request["seal"]).encode("utf-8", "replace"))
    except CanonicalError:
        return False  # a value that no request can have been minted with


def mark_of(request: Mapping[str, Any]) -> str:
    """What stands outside the store for a request that has no seal: a digest, in hex, of what a seal would cover."""
    try:
        return hashlib.sha256(_bound(request)).hexdigest()
    except CanonicalError:
        return ""  # no request can have been minted so, and no list has it


# Columns that came after requests were sealed: with its default, one is no part of what is bound.
_LATER = frozenset({"answer_schema"})


def _bound(request: Mapping[str, Any]) -> bytes:
    values = {name: request.get(name, default) for name, default in SEALED.items()}
    return canonical_bytes({name: value for name, value in values.items() if name not in _LATER or value})
