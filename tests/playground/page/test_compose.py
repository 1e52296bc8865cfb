"""Writing in the chat page: the bot's keyboards, files, mentions, drafts, long texts, links, requests."""

from playwright.sync_api import Page, expect

from playground.wire import Json
from tests.playground.page.test_messages import png, reading
from tests.playground.page.window import (
    ANN,
    BO,
    Room,
    become,
    enter,
    heard,
    last,
    needs_browser,
    say,
    update,
    with_buttons,
)


def offer(room: Room, markup: Json, *, text: str = "choose", **more: object) -> int:
    """The bot posts into the group with this reply markup; the message's id."""
    sent = room.bot("sendMessage", chat_id=room.chat("Reading group"), text=text, reply_markup=markup, **more)
    assert sent["ok"] is True, sent
    return int(sent["result"]["message_id"])  # type: ignore[index] # a Message


def acknowledge(room: Room) -> None:
    """The bot has seen every update so far."""
    newest = room.bot("getUpdates", offset=-1)["result"][-1]["update_id"]  # type: ignore[index] # a list of Updates
    room.bot("getUpdates", offset=newest + 1)


def texts(page: Page) -> list[str]:
    """The words of every bubble."""
    return page.get_by_test_id("message-text").all_inner_texts()


@needs_browser
def test_reply_keyboard(room: Room) -> None:
    """A bot's keyboard stands under the line; a press says its words, as a reply in a group."""
    page, _ = reading(room)
    keyboard = [["Today", {"text": "Topics"}]]
    offer(room, {"keyboard": keyboard, "one_time_keyboard": True, "input_field_placeholder": "Press one"})
    expect(page.get_by_test_id("reply-button")).to_have_text(["Today", "Topics"])
    expect(page.get_by_test_id("composer")).to_have_attribute("placeholder", "Press one")
    page.get_by_test_id("reply-button").nth(1).click()
    expect(last(page)).to_have_text("Topics")
    expect(page.get_by_test_id("reply-keyboard")).to_be_hidden()
    page.get_by_test_id("reply-keyboard-toggle").click()
    expect(page.get_by_test_id("reply-keyboard")).to_be_visible()
    assert heard(room) == [(ANN, "Topics")]


@needs_browser
def test_keyboard_is_removed(room: Room) -> None:
    """ReplyKeyboardRemove takes the keyboard away, also for who opens the chat later."""
    page, _ = reading(room)
    offer(room, {"keyboard": [["Today"]]})
    expect(page.get_by_test_id("reply-button")).to_be_visible()
    offer(room, {"remove_keyboard": True}, text="done")
    expect(page.get_by_test_id("reply-keyboard")).to_be_hidden()
    expect(page.get_by_test_id("reply-keyboard-toggle")).to_be_hidden()


@needs_browser
def test_selective_keyboard(room: Room) -> None:
    """A selective keyboard is there for the person that its text mentions, and for nobody else."""
    page, _ = reading(room)
    text = f"<a href='tg://user?id={BO}'>Bo</a>, choose"
    offer(room, {"keyboard": [["Mine"]], "selective": True}, text=text, parse_mode="HTML")
    expect(last(page)).to_have_text("Bo, choose")
    expect(page.get_by_test_id("reply-keyboard")).to_be_hidden()
    become(page, "Bo")
    expect(page.get_by_test_id("reply-button")).to_have_text("Mine")


@needs_browser
def test_force_reply(room: Room) -> None:
    """A bot that asks for a reply finds the person's next words replying to its message."""
    page, _ = reading(room)
    asking = offer(room, {"force_reply": True, "input_field_placeholder": "Your name"}, text="Who are you?")
    expect(page.locator("#above-input")).to_contain_text("Who are you?")
    expect(page.get_by_test_id("composer")).to_have_attribute("placeholder", "Your name")
    say(page, "Ann")
    expect(page.get_by_test_id("reply-header")).to_contain_text("Who are you?")
    newest = room.bot("getUpdates")["result"][-1]["message"]  # type: ignore[index] # a list of Updates
    assert newest["reply_to_message"]["message_id"] == asking


@needs_browser
def test_commands_bear_the_bots_name(room: Room) -> None:
    """In a group a chosen command carries @bot, in the private chat it stands alone."""
    room.bot("setMyCommands", commands=[{"command": "daily", "description": "today"}])
    page, _ = reading(room)
    page.get_by_test_id("composer").fill("/d")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("composer")).to_have_value("/daily@playground_bot ")
    enter(page, "Playground bot")
    page.get_by_test_id("start").click()
    page.get_by_test_id("composer").fill("/d")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("composer")).to_have_value("/daily ")


@needs_browser
def test_mentions(room: Room) -> None:
    """After an @ the members that fit are offered, chosen by keyboard in the middle of the text."""
    page, _ = reading(room)
    line = page.get_by_test_id("composer")
    line.fill("hello @b")
    expect(page.get_by_test_id("command-option")).to_contain_text(["@bo"])
    line.press("Enter")
    expect(line).to_have_value("hello @bo ")
    expect(page.get_by_test_id("command-menu")).to_be_hidden()


@needs_browser
def test_drafts(room: Room) -> None:
    """What was begun stays with its chat and its person, also over a reload."""
    page, _ = reading(room)
    page.get_by_test_id("composer").fill("half a thou")
    enter(page, "Research forum")
    expect(page.get_by_test_id("composer")).to_have_value("")
    page.reload()
    enter(page, "Reading group")
    expect(page.get_by_test_id("composer")).to_have_value("half a thou")
    become(page, "Bo")
    expect(page.get_by_test_id("composer")).to_have_value("")


@needs_browser
def test_lines_and_long_texts(room: Room) -> None:
    """Shift+Enter begins a line; a text beyond 4,096 says that it goes out in parts, and does."""
    page, _ = reading(room)
    line = page.get_by_test_id("composer")
    line.press_sequentially("one")
    line.press("Shift+Enter")
    line.press_sequentially("two")
    line.press("Enter")
    expect(last(page)).to_have_text("one\ntwo")
    line.fill("x" * 4100)
    expect(page.get_by_test_id("long-text")).to_contain_text("2")
    line.press("Enter")
    expect(page.get_by_test_id("message-text")).to_have_count(3)
    assert [len(text) for text in texts(page)] == [7, 4096, 4]
    expect(page.get_by_test_id("long-text")).to_be_hidden()


@needs_browser
def test_edit_comes_back_to_the_draft(room: Room) -> None:
    """Escape leaves an edit, and what stood in the line before is there again."""
    page, _ = reading(room)
    say(page, "said")
    expect(last(page)).to_have_text("said")
    line = page.get_by_test_id("composer")
    line.press("ArrowUp")
    expect(line).to_have_value("said")
    line.press("Escape")
    expect(line).to_have_value("")
    expect(page.locator("#above-input")).to_be_hidden()


@needs_browser
def test_attach_pictures(room: Room) -> None:
    """Several pictures go out as one album with the caption; the bot hears of photos."""
    page, _ = reading(room)
    files = [{"name": f"{n}.png", "mimeType": "image/png", "buffer": png()} for n in "ab"]
    page.get_by_test_id("attach-input").set_input_files(files)  # type: ignore[arg-type] # playwright's own shape
    page.get_by_test_id("attach-caption").fill("two of them")
    page.get_by_test_id("attach-caption").press("Enter")
    expect(page.get_by_test_id("album").get_by_test_id("photo")).to_have_count(2)
    expect(last(page)).to_have_text("two of them")


@needs_browser
def test_paste_a_file(room: Room) -> None:
    """A pasted file is offered for sending, and goes out as a document under its own name."""
    page, _ = reading(room)
    page.evaluate(
        "() => { const data = new DataTransfer(); data.items.add(new File(['x'], '笔记.txt')); "
        "composer.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true })); }"
    )
    expect(page.get_by_test_id("attach-dialog")).to_contain_text("笔记.txt")
    page.get_by_test_id("attach-dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_test_id("document")).to_contain_text("笔记.txt")


@needs_browser
def test_drop_a_file(room: Room) -> None:
    """A file dropped on the chat is offered for sending."""
    page, _ = reading(room)
    page.evaluate(
        "() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'dropped.bib')); "
        "for (const name of ['dragover', 'drop']) "
        "chat.dispatchEvent(new DragEvent(name, { dataTransfer: data, cancelable: true, bubbles: true })); }"
    )
    expect(page.get_by_test_id("attach-dialog")).to_contain_text("dropped.bib")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("document")).to_have_count(0)


@needs_browser
def test_own_poll(room: Room) -> None:
    """A person asks a poll of their own, and stops it."""
    page, _ = reading(room)
    page.get_by_test_id("attach").click()
    page.get_by_test_id("attach-poll").click()
    page.get_by_test_id("poll-question").fill("When?")
    page.get_by_test_id("poll-options").fill("Monday\n\nFriday")
    page.get_by_role("button", name="Send").last.click()
    expect(page.get_by_test_id("poll-option")).to_have_text(["Monday", "Friday"])
    page.get_by_test_id("message").last.press("Enter")
    page.get_by_test_id("stop-action").click()
    expect(page.get_by_test_id("poll")).to_contain_text("Final results")


@needs_browser
def test_muted(room: Room) -> None:
    """Who may not write reads why, in place of the input line."""
    page, chat = reading(room)
    room.sim(f"chats/{chat}/members", person=BO, status="restricted", can_send=False)
    become(page, "Bo")
    expect(page.get_by_test_id("no-writing")).to_have_text("Admins do not let you write here")
    expect(page.get_by_test_id("composer")).to_be_hidden()


@needs_browser
def test_url_asks_first(room: Room) -> None:
    """A button that leads outside shows where, and opens it only after a yes."""
    page, _ = reading(room)
    with_buttons(room, [{"text": "Read", "url": "https://example.org/paper"}])
    page.get_by_test_id("inline-button").click()
    expect(page.get_by_test_id("confirm-link")).to_contain_text("https://example.org/paper")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_test_id("confirm-link")).to_have_count(0)
    assert len(page.context.pages) == 1


@needs_browser
def test_buttons_out_of_reach(room: Room) -> None:
    """A web app's button says that it needs the real Telegram."""
    page, _ = reading(room)
    enter(page, "Playground bot")
    page.get_by_test_id("start").click()
    app = {"inline_keyboard": [[{"text": "App", "web_app": {"url": "https://example.org/app"}}]]}
    assert room.bot("sendMessage", chat_id=ANN, text="open", reply_markup=app)["ok"] is True
    page.get_by_test_id("inline-button").click()
    expect(page.get_by_test_id("out-of-reach")).to_contain_text("https://example.org/app")


@needs_browser
def test_switch_to_another_chat(room: Room) -> None:
    """switch_inline_query lets one choose a chat, in whose line the query then stands."""
    page, _ = reading(room)
    with_buttons(room, [{"text": "Share", "switch_inline_query": "tea"}])
    page.get_by_test_id("inline-button").click()
    page.get_by_test_id("pick").filter(has_text="Research forum").click()
    expect(page.locator("#chat-title")).to_have_text("Research forum")
    expect(page.get_by_test_id("composer")).to_have_value("@playground_bot tea")


@needs_browser
def test_startgroup_link(room: Room) -> None:
    """A startgroup link asks into which group, and says /start@bot there."""
    page, _ = reading(room)
    with_buttons(room, [{"text": "Add", "url": "https://t.me/playground_bot?startgroup=hi"}])
    page.get_by_test_id("inline-button").click()
    page.get_by_test_id("pick").filter(has_text="Reading group").click()
    expect(last(page)).to_have_text("/start@playground_bot hi")


@needs_browser
def test_inline_states(room: Room) -> None:
    """While the bot thinks the menu says so, and when it has nothing too."""
    page, _ = reading(room)
    page.get_by_test_id("composer").fill("@playground_bot rare")
    expect(page.get_by_test_id("inline-note")).to_be_visible()
    asked = update(room, "inline_query")
    room.bot("answerInlineQuery", inline_query_id=asked["id"], results=[])
    expect(page.get_by_test_id("inline-note")).to_have_text("The bot offers nothing for this")


@needs_browser
def test_inline_pages(room: Room) -> None:
    """More results come by the last row, and the button on top leads to the private chat."""
    page, _ = reading(room)

    def answer(first: int, **more: object) -> None:
        asked = update(room, "inline_query")
        content = {"message_text": "x"}
        results = [
            {"type": "article", "id": str(n), "title": f"Cup {n}", "input_message_content": content}
            for n in range(first, first + 2)
        ]
        room.bot("answerInlineQuery", inline_query_id=asked["id"], results=results, cache_time=0, **more)

    page.get_by_test_id("composer").fill("@playground_bot tea")
    answer(1, next_offset="2", button={"text": "Sign in", "start_parameter": "in"})
    options = page.get_by_test_id("command-option")
    expect(options).to_have_count(4)
    expect(options.first).to_have_text("Sign in")
    acknowledge(room)
    options.last.click()
    answer(3)
    expect(options).to_have_count(5)
    expect(options.last).to_contain_text("Cup 4")


@needs_browser
def test_invite_link_with_approval(room: Room) -> None:
    """A link that asks for approval brings a request, which an admin sees and grants."""
    chat = room.chat("Reading group")
    cleo = room.sim("people", first_name="Cleo", username="cleo")["person"]["id"]  # type: ignore[index] # a Person
    made = room.sim(f"chats/{chat}/links", by=ANN, creates_join_request=True)
    link = made["link"]["invite_link"]  # type: ignore[index] # a ChatInviteLink
    room.sim("open", person=cleo)
    room.bot("sendMessage", chat_id=cleo, text=f"come in: {link}")
    page, _ = reading(room)
    become(page, "Cleo")
    enter(page, "Playground bot")
    last(page).get_by_role("link").click()
    expect(page.get_by_test_id("invite")).to_contain_text("Reading group")
    page.get_by_role("button", name="Ask to join").click()
    expect(page.get_by_test_id("toast").last).to_contain_text("an admin must agree")
    become(page, "Ann")
    enter(page, "Reading group")
    expect(page.get_by_test_id("join-requests")).to_contain_text("Cleo")
    page.get_by_test_id("approve").click()
    expect(page.get_by_test_id("join-requests")).to_be_hidden()
    expect(page.locator("#chat-note")).to_contain_text("4")
