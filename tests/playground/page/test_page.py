"""The chat page in a real browser: what people read and write, with the Bot API on the other side."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from playground.assets import PAGE
from tests.playground.page.window import ANN, Room, enter, heard, last, needs_browser, say, topic


def test_catalogues_agree() -> None:
    """Chinese and English have the same keys with the same placeholders."""
    texts = [json.loads((PAGE / f"texts.{name}.json").read_text("utf-8")) for name in ("zh", "en")]
    shapes = [{key: sorted(re.findall(r"\{\w+\}", text)) for key, text in one.items()} for one in texts]
    assert shapes[0] == shapes[1]


def test_no_markup_from_strings() -> None:
    """Nothing in the page's scripts turns a string into HTML or code."""
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    found = [path.name for path in Path(PAGE).glob("*.js") if forbidden.search(path.read_text("utf-8"))]
    assert found == []


@needs_browser
@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(390, "light", "zh-CN"), (390, "dark", "en-GB"), (1280, "light", "en-GB"), (1280, "dark", "zh-CN")],
)
def test_fits(room: Room, width: int, scheme: str, language: str) -> None:
    """At phone and desktop width nothing is wider than the window, in both colors and languages."""
    page = room.window(width=width, scheme=scheme, language=language)
    enter(page, "Reading group")
    say(page, f"word {'w' * 300} https://example.org/{'path/' * 40}")
    expect(last(page)).to_contain_text("wwww")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("transcript.scrollWidth <= transcript.clientWidth") is True
    assert page.evaluate("document.documentElement.lang") == ("zh-CN" if language == "zh-CN" else "en")
    assert page.evaluate("document.documentElement.dataset.theme") == scheme


@needs_browser
def test_says(room: Room) -> None:
    """What is typed stands in the chat once and reaches the bot from the chosen person."""
    page = room.window()
    enter(page, "Reading group")
    say(page, "/hello <b>& you")
    expect(last(page)).to_have_text("/hello <b>& you")
    expect(page.get_by_test_id("message-text")).to_have_count(1)
    assert heard(room) == [(ANN, "/hello <b>& you")]


@needs_browser
def test_entities(room: Room) -> None:
    """A bot's HTML is rendered by its entities, and foreign angle brackets stay text."""
    page = room.window()
    enter(page, "Reading group")
    html = (
        "😀 <b>bold <i>both</i></b> <a href='https://example.org/x'>link</a> <code>c</code> &lt;img src=x&gt;"
    )
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text=html, parse_mode="HTML")
    expect(last(page)).to_have_text("😀 bold both link c <img src=x>")
    expect(last(page).locator("strong")).to_have_text(["bold ", "both"])  # Telegram splits nested ones
    expect(last(page).locator("strong em")).to_have_text("both")
    expect(last(page).locator("a")).to_have_attribute("href", "https://example.org/x")
    expect(last(page).locator("img")).to_have_count(0)


@needs_browser
def test_unsafe_links(room: Room) -> None:
    """Only http, https and tg become links."""
    addresses = [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "vbscript:x",
        "",
        "tg://user?id=1",
    ]
    script = "them => import('/page/links.js').then(links => them.map(links.safe))"
    assert room.window().evaluate(script, addresses) == [None, None, None, None, None, "tg://user?id=1"]


@needs_browser
def test_topics(room: Room) -> None:
    """What is said in a topic stands in its tab alone, and marks it unread elsewhere."""
    page, other = room.window(), room.window()
    enter(page, "Research forum")
    enter(other, "Research forum")
    page.get_by_test_id("topic-tab").filter(has_text="Talk").click()
    say(page, "in the topic")
    expect(last(page)).to_have_text("in the topic")
    talk = other.get_by_test_id("topic-tab").filter(has_text="Talk")
    expect(other.get_by_test_id("message-text")).to_have_count(0)
    room.bot(
        "sendMessage", chat_id=room.chat("Research forum"), text="to the topic", message_thread_id=topic(page)
    )
    expect(talk.locator(".unread")).to_have_text("1")
    talk.click()
    expect(last(other)).to_have_text("to the topic")
    expect(talk.locator(".unread")).to_have_count(0)


@needs_browser
def test_reply(room: Room) -> None:
    """A reply by the message menu carries the message it answers."""
    page = room.window()
    enter(page, "Reading group")
    say(page, "first words")
    expect(last(page)).to_have_text("first words")
    page.get_by_test_id("message").last.press("Enter")
    page.get_by_test_id("reply-action").click()
    say(page, "an answer")
    expect(page.get_by_test_id("reply-header")).to_contain_text("first words")


@needs_browser
def test_edit_and_delete_in_two_windows(room: Room) -> None:
    """Windows stay equal through a message, its edit and its end."""
    page, other = room.window(), room.window(width=390)
    enter(page, "Reading group")
    enter(other, "Reading group")
    say(page, "befor")
    expect(last(other)).to_have_text("befor")
    page.get_by_test_id("composer").press("ArrowUp")
    say(page, "before")
    expect(last(other)).to_have_text("before")
    expect(other.locator(".edited")).to_be_visible()
    page.get_by_test_id("message").last.press("Enter")
    page.get_by_test_id("delete-action").click()
    expect(other.get_by_test_id("message-text")).to_have_count(0)


@needs_browser
def test_long_history(room: Room) -> None:
    """Of a long history only a part is in the page; scrolling up brings older messages, in order."""
    chat = room.chat("Reading group")
    for number in range(150):
        room.sim("say", chat=chat, person=ANN, text=f"word {number}")
    page = room.window()
    enter(page, "Reading group")
    expect(last(page)).to_have_text("word 149")
    assert page.get_by_test_id("message").count() == 60
    page.evaluate("transcript.scrollTop = 0")
    expect(page.get_by_test_id("message")).to_have_count(120)
    page.evaluate("transcript.scrollTop = 0")
    expect(page.get_by_test_id("message-text").first).to_have_text("word 0")
    ids = page.locator(".row").evaluate_all("rows => rows.map(row => Number(row.dataset.messageId))")
    assert ids == list(range(1, 152))


@needs_browser
def test_emoji_alone_are_large(room: Room) -> None:
    """Up to three emoji alone are shown large: also flags, families and keycaps, but no digits."""
    page = room.window()
    enter(page, "Reading group")
    texts = {"👍": True, "🇨🇳 👨‍👩‍👧‍👦 1️⃣": True, "❤️": True, "👍👍👍👍": False, "1 2 3": False, "好": False}
    for text in texts:
        room.sim("say", chat=room.chat("Reading group"), person=1002, text=text)
    expect(page.get_by_test_id("message-text")).to_have_count(len(texts))
    large = page.get_by_test_id("message-text").evaluate_all("all => all.map(one => one.matches('.jumbo'))")
    assert dict(zip(texts, large, strict=True)) == texts
