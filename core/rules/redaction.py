"""Secrets masked where a text is shown, logged or exported for others; never in what is stored, hashed or run.

Masks what looks like a secret by its own form (keys of known services, bearer tokens, passwords in URLs, private key
blocks) or by the name of its field. What stands in its place says that it is masked and how long it is. It is a safety
net for eyes and screenshots, not a proof that nothing is left. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.rules.long_texts import Replace, replaced, words_in

_NAME = (
    r"(?=[aepsct])(?:(?:api|access|account|private|signing|encryption)[_-]?keys?|secrets?|passw(?:or)?ds?|passphrase"
    r"|passcode|pwd|credentials?|token)"
)
_MORE = r"(?:[_-]?(?:access|auth|id|key|secret|token|value|confirmation|[0-9]{1,4})){0,4}"
# Cheap tests, before the slower expressions look at every place.
_HINTS = ("key", "secret", "passw", "passphrase", "passcode", "pwd", "credential", "token", "authorization")

_PRIVATE_KEY = re.compile(
    r"(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)(.*?)"
    r"(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_MASKED = r"\[masked: [0-9,]+ characters?\]"
_IS_MASKED = re.compile(_MASKED)
_URL_PASSWORD = re.compile(r"(://[^\s/:@\"'<>]{0,256}:)([^\s/\"'<>]{1,1024})(?=@)")
# The beginning of a word: after an escape of JSON, whose letter belongs to no word, as well.
_START = r"(?:\b|(?<=\\[bfnrt]))"
_BEARER = re.compile(rf"(?i){_START}(bearer\s+)(?=[a-z._~+/=-]*[0-9]|[a-z._~+/=-]{{20}})([a-z0-9._~+/=-]{{8,}})")
_AUTHORIZATION = re.compile(
    rf"(?i)({_START}authorization[\"'\\]{{0,4}}\s{{0,4}}[:=]\s{{0,4}}[\"'\\]{{0,4}}"
    r"(?:(?:basic|bearer|token|digest|negotiate)\s+)?+)"
    rf"(?!{_MASKED})([^\s\"'\\,;]+)"
)
# What follows is a list of names with their values: a word alone is a biscuit.
_COOKIE = re.compile(
    rf"(?i)({_START}(?:set-)?cookie[\"'\\]{{0,4}}\s{{0,4}}[:=]\s{{0,4}}[\"'\\]{{0,4}})(?!{_MASKED})"
    r"([\w.-]{1,128}=[^\s\"'\\;]+(?:;[ ]?[\w.-]{1,128}(?:=[^\s\"'\\;]*)?)*)"
)
_SIGNATURE = re.compile(r"(?i)([?&](?:x-amz-signature|x-goog-signature|sig|signature)=)([A-Za-z0-9%+/=_-]{16,})")
_USER = re.compile(rf"(?<=\s)((?:-u|--user)[ =][\"']?[^\s:\"'/]{{1,256}}:)(?!{_MASKED})([^\s\"']+)")
_KNOWN_KEYS = re.compile(
    rf"(?:{_START}|(?<=/bot))(?:"
    r"sk-[A-Za-z0-9_-]{16,}|[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}"
    r"|gh[opusr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|A(?:KIA|SIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|xapp-[A-Za-z0-9-]{20,}|dop_v1_[a-f0-9]{32,}|dapi[a-f0-9]{32}|shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"
    r"|sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|lin_api_[A-Za-z0-9]{30,}|hv[sb]\.[A-Za-z0-9_-]{24,}|gsk_[A-Za-z0-9]{30,}"
    r"|r8_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r")"
)
_KNOWN_STARTS = (
    *("sk-", "k_live_", "k_test_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox"),
    *("akia", "asia", "aiza", "ya29.", "hf_", "npm_", "pypi-", "sg.", "eyj"),
    *("xapp-", "dop_v1_", "dapi", "shpat_", "shpss_", "shpca_", "shppa_", "sq0", "lin_api_", "hvs.", "hvb.", "gsk_"),
    *("r8_", "xai-", "age-secret-key-1", ":aa"),
)
_ALL_HINTS = ("private key", "://", "bearer", "cookie", "sig", "curl", "http", *_HINTS, *_KNOWN_STARTS)
_FIELD = re.compile(
    rf"(?i)({_NAME}{_MORE}(?:\\*[\"'])?\s{{0,8}}[:=]\s{{0,8}})"
    rf"(?!{_MASKED})"
    r"(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\\+\"[^\"\\]*\\+\"|(?![\[{])[^\s,;&}\])\"'\\]+)"
)
_OPTION = re.compile(
    rf"(?i)(--[a-z-]{{0,20}}{_NAME}{_MORE}\s+)(?!-|{_MASKED})"
    r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s\"']+)"
)
_SECRET_NAME = re.compile(
    rf"(?i){_NAME}{_MORE}\Z|\A(?:(?:proxy-)?authorization|auth|bearer|jwt|otp|(?:set-)?cookies?)\Z"
)
_EXACT_NAMES = ("auth", "bearer", "jwt", "otp", "cookie", "cookies", "set-cookie")
Leaf = Callable[[JsonValue], JsonValue]

# Where a match of each can begin, for long texts: its first part, which is not long.
_HEADS = {
    _PRIVATE_KEY: re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY"),
    _URL_PASSWORD: re.compile("://"),
    _KNOWN_KEYS: re.compile(_KNOWN_KEYS.pattern.replace(r"{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*", "{8,}")),
    _BEARER: re.compile(rf"(?i){_START}bearer\s"),
    _COOKIE: re.compile(r"(?i)(?:set-)?cookie[\"'\\]{0,4}\s{0,4}[:=]"),
    _SIGNATURE: re.compile(r"(?i)[?&](?:x-|sig)"),
    _USER: re.compile(r"(?<=\s)(?:-u|--user)[ =]"),
    _AUTHORIZATION: re.compile(r"(?i)authorization"),
    _FIELD: re.compile(rf"(?i){_NAME}{_MORE}[\\\"'\s:=]"),
    _OPTION: re.compile(rf"(?i)--[a-z-]{{0,20}}{_NAME}"),
}
# A shorter one stands in too many words that are no secret.
_SHORTEST_KNOWN = 6
_PARSED_AT_MOST = 1_000_000
_PLAIN_VALUES = frozenset({"null", "none", "true", "false"})


def mask(secret: str) -> str:
    """What stands in the place of a secret: that it is masked, and how many characters it has."""
    return f"[masked: {len(secret):,} character{'' if len(secret) == 1 else 's'}]"


def masked(text: str, known: Iterable[str] = ()) -> str:
    """The text with what looks like a secret masked, and each of the `known` secrets wherever it stands.

    Masking twice is masking once.
    """
    if long := [secret for secret in sorted(known, key=len, reverse=True) if len(secret) >= _SHORTEST_KNOWN]:
        text = re.sub("|".join(map(re.escape, long)), lambda found: mask(found[0]), text)
    hints = words_in(_ALL_HINTS, text)
    if not hints:
        return text
    if "private key" in hints:
        text = _hidden_by(_PRIVATE_KEY, lambda found: found[1] + _once(found[2]) + found[3], text)
    if "://" in hints:
        text = _hidden_by(_URL_PASSWORD, _second, text)
    if any(map(hints.__contains__, _KNOWN_STARTS)):
        text = _hidden_by(_KNOWN_KEYS, lambda found: mask(found[0]), text)
    if "bearer" in hints:
        text = _hidden_by(_BEARER, _second, text)
    if "cookie" in hints:
        text = _hidden_by(_COOKIE, _second, text)
    if "sig" in hints:
        text = _hidden_by(_SIGNATURE, _second, text)
    if "curl" in hints or "http" in hints:
        text = _hidden_by(_USER, _second, text)
    if any(map(hints.__contains__, _HINTS)):
        if "authorization" in hints:
            text = _hidden_by(_AUTHORIZATION, _second, text)
        text = _hidden_by(_FIELD, _masked_field, text)
        text = _hidden_by(_OPTION, _masked_field, text)
    return text


def _hidden_by(pattern: re.Pattern[str], replace: Replace, text: str) -> str:
    return replaced(pattern, _HEADS[pattern], replace, text)


def masked_value(value: JsonValue) -> JsonValue:
    """The JSON value with secrets masked: texts as by `masked`, and every leaf under a field with a secret's name.

    Null, true and false stay: they are no secrets. Returns a new value; the one given is not changed.
    """
    return _masked_leaves(value, masked_leaf)


def masked_json(text: str) -> str:
    """The JSON text with secrets masked, those too that only the name of what holds them tells.

    A text that is no JSON, or too long to be read for this, is masked as a text.
    """
    if len(text) <= _PARSED_AT_MOST and any(hint in text.lower() for hint in (*_HINTS, *_EXACT_NAMES)):
        try:
            value = parse_strict(text)
        except CanonicalError:
            return masked(text)
        if (hidden := masked_value(value)) != value:
            return canonical_bytes(hidden).decode()
    return masked(text)


def named_secrets(value: JsonValue) -> tuple[str, ...]:
    """The texts under fields with a secret's name, for `masked` to know them where no name stands beside them."""
    found: list[str] = []
    left = [(value, False)]
    while left:
        part, secret = left.pop()
        if isinstance(part, dict):
            left += ((item, secret or _names_a_secret(key)) for key, item in part.items())
        elif isinstance(part, list):
            left += ((item, secret) for item in part)
        elif secret and isinstance(part, str) and len(part) >= _SHORTEST_KNOWN:
            found.append(part)
    # Each once, in the order in which they stand.
    return tuple(dict.fromkeys(reversed(found)))


def _masked_leaves(value: JsonValue, leaf: Leaf) -> JsonValue:
    # Without recursion: sessions of other programs are nested as deep as those like.
    root: list[JsonValue] = [None]
    left: list[tuple[Any, Iterator[tuple[Any, JsonValue, Leaf]]]] = [(root, iter([(0, value, leaf)]))]
    while left:
        into, rest = left[-1]
        for place, part, act in rest:
            if isinstance(part, list | dict):
                inside: Any = [None] * len(part) if isinstance(part, list) else {}
                into[place] = inside
                left.append((inside, members(part, act)))
                break
            into[place] = act(part)
        else:
            left.pop()
    return root[0]


def members(part: list[Any] | dict[str, Any], act: Leaf) -> Iterator[tuple[Any, JsonValue, Leaf]]:
    """The parts of a value: where each goes, itself, and what becomes of the leaves in it, by `act` or by its name."""
    if isinstance(part, list):
        return ((number, item, act) for number, item in enumerate(part))
    return ((masked(key), item, _hidden if _names_a_secret(key) else act) for key, item in part.items())


def _names_a_secret(key: str) -> bool:
    lowered = key.lower()
    return (lowered in _EXACT_NAMES or any(map(lowered.__contains__, _HINTS))) and bool(_SECRET_NAME.search(key))


def masked_leaf(value: JsonValue) -> JsonValue:
    """What becomes of a leaf that no name tells to be secret."""
    return masked(value) if isinstance(value, str) else value


def _hidden(value: JsonValue) -> JsonValue:
    if value is None or isinstance(value, bool) or value == "":
        return value
    if isinstance(value, str):
        return _once(value)
    return mask(canonical_bytes(value).decode() if isinstance(value, int) else repr(value))


def _once(secret: str) -> str:
    return secret if _IS_MASKED.fullmatch(secret) else mask(secret)


def _second(match: re.Match[str]) -> str:
    return match[1] + _once(match[2])


def _masked_field(match: re.Match[str]) -> str:
    value = match["value"]
    quote = re.match(r"\\*[\"']", value)
    if quote:
        inside = value[quote.end() : len(value) - quote.end()]
        return match[1] + quote.group() + (_once(inside) if inside else "") + quote.group()
    return match.group() if value.lower() in _PLAIN_VALUES else match[1] + mask(value)
