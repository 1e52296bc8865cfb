"""The search index over the shipped papers and over field cases: `index.find`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import catalogue, index, papers
from data.models import Found, Record
from data.query import parse
from data.store import Connection, Store

NOW = datetime(2026, 12, 1, 4, 0, tzinfo=UTC)
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
        await _filled(store, *catalogue.records())
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
async def shipped(catalogue_file: Path) -> AsyncIterator[Connection]:
    """A connection to the shipped papers; nothing is written."""
    store = await Store.open(catalogue_file, readers=1)
    yield store.reader
    await store.close()


async def _filled(store: Store, *records: Record) -> Connection:
    async with store.write() as db:
        for record in records:
            await papers.save(db, record, "test", None, NOW)
    return store.reader


async def _find(db: Connection, text: str, *, limit: int = 10, offset: int = 0) -> Found:
    return await index.find(db, parse(text), limit=limit, offset=offset)


def _titles(found: Found) -> list[str]:
    return [paper.title for paper in found.papers]


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
    assert set(_titles(await _find(shipped, text))) == BY_SU


@pytest.mark.parametrize(
    "text",
    ["水印", "watermark", "icml 2025 watermark", "基于LLM的水印", "watermrak", "text watermarks", "浮水印"],
)
async def test_the_watermark_paper_comes_first(shipped: Connection, text: str) -> None:
    """In either language, with venue and year as words, glued to Latin, or misspelt."""
    assert _titles(await _find(shipped, text))[0] == WATERMARK


@pytest.mark.parametrize("text", ["有没有设计环状多肽的论文", "cyclic peptides", "环肽", "环肽设计"])
async def test_both_cyclic_peptide_papers_come_first(shipped: Connection, text: str) -> None:
    """A sentence without blanks is taken apart; plural and singular find each other."""
    assert set(_titles(await _find(shipped, text))[:2]) == CYCLIC


async def test_typos_are_mended_and_told(shipped: Connection) -> None:
    """Two misspelt words are corrected, the answer says so, and is what the right words find."""
    found = await _find(shipped, "protien desing")
    right = await _find(shipped, "protein design")
    assert found.corrected == "protein design"
    assert _titles(found)[0] == _titles(right)[0]
    assert all("Protein" in title and "Design" in title for title in _titles(found)[:2])


async def test_right_words_are_not_corrected(shipped: Connection) -> None:
    """Nothing is said of corrections where nothing was misspelt."""
    assert (await _find(shipped, "protein design")).corrected is None


@pytest.mark.parametrize("text", ["diffusion", "扩散", "擴散"])
async def test_diffusion_in_both_languages(shipped: Connection, text: str) -> None:
    """The two papers with diffusion in their title come first."""
    titles = _titles(await _find(shipped, text))
    assert all("Diffusion" in title for title in titles[:2])


async def test_a_bridge_is_told(store: Store) -> None:
    """What was found by the glossary alone says so."""
    db = await _filled(store, Record(title="Designing a Cyclic Peptide", authors=("Ann Bo",)))
    found = await _find(db, "环肽")
    assert (len(found.papers), found.by) == (1, (("环肽", "cyclic peptide"),))


async def test_year_and_words(shipped: Connection) -> None:
    """A filter and a word add up."""
    found = await _find(shipped, "year:2025 protein", limit=50)
    assert found.total > 1
    assert {paper.year for paper in found.papers} == {2025}


async def test_a_phrase(shipped: Connection) -> None:
    """A quoted phrase is met as it stands."""
    found = await _find(shipped, '"chain of thought"')
    assert _titles(found)[0] == "Understanding Chain-of-Thought in LLMs through Information Theory"


async def test_a_word_to_leave_out(shipped: Connection) -> None:
    """No paper with the excluded word is left, the others are."""
    found = await _find(shipped, "-protein diffusion", limit=50)
    texts = [f"{p.title} {p.abstract} {p.summary_en}".casefold().split() for p in found.papers]
    assert found.total > 0
    assert [text for text in texts if "protein" in text] == []


async def test_a_lone_filter_lists_newest_first(shipped: Connection) -> None:
    """Two spotlights were in the digest."""
    found = await _find(shipped, "type:spotlight")
    assert (found.total, {paper.category for paper in found.papers}) == (2, {"Spotlight"})


async def test_nothing_asked_lists_all(shipped: Connection) -> None:
    """An empty query lists every paper, in pages."""
    found = await _find(shipped, "", limit=5, offset=30)
    assert (found.total, len(found.papers)) == (34, 4)


async def test_an_identifier_finds_its_paper(shipped: Connection) -> None:
    """A venue's page finds the one paper that has it."""
    found = await _find(shipped, "https://icml.cc/virtual/2025/poster/46008")
    assert _titles(found) == [WATERMARK]


async def test_short_words_are_never_corrected(store: Store) -> None:
    """CWL is not OWL (b39's kind): four letters may be a name."""
    db = await _filled(store, Record(title="OWL Ontologies"), Record(title="Bert and Elmo"))
    assert (await _find(db, "CWL")).total == 0
    assert (await _find(db, "Bart")).total == 0


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
    db = await _filled(
        store,
        Record(title="Transformers at Rest"),
        Record(title="Phasemapping of Crystals"),
        Record(title="Graph-Based Reasoning"),
        Record(title="Incompatibilities between Worlds"),
    )
    assert _titles(await _find(db, wrong))[:1] == [title]


async def test_one_word_too_many(store: Store) -> None:
    """A word that no paper has does not hide the paper of the others."""
    db = await _filled(store, Record(title="Sorghum Outlier Maps"), Record(title="Sorghum Growth"))
    assert _titles(await _find(db, "dirichlet sorghum outlier"))[0] == "Sorghum Outlier Maps"


async def test_latex_titles(store: Store) -> None:
    """Plain words find a title in LaTeX (b09)."""
    title = r"Learning $\mathcal{O}(\sqrt{T})$ Regret with $\epsilon$-Greedy and 100% Na\"ive $k$-NN"
    db = await _filled(store, Record(title=title), Record(title="Another One"))
    for text in ("k-NN", "epsilon-greedy", "naive", "ε-greedy"):
        assert _titles(await _find(db, text)) == [title], text


async def test_syntax_is_text(shipped: Connection) -> None:
    """What FTS5 would read as syntax finds what it names (b39)."""
    wanted = {
        "long-tailed": "Rethinking the Bias of Foundation Model under Long-tailed Distribution",
        "SE(3)-Transformer": "WGFormer: An SE(3)-Transformer Driven by Wasserstein Gradient Flows for "
        "Molecular Ground-State Conformation Prediction",
        "Position: Spectral GNNs": "Position: Spectral GNNs Rely Less on Graph Fourier Basis than Conceived",
    }
    assert {text: _titles(await _find(shipped, text))[0] for text in wanted} == wanted


async def test_c_plus_plus_is_not_c(store: Store) -> None:
    """C++ and GPT-4 find their papers (b39)."""
    db = await _filled(
        store, Record(title="A C++ Parser"), Record(title="C for All"), Record(title="GPT-4 Grows")
    )
    assert _titles(await _find(db, "C++")) == ["A C++ Parser"]
    assert _titles(await _find(db, "GPT-4")) == ["GPT-4 Grows"]


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
    found = await _find(shipped, text)
    assert len(found.papers) <= found.total


async def test_chinese_titles(store: Store) -> None:
    """Whole words, parts, two words and one character find a Chinese title (b40)."""
    survey, bias = "扩散模型综述：从理论到应用", "长尾分布下的基础模型偏差"
    db = await _filled(store, Record(title=survey), Record(title=bias))
    found = {
        text: _titles(await _find(db, text))[0] for text in ("扩散", "扩散模型", "偏差", "长尾 偏差", "综")
    }
    assert found == {"扩散": survey, "扩散模型": survey, "偏差": bias, "长尾 偏差": bias, "综": survey}


async def test_traditional_queries(store: Store) -> None:
    """Traditional characters find simplified titles; what is shown is unchanged (b42)."""
    attack, system = "强化学习中的后门攻击", "系统级优化"
    db = await _filled(store, Record(title=attack), Record(title=system))
    wanted = {"強化學習": attack, "後門攻擊": attack, "係統": system, "系統級優化": system, "后门": attack}
    assert {text: _titles(await _find(db, text))[0] for text in wanted} == wanted


async def test_accents_of_authors(store: Store) -> None:
    """An author with accents is found however typed (b43)."""
    names = ["Björn Ommer", "Łukasz Kaiser", "Petar Veličković", "Nguyễn Thị Minh", "Søren Kierkegaard-Test"]
    db = await _filled(store, *(Record(title=f"Work {n}", authors=(name,)) for n, name in enumerate(names)))
    wanted = {
        "bjorn ommer": 0,
        "Bjo\u0308rn": 0,
        "Lukasz": 1,
        "Velickovic": 2,
        "VELIČKOVIĆ": 2,
        "Nguyen Thi Minh": 3,
        "Soren": 4,
    }
    found = {text: (await _find(db, text)).papers[0].authors[0] for text in wanted}
    assert found == {text: names[place] for text, place in wanted.items()}


async def test_hyphens_and_initials_of_authors(store: Store) -> None:
    """Hyphens, initials, particles and order do not hide an author; the spelling stays (b44)."""
    names = ["Ming-Wei Chang", "Diederik P. Kingma", "Li Fei-Fei", "J. R. R. de la Cruz"]
    others = ["Mingwei Zhao", "Wei Chang", "David Kong", "Fei Li"]
    db = await _filled(
        store, *(Record(title=f"Work {n}", authors=(name,)) for n, name in enumerate((*names, *others)))
    )
    wanted = {
        "Mingwei Chang": 0,
        "Ming Wei Chang": 0,
        "chang ming-wei": 0,
        "M.-W. Chang": 0,
        "Diederik P Kingma": 1,
        "D. Kingma": 1,
        "Fei-Fei Li": 2,
        "de la Cruz": 3,
    }
    found = {text: (await _find(db, text)).papers[0].authors[0] for text in wanted}
    assert found == {text: names[place] for text, place in wanted.items()}


async def test_forms_of_letters(store: Store) -> None:
    """Ligatures, full-width letters and odd hyphens match (b46)."""
    tuning, oeuvre = "Eﬃcient ﬁne‐tuning of GPT‑4", "Œuvre: A Dataset"
    db = await _filled(store, Record(title=tuning), Record(title=oeuvre))
    wanted = {
        "efficient fine-tuning": tuning,
        "ＧＰＴ－４": tuning,
        "gpt-4": tuning,
        "oeuvre": oeuvre,
        "\u3000fine-tuning\u3000": tuning,
    }
    assert {text: _titles(await _find(db, text))[0] for text in wanted} == wanted


async def test_pinyin_finds_latin_names(store: Store) -> None:
    """A name in Han characters finds the author who is only known in Latin letters."""
    db = await _filled(
        store, Record(title="One", authors=("Bing Su",)), Record(title="Two", authors=("Bin Su",))
    )
    found = await _find(db, "苏冰")
    assert (_titles(found), found.by) == (["One"], (("苏冰", "su bing"),))


async def test_the_filter_that_emptied_the_list(shipped: Connection) -> None:
    """When a filter left nothing, it is named."""
    found = await _find(shipped, "diffusion year:1999 type:poster")
    assert (found.total, found.emptied_by, found.suggestions) == (0, "year:1999", ())


async def test_suggestions_for_nothing(store: Store) -> None:
    """Nothing found: the nearest spelling and title are offered, also for a word too short to correct."""
    db = await _filled(store, Record(title="OWL Ontologies"))
    assert (await _find(db, "CWL")).suggestions == ("owl", "OWL Ontologies")


async def test_every_hit_is_reached(store: Store) -> None:
    """Pages hold each hit once, in one order, to the last; beyond the judged ones too."""
    count = 130
    db = await _filled(
        store, *(Record(title=f"Graph Study {n}", authors=(f"Ann {n}",)) for n in range(count))
    )
    pages = [await _find(db, "graph study", limit=7, offset=offset) for offset in range(0, count + 7, 7)]
    ids = [paper.id for page in pages for paper in page.papers]
    assert {page.total for page in pages} == {count}
    assert (len(ids), len(set(ids))) == (count, count)
    assert pages[-1].papers == ()


async def test_a_short_list_goes_on_with_other_forms(store: Store) -> None:
    """Exact hits come first, other forms of the words follow, each once, and the total counts both."""
    db = await _filled(
        store, *(Record(title=f"Designing Sensors {n}") for n in range(70)), Record(title="Sensor Design")
    )
    first = await _find(db, "sensor design")
    ids = [
        paper.id for page in range(8) for paper in (await _find(db, "sensor design", offset=page * 10)).papers
    ]
    assert (first.papers[0].title, first.total, len(ids), len(set(ids))) == ("Sensor Design", 71, 71, 71)


async def test_the_index_follows_each_write(store: Store) -> None:
    """A changed title is found by its new words only, a removed paper not at all, and words come and go."""
    db = await _filled(store, Record(id="x1", title="Quantum Gardens"))
    assert (await _find(db, "quantm gardens")).corrected == "quantum gardens"
    await _filled(store, Record(id="x1", title="Botanic Gardens"))
    assert (await _find(db, "quantum")).total == 0
    assert _titles(await _find(db, "botanci")) == ["Botanic Gardens"]
    paper = (await _find(db, "botanic")).papers[0]
    async with store.write() as writer:
        await papers.remove(writer, paper.row)
    assert (await _find(db, "botanic")).total == 0
    assert await index.check(db) == []


async def test_check_names_what_is_missing(store: Store) -> None:
    """A paper without an entry is reported."""
    db = await _filled(store, Record(title="Here"), Record(title="There"))
    row = (await _find(db, "there")).papers[0].row
    async with store.write() as writer:
        await index.drop(writer, row)
    assert await index.check(db) == [row]


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
    found = await _find(shipped, text, limit=10, offset=offset)
    assert len({paper.row for paper in found.papers}) == len(found.papers)
    assert len(found.papers) == max(0, min(10, found.total - offset))
    assert (await _find(shipped, text)).total == found.total
