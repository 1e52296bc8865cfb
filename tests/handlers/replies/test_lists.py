"""Answers that list: pages and numbers, suggestions, topics, subscriptions, settings, greetings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.models import Found, Paper, Place, Subscription, Topic
from handlers.replies import buttons, cards, texts
from handlers.replies.cards import Card

Judge = Callable[[Card], Any]
Make = Callable[..., Paper]
Rows = Callable[[Card], list[list[str]]]
ZH, EN = texts.of("zh"), texts.of("en")
BOTH = st.sampled_from(["zh", "en"]).map(texts.of)
HOSTILE = st.text(st.characters(codec=None), max_size=60) | st.sampled_from(
    ["<b>attention & co", "&lt;", "{count}", "\u202e", "\u200b", "", "🔥" * 3000, "界" * 5000, "a" * 9000]
)


def data(card: Card) -> list[list[str]]:
    """What the buttons carry, row by row."""
    rows = card.keyboard.inline_keyboard if card.keyboard else ()
    return [[str(button.callback_data or button.url) for button in row] for row in rows]


def test_results_number_their_papers(make: Make, judge: Judge, rows: Rows) -> None:
    """The second page of seven: numbers go on, each has its button, arrows lead both ways."""
    papers = tuple(
        make(row=36 * number, title=f"Paper {number}", venue="ICML", year=2025) for number in range(1, 6)
    )
    card = cards.results(Found(papers=papers, total=33, offset=5), EN, asked="diffusion", search=12, page=1)
    shown = judge(card)
    assert shown.text.startswith("diffusion · 33 papers\n\n6. Paper 1\nICML 2025\n\n7. Paper 2\n")
    assert rows(card) == [["6", "7", "8", "9", "10"], ["‹", "2/7", "›"]]
    assert data(card) == [
        ["o1:12:1:10", "o1:12:1:20", "o1:12:1:30", "o1:12:1:40", "o1:12:1:50"],
        ["t1:12:0", "n1", "t1:12:2"],
    ]


@pytest.mark.parametrize(
    ("total", "page", "turns"),
    [(5, 0, []), (6, 0, ["1/2", "›"]), (6, 1, ["‹", "2/2"]), (11, 1, ["‹", "2/3", "›"])],
)
def test_arrows_only_lead_somewhere(make: Make, rows: Rows, total: int, page: int, turns: list[str]) -> None:
    """One page has none, the first none back, the last none on."""
    found = Found(papers=(make(),), total=total, offset=page * 5)
    assert rows(cards.results(found, EN, asked="x", search=1, page=page))[1:] == ([turns] if turns else [])


def test_results_show_how_they_came_about(make: Make, judge: Judge) -> None:
    """A mended spelling and a glossary's bridge are named."""
    found = Found(papers=(make(),), total=1, corrected="diffusion", by=(("扩散", "diffusion"),))
    lines = judge(cards.results(found, EN, asked="difusion", search=1, page=0)).text.splitlines()
    assert lines[1:3] == [
        "Nothing under that spelling: showing results for “diffusion”.",
        "Also looked for: 扩散 → diffusion",
    ]


def test_an_entry_in_a_chinese_chat(make: Make, judge: Judge) -> None:
    """Chinese title first, the paper's own below it, then who, where and what."""
    paper = make(
        title_zh="可控学习的泛化分析",
        authors=("张一凡", "张骁", "张敏灵", "甲"),
        venue="ICML",
        year=2025,
        category="Oral",
    )
    shown = judge(cards.results(Found(papers=(paper,), total=2), ZH, asked="泛化", search=1, page=0))
    assert shown.text == (
        "泛化 · 共 2 篇\n\n"
        "1. 可控学习的泛化分析\n"
        "Generalization Analysis for Controllable Learning\n"
        "张一凡，张骁，张敏灵 + 1 · ICML 2025 · Oral 🔥"
    )


@settings(max_examples=100, deadline=None)
@given(text=HOSTILE, title=HOSTILE, names=st.lists(HOSTILE, max_size=3), t=BOTH, count=st.integers(1, 10))
def test_any_list_can_be_sent(
    make: Make, judge: Judge, text: str, title: str, names: list[str], t: texts.Texts, count: int
) -> None:
    """Whatever was asked and found, Telegram takes the list and the answer to nothing found."""
    paper = make(title=title, title_zh=text, authors=tuple(names) * 100, venue=text, category=f"Oral {text}")
    found = Found(papers=(paper,) * count, total=count, corrected=text, by=((text, title),) * 9)
    shown = judge(cards.results(found, t, asked=text, search=2**53, page=12, size=count))
    assert f"\n{count}. " in shown.text
    nothing = Found(suggestions=(text, title, "x") * 3, emptied_by=text or None)
    judge(cards.nothing(nothing, t, asked=text, search=2**53))
    judge(cards.unknown_paper(t, text))
    judge(cards.text(text or "x")) if cards.text(text).text else None
    judge(cards.listing("heading", [text, title] * 40, foot=text))


def test_what_was_typed_is_echoed_literally(judge: Judge) -> None:
    """b03: nothing bold, nothing refused."""
    shown = judge(cards.nothing(Found(), EN, asked="<b>attention & co", search=1))
    assert shown.text.startswith("Nothing found for “<b>attention & co”.\n")
    assert shown.entities == []


def test_suggestions_are_buttons(rows: Rows) -> None:
    """Each near spelling or title can be tapped; the button carries its number."""
    card = cards.nothing(Found(suggestions=("diffusion", "CPSDE")), ZH, asked="difuson", search=7)
    assert rows(card) == [["diffusion"], ["CPSDE"]]
    assert data(card) == [["g1:7:0"], ["g1:7:1"]]


def test_the_filter_that_emptied_an_answer_is_named(judge: Judge) -> None:
    """So that a person knows what to leave out."""
    shown = judge(cards.nothing(Found(emptied_by="year:2031"), EN, asked="x year:2031", search=1)).text
    assert "Without year:2031 there are results." in shown.splitlines()


def test_topics_turn_ten_a_page(rows: Rows) -> None:
    """In the chat's language with their numbers, two a row; a page beyond the last is the last."""
    topics = [(Topic(f"topic-{number}", f"主题{number}", f"Topic {number}"), number) for number in range(12)]
    card = cards.topics(topics, ZH, page=9)
    assert rows(card) == [["主题10 · 10", "主题11 · 11"], ["‹", "2/2"]]
    assert data(card) == [["w1:topic-10", "w1:topic-11"], ["l1:0", "n1"]]


def test_a_choice_of_scope(rows: Rows) -> None:
    """For this group or for me; the latter by a link where the bot may not write yet."""
    card = cards.choose_scope(EN, label="x", search=5, me_link="https://t.me/PaperBot?start=sub_x")
    assert data(card) == [["f1:here:5", "https://t.me/PaperBot?start=sub_x"]]
    assert data(cards.choose_scope(EN, label="x", search=5)) == [["f1:here:5", "f1:me:5"]]


@settings(deadline=None)
@given(label=HOSTILE, t=BOTH, kind=st.sampled_from(["topic", "keyword", "author", "venue", "unheard-of"]))
def test_any_subscription_can_be_shown(judge: Judge, label: str, t: texts.Texts, kind: str) -> None:
    """Labels are people's words: every card of them is taken, also of sixty subscriptions."""
    subs = [Subscription(number, kind, "x", label) for number in range(60)]
    judge(cards.subscriptions(subs, t, next_push=label))
    judge(cards.choose_scope(t, label=label, search=1))
    judge(cards.subscribed(t, label=label, kind=kind, next_push=label))
    judge(cards.already_subscribed(t, label=label, kind=kind))
    judge(cards.unsubscribed(t, label=label, kind=kind))


def test_subscriptions_end_by_a_tap(judge: Judge, rows: Rows) -> None:
    """Each is named with its kind and has its own button; none at all says how to begin."""
    subs = [Subscription(3, "topic", "gen", "Generative models"), Subscription(8, "author", "su", "苏冰")]
    card = cards.subscriptions(subs, EN, next_push="tomorrow")
    assert judge(card).text == (
        "Followed here (tap ✕ to stop)\n• topic “Generative models”\n• author 苏冰\n\nNext paper: tomorrow"
    )
    assert (rows(card), data(card)) == ([["✕ Generative models", "✕ 苏冰"]], [["d1:3", "d1:8"]])
    assert cards.subscriptions([], EN) == cards.no_subscriptions(EN)


@pytest.mark.parametrize("page", ["main", "hour", "zone", "weekdays", "layout", "no such page"])
@pytest.mark.parametrize("t", [ZH, EN])
@pytest.mark.parametrize("kind", ["group", "private", "channel"])
def test_every_page_of_settings_can_be_sent(judge: Judge, page: str, t: texts.Texts, kind: str) -> None:
    """Each page, in both languages, for each kind of chat, with a title that people chose."""
    place = Place(id=2**53, chat=-1, kind=kind, language=t.language, zone="UTC-03:30")
    judge(cards.settings(place, t, page=page, next_push=None, title="<b>G & 🔥" * 100))


def test_the_settings_in_force_are_marked(rows: Rows) -> None:
    """Hour, zone, days and layout carry a tick where they stand."""
    place = Place(id=7, chat=-1, hour="09:00", weekdays=31)
    ticked = {
        page: [label for row in rows(cards.settings(place, ZH, page=page)) for label in row if "✓" in label]
        for page in ("hour", "zone", "weekdays", "layout")
    }
    assert ticked == {
        "hour": ["✓ 09:00"],
        "zone": ["✓ Asia/Shanghai"],
        "weekdays": ["✓ 周一", "✓ 周二", "✓ 周三", "✓ 周四", "✓ 周五", "✓ 工作日"],
        "layout": ["✓ 自动"],
    }


def test_the_last_day_cannot_be_turned_off() -> None:
    """A push without days is a push that is off, and for that there is a button."""
    place = Place(id=7, chat=-1, weekdays=1)
    assert data(cards.settings(place, EN, page="weekdays"))[0] == [
        "n1",
        "c1:7:weekdays:3",
        "c1:7:weekdays:5",
        "c1:7:weekdays:9",
    ]


def test_only_groups_ask_who_may_change(judge: Judge) -> None:
    """In private there is nobody else."""
    group, alone = (
        judge(cards.settings(Place(id=1, chat=1, kind=kind), EN)).text for kind in ("supergroup", "private")
    )
    assert ("Who may change" in group, "Who may change" in alone) == (True, False)


def test_a_change_is_confirmed_with_zone_and_next_time(judge: Judge) -> None:
    """b35: the confirmation names the zone and when the next paper comes."""
    due = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)
    next_push = cards.moment(due, "Asia/Shanghai", ZH)
    shown = judge(cards.setting_changed(ZH, Place(id=1, chat=-1), next_push=next_push)).text
    assert "时间：09:00（Asia/Shanghai）" in shown.splitlines()
    assert "下一次推送：12月1日 周二 09:00（Asia/Shanghai）" in shown.splitlines()


def test_a_zone_of_several_meanings_is_asked_back(judge: Judge) -> None:
    """As buttons where the place is known, else as commands to copy."""
    choices = ["Asia/Shanghai", "America/Chicago"]
    assert data(cards.ask_zone(EN, "CST", choices, place=7)) == [
        ["c1:7:zone:Asia/Shanghai"],
        ["c1:7:zone:America/Chicago"],
    ]
    assert judge(cards.ask_zone(EN, "CST", choices)).those("Code") == [
        "/settings zone Asia/Shanghai",
        "/settings zone America/Chicago",
    ]


@given(typed=HOSTILE, t=BOTH)
def test_typed_nonsense_is_echoed(judge: Judge, typed: str, t: texts.Texts) -> None:
    """What cannot be read as hour or zone is shown, whatever it is."""
    judge(cards.bad_zone(t, typed))
    judge(cards.bad_hour(t, typed))
    judge(cards.ask_zone(t, typed, ["UTC"]))


@pytest.mark.parametrize("t", [ZH, EN])
def test_greetings_can_be_sent(judge: Judge, rows: Rows, t: texts.Texts) -> None:
    """Hello, help, welcome, what is kept, and its deletion."""
    place = Place(id=7, chat=-1, language=t.language)
    commands = [(name, t(f"command.{name}")) for name in ("search", "daily", "settings")]
    assert judge(cards.start(t, username="PaperBot", private=True)).those("Code")
    assert len(rows(cards.start(t, username="PaperBot", private=False))) == 1
    assert "/search – " in judge(cards.help(t, commands=commands, privacy_on=True)).text
    assert (
        judge(cards.help(t, commands=[], privacy_on=False)).text
        != judge(cards.help(t, commands=[], privacy_on=True)).text
    )
    assert "tomorrow" in judge(cards.welcome(t, next_push="tomorrow", place=place)).text
    assert data(cards.welcome(t, next_push="", place=place))[0] == ["m1:7:hour", "c1:7:push:off"]
    for card in (
        cards.privacy(t),
        cards.forget(t),
        cards.forgotten(t),
        cards.nothing_today(t),
        cards.how_to_search(t),
    ):
        judge(card)
    assert data(cards.forget(t)) == [[buttons.Forget(True).pack(), buttons.Forget(False).pack()]]
