"""A chat of 100,000 messages: the page holds a small part of it, and everything in it stays quick."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from playground.entities import Entity
from playground.shapes import Message
from playground.world import World
from tests.playground.page.window import ANN, Room, enter, last, needs_browser, say

MANY = 100_000
ROWS = 240
FREEZE = 1000
"""Milliseconds of one task that are a stop even on a machine where other tests run at the same time."""


def fill(world: World, chat: int, upto: int, threads: tuple[int | None, ...] = (None,)) -> None:
    """Let messages be there up to this id, as if people and the bot had talked, straight in the room."""
    place = world.chats[chat]
    now = int(world.clock.now())
    people = [world.user(ANN), world.user(world.bot.id)]
    for number in range(place.next_id, upto + 1):
        message = Message(number, chat, now - 60 * (upto - number), sender=people[number % 2])
        message.text, message.by_bot = f"number {number} of many, with a few words more", number % 2 == 1
        message.entities = [Entity("bold", 0, 6)]
        message.thread = threads[number % len(threads)]
        if number % 10 == 3:
            message.markup = {
                "inline_keyboard": [
                    [{"text": "‹", "callback_data": "a"}, {"text": "›", "callback_data": "b"}]
                ]
            }
        place.messages[number] = message
    place.next_id = upto + 1


def watch(page: Page) -> None:
    """Note from now on each task that stops the page."""
    page.evaluate(
        """() => {
          window.stops = [];
          const note = (list) => window.stops.push(...list.getEntries().map((one) => one.duration));
          new PerformanceObserver(note).observe({ type: "longtask" });
        }"""
    )


def longest(page: Page) -> int:
    """The longest stop since `watch`, in milliseconds."""
    return int(page.evaluate("Math.round(Math.max(0, ...window.stops))"))


def ids(page: Page) -> list[int]:
    """The messages that have a row, in the page's order."""
    found = page.locator(".row").evaluate_all("rows => rows.map(row => Number(row.dataset.messageId))")
    return [int(one) for one in found]


def in_sight(page: Page) -> int:
    """The first message that the eye sees."""
    script = """() => {
      const top = transcript.getBoundingClientRect().top;
      const isSeen = (row) => row.getBoundingClientRect().bottom > top + 1;
      return Number([...document.querySelectorAll(".row")].find(isSeen).dataset.messageId);
    }"""
    return int(page.evaluate(script))


def rows_of(page: Page, text: str) -> None:
    """Wait until this message has a row."""
    expect(page.get_by_test_id("message-text").filter(has_text=text)).to_have_count(1)


@pytest.fixture
def long(room: Room) -> Iterator[Page]:
    """A window in a group where 100,000 messages were said."""
    fill(room.world, room.chat("Reading group"), MANY)
    page = room.window()
    watch(page)
    enter(page, "Reading group")
    rows_of(page, f"number {MANY} ")
    yield page
    assert len(ids(page)) <= ROWS
    assert longest(page) < FREEZE


def opened_in(page: Page, chat: int, newest: int) -> float:
    """Milliseconds until a chat shows its newest message, by the page's own clock."""
    script = """([chat, newest]) => new Promise((done) => {
      const begun = performance.now();
      const isThere = () => document.querySelector(`.row[data-message-id="${newest}"]`);
      const look = () => (isThere() ? done(performance.now() - begun) : setTimeout(look, 2));
      location.hash = `#/${chat}`;
      look();
    })"""
    return float(page.evaluate(script, [chat, newest]))


@needs_browser
def test_opens_as_quickly_as_a_short_one(room: Room) -> None:
    """A chat of 100,000 messages takes no longer to open than one of a hundred."""
    long, short = room.chat("Reading group"), room.chat("Research forum")
    fill(room.world, long, MANY)
    fill(room.world, short, 100)
    page = room.window()
    enter(page, "Reading group")
    rows_of(page, f"number {MANY} ")
    times = [(opened_in(page, short, 100), opened_in(page, long, MANY)) for _ in range(8)]
    assert min(one for _, one in times) < 2 * min(one for one, _ in times)
    assert len(ids(page)) < 100


@needs_browser
def test_scrolling_up(long: Page) -> None:
    """Scrolling up brings older messages without a gap, and those far below leave the page."""
    for _ in range(8):
        top = ids(long)[0]
        long.evaluate("transcript.scrollTop = 0")
        expect(long.locator(".row").first).not_to_have_attribute("data-message-id", str(top))
    found = ids(long)
    assert found == list(range(found[0], found[-1] + 1))
    assert found[0] < MANY - 8 * 50
    assert len(found) <= ROWS


@needs_browser
def test_the_eye_stays_where_it_is(long: Page) -> None:
    """Older messages that come in above do not move what is being read."""
    long.evaluate("transcript.scrollTop = 700")
    before = in_sight(long)
    long.evaluate("transcript.scrollTop = 550")
    expect(long.locator(".row")).to_have_count(120)
    assert before - 10 < in_sight(long) <= before


@needs_browser
def test_jump_to_a_reply_far_above(room: Room) -> None:
    """A reply's header leads to the message far above, and the button below back to the newest."""
    chat = room.chat("Reading group")
    fill(room.world, chat, MANY)
    room.sim("say", chat=chat, person=ANN, text="as I said", reply_to=1234)
    page = room.window()
    watch(page)
    enter(page, "Reading group")
    page.get_by_test_id("reply-header").click()
    rows_of(page, "number 1234 ")
    expect(page.locator(".row.found")).to_have_attribute("data-message-id", "1234")
    expect(page.locator(".row.found")).to_be_in_viewport()
    found = ids(page)
    assert found == list(range(found[0], found[-1] + 1))
    page.get_by_test_id("to-bottom").click()
    rows_of(page, "as I said")
    expect(last(page)).to_have_text("as I said")
    expect(last(page)).to_be_in_viewport()
    assert longest(page) < FREEZE


@needs_browser
def test_down_again_from_far_above(long: Page) -> None:
    """From the first message, which Home finds, scrolling down goes on message by message."""
    long.locator(".row").last.focus()
    long.keyboard.press("Home")
    expect(long.locator(".row").first).to_have_attribute("data-message-id", "1")
    expect(long.locator(".row").first).to_be_focused()
    for _ in range(6):
        bottom = ids(long)[-1]
        long.evaluate("transcript.scrollTop = transcript.scrollHeight")
        expect(long.locator(".row").last).not_to_have_attribute("data-message-id", str(bottom))
    found = ids(long)
    assert found == list(range(found[0], found[-1] + 1))
    assert len(found) <= ROWS


@needs_browser
def test_messages_that_come_while_reading_above(room: Room, long: Page) -> None:
    """New messages neither move the reader nor fill the page; the button counts them and leads to them."""
    long.evaluate("transcript.scrollTop = 700")
    expect(long.get_by_test_id("to-bottom")).to_be_visible()
    seen = in_sight(long)
    room.world.flood.on = False
    for number in range(300):
        room.bot("sendMessage", chat_id=room.chat("Reading group"), text=f"new {number}")
    expect(long.locator("#to-bottom .count")).to_have_text("300")
    assert in_sight(long) == seen
    assert len(ids(long)) <= ROWS
    long.get_by_test_id("to-bottom").click()
    expect(last(long)).to_have_text("new 299")
    expect(long.get_by_test_id("to-bottom")).to_be_hidden()
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text="and on")
    expect(last(long)).to_have_text("and on")
    expect(last(long)).to_be_in_viewport()


@needs_browser
def test_what_is_said_from_far_above_is_shown(long: Page) -> None:
    """Who writes while reading far above is taken to what they wrote."""
    long.locator(".row").last.focus()
    long.keyboard.press("Home")
    expect(long.locator(".row").first).to_have_attribute("data-message-id", "1")
    say(long, "from far above")
    expect(last(long)).to_have_text("from far above")
    expect(last(long)).to_be_in_viewport()


@needs_browser
def test_a_topic_of_a_long_forum(room: Room) -> None:
    """A topic in which few of 100,000 messages stand shows these alone, all the way up and down."""
    chat = room.chat("Research forum")
    papers, talk = list(room.world.chats[chat].topics)
    fill(room.world, chat, MANY, (talk,) * 499 + (papers,))
    page = room.window()
    watch(page)
    enter(page, "Research forum")
    page.get_by_test_id("topic-tab").filter(has_text="Papers").click()
    wanted = [one.id for one in room.world.chats[chat].messages.values() if one.thread == papers]
    expect(page.locator(".row").last).to_have_attribute("data-message-id", str(wanted[-1]))
    assert ids(page) == wanted[-60:]
    page.locator(".row").last.focus()
    page.keyboard.press("Home")
    expect(page.locator(".row").first).to_have_attribute("data-message-id", str(wanted[0]))
    page.keyboard.press("End")
    expect(page.locator(".row").last).to_have_attribute("data-message-id", str(wanted[-1]))
    expect(page.locator(".row").last).to_be_focused()
    assert longest(page) < FREEZE
