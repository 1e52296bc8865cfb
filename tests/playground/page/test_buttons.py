"""What can be pressed in the chat page: buttons, commands, links, quotes, files."""

from playwright.sync_api import expect

from tests.playground.page.window import (
    TOKEN,
    Room,
    become,
    enter,
    last,
    needs_browser,
    pressed,
    update,
    with_buttons,
)


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
    expect(page.get_by_test_id("composer")).to_have_value("/settings@playground_bot ")
    become(page, "Bo")
    page.get_by_test_id("composer").fill("/")
    expect(page.get_by_test_id("command-option")).to_have_count(1)


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
def test_inline(room: Room) -> None:
    """After the bot's name its offers appear; the chosen one is sent via the bot."""
    page = room.window()
    enter(page, "Reading group")
    page.get_by_test_id("composer").fill("@playground_bot tea")
    asked = update(room, "inline_query")
    assert asked["query"] == "tea"
    offers = [
        {
            "type": "article",
            "id": str(n),
            "title": f"Cup {n}",
            "input_message_content": {"message_text": f"cup {n}"},
        }
        for n in (1, 2)
    ]
    room.bot("answerInlineQuery", inline_query_id=asked["id"], results=offers)
    expect(page.get_by_test_id("command-option")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(last(page)).to_have_text("cup 2")
    expect(page.locator(".forwarded")).to_have_text("via @playground_bot")
    expect(page.get_by_test_id("composer")).to_have_value("")
