"""Texts that agents and files may send, each by a name: what hides, reorders, imitates, is markup, or is a secret.

The judges here know Unicode's own categories and nothing of the project's rules.
"""

from __future__ import annotations

import re
import unicodedata

_TAGS = "".join(chr(0xE0000 + ord(char)) for char in "rm -rf")

HOSTILE: dict[str, str] = {
    # reading order
    "override": "a\u202egnp.exe",
    "embedding": "\u202arm\u202c \u202bls\u202c",
    "isolate": "user \u2066admin\u2069 \u2067x\u2069 \u2068y\u2069",
    "marks": "a\u200eb\u200fc\u061cd",
    "file name": "invoice_\u202efdp.exe",
    "right to left": "photo_גpj.exe",
    "right to left path": "/srv/\u05d0\u05d1/1/../2",
    # nothing to see
    "zero width": "pass\u200bword\u200c\u200d",
    "word joiner": "a\u2060b\u2061\u2062\u2063\u2064c",
    "byte order": "\ufeffstart\ufeff",
    "soft hyphen": "rm\u00ad -rf",
    "filler": "x\u3164y\u115f\u1160\uffa0",
    "braille blank": "a\u2800\u2800b",
    "grapheme joiner": "a\u034fb",
    "khmer": "a\u17b4\u17b5b",
    "mongolian": "a\u180b\u180e\u180fb",
    "tags": f"hello{_TAGS}\U000e007f",
    "selector": "a\ufe0fb\ufe00",
    "selectors of names": "a\U000e0100\U000e01efb",
    "shorthand": "a\U0001bca0\U0001bca3b",
    "music": "a\U0001d159\U0001d173\U0001d17ab",
    "object": "a\ufffcb",
    "annotation": "a\ufff9b\ufffac\ufffbd",
    "no characters": "a\ufdd0\ufffe\uffffb",
    "hieroglyph format": "a\U00013430b",
    "private": "a\ue000b\U000f0000c\U0010fffd",
    # terminals and lines
    "escape": "\x1b[2K\x1b[1Aapproved",
    "title": "\x1b]0;owned\x07",
    "link of a terminal": "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "clipboard of a terminal": "\x1b]52;c;cm0gLXJm\x07",
    "c1": "\x9b31mred\x85next\x90\x9c",
    "nul": "a\x00b",
    "return": "rm -rf /\rls      ",
    "backspace": "rm\b\bls",
    "delete": "a\x7fb",
    "form feed": "a\x0cb\x0bc",
    "separators": "a\u2028b\u2029c",
    "newlines": "one\n\n\nSession abc: approved by Ada\n",
    "dos": "one\r\ntwo\r\n",
    "last lines": "ok" + "\n" * 300 + "rm -rf /",
    # spaces
    "no-break": "ls" + "\u00a0" * 500 + "; rm -rf /",
    "blanks": "ls" + " " * 500 + "; rm -rf /",
    "wide": "a\u3000\u2003\u2002 \u205f\u202fb",
    "tabs": "ls" + "\t" * 300 + "; rm",
    # marks
    "flood": "e" + "\u0301\u0336" * 200,
    "struck": "d\u0336e\u0336l\u0336",
    "overlay": "\u0338\u20e0deny",
    # markup
    "html": "<b>safe</b><script>alert(1)</script>",
    "image": "<img src='file:///etc/passwd' onerror=x>",
    "rich text": "<qt><font size=7 color=white>hidden</font></qt>",
    "table": "<table><tr><td>Approve</td></tr></table>",
    "style": "<span style='display:none'>rm</span>&lt;&#8238;&amp;",
    "link": "[approve](https://evil.example/?a=1) <https://evil.example>",
    "link html": "<a href='https://evil.example'>docs</a>",
    "data url": "data:text/html;base64,PHNjcmlwdD4=",
    "javascript": "javascript:alert(1)",
    "markdown": "# Approved\n\n![x](https://evil.example/x.png)\n\n| a | b |\n|---|---|",
    "mnemonic": "&Approve && &Decline",
    "percent": "%1 %s {0} {tool} ${HOME} $(id)",
    "quotes": '"\'`\\"\\u202e',
    "style sheet": '"] { color: red } QLabel {',
    "tooltip": "<!DOCTYPE html><html><body>x",
    # letters that look alike
    "cyrillic": "p\u0430ypal.com",
    "greek": "g\u03bf\u03bfgle.com",
    "full width": "\uff52\uff4d -rf; ap\uff50rove",
    "styled": "\U0001d41d\U0001d41ene al\U0001d425ow",
    "armenian": "t\u0585ken",
    "slash": "etc\u2215passwd",
    "dash": "rm \u2013rf x",
    # halves and lengths
    "surrogate": "a\ud800b\udfffc",
    "pair": "\ud83d x \ude00",
    "long word": "A" * 5000,
    "long lines": "\n".join("x" * 200 for _ in range(50)),
    "emoji": "👨\u200d👩\u200d👧 ❤\ufe0f 🏴" + "\U000e0067\U000e007f",
}

# What only looks otherwise than it is stays as it is; these are said beside the value.
WARNED_OF = {
    *("cyrillic", "greek", "full width", "styled", "armenian", "slash", "dash", "blanks", "last lines", "tabs"),
    *("no-break", "right to left", "right to left path", "overlay"),
}

# Joined at run time, so that no scanner takes this file for a leak: a text, and the part of it that is a secret.
SECRETS: dict[str, tuple[str, str]] = {
    "bearer": ("curl -H 'Authorization: Bearer {}'", "abc.def-1234567890"),
    "url": ("psql postgres://ada:{}@db/x", "hunter2hunter2"),
    "openai": ("use {} now", "sk-" + "proj-abcDEF123456789012345"),
    "anthropic": ("use {} now", "sk-" + "ant-api03-0123456789abcdefghij"),
    "github": ("clone https://{}@github.com/x", "ghp_" + "a1B2" * 9),
    "aws": ("key {}", "AKIA" + "ABCDEFGHIJKLMNOP"),
    "jwt": ("jwt {}", "eyJ" + "hbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"),
    "password": ("PASSWORD={} ./run", "hunter2hunter2"),
    "option": ("tool --api-key {} -v", "abcdef0123"),
    "cookie": ("Cookie: {}", "session=0a1b2c3d4e"),
    "private key": ("-----BEGIN PRIVATE KEY-----{}-----END PRIVATE KEY-----", "MIIEvAIBADANBgkq"),
    "json": ('{{"db": {{"password": "{}"}}}}', "hunter2hunter2"),
}

_SHOWN_CF = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
_SEEN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159")
_SPACE_RUN = re.compile(
    "[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000](?: *[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])+"
)
_FLOOD = re.compile("[\u0300-\u036f\u20d0-\u20ff]{5}")


def hidden_in(text: str, *, lines: bool = True) -> str:
    """What of the text an eye could miss, as escapes ("" where there is nothing); `lines`: it may have line breaks."""
    found = [ascii(char) for char in text if _hides(char, lines)]
    found += [ascii(match[0]) for match in (*_SPACE_RUN.finditer(text), *_FLOOD.finditer(text))]
    return " ".join(found)


def _hides(char: str, lines: bool) -> bool:
    if char in "\n\t":
        return not lines
    category = unicodedata.category(char)
    if category in ("Cc", "Cs", "Co", "Zl", "Zp"):
        return True
    code = ord(char)
    return (
        (category == "Cf" and char not in _SHOWN_CF)
        or char in _SEEN_AS_NOTHING
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0000 <= code <= 0xE0FFF
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
    )
