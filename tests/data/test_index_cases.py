"""Field cases of search, each with the value that the case names: LaTeX, scripts, accents, names, letters."""

from __future__ import annotations

from data.models import Record
from data.store import Store
from tests.data.searching import filled, find, titles


async def test_latex_titles(store: Store) -> None:
    """Plain words find a title in LaTeX (b09)."""
    title = r"Learning $\mathcal{O}(\sqrt{T})$ Regret with $\epsilon$-Greedy and 100% Na\"ive $k$-NN"
    db = await filled(store, Record(title=title), Record(title="Another One"))
    for text in ("k-NN", "epsilon-greedy", "naive", "ε-greedy"):
        assert titles(await find(db, text)) == [title], text


async def test_c_plus_plus_is_not_c(store: Store) -> None:
    """C++ and GPT-4 find their papers (b39)."""
    db = await filled(
        store, Record(title="A C++ Parser"), Record(title="C for All"), Record(title="GPT-4 Grows")
    )
    assert titles(await find(db, "C++")) == ["A C++ Parser"]
    assert titles(await find(db, "GPT-4")) == ["GPT-4 Grows"]


async def test_chinese_titles(store: Store) -> None:
    """Whole words, parts, two words and one character find a Chinese title (b40)."""
    survey, bias = "扩散模型综述：从理论到应用", "长尾分布下的基础模型偏差"
    db = await filled(store, Record(title=survey), Record(title=bias))
    found = {
        text: titles(await find(db, text))[0] for text in ("扩散", "扩散模型", "偏差", "长尾 偏差", "综")
    }
    assert found == {"扩散": survey, "扩散模型": survey, "偏差": bias, "长尾 偏差": bias, "综": survey}


async def test_traditional_queries(store: Store) -> None:
    """Traditional characters find simplified titles; what is shown is unchanged (b42)."""
    attack, system = "强化学习中的后门攻击", "系统级优化"
    db = await filled(store, Record(title=attack), Record(title=system))
    wanted = {"強化學習": attack, "後門攻擊": attack, "係統": system, "系統級優化": system, "后门": attack}
    assert {text: titles(await find(db, text))[0] for text in wanted} == wanted


async def test_accents_of_authors(store: Store) -> None:
    """An author with accents is found however typed (b43)."""
    names = ["Björn Ommer", "Łukasz Kaiser", "Petar Veličković", "Nguyễn Thị Minh", "Søren Kierkegaard-Test"]
    db = await filled(store, *(Record(title=f"Work {n}", authors=(name,)) for n, name in enumerate(names)))
    wanted = {
        "bjorn ommer": 0,
        "Bjo\u0308rn": 0,
        "Lukasz": 1,
        "Velickovic": 2,
        "VELIČKOVIĆ": 2,
        "Nguyen Thi Minh": 3,
        "Soren": 4,
    }
    found = {text: (await find(db, text)).papers[0].authors[0] for text in wanted}
    assert found == {text: names[place] for text, place in wanted.items()}


async def test_hyphens_and_initials_of_authors(store: Store) -> None:
    """Hyphens, initials, particles and order do not hide an author; the spelling stays (b44)."""
    names = ["Ming-Wei Chang", "Diederik P. Kingma", "Li Fei-Fei", "J. R. R. de la Cruz"]
    others = ["Mingwei Zhao", "Wei Chang", "David Kong", "Fei Li"]
    db = await filled(
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
    found = {text: (await find(db, text)).papers[0].authors[0] for text in wanted}
    assert found == {text: names[place] for text, place in wanted.items()}


async def test_forms_of_letters(store: Store) -> None:
    """Ligatures, full-width letters and odd hyphens match (b46)."""
    tuning, oeuvre = "Eﬃcient ﬁne‐tuning of GPT‑4", "Œuvre: A Dataset"
    db = await filled(store, Record(title=tuning), Record(title=oeuvre))
    wanted = {
        "efficient fine-tuning": tuning,
        "ＧＰＴ－４": tuning,
        "gpt-4": tuning,
        "oeuvre": oeuvre,
        "\u3000fine-tuning\u3000": tuning,
    }
    assert {text: titles(await find(db, text))[0] for text in wanted} == wanted
