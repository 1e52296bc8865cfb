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
