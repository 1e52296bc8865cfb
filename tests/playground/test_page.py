"""The chat page in a real browser: what people see and press, with the Bot API on the other side."""

import asyncio
import json
import re
import shutil
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from playground.app import PAGE, serving
from playground.room import furnish
from playground.wire import Json

TOKEN = "1:page"
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
ANN, BO = 1001, 1002
Result = TypeVar("Result")
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM: the page was not tested in a browser"
)


@dataclass
class Windows:
    """Browser windows, used again by the next test: opening one costs more than most tests."""

    browser: Browser
    idle: dict[tuple[int, str, str], list[Page]] = field(default_factory=dict)
    busy: list[tuple[tuple[int, str, str], Page]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def take(self, *kind: *tuple[int, str, str]) -> Page:
        """A window of this width, color scheme and language."""
        page = self.idle[kind].pop() if self.idle.get(kind) else self._new(*kind)
        self.busy.append((kind, page))
        return page

    def _new(self, width: int, scheme: str, language: str) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": 840}, locale=language, timezone_id="UTC",
            has_touch=width < 720, reduced_motion="reduce",
            color_scheme="dark" if scheme == "dark" else "light",
        )  # fmt: skip
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def leave(self) -> list[str]:
        """Every window leaves the room; what the consoles complained about while it was open."""
        heard, self.complaints = self.complaints, []
        for kind, page in self.busy:
            page.goto("about:blank")
            self.idle.setdefault(kind, []).append(page)
        self.busy.clear()
        return heard


@dataclass
class Room:
    """A running playground: the bot's calls, people's acts, and browser windows onto it."""

    http: httpx.Client
    windows: Windows

    def bot(self, method: str, **params: object) -> Json:
        """A call of the bot, whatever comes of it."""
        answer: Json = self.http.post(f"/bot{TOKEN}/{method}", json=params).json()
        return answer

    def sim(self, path: str, **fields: object) -> Json:
        """A request to the control side that must succeed."""
        response = self.http.post(f"/sim/{path}", json=fields)
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    def chat(self, title: str) -> int:
        """The id of the chat with this title."""
        state = self.http.get("/sim/state").json()
        return next(int(chat["id"]) for chat in state["chats"] if chat["title"] == title)

    def window(self, *, width: int = 1280, scheme: str = "light", language: str = "en-GB") -> Page:
        """A window onto the room, as a new visitor sees it."""
        page = self.windows.take(width, scheme, language)
        page.goto(str(self.http.base_url))
        expect(page.get_by_test_id("chat-item").first).to_be_visible()
        return page


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Coroutine[object, object, Result]], Result]]:
    """Runs a coroutine in a thread of its own: the server lives there beside the browser's client."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def windows() -> Iterator[Windows]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield Windows(browser)
        browser.close()


@pytest.fixture
def room(run: Callable[[Coroutine[object, object, str]], str], windows: Windows) -> Iterator[Room]:
    """A fresh room for each test; at its end the browsers' consoles must have stayed clean."""
    stack = AsyncExitStack()

    async def close() -> str:
        await stack.aclose()
        return ""

    address = run(stack.enter_async_context(serving(furnish(TOKEN))))
    with httpx.Client(base_url=address, trust_env=False) as http:
        yield Room(http, windows)
    complaints = windows.leave()
    run(close())
    assert complaints == []


def enter(page: Page, title: str) -> None:
    """Open a chat from the list."""
    names = page.get_by_test_id("chat-item").filter(has=page.locator("b", has_text=title))
    names.click()
    expect(page.locator("#chat-title")).to_have_text(title)


def say(page: Page, text: str) -> None:
    """Type a message and send it by Enter."""
    page.get_by_test_id("composer").fill(text)
    page.get_by_test_id("composer").press("Enter")


def last(page: Page) -> Locator:
    """The newest bubble's text."""
    return page.get_by_test_id("message-text").last


def tool(page: Page, tab: str) -> None:
    """Open the side panel at a tab."""
    page.get_by_test_id("panel-toggle").click()
    page.get_by_test_id(f"tab-{tab}").click()


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


def heard(room: Room) -> list[tuple[int, str]]:
    """Who said what, as the bot hears it."""
    updates = room.bot("getUpdates")["result"]
    assert isinstance(updates, list)
    messages = [one.get("message", {}) for one in updates]
    return [(one["from"]["id"], one["text"]) for one in messages if "text" in one]


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
def test_expandable_quote(room: Room) -> None:
    """An expandable quote shows three lines, and everything after a tap."""
    page = room.window()
    enter(page, "Reading group")
    text = f"<blockquote expandable>{'Many words. ' * 80}</blockquote>"
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text=text, parse_mode="HTML")
    quote = page.get_by_test_id("expandable-quote")
    before = quote.bounding_box()
    quote.click()
    expect(quote.get_by_role("button")).to_have_attribute("aria-expanded", "true")
    after = quote.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] * 1.5


@needs_browser
def test_spoiler(room: Room) -> None:
    """A spoiler opens by keyboard."""
    page = room.window()
    enter(page, "Reading group")
    room.bot(
        "sendMessage",
        chat_id=room.chat("Reading group"),
        text="a <tg-spoiler>secret</tg-spoiler>",
        parse_mode="HTML",
    )
    spoiler = last(page).get_by_role("button")
    spoiler.press("Enter")
    expect(last(page).locator(".spoiler.open")).to_have_text("secret")


def with_buttons(room: Room, *rows: list[dict[str, str]], chat: str = "Reading group") -> None:
    """The bot posts a message with these inline buttons."""
    markup = {"inline_keyboard": list(rows)}
    assert room.bot("sendMessage", chat_id=room.chat(chat), text="choose", reply_markup=markup)["ok"] is True


def pressed(room: Room) -> str:
    """The id of the press that the bot hears of."""
    updates = room.bot("getUpdates", timeout=5, offset=-1)["result"]
    assert isinstance(updates, list)
    return str(updates[-1]["callback_query"]["id"])


@needs_browser
def test_toast(room: Room) -> None:
    """A pressed button waits for the bot, then the answer appears as a toast, once."""
    page = room.window()
    enter(page, "Reading group")
    with_buttons(room, [{"text": "Save", "callback_data": "s"}])
    button = page.get_by_test_id("inline-button")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    room.bot("answerCallbackQuery", callback_query_id=pressed(room), text="Saved")
    expect(page.get_by_test_id("toast")).to_have_text("Saved")
    expect(button).to_have_attribute("aria-busy", "false")


@needs_browser
def test_alert(room: Room) -> None:
    """An answer with show_alert is a dialog that Escape closes."""
    page = room.window()
    enter(page, "Reading group")
    with_buttons(room, [{"text": "Why", "callback_data": "w"}])
    page.get_by_test_id("inline-button").click()
    room.bot("answerCallbackQuery", callback_query_id=pressed(room), text="Because", show_alert=True)
    expect(page.get_by_test_id("alert")).to_contain_text("Because")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("alert")).to_have_count(0)


@needs_browser
def test_focus_stays_while_paging(room: Room) -> None:
    """Whoever presses › by keyboard stays on › when the bot edits the message."""
    page = room.window()
    enter(page, "Reading group")
    rows = [[{"text": "‹", "callback_data": "1"}, {"text": "›", "callback_data": "3"}]]
    with_buttons(room, *rows)
    forward = page.get_by_test_id("inline-button").filter(has_text="›")
    forward.press("Enter")
    room.bot(
        "editMessageText", chat_id=room.chat("Reading group"), message_id=2, text="page 3",
        reply_markup={"inline_keyboard": rows},
    )  # fmt: skip
    expect(last(page)).to_have_text("page 3")
    expect(forward).to_be_focused()


@needs_browser
def test_deep_link(room: Room) -> None:
    """A button to t.me/<bot>?start=… presses Start with the payload in the private chat."""
    page = room.window()
    enter(page, "Reading group")
    with_buttons(room, [{"text": "For me", "url": "https://t.me/playground_bot?start=sub_x"}])
    page.get_by_test_id("inline-button").click()
    expect(page.locator("#chat-title")).to_have_text("Playground bot")
    expect(last(page)).to_have_text("/start sub_x")


@needs_browser
def test_start(room: Room) -> None:
    """A private chat that nobody started offers Start instead of the input line."""
    page = room.window()
    enter(page, "Playground bot")
    expect(page.get_by_test_id("composer")).to_be_hidden()
    page.get_by_test_id("start").click()
    expect(last(page)).to_have_text("/start")
    expect(page.get_by_test_id("composer")).to_be_visible()


@needs_browser
def test_command_menu(room: Room) -> None:
    """Typing / lists the commands that this person has here; Enter takes one, an example fills the line."""
    commands = [{"command": "search", "description": "find"}, {"command": "settings", "description": "set"}]
    room.bot("setMyCommands", commands=commands, scope={"type": "all_chat_administrators"})
    room.bot("setMyCommands", commands=commands[:1])
    page = room.window()
    enter(page, "Reading group")
    page.get_by_test_id("hint-example").first.click()
    expect(page.get_by_test_id("composer")).to_have_value("/search ")
    page.get_by_test_id("composer").fill("/")
    expect(page.get_by_test_id("command-option")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("composer")).to_have_value("/settings ")
    become(page, "Bo")
    page.get_by_test_id("composer").fill("/")
    expect(page.get_by_test_id("command-option")).to_have_count(1)


def become(page: Page, name: str) -> None:
    """Write as another person."""
    page.get_by_test_id("person-switch").click()
    page.get_by_test_id("person-option").filter(has_text=name).click()


@needs_browser
def test_anonymous_admin(room: Room) -> None:
    """An admin may write as the group; a plain member may not."""
    page = room.window()
    enter(page, "Reading group")
    page.get_by_test_id("speak-as").click()
    page.get_by_test_id("face-option").click()
    say(page, "we decided")
    expect(last(page)).to_have_text("we decided")
    become(page, "Bo")
    page.get_by_test_id("speak-as").click()
    expect(page.get_by_test_id("person-option")).to_have_count(2)
    expect(page.get_by_test_id("face-option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".sender").last).to_contain_text("anonymous admin")


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


def topic(page: Page) -> int:
    """The id of the open topic."""
    return int(
        page.locator("[data-testid=topic-tab][aria-selected=true]").get_attribute("data-topic-id") or 0
    )


@needs_browser
def test_reply(room: Room) -> None:
    """A reply by the message menu carries the message it answers."""
    page = room.window()
    enter(page, "Reading group")
    say(page, "first words")
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
def test_clock(room: Room) -> None:
    """The clock jumps to a named hour of the chosen zone, for the bot as for the page."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "clock")
    page.get_by_test_id("clock-zone").select_option("Asia/Shanghai")
    page.get_by_test_id("clock-fixed").click()
    page.get_by_test_id("clock-hour").fill("09:00")
    page.get_by_test_id("clock-jump").click()
    expect(page.get_by_test_id("clock-now")).to_have_text("09:00:00")
    now = room.http.get("/sim/clock").json()
    assert (now["fixed"], now["now"][11:19]) == (True, "01:00:00")


@needs_browser
def test_calls(room: Room) -> None:
    """A refused call stands beside the chat with its code and Telegram's words."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "calls")
    room.bot("sendMessage", chat_id=room.chat("Reading group"), text="")
    call = page.get_by_test_id("call-row").first
    expect(call).to_contain_text("400")
    expect(call).to_contain_text("message text is empty")
    call.click()
    expect(call.locator(".json").last).to_contain_text('"error_code": 400')


@needs_browser
def test_members(room: Room) -> None:
    """Somebody removed from the group is offered Join, and joins."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "members")
    page.get_by_test_id("member").filter(has=page.get_by_text("Bo", exact=True)).get_by_test_id(
        "member-actions"
    ).click()
    page.get_by_test_id("kick").click()
    expect(page.get_by_test_id("member")).to_have_count(2)
    become(page, "Bo")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("member")).to_have_count(3)


@needs_browser
def test_faults(room: Room) -> None:
    """An armed fault strikes the bot's next call."""
    page = room.window()
    enter(page, "Reading group")
    tool(page, "faults")
    page.get_by_test_id("fault-add").click()
    expect(page.get_by_test_id("fault-list")).to_contain_text("sendMessage")
    assert room.bot("sendMessage", chat_id=room.chat("Reading group"), text="x")["error_code"] == 429


@needs_browser
def test_document(room: Room) -> None:
    """A document is a chip that downloads under its own name."""
    page = room.window()
    enter(page, "Reading group")
    files = {"document": ("saved.bib", b"@article{x}")}
    room.http.post(f"/bot{TOKEN}/sendDocument", data={"chat_id": room.chat("Reading group")}, files=files)
    with page.expect_download() as download:
        page.get_by_test_id("document").click()
    assert (download.value.suggested_filename, download.value.path().read_bytes()) == (
        "saved.bib",
        b"@article{x}",
    )


@needs_browser
def test_remembers_language_and_colors(room: Room) -> None:
    """Language and colors are switched by a button each and stay after a reload."""
    page = room.window()
    page.get_by_test_id("language").click()
    page.get_by_test_id("theme").click()
    page.get_by_test_id("theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
