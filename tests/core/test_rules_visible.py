"""What hides, reorders or imitates is shown as an escape or warned about; nothing else is touched."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.rules.visible import VisibleText, one_line, visible


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain\n\ttext with \\u202e typed out",
        "Größe, naïve, 日本語, עברית, العربية, ελληνικά, русский",
        "5\u00a0€ and 10\u00a0%",
        "kΩ, μm, Δt, σ_x, 2πr",
        "emoji 😀",
        "e\u0301 and a\u0302\u0301\u0323 in parts, Vie\u0323\u0302t",
        "בשנת 2024, ב-API ו-C++",
        "他说：API 的路径，版本 １２",
        "10–12 May, Paris–London, 1⁄2, −5",
        "a" + " " * 150 + "b",
    ],
)
def test_ordinary_text_of_any_language_stays_as_it_is(text: str) -> None:
    assert visible(text) == VisibleText(text)


@pytest.mark.parametrize(
    ("text", "shown", "warning"),
    [
        ("a\u202eb", r"a\u202eb", "reading order"),
        ("\u2066x\u2069", r"\u2066x\u2069", "reading order"),
        ("a\u061cb\u200f", r"a\u061cb\u200f", "reading order"),
        ("a\u200bb", r"a\u200bb", "cannot be seen"),
        ("a\u200db\ufeff", r"a\u200db\ufeff", "cannot be seen"),
        ("soft\u00adhyphen", r"soft\u00adhyphen", "cannot be seen"),
        ("x\ufe0f", r"x\ufe0f", "cannot be seen"),
        ("x\U000e0041\U000e007f", r"x\U000e0041\U000e007f", "cannot be seen"),
        ("x\U000e0100", r"x\U000e0100", "cannot be seen"),
        ("\u3164", r"\u3164", "cannot be seen"),
        ("\x1b[2K", r"\u001b[2K", "terminal"),
        ("\x9b2K", r"\u009b2K", "terminal"),
        ("safe\rrm", r"safe\u000drm", "start of the line"),
        ("a\x00b\x07\x08\x7f", r"a\u0000b\u0007\u0008\u007f", "control characters"),
        ("a\x0bb\x0c", r"a\u000bb\u000c", "control characters"),
        ("a\u2028b\u2029", r"a\u2028b\u2029", "break lines"),
        ("\ud800", r"\ud800", "halves of characters"),
        ("a\u00a0\u00a0b", r"a\u00a0\u00a0b", "unusual spaces"),
        ("a\u3000 \u2003b", r"a\u3000 \u2003b", "unusual spaces"),
        ("a\ufffcb\U0001d159", r"a\ufffcb\U0001d159", "cannot be seen"),
        ("a\ue000b\U000f0000", r"a\ue000b\U000f0000", "each font"),
        ("z" + "\u0336" * 5, "z" + r"\u0336" * 5, "marks heaped"),
        ("\u0338x", r"\u0338x", "marks heaped"),
        ("a \u20e3", r"a \u20e3", "marks heaped"),
    ],
)
def test_what_cannot_be_seen_is_escaped_and_named(text: str, shown: str, warning: str) -> None:
    found = visible(text)
    assert found.text == shown
    assert len(found.warnings) == 1
    assert warning in found.warnings[0]
    assert found.warnings[0].endswith(".")


def test_each_kind_is_counted_and_named_once() -> None:
    found = visible("\u202ea\u202e\u2066\x1b\r\u00a0\u00a0é")
    assert [re.sub(r"[^0-9]+", "", warning) for warning in found.warnings] == ["3", "1", "1", "2"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("log in to pаypal now", "pаypal"),
        ("Αdmin", "Αdmin"),
        ("user_1а", "user_1а"),
        ("раураl.com", "раураl"),
        ("gοοgle", "gοοgle"),
    ],
)
def test_words_that_mix_scripts_are_warned_about_and_not_changed(text: str, word: str) -> None:
    found = visible(text)
    assert found.text == text
    assert len(found.warnings) == 1
    assert f"“{word}”" in found.warnings[0]


@pytest.mark.parametrize("text", ["IT-отдел и API", "the word ελληνικά here", "Москва, Moscow"])
def test_scripts_side_by_side_in_different_words_are_no_imitation(text: str) -> None:
    assert visible(text).warnings == ()


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        ("pay᎐pal Ꭰdmin", "Ꭰdmin", "another alphabet"),
        ("tօken", "tօken", "another alphabet"),
        ("ｐaypal", "ｐaypal", "same look"),
        ("𝐚dmin", "𝐚dmin", "same look"),
        ("ⅿail", "ⅿail", "same look"),
        ("etc∕passwd", "etc∕passwd", "only looks like"),
        ("host․example", "host․example", "only looks like"),
        ("rm –rf x", "–rf", "only looks like"),
        ("open photo_גpj.exe now", "photo_גpj.exe", "from both sides"),
    ],
)
def test_words_that_imitate_are_warned_of_and_not_changed(text: str, word: str, said: str) -> None:
    found = visible(text)
    assert found.text == text
    assert [warning for warning in found.warnings if f"“{word}”" in warning and said in warning]


@pytest.mark.parametrize("gap", [" " * 500, "\n" * 300, "\t \n" * 100])
def test_blanks_that_push_out_of_sight_what_follows_are_warned_of(gap: str) -> None:
    for text in (f"ls{gap}; rm -rf /", f"{gap}rm", f"ä{gap}rm"):
        assert any("long run of blanks" in warning for warning in visible(text).warnings)
        assert visible(text).text == text
    assert visible(f"ls{gap}").warnings == ()


def test_a_warning_hides_nothing_itself() -> None:
    assert "“pаy\\u3164pal”" in visible("pаy\u3164pal").warnings[-1]


def test_many_mixed_words_are_named_in_part() -> None:
    found = visible(" ".join(f"wоrd{n}" for n in range(50)))
    assert len(found.warnings) == 4
    assert found.warnings[-1].startswith("More words")


FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)


@given(st.text(st.characters()))
def test_nothing_hidden_is_left_and_showing_twice_is_showing_once(text: str) -> None:
    found = visible(text)
    assert not FORBIDDEN.search(found.text)
    assert visible(found.text).text == found.text
    assert (found.text != text) <= bool(found.warnings)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"])))
def test_undoing_the_escapes_gives_the_text_back(text: str) -> None:
    if "\\" in text:
        text = text.replace("\\", "/")
    undone = re.sub(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})", lambda m: chr(int(m[1] or m[2], 16)), visible(text).text)
    assert undone == text


@pytest.mark.parametrize(
    "plain", ["The quick brown fox. ", "Le\u00a0renard brun, très vite. ", " " * 20, "aa\u00a0" + " " * 17]
)
def test_large_plain_text_is_scanned_in_one_go(plain: str) -> None:
    text = plain * (20_000_000 // len(plain))
    start = time.process_time()
    found = visible(text)
    # A scan takes tenths of a second; anything that grows with the square of the length takes hours.
    assert time.process_time() - start < 10
    assert found == VisibleText(text)


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("short", 10, "short"),
        ("exactly ten"[:10], 10, "exactly te"),
        ("longer than ten", 10, "longer th…"),
        ("two\nlines\tand", 20, "two⏎lines and"),
        ("dos\r\nlines", 20, "dos⏎lines"),
        ("lone\rreturn", 20, r"lone\u000dreturn"),
        ("abc\u202edef", 8, "abc…"),
        ("abc\u202edef", 10, r"abc\u202e…"),
        ("abc\u202e", 9, r"abc\u202e"),
        ("", 5, ""),
        ("xy", 1, "…"),
        ("a\r\n" * 3, 6, "a⏎a⏎a⏎"),
    ],
)
def test_one_line_escapes_and_says_when_it_is_cut(text: str, limit: int, shown: str) -> None:
    assert one_line(text, limit) == shown


@given(st.text(st.characters()), st.integers(1, 40))
def test_one_line_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert not re.search("[\n\t]", line)
    assert not FORBIDDEN.search(line)


def test_one_line_needs_room() -> None:
    with pytest.raises(ValueError, match="room"):
        one_line("text", 0)
