"""The shipped catalogue: complete, well-formed, in our own words, and true to the articles."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from data import catalogue
from data.fold import HAN, fold, has_han, terms
from data.models import Group, Record, Topic
from data.records import from_json, to_json

PAPERS = catalogue.records()
INSTITUTE, DIGEST = PAPERS[:19], PAPERS[19:]
LONGEST_SHARED = 12  # Han characters in a row: names and terms may be shared, sentences not
_HAN = re.compile(f"[{HAN}]+")
_SENTENCE_ZH = re.compile("[。！？]")
_SENTENCE_EN = re.compile(r"[.!?](?=\s|$)")

each_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.title[:32])
each_term = pytest.mark.parametrize("term", catalogue.glossary(), ids=lambda term: term.en[0])


def test_all_papers_of_both_articles_are_there() -> None:
    """19 of the institute and 15 of the digest, none twice."""
    titles = {fold(paper.title) for paper in PAPERS}
    assert (len(INSTITUTE), len(DIGEST), len(titles)) == (19, 15, 34)


@each_paper
def test_a_paper_survives_json(paper: Record) -> None:
    """A shipped record is one that the reader of records takes and gives back unchanged."""
    assert from_json(to_json(paper)) == paper


@each_paper
def test_a_paper_is_of_the_conference(paper: Record) -> None:
    """Both articles tell of ICML 2025."""
    assert (paper.venue, paper.year) == ("ICML", 2025)


@pytest.mark.parametrize("paper", INSTITUTE, ids=lambda paper: paper.title[:32])
def test_an_institute_paper_names_its_authors(paper: Record) -> None:
    """Who corresponds and who contributed equally is an author too; link, category and number are untold."""
    named = {*paper.corresponding, *paper.equal_contribution}
    assert paper.authors
    assert named <= set(paper.authors)
    assert (paper.url, paper.category, paper.number) == (None, None, None)


def test_equal_contribution_is_the_asterisk_of_the_article() -> None:
    """Two papers of the institute mark their first two authors."""
    marked = [paper.equal_contribution for paper in PAPERS if paper.equal_contribution]
    assert marked == [("杨钊", "朱基炜"), ("张一凡", "张骁")]


def test_two_institute_papers_have_no_corresponding_author() -> None:
    """The article gives none for its last paper and the one before."""
    assert [paper.title for paper in INSTITUTE if not paper.corresponding] == [
        "Generalization Analysis for Controllable Learning",
        "Zero-Shot Cyclic Peptide Design via Composable Geometric Constraints",
    ]


def test_digest_papers_are_numbered_and_linked() -> None:
    """The digest counts from 1 to 15, links to the venue's page, and names no authors."""
    assert [paper.number for paper in DIGEST] == list(range(1, 16))
    assert all(
        re.fullmatch(r"https://icml\.cc/virtual/2025/poster/\d{5}", paper.url or "") for paper in DIGEST
    )
    assert len({paper.url for paper in DIGEST}) == 15
    assert not any(paper.authors for paper in DIGEST)


def test_categories_are_those_of_the_digest() -> None:
    """Its first two papers are Spotlights, the others Posters."""
    assert [paper.category for paper in DIGEST] == ["Spotlight"] * 2 + ["Poster"] * 13


def test_no_identifier_is_guessed() -> None:
    """The articles give neither arXiv ids nor DOIs nor files."""
    assert not any(p.id or p.arxiv_id or p.doi or p.pdf_url or p.code_url or p.image_url for p in PAPERS)


@each_paper
def test_texts_are_in_their_language(paper: Record) -> None:
    """Chinese texts hold Han characters, English ones none."""
    assert has_han(paper.title_zh or "")
    assert has_han(paper.summary_zh or "")
    assert not has_han(paper.title + (paper.summary_en or ""))


@each_paper
def test_summaries_are_short(paper: Record) -> None:
    """Two or three sentences of 40 to 400 characters, ended and without stray blanks."""
    zh, en = paper.summary_zh or "", paper.summary_en or ""
    assert 2 <= len(_SENTENCE_ZH.findall(zh)) <= 3
    assert 2 <= len(_SENTENCE_EN.findall(en)) <= 3
    assert 40 <= len(zh) <= 400
    assert 40 <= len(en) <= 400
    assert zh.endswith("。")
    assert en.endswith(".")
    assert "  " not in zh + en


@each_paper
def test_a_paper_has_one_to_four_known_topics(paper: Record) -> None:
    """Every shipped paper can be browsed to."""
    known = {topic.key for topic in catalogue.topics()}
    assert 1 <= len(paper.topics) <= 4
    assert len(set(paper.topics)) == len(paper.topics)
    assert set(paper.topics) <= known


def test_the_texts_are_our_own() -> None:
    """No summary or title shares a run of 13 Han characters with the articles, punctuation aside."""
    source = "|".join("".join(_HAN.findall(text)) for text in _articles())
    shared = [run for paper in PAPERS for run in _runs(paper) if run in source]
    assert shared == []


def test_the_facts_are_those_of_the_articles() -> None:
    """Titles, authors and links stand in the articles letter by letter."""
    source = "\n".join(_articles())
    facts = [fact for paper in PAPERS for fact in (paper.title, *paper.authors, paper.url or "")]
    assert [fact for fact in facts if fact not in source] == []


def test_there_are_about_twenty_topics() -> None:
    """Few enough to be read as a list; keys differ."""
    keys = [topic.key for topic in catalogue.topics()]
    assert 18 <= len(keys) <= 26
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("topic", catalogue.topics(), ids=lambda topic: topic.key)
def test_a_topic_key_fits_links_and_buttons(topic: Topic) -> None:
    """`sub_<key>` must be a deep link, and the key short enough for a button."""
    assert re.fullmatch(r"[a-z0-9-]{2,16}", topic.key)
    assert has_han(topic.zh) or topic.zh.isascii()
    assert not has_han(topic.en)


def test_topic_names_are_unambiguous() -> None:
    """No name or alias, however spaced or cased, belongs to two topics."""
    owners = Counter(
        name
        for topic in catalogue.topics()
        for name in {_squashed(name) for name in (topic.key, topic.zh, topic.en, *topic.aliases)}
    )
    assert [name for name, count in owners.items() if count > 1] == []


def test_every_topic_has_a_rule_with_words() -> None:
    """The rules are the topics' own, in their order, in both languages."""
    rules = catalogue.rules()
    assert [rule.topic for rule in rules] == [topic.key for topic in catalogue.topics()]
    assert [rule.topic for rule in rules if not any(map(has_han, rule.words))] == []
    assert [rule.topic for rule in rules if all(map(has_han, rule.words))] == []


def test_a_rule_names_a_word_once() -> None:
    """A word that stands twice in a rule would count twice."""
    doubled = [
        (rule.topic, word)
        for rule in catalogue.rules()
        for word, count in Counter(map(_squashed, (*rule.words, *rule.title))).items()
        if count > 1
    ]
    assert doubled == []


def test_the_glossary_is_large_enough() -> None:
    """About 300 terms at least."""
    assert len(catalogue.glossary()) >= 300


@each_term
def test_a_term_stands_in_both_languages(term: catalogue.Term) -> None:
    """Chinese on one side, English on the other; a single Chinese character would match everywhere."""
    assert term.zh
    assert term.en
    assert all(has_han(name) and len(name) > 1 for name in term.zh)
    assert not any(has_han(name) for name in term.en)


def test_no_variant_belongs_to_two_terms() -> None:
    """Else a search for one side would be widened by a stranger."""
    counts = Counter(" ".join(terms(name)) for term in catalogue.glossary() for name in term.zh + term.en)
    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("大型语言模型", "LLM"),
        ("扩散", "diffusion"),
        ("水印", "watermarking"),
        ("检索增强生成", "RAG"),
        ("环肽", "cyclic peptide"),
        ("长尾", "long-tailed"),
        ("蛋白质", "protein"),
        ("投机解码", "speculative decoding"),
        ("思维链", "CoT"),
    ],
)
def test_the_glossary_joins(zh: str, en: str) -> None:
    """What people of the field say in either language is one term."""
    assert [term for term in catalogue.glossary() if zh in term.zh and en in term.en] != []


def test_the_groups_are_those_of_the_digest() -> None:
    """Keyword and name as at the digest's end, without links."""
    assert catalogue.groups() == (
        Group("cc", "大模型技术交流群"),
        Group("hf", "HuggingFace 高赞论文分享群"),
        Group("具身", "具身智能交流群"),
        Group("硬件", "AI 硬件交流群"),
        Group("智能体", "Agent 技术交流群"),
    )


def _articles() -> list[str]:
    folder = os.environ.get("PAPERGRAM_ARTICLES")
    if not folder:
        pytest.skip("NOT CHECKED against the articles: PAPERGRAM_ARTICLES does not name their folder")
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.txt"))]
    assert texts, f"no article in {folder}"
    return texts


def _runs(paper: Record) -> list[str]:
    """All runs of 13 Han characters in our texts, whatever stands between them left out."""
    size = LONGEST_SHARED + 1
    texts = ("".join(_HAN.findall(text or "")) for text in (paper.title_zh, paper.summary_zh))
    return [text[at : at + size] for text in texts for at in range(len(text) - size + 1)]


def _squashed(name: str) -> str:
    return re.sub(r"[\s-]+", "", fold(name) if not any(map(str.isupper, name)) else name)
