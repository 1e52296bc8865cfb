"""Browser windows onto a running playground, and what people do in them."""

import shutil
from dataclasses import dataclass, field

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from playground.wire import Json
from playground.world import World

TOKEN = "1:page"
ANN, BO = 1001, 1002
CHROMIUM = shutil.which("chromium")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the page was not looked at")


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
    world: World
    """What the server serves; to be touched while nothing else happens."""

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


def heard(room: Room) -> list[tuple[int, str]]:
    """Who said what, as the bot hears it."""
    updates = room.bot("getUpdates")["result"]
    assert isinstance(updates, list)
    messages = [one.get("message", {}) for one in updates]
    return [(one["from"]["id"], one["text"]) for one in messages if "text" in one]


def with_buttons(room: Room, *rows: list[dict[str, str]], chat: str = "Reading group") -> None:
    """The bot posts a message with these inline buttons."""
    markup = {"inline_keyboard": list(rows)}
    assert room.bot("sendMessage", chat_id=room.chat(chat), text="choose", reply_markup=markup)["ok"] is True


def update(room: Room, kind: str) -> Json:
    """The next update of this kind that the bot hears; waits up to five seconds for each."""
    offset = 0
    while True:
        updates = room.bot("getUpdates", timeout=5, offset=offset)["result"]
        assert isinstance(updates, list)
        assert updates, f"no {kind} came"
        for one in updates:
            offset = one["update_id"] + 1
            if kind in one:
                found: Json = one[kind]
                return found


def pressed(room: Room) -> str:
    """The id of the press that the bot hears of."""
    return str(update(room, "callback_query")["id"])


def become(page: Page, name: str) -> None:
    """Write as another person."""
    page.get_by_test_id("person-switch").click()
    page.get_by_test_id("person-option").filter(has_text=name).click()


def topic(page: Page) -> int:
    """The id of the open topic."""
    return int(
        page.locator("[data-testid=topic-tab][aria-selected=true]").get_attribute("data-topic-id") or 0
    )
