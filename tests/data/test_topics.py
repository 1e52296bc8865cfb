"""Topics: given to papers by rule, and found by what a person types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import catalogue, topics
from data.models import Record, Topic


def _assigned(title: str, **fields: str) -> tuple[str, ...]:
    return topics.assign(Record(title=title, **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", catalogue.records(), ids=lambda paper: paper.title[:32])
def test_the_rules_give_shipped_papers_their_topics(paper: Record) -> None:
    """What an import would give a shipped paper is what ships with it."""
    assert topics.assign(paper) == paper.topics


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Denoising Diffusion Probabilistic Models", "diffusion"),
        ("扩散模型综述：从理论到应用", "diffusion"),
        ("擴散模型綜述", "diffusion"),
        ("Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer", "moe"),
        ("Deep Reinforcement Learning from Human Preferences", "rl"),
        ("Semi-Supervised Classification with Graph Convolutional Networks", "graph"),
        ("Class-Balanced Loss for Long-Tail Recognition", "imbalance"),
        ("A Watermark for Large Language Models", "safety"),
        ("Fast Inference from Transformers via Speculative Decoding", "efficient"),
        ("Fourier Neural Operator for Parametric Partial Differential Equations", "pde"),
        ("Highly Accurate Protein Structure Prediction", "molecules"),
        ("Optimal Auctions through Deep Learning", "games"),
        ("Retrieval-Augmented Generation for Knowledge-Intensive Tasks", "retrieval"),
        ("基于LLM的多智能体协作", "agents"),
        ("LLM推理能力的边界", "reasoning"),
    ],
)
def test_a_title_says_its_topic(title: str, expected: str) -> None:
    """One word of a rule in a title is enough, in either language and script."""
    assert expected in _assigned(title)


@pytest.mark.parametrize(
    ("title", "strange"),
    [
        ("Rag Rugs of the Nineteenth Century", "retrieval"),
        ("Anisotropic Diffusion for Edges", "diffusion"),
        ("A Part-of-Speech Tagger", "speech"),
        ("Moe: An Anime Aesthetic", "moe"),
        ("Videographers at Work on Marlboro Roads", "rl"),
        ("Cotton Fibres", "reasoning"),
        ("Learning to Grasp", "graph"),
    ],
)
def test_a_likeness_is_no_topic(title: str, strange: str) -> None:
    """Whole words count, abbreviations in their own spelling, and known false friends not at all."""
    assert strange not in _assigned(title)


def test_a_passing_mention_is_no_topic() -> None:
    """A word of a rule once in a text does not make a paper one about it; twice does."""
    once = "Unlike diffusion models, our method is simple."
    assert "diffusion" not in _assigned("A Simple Method", abstract=once)
    assert "diffusion" in _assigned("A Simple Method", abstract=f"{once} We compare with latent diffusion.")


def test_hyphen_blank_and_nothing_are_the_same() -> None:
    """Authors write long-tailed, long tailed and multimodal, multi-modal as they like."""
    assert _assigned("Long tailed Learning") == _assigned("Long-Tailed Learning") == ("imbalance",)
    assert _assigned("Multi-Modal Fusion") == _assigned("Multimodal Fusion") == ("multimodal",)


def test_the_strongest_topics_stay() -> None:
    """A paper on everything has four topics, the most spoken of first."""
    title = "Diffusion, Diffusion Models, Video, Speech, Graph Neural Networks and Auctions"
    given_topics = _assigned(title)
    assert len(given_topics) == 4
    assert given_topics[0] == "diffusion"


def test_a_paper_may_have_no_topic() -> None:
    """Better none than a wrong one."""
    assert _assigned("On the Meaning of Things") == ()


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_text_can_be_ruled(title: str, abstract: str) -> None:
    """Titles and abstracts are anybody's text: the answer is always up to four known keys."""
    found = _assigned(title or "x", abstract=abstract)
    assert len(found) <= 4
    assert all(topics.by_key(key) for key in found)


@pytest.mark.parametrize("topic", catalogue.topics(), ids=lambda topic: topic.key)
def test_a_topic_is_found_by_all_its_names(topic: Topic) -> None:
    """Key, both names and every alias lead to it."""
    names = (topic.key, topic.zh, topic.en, topic.en.upper(), *topic.aliases)
    assert {topics.match(name) for name in names} == {topic}


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("diffusion", "diffusion"),
        ("扩散模型", "diffusion"),
        ("擴散模型", "diffusion"),
        ("关于扩散模型的论文", "diffusion"),
        ("reinforcment learning", "rl"),
        ("papers about reinforcement learning", "rl"),
        ("ai4science", "ai4science"),
        ("AI-for-Science", "ai4science"),
        ("大模型理论", "llm-theory"),
        ("Graph Neural Networks", "graph"),
        ("watermraking", "safety"),
        ("多模态", "multimodal"),
        ("ＭｏＥ", "moe"),
    ],
)
def test_people_name_a_topic_in_their_way(typed: str, key: str) -> None:
    """Short, long, misspelt, in traditional script, full-width, or with words around it."""
    found = topics.match(typed)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "🔥",
        "论文",
        "the",
        "grasp",
        "RAG",
        "diffusion policy",
        "机器学习",
        "生物模型",
        "x" * 5000,
        "的" * 4096,
    ],
)
def test_what_is_no_topic_is_none(typed: str) -> None:
    """A narrower, other or empty wish is no topic: it can still be followed as words."""
    assert topics.match(typed) is None


@pytest.mark.parametrize(
    ("typed", "key"),
    [("RAG", "retrieval"), ("diffusion policy", "diffusion"), ("环肽", "molecules"), ("强化学系", "rl")],
)
def test_candidates_offer_what_is_near(typed: str, key: str) -> None:
    """Where no topic is named, those that it belongs to or looks like are offered."""
    assert key in [topic.key for topic in topics.candidates(typed)]


def test_the_meant_topic_is_the_first_candidate() -> None:
    """What `match` finds leads the list."""
    firsts = [topics.candidates(topic.zh)[0] for topic in catalogue.topics()]
    assert firsts == list(catalogue.topics())


@given(st.text(max_size=100))
def test_any_wish_is_answered(typed: str) -> None:
    """Whatever is typed: at most five candidates, and the match is one of them."""
    found = topics.candidates(typed)
    meant = topics.match(typed)
    assert len(found) <= 5
    assert meant is None or found[0] == meant
