"""The sentences beside the Resume button: each in English and in Chinese, with the same places to fill in."""

from __future__ import annotations

import re
import string
from itertools import chain, combinations, product

import pytest

from pausedesk.core.rules import resume_words as words
from pausedesk.core.rules.resume_words import ResumeCause, RunStop, Told, offer

TABLES = (words._POINTS, words._CALLS_TOLD, words._THEN, words._STOPS, words._REFUSALS)
PAIRS = [
    *chain.from_iterable(table.values() for table in TABLES),
    *(words._ONE_OPEN, words._OPEN, words._ONE_LISTED, words._LISTED, words._COPIED),
]


def places(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_each_sentence_is_there_in_both_languages_with_the_same_places(english: str, chinese: str) -> None:
    assert english.endswith(".")
    assert chinese.endswith("。")
    assert places(english) == places(chinese)
    assert not re.search(r"[A-Za-z]", re.sub(r"\{\w+\}", "", chinese))
    assert english.isascii()


def test_nothing_that_is_told_lacks_its_sentence() -> None:
    assert set(words._CALLS_TOLD) == set(Told)
    assert set(words._STOPS) == set(RunStop)
    assert set(words._THEN) == set(ResumeCause)
    assert set(words._POINTS) == set(ResumeCause) - {ResumeCause.OPEN_CALLS}


@pytest.mark.parametrize("cause", list(ResumeCause))
def test_an_offer_in_chinese_says_as_much_and_nothing_in_english(cause: ResumeCause) -> None:
    names = ["付款", "退款", "发信", "删除"]
    some = [(), *combinations(Told, 1), *combinations(Told, 2), tuple(Told)]
    for stop, told in product([None, *RunStop], some):
        chinese = offer(cause, dict.fromkeys(told, names), "zh", stop=stop, by="王", copied=True)
        assert not re.search(r"[A-Za-z{}]", chinese)
        filled = {"names": "付款、退款、发信 等 4 个", "by": "王"}
        wanted = [words._COPIED[1], *(words._CALLS_TOLD[what][1].format(**filled) for what in told)]
        wanted += [words._STOPS[stop][1].format(**filled)] if stop is not None else []
        assert all(sentence in chinese for sentence in wanted)
        assert chinese.endswith((words._THEN[cause][1], words._THEN[ResumeCause.OPEN_CALLS][1]))


@pytest.mark.parametrize("cause", list(ResumeCause))
@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_brief_form_says_all_but_what_becomes_of_each_call(cause: ResumeCause, count: int) -> None:
    told = {Told.MAY_HAVE_RUN: ["pay"] * count} if count else {}
    for stop, copied, language in product([None, *RunStop], [False, True], ["en", "zh"]):
        facts = {"stop": stop, "by": "王", "copied": copied}
        short = words.brief(cause, count, language, **facts)
        whole = offer(cause, told, language, **facts)
        chosen = int(language == "zh")
        names = words._names(["pay"] * count, chosen)
        listed = (words._ONE_LISTED if count == 1 else words._LISTED)[chosen].format(count=count)
        said = words._CALLS_TOLD[Told.MAY_HAVE_RUN][chosen].format(names=names)
        assert short == (whole.replace(said, listed) if count else whole)
