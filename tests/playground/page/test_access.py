"""Everybody can use the page: axe-core judges what is on screen, and the keyboard reaches everything."""

import base64
import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.playground.page.window import TOKEN, Room, enter, last, needs_browser, say, tool

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGOM6jvJwMDAxAAGDAwADjIBmuk9fRcAAAAASUVORK5CYII="
)
GRAVE = ("serious", "critical")
GROUP = "Reading group"


def faults(page: Page) -> list[str]:
    """What axe-core finds serious or critical on the page as it is: rule, place and reason."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']} at {node['target']}: {node['html'][:90]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def furnish_group(room: Room) -> None:
    """A chat with what a chat can hold: entities, keyboards, media, a poll, replies, refusals, faults."""
    chat = room.chat(GROUP)
    room.world.flood.on = False
    commands = [{"command": "search", "description": "find papers"}]
    room.bot("setMyCommands", commands=commands)
    said = room.sim("say", chat=chat, person=1001, text="what is new? @ann #topic https://example.org")
    html = (
        "<b>bold</b> <i>it</i> <a href='https://example.org'>link</a> <code>code</code> "
        "<tg-spoiler>secret</tg-spoiler><blockquote expandable>" + "many words " * 90 + "</blockquote>"
        "<pre><code class='language-python'>print()</code></pre>"
    )
    rows = [
        [{"text": "Save", "callback_data": "s"}, {"text": "Link", "url": "https://example.org"}],
        [{"text": "‹", "callback_data": "1"}, {"text": "2/7", "callback_data": "2"}],
    ]
    message = said["message"]
    assert isinstance(message, dict)
    room.bot(
        "sendMessage", chat_id=chat, text=html, parse_mode="HTML",
        reply_parameters={"message_id": message["message_id"]}, reply_markup={"inline_keyboard": rows},
    )  # fmt: skip
    for method, kind, name, content in (
        ("sendPhoto", "photo", "a.png", PICTURE), ("sendDocument", "document", "a.bib", b"@article{x}"),
    ):  # fmt: skip
        form = {"chat_id": str(chat), "caption": "a caption"}
        assert room.http.post(f"/bot{TOKEN}/{method}", data=form, files={kind: (name, content)}).json()["ok"]
    room.bot("sendPoll", chat_id=chat, question="Which?", options=[{"text": "this"}, {"text": "that"}])
    room.bot("sendMessage", chat_id=chat, text="")
    room.sim("faults", method="sendMessage", kind="429", times=2, match={"text": "never"})
    room.sim("say", chat=chat, person=1002, text="I see")


@pytest.fixture(params=[
    (1280, "light", "en-GB"), (1280, "dark", "zh-CN"), (390, "light", "zh-CN"), (390, "dark", "en-GB"),
])  # fmt: skip
def full(room: Room, request: pytest.FixtureRequest) -> Page:
    """A window at phone or desktop width, in each color and language, onto a chat with everything in it."""
    furnish_group(room)
    width, scheme, language = request.param
    return room.window(width=width, scheme=scheme, language=language)


@needs_browser
def test_list_chat_and_menus(full: Page) -> None:
    """Chat list, open chat, command menu, message menu and an empty private chat have no grave fault."""
    assert faults(full) == []
    enter(full, GROUP)
    expect(last(full)).to_have_text("I see")
    assert faults(full) == []
    full.get_by_test_id("composer").fill("/")
    expect(full.get_by_test_id("command-option")).to_have_count(1)
    assert faults(full) == []
    full.get_by_test_id("composer").fill("")
    full.get_by_test_id("message").last.press("Enter")
    expect(full.get_by_test_id("menu")).to_be_visible()
    assert faults(full) == []
    full.keyboard.press("Escape")
    full.evaluate("location.hash = '#/1001'")
    expect(full.get_by_test_id("hint")).to_be_visible()
    assert faults(full) == []


@needs_browser
def test_panel_and_dialogs(full: Page) -> None:
    """Each tab of the side panel, its menus and dialogs have no grave fault."""
    enter(full, GROUP)
    full.get_by_test_id("panel-toggle").click()
    for tab in ("clock", "faults", "calls"):
        full.get_by_test_id(f"tab-{tab}").click()
        expect(full.locator("#panel-body > *").first).to_be_visible()
        if tab == "calls":
            full.locator(".call.bad summary").first.click()
        assert faults(full) == []
    full.get_by_test_id("tab-members").click()
    full.get_by_test_id("member-actions").first.click()
    assert faults(full) == []
    full.keyboard.press("Escape")
    full.get_by_test_id("new-person").click()
    expect(full.get_by_test_id("dialog")).to_be_visible()
    assert faults(full) == []


@needs_browser
def test_focus_comes_back(room: Room) -> None:
    """After a menu, a dialog or the panel the focus is where it was, and an act keeps it in its place."""
    page = room.window()
    enter(page, GROUP)
    say(page, "words")
    page.get_by_test_id("message").last.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("message").last).to_be_focused()
    tool(page, "clock")
    page.get_by_test_id("clock-plus-hour").press("Enter")
    expect(page.get_by_test_id("clock-plus-hour")).to_be_focused()
    page.get_by_test_id("tab-clock").press("ArrowRight")
    expect(page.get_by_test_id("tab-calls")).to_be_focused()
    page.get_by_test_id("tab-members").click()
    page.get_by_test_id("new-person").press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("new-person")).to_be_focused()
    room.sim("people", first_name="Cy")
    expect(page.get_by_test_id("blocked")).to_have_count(3)
    expect(page.get_by_test_id("new-person")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("panel-toggle")).to_be_focused()


@needs_browser
def test_an_open_sheet_holds_the_focus(room: Room) -> None:
    """On a phone the panel lies over the chat: the focus goes into it, and nothing below is reached."""
    page = room.window(width=390)
    enter(page, GROUP)
    page.get_by_test_id("panel-toggle").press("Enter")
    expect(page.get_by_test_id("tab-clock")).to_be_focused()
    for _ in range(25):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || panel.contains(document.activeElement)"
        )
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("panel-toggle")).to_be_focused()


@needs_browser
def test_tab_reaches_everything_and_shows_where_it_is(room: Room) -> None:
    """Every visible control of chat list, head and input line is reached by Tab, with a visible focus."""
    page = room.window()
    enter(page, GROUP)
    say(page, "words")
    expect(last(page)).to_have_text("words")
    page.locator("body").evaluate(
        "body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex') }"
    )
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        state = page.evaluate(
            """() => {
              const at = document.activeElement;
              const ring = [at, at.closest(".composer")].filter(Boolean).map((one) => getComputedStyle(one));
              const isSeen = ring.some((one) => one.outlineStyle !== "none" || one.boxShadow !== "none");
              return { name: at.id || at.dataset.testid || at.localName, isSeen };
            }"""
        )
        reached.append(state["name"])
        assert state["isSeen"], state["name"]
        if state["name"] == "send":
            break
    wanted = {"person", "language", "theme", "chat-item", "clock-chip", "panel-toggle", "message", "speak-as"}
    assert wanted | {"slash", "composer", "send"} <= set(reached)


@needs_browser
def test_quiet_for_those_who_want_it(room: Room) -> None:
    """With reduced motion nothing on the page moves by itself."""
    page = room.window(width=390)
    enter(page, GROUP)
    page.get_by_test_id("panel-toggle").click()
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(moving) == 0


@needs_browser
def test_nothing_leaves_this_machine(room: Room) -> None:
    """Whatever is opened, every request goes to the address that the page came from."""
    furnish_group(room)
    page = room.window()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    enter(page, GROUP)
    expect(last(page)).to_have_text("I see")
    tool(page, "calls")
    home = str(room.http.base_url)
    away = [one for one in asked if not one.startswith((home, "data:", "blob:"))]
    assert (away, len(asked) > 20) == ([], True)


@needs_browser
def test_names_of_controls_in_both_languages(room: Room) -> None:
    """Buttons that show a picture alone are named in the page's language."""
    for language, name in (("en-GB", "Send"), ("zh-CN", "发送")):
        page = room.window(language=language)
        enter(page, GROUP)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("log")).to_have_attribute("aria-label", json.loads(page.evaluate(
            "fetch(`/page/texts.${document.documentElement.lang.slice(0, 2)}.json`).then((one) => one.text())"
        ))["messages"])  # fmt: skip
