"""The search does not pretend: small talk, scraps and half answers are told from what was asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import catalogue
from data.models import Record
from data.store import Connection, Store
from tests.data.searching import filled, find, titles


@pytest.fixture(scope="module", name="catalogue_file")
def _catalogue_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store with the shipped papers, made once."""
    path = tmp_path_factory.mktemp("honest") / "papers.db"
    asyncio.run(_fill(path))
    return path


async def _fill(path: Path) -> None:
    store = await Store.open(path)
    await filled(store, *catalogue.records())
    await store.close()


@pytest.fixture
async def shipped(catalogue_file: Path) -> AsyncIterator[Connection]:
    """A connection to the shipped papers; nothing is written."""
    store = await Store.open(catalogue_file, readers=1)
    yield store.reader
    await store.close()


@pytest.mark.parametrize("text", ["你好", "谢谢", "李飞飞"])
async def test_small_talk_and_strangers_find_nothing(shipped: Connection, text: str) -> None:
    """Neither the sound of another name (倪浩天, 谢若冰) nor one character of it is a hit."""
    assert (await find(shipped, text)).total == 0


async def test_a_reading_meets_whole_latin_names_only(store: Store) -> None:
    """Either order, apart or together; not a longer name, and nobody who is stored with other characters."""
    db = await filled(
        store,
        Record(title="First", authors=("Feifei Li",)),
        Record(title="Second", authors=("Li Fei-Fei",)),
        Record(title="Longer", authors=("Anna Feifei Li Xu",)),
        Record(title="Other characters", authors=("黎菲菲",)),
    )
    found = await find(db, "李飞飞")
    assert (set(titles(found)), found.by) == ({"First", "Second"}, (("李飞飞", "li fei fei"),))


async def test_a_greeting_is_no_latin_name(store: Store) -> None:
    """你 is no surname."""
    assert (await find(await filled(store, Record(title="One", authors=("Hao Ni",))), "你好")).total == 0


async def test_pieces_that_tell_nothing_are_no_reason(store: Store) -> None:
    """比学 of 对比学习 is no word, and 学习 stands in every other paper (13 papers were once found so)."""
    db = await filled(
        store, *(Record(title=f"关于学习的研究 {n}") for n in range(12)), Record(title="相比学派")
    )
    assert (await find(db, "对比学习")).total == 0


async def test_a_telling_piece_is_a_loose_hit(store: Store) -> None:
    """What meets only a part is shown, and said to be so."""
    db = await filled(store, *(Record(title=f"Graph {n}") for n in range(9)), Record(title="水印与隐私"))
    found = await find(db, "青蛙水印")
    assert (titles(found), found.loose) == (["水印与隐私"], True)


@pytest.mark.parametrize(
    "text",
    ["protein design", "环肽", "protien desing", "有没有设计环状多肽的论文", "how do I design proteins"],
)
async def test_a_full_answer_is_not_loose(shipped: Connection, text: str) -> None:
    """Idle words, mended slips and the glossary leave nothing of a question unanswered."""
    found = await find(shipped, text)
    assert (found.total > 0, found.loose) == (True, False)


async def test_fewer_words_are_a_loose_answer(store: Store) -> None:
    """A word that no paper has was left out."""
    db = await filled(store, Record(title="Sorghum Outlier Maps"), Record(title="Sorghum Growth"))
    assert (await find(db, "dirichlet sorghum outlier")).loose


async def test_a_chinese_question_finds_what_it_is_about(shipped: Connection) -> None:
    """How to make large models reason faster: speculative decoding, not nearly every paper."""
    found = await find(shipped, "怎么让大模型推理更快？")
    assert titles(found)[0] == "polybasic Speculative Decoding Through a Theoretical Perspective"
    assert found.total < 5


async def test_the_commonest_piece_alone_is_no_reason(store: Store) -> None:
    """Where one piece tells more, papers that only meet what most papers meet are not listed."""
    db = await filled(
        store, *(Record(title=f"大模型研究 {n}") for n in range(12)), Record(title="大模型与青蛙")
    )
    found = await find(db, "青蛙的大模型的蝌蚪")
    assert (titles(found), found.loose) == (["大模型与青蛙"], True)


async def test_an_english_question_is_about_its_subject(shipped: Connection) -> None:
    """Asking and wishing words: no paper on diffusion models is left out for want of "faster"."""
    found = await find(shipped, "how do I make diffusion models faster")
    about = await find(shipped, "diffusion models")
    assert any(title.startswith("DiTAR") for title in titles(found))
    assert (found.total, found.loose) == (about.total, True)


@pytest.mark.parametrize(
    ("text", "title", "topic"),
    [
        ("GRPO", "Reinforcement Learning Anew", "Reinforcement learning"),
        ("RLHF 论文", "A Reward Model for All", "Alignment and reward modeling"),
        ("RLHF", "Reinforcement Learning Anew", "Reinforcement learning"),
    ],
)
async def test_an_abbreviation_leads_to_its_topic(store: Store, text: str, title: str, topic: str) -> None:
    """No paper holds it, but the topics' rules know what it is about; the answer says which way it went."""
    db = await filled(store, Record(title=title), Record(title="Frogs"))
    found = await find(db, text)
    assert (titles(found), found.by, found.loose) == ([title], ((text.split(maxsplit=1)[0], topic),), True)


async def test_a_filter_holds_for_the_topic_too(store: Store) -> None:
    """A topic's papers of other years are no answer."""
    db = await filled(store, Record(title="Reinforcement Learning Anew", year=2025))
    assert [(await find(db, f"GRPO year:{year}")).total for year in (2024, 2025)] == [0, 1]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("reinforcment lerning", "reinforcement learning"),  # near, though a kin of "reinforced" too
        ("reinforcment", "reinforcement"),
        ("lerning reinf", "learning reinforced"),  # a slip, and a beginning: the first word it begins
    ],
)
async def test_a_correction_is_whole(store: Store, wrong: str, right: str) -> None:
    """Each unknown spelling is shown as the word that was met."""
    db = await filled(
        store, Record(title="Reinforced Thoughts by Reinforcement Learning"), Record(title="Frogs")
    )
    assert (await find(db, wrong)).corrected == right


async def test_a_plural_is_no_slip(store: Store) -> None:
    """A right word in another number is not corrected beside a wrong one."""
    db = await filled(store, Record(title="Protein Sensor"))
    assert (await find(db, "protien sensors")).corrected == "protein sensors"


async def test_a_term_of_two_terms_is_met_apart(shipped: Connection) -> None:
    """蛋白质设计: papers that speak of proteins and of designing, the protein complexes first."""
    found = await find(shipped, "蛋白质设计")
    assert found.papers[0].title == "An All-Atom Generative Model for Designing Protein Complexes"
    assert (found.total < 10, found.loose) == (True, False)
