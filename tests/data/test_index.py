"""The search index over the shipped papers and over field cases: `index.find`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import ask, catalogue, papers
from data.models import Record
from data.search import entries
from data.store import Connection, Store
from tests.data.searching import filled, find, titles

WATERMARK = "Robust Multi-bit Text Watermark with LLM-based Paraphrasers"
BY_SU = {
    "Rethinking the Bias of Foundation Model under Long-tailed Distribution",
    "Large Language-Geometry Model: When LLM meets Equivariance",
    "SPACE: Your Genomic Profile Predictor is a Powerful DNA Foundation Model",
}
CYCLIC = {
    "Zero-Shot Cyclic Peptide Design via Composable Geometric Constraints",
    "Designing Cyclic Peptides via Harmonic SDE with Atom-Bond Modeling",
}


@pytest.fixture(scope="module", name="catalogue_file")
def _catalogue_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store with the shipped papers, made once."""
    path = tmp_path_factory.mktemp("index") / "papers.db"

    async def fill() -> None:
        store = await Store.open(path)
        await filled(store, *catalogue.records())
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
async def shipped(catalogue_file: Path) -> AsyncIterator[Connection]:
    """A connection to the shipped papers; nothing is written."""
    store = await Store.open(catalogue_file, readers=1)
    yield store.reader
    await store.close()


@pytest.mark.parametrize(
    "text",
    [
        "苏冰",
        "蘇冰",
        "su bing",
        "Bing Su",
        "SU BING",
        "subing",
        "bingsu",
        "S. Bing",
        "B. Su",
        "作者:苏冰",
        "author:subing",
        'author:"Su Bing"',
    ],
)
async def test_a_chinese_author_by_any_spelling(shipped: Connection, text: str) -> None:
    """Characters, pinyin in both orders, joined, and initials find one person's papers, and no other's."""
    assert set(titles(await find(shipped, text))) == BY_SU


@pytest.mark.parametrize(
    "text",
    ["水印", "watermark", "icml 2025 watermark", "基于LLM的水印", "watermrak", "text watermarks", "浮水印"],
)
async def test_the_watermark_paper_comes_first(shipped: Connection, text: str) -> None:
    """In either language, with venue and year as words, glued to Latin, or misspelt."""
    assert titles(await find(shipped, text))[0] == WATERMARK


@pytest.mark.parametrize("text", ["有没有设计环状多肽的论文", "cyclic peptides", "环肽", "环肽设计"])
async def test_both_cyclic_peptide_papers_come_first(shipped: Connection, text: str) -> None:
    """A sentence without blanks is taken apart; plural and singular find each other."""
    assert set(titles(await find(shipped, text))[:2]) == CYCLIC


async def test_typos_are_mended_and_told(shipped: Connection) -> None:
    """Two misspelt words are corrected, the answer says so, and is what the right words find."""
    found = await find(shipped, "protien desing")
    right = await find(shipped, "protein design")
    assert found.corrected == "protein design"
    assert titles(found)[0] == titles(right)[0]
    assert all("Protein" in title and "Design" in title for title in titles(found)[:2])


async def test_right_words_are_not_corrected(shipped: Connection) -> None:
    """Nothing is said of corrections where nothing was misspelt."""
    assert (await find(shipped, "protein design")).corrected is None


@pytest.mark.parametrize("text", ["diffusion", "扩散", "擴散"])
async def test_diffusion_in_both_languages(shipped: Connection, text: str) -> None:
    """The two papers with diffusion in their title come first."""
    first = titles(await find(shipped, text))[:2]
    assert all("Diffusion" in title for title in first)


async def test_a_bridge_is_told(store: Store) -> None:
    """What was found by the glossary alone says so."""
    db = await filled(store, Record(title="Designing a Cyclic Peptide", authors=("Ann Bo",)))
    found = await find(db, "环肽")
    assert (len(found.papers), found.by) == (1, (("环肽", "cyclic peptide"),))


async def test_year_and_words(shipped: Connection) -> None:
    """A filter and a word add up."""
    found = await find(shipped, "year:2025 protein", limit=50)
    assert found.total > 1
    assert {paper.year for paper in found.papers} == {2025}


async def test_a_phrase(shipped: Connection) -> None:
    """A quoted phrase is met as it stands."""
    found = await find(shipped, '"chain of thought"')
    assert titles(found)[0] == "Understanding Chain-of-Thought in LLMs through Information Theory"


async def test_a_word_to_leave_out(shipped: Connection) -> None:
    """No paper with the excluded word is left, the others are."""
    found = await find(shipped, "-protein diffusion", limit=50)
    texts = [f"{p.title} {p.abstract} {p.summary_en}".casefold().split() for p in found.papers]
    assert found.total > 0
    assert [text for text in texts if "protein" in text] == []


async def test_a_lone_filter_lists_newest_first(shipped: Connection) -> None:
    """Two spotlights were in the digest."""
    found = await find(shipped, "type:spotlight")
    assert (found.total, {paper.category for paper in found.papers}) == (2, {"Spotlight"})


async def test_nothing_asked_lists_all(shipped: Connection) -> None:
    """An empty query lists every paper, in pages."""
    found = await find(shipped, "", limit=5, offset=30)
    assert (found.total, len(found.papers)) == (34, 4)


async def test_an_identifier_finds_its_paper(shipped: Connection) -> None:
    """A venue's page finds the one paper that has it."""
    found = await find(shipped, "https://icml.cc/virtual/2025/poster/46008")
    assert titles(found) == [WATERMARK]


async def test_short_words_are_never_corrected(store: Store) -> None:
    """CWL is not OWL (b39's kind): four letters may be a name."""
    db = await filled(store, Record(title="OWL Ontologies"), Record(title="Bert and Elmo"))
    assert (await find(db, "CWL")).total == 0
    assert (await find(db, "Bart")).total == 0


@pytest.mark.parametrize(
    ("wrong", "title"),
    [
        ("tranformers", "Transformers at Rest"),  # missing
        ("trasnformers", "Transformers at Rest"),  # turned round
        ("transsformers", "Transformers at Rest"),  # doubled
        ("rransformers", "Transformers at Rest"),  # first letter
        ("tarnsfromers", "Transformers at Rest"),  # two slips in a long word
        ("transformer", "Transformers at Rest"),  # singular
        ("phase mapping", "Phasemapping of Crystals"),  # one blank too many
        ("phasemapping crystals", "Phasemapping of Crystals"),
        ("graphbased reasoning", "Graph-Based Reasoning"),  # a hyphen missing
        ("graph-based reasonings", "Graph-Based Reasoning"),
        ("incompatibilitiesbetween worlds", "Incompatibilities between Worlds"),  # a blank missing
        ("crystls of", "Phasemapping of Crystals"),
        ("crys", "Phasemapping of Crystals"),  # the beginning of a word
    ],
)
async def test_slips_of_the_pen(store: Store, wrong: str, title: str) -> None:
    """Each kind of slip finds the paper that was meant."""
    db = await filled(
        store,
        Record(title="Transformers at Rest"),
        Record(title="Phasemapping of Crystals"),
        Record(title="Graph-Based Reasoning"),
        Record(title="Incompatibilities between Worlds"),
    )
    assert titles(await find(db, wrong))[:1] == [title]


async def test_one_word_too_many(store: Store) -> None:
    """A word that no paper has does not hide the paper of the others."""
    db = await filled(store, Record(title="Sorghum Outlier Maps"), Record(title="Sorghum Growth"))
    assert titles(await find(db, "dirichlet sorghum outlier"))[0] == "Sorghum Outlier Maps"


async def test_syntax_is_text(shipped: Connection) -> None:
    """What FTS5 would read as syntax finds what it names (b39)."""
    wanted = {
        "long-tailed": "Rethinking the Bias of Foundation Model under Long-tailed Distribution",
        "SE(3)-Transformer": "WGFormer: An SE(3)-Transformer Driven by Wasserstein Gradient Flows for "
        "Molecular Ground-State Conformation Prediction",
        "Position: Spectral GNNs": "Position: Spectral GNNs Rely Less on Graph Fourier Basis than Conceived",
    }
    assert {text: titles(await find(shipped, text))[0] for text in wanted} == wanted


@pytest.mark.parametrize(
    "text",
    [
        "don't stop",
        '"',
        "*",
        "(",
        ")",
        "NOT",
        "AND",
        "a OR",
        "NEAR(",
        "^",
        "-x",
        "{a b}:c",
        "title:x",
        "\u0000",
        "100%",
        "a_b",
        "\\",
        "\ud800",
        "a" * 5000,
        "扩" * 3000,
        "x-" * 800,
        "' OR 1=1 --",
        "author:",
        'author:"',
        "year:99999",
    ],
)
async def test_no_text_breaks_it(shipped: Connection, text: str) -> None:
    """Nothing that people type raises (b39)."""
    found = await find(shipped, text)
    assert len(found.papers) <= found.total


async def test_pinyin_finds_latin_names(store: Store) -> None:
    """A name in Han characters finds the author who is only known in Latin letters."""
    db = await filled(
        store, Record(title="One", authors=("Bing Su",)), Record(title="Two", authors=("Bin Su",))
    )
    found = await find(db, "苏冰")
    assert (titles(found), found.by) == (["One"], (("苏冰", "su bing"),))


async def test_the_filter_that_emptied_the_list(shipped: Connection) -> None:
    """When a filter left nothing, it is named."""
    found = await find(shipped, "diffusion year:1999 type:poster")
    assert (found.total, found.emptied_by, found.suggestions) == (0, "year:1999", ())


async def test_suggestions_for_nothing(store: Store) -> None:
    """Nothing found: the nearest spelling and title are offered, also for a word too short to correct."""
    db = await filled(store, Record(title="OWL Ontologies"))
    assert (await find(db, "CWL")).suggestions == ("owl", "OWL Ontologies")


async def test_every_hit_is_reached(store: Store) -> None:
    """Pages hold each hit once, in one order, to the last; beyond the judged ones too."""
    count = 130
    db = await filled(store, *(Record(title=f"Graph Study {n}", authors=(f"Ann {n}",)) for n in range(count)))
    pages = [await find(db, "graph study", limit=7, offset=offset) for offset in range(0, count + 7, 7)]
    ids = [paper.id for page in pages for paper in page.papers]
    assert {page.total for page in pages} == {count}
    assert (len(ids), len(set(ids))) == (count, count)
    assert pages[-1].papers == ()


async def test_a_short_list_goes_on_with_other_forms(store: Store) -> None:
    """Exact hits come first, other forms of the words follow, each once, and the total counts both."""
    db = await filled(
        store, *(Record(title=f"Designing Sensors {n}") for n in range(70)), Record(title="Sensor Design")
    )
    first = await find(db, "sensor design")
    ids = [
        paper.id for page in range(8) for paper in (await find(db, "sensor design", offset=page * 10)).papers
    ]
    assert (first.papers[0].title, first.total, len(ids), len(set(ids))) == ("Sensor Design", 71, 71, 71)


async def test_the_index_follows_each_write(store: Store) -> None:
    """A changed title is found by its new words only, a removed paper not at all, and words come and go."""
    db = await filled(store, Record(id="x1", title="Quantum Gardens"))
    assert (await find(db, "quantm gardens")).corrected == "quantum gardens"
    await filled(store, Record(id="x1", title="Botanic Gardens"))
    assert (await find(db, "quantum")).total == 0
    assert titles(await find(db, "botanci")) == ["Botanic Gardens"]
    paper = (await find(db, "botanic")).papers[0]
    async with store.write() as writer:
        await papers.remove(writer, paper.row)
    assert (await find(db, "botanic")).total == 0
    assert await entries.check(db) == []


async def test_check_names_what_is_missing(store: Store) -> None:
    """A paper without an entry is reported."""
    db = await filled(store, Record(title="Here"), Record(title="There"))
    row = (await find(db, "there")).papers[0].row
    async with store.write() as writer:
        await ask.whole(writer, entries.drop, row)
    assert await entries.check(db) == [row]


WORDS = st.sampled_from(
    [
        "protein",
        "design",
        "diffusion",
        "扩散",
        "水印",
        "苏冰",
        "su",
        "bing",
        "环肽",
        "llm",
        "LLM",
        "GPT-4",
        "-model",
        "year:2025",
        "作者:苏冰",
        "has:pdf",
        "type:oral",
        "the",
        "of",
        "protien",
        "desing",
        '"chain',
        'of"',
        "的论文",
        "基于LLM",
        "S.",
        "蛋白质设计",
        "zzz",
        "venue:icml",
        "topic:生成模型",
        "'",
        "*",
        "(",
        "“",
    ]
)


@given(
    text=st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=5).map(" ".join)), offset=st.integers(0, 40)
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_text_gives_a_page_that_fits_its_total(shipped: Connection, text: str, offset: int) -> None:
    """No text raises; a page holds as many papers as the total says, each once."""
    found = await find(shipped, text, limit=10, offset=offset)
    assert len({paper.row for paper in found.papers}) == len(found.papers)
    assert len(found.papers) == max(0, min(10, found.total - offset))
    assert (await find(shipped, text)).total == found.total
