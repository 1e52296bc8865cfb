"""Names of people: their spellings for the index, and whether two are one person's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.names import pinyin, same, spellings


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("苏冰", ("su", "bing")),
        ("蘇冰", ("su", "bing")),
        ("单依纯", ("shan", "yi", "chun")),
        ("曾国藩", ("zeng", "guo", "fan")),
        ("仇英", ("qiu", "ying")),
        ("解晓庆", ("xie", "xiao", "qing")),
        ("查良镛", ("zha", "liang", "yong")),
        ("任正非", ("ren", "zheng", "fei")),
        ("欧阳修", ("ou", "yang", "xiu")),
        ("尉迟恭", ("yu", "chi", "gong")),
        ("吕昂", ("lyu", "ang")),
    ],
)
def test_pinyin_reads_surnames_as_surnames(name: str, reading: tuple[str, ...]) -> None:
    """The likeliest reading comes first, a surname read as one."""
    assert pinyin(name)[0] == reading


@pytest.mark.parametrize("name", ["", "Bing Su", "苏", "扩散模型的理论与应用", "苏a冰"])
def test_no_chinese_name_has_no_pinyin(name: str) -> None:
    """What is no Chinese name has no reading."""
    assert pinyin(name) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("苏冰", "Bing Su"),
        ("苏冰", "Su Bing"),
        ("苏冰", "蘇冰"),
        ("S. Bing", "苏冰"),
        ("汪鸿帅", "Hongshuai Wang"),
        ("汪鸿帅", "Wang Hong-Shuai"),
        ("汪鸿帅", "H.-S. Wang"),
        ("吕昂", "Ang Lv"),
        ("Ming-Wei Chang", "Mingwei Chang"),
        ("Ming-Wei Chang", "Chang Ming Wei"),
        ("Diederik P. Kingma", "D. Kingma"),
        ("Diederik P. Kingma", "Diederik Kingma"),
        ("Björn Ommer", "Bjorn Ommer"),
        ("Li Fei-Fei", "Fei-Fei Li"),
        ("J. R. R. de la Cruz", "J. de la Cruz"),
    ],
)
def test_one_person(one: str, other: str) -> None:
    """Order, script, hyphens, initials and accents do not make another person."""
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("苏冰", "苏兵"), ("Bing Su", "Bing Li"), ("苏冰", "Bin Su"), ("", "苏冰"), ("A B", "A C")],
)
def test_two_people(one: str, other: str) -> None:
    """Another surname or another given name is another person."""
    assert not same(one, other)


def test_spellings_of_a_chinese_name() -> None:
    """Characters, pinyin with initials beside, and both orders written together."""
    assert spellings("苏冰") == ["苏 冰", "s bing su b", "subing bingsu"]


@given(st.text(), st.text())
def test_any_text_may_be_a_name(one: str, other: str) -> None:
    """No text raises; a name with letters in it is itself."""
    same(one, other)
    assert same(one, one) == bool(spellings(one))
