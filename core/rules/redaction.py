"""Secrets masked where a text is shown, logged or exported for others; never in what is stored, hashed or run.

Masks what looks like a secret by its own form (keys of known services, bearer tokens, passwords in URLs, private key
blocks) or by the name of its field. It is a safety net for eyes and screenshots, not a proof that nothing is left. Pure
functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pausedesk.core.model.canonical import JsonValue

MASK = "••••••"

_NAME = (
    r"(?=[apsct])(?:api[_-]?key|access[_-]?key|private[_-]?key|secret|passw(?:or)?d|passphrase|pwd|credential"
    r"|token)"
)
_MORE = r"(?:[_-]?(?:access|auth|id|key|secret|token|value|confirmation|[0-9]{1,4})){0,4}"
# Cheap tests, before the slower expressions look at every place.
_HINTS = ("key", "secret", "passw", "passphrase", "pwd", "credential", "token", "authorization")

_PRIVATE_KEY = re.compile(
    r"(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----).*?"
    r"(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_URL_PASSWORD = re.compile(r"(://[^\s/:@\"'<>]{0,256}:)[^\s/\"'<>]{1,1024}@")
_BEARER = re.compile(r"(?i)\b(bearer\s+)(?=[a-z._~+/=-]*[0-9]|[a-z._~+/=-]{20})[a-z0-9._~+/=-]{8,}")
_AUTHORIZATION = re.compile(
    r"(?i)(\bauthorization[\"'\\]{0,4}\s{0,4}[:=]\s{0,4}[\"'\\]{0,4}(?:(?:basic|bearer|token|digest|negotiate)\s+)?)"
    r"[^\s\"'\\,;]+"
)
_KNOWN_KEYS = re.compile(
    r"\b(?:"
    r"sk-[A-Za-z0-9_-]{16,}|[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}"
    r"|gh[opusr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|A(?:KIA|SIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r")"
)
_KNOWN_STARTS = (
    *("sk-", "k_live_", "k_test_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox"),
    *("AKIA", "ASIA", "AIza", "ya29.", "hf_", "npm_", "pypi-", "SG.", "eyJ"),
)
_FIELD = re.compile(
    rf"(?i)({_NAME}{_MORE}(?:\\*[\"'])?\s{{0,8}}[:=]\s{{0,8}})"
    r"(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\\+\"[^\"\\]*\\+\"|[^\s,;&}\])\"'\\]+)"
)
_OPTION = re.compile(rf"(?i)(--[a-z-]{{0,20}}{_NAME}{_MORE}\s+)(?!-)(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"']+)")
_SECRET_NAME = re.compile(rf"(?i){_NAME}{_MORE}\Z|\Aauthorization\Z")
_PLAIN_VALUES = frozenset({"null", "none", "true", "false"})


def masked(text: str) -> str:
    """The text with what looks like a secret replaced by `MASK`. Masking twice is masking once."""
    if "PRIVATE KEY" in text:
        text = _PRIVATE_KEY.sub(rf"\1{MASK}\2", text)
    if "://" in text:
        text = _URL_PASSWORD.sub(rf"\1{MASK}@", text)
    if any(start in text for start in _KNOWN_STARTS):
        text = _KNOWN_KEYS.sub(MASK, text)
    lowered = text.lower()
    if "bearer" in lowered:
        text = _BEARER.sub(rf"\1{MASK}", text)
    if any(hint in lowered for hint in _HINTS):
        if "authorization" in lowered:
            text = _AUTHORIZATION.sub(rf"\1{MASK}", text)
        text = _FIELD.sub(_masked_field, text)
        text = _OPTION.sub(rf"\1{MASK}", text)
    return text


def masked_value(value: JsonValue) -> JsonValue:
    """The JSON value with secrets masked: texts as by `masked`, and every leaf under a field with a secret's name.

    Null, true and false stay: they are no secrets. Returns a new value; the one given is not changed.
    """
    return _masked_leaves(value, _masked_text)


def _masked_leaves(value: JsonValue, leaf: Callable[[JsonValue], JsonValue]) -> JsonValue:
    if isinstance(value, list):
        return [_masked_leaves(item, leaf) for item in value]
    if isinstance(value, dict):
        return {
            masked(key): _masked_leaves(item, _hidden if _names_a_secret(key) else leaf) for key, item in value.items()
        }
    return leaf(value)


def _names_a_secret(key: str) -> bool:
    lowered = key.lower()
    return any(hint in lowered for hint in _HINTS) and _SECRET_NAME.search(key) is not None


def _masked_text(value: JsonValue) -> JsonValue:
    return masked(value) if isinstance(value, str) else value


def _hidden(value: JsonValue) -> JsonValue:
    return value if value is None or isinstance(value, bool) or value == "" else MASK


def _masked_field(match: re.Match[str]) -> str:
    value = match["value"]
    quote = re.match(r"\\*[\"']", value)
    if quote:
        inside = value[quote.end() : len(value) - quote.end()]
        return match[1] + quote.group() + (MASK if inside else "") + quote.group()
    return match.group() if value.lower() in _PLAIN_VALUES else match[1] + MASK
