"""What messages show and what can be done with them: polls, albums, media, reactions, pins, menus."""

import io
import json
import struct
import wave
import zlib

import pytest
from playwright.sync_api import Page, expect

from playground.wire import Json
from tests.playground.page.window import (
    ANN,
    BO,
    TOKEN,
    Room,
    become,
    enter,
    last,
    needs_browser,
    say,
    update,
)

QUESTION = {
    "question": "Which paper?",
    "options": [{"text": "Attention"}, {"text": "Diffusion"}],
    "is_anonymous": False,
}
PICTURES = [{"type": "photo", "media": f"attach://{name}"} for name in "abc"]


def png(width: int = 320, height: int = 200) -> bytes:
    """A plain picture of this size."""
    rows = (b"\0" + b"\x50\x90\xd0" * width) * height

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def sound() -> bytes:
    """Two seconds of silence as WAV."""
    file = io.BytesIO()
    with wave.open(file, "wb") as track:
        track.setnchannels(1)
        track.setsampwidth(2)
        track.setframerate(8000)
        track.writeframes(b"\0\0" * 16_000)
    return file.getvalue()


def send(room: Room, method: str, files: dict[str, tuple[str, bytes]], **fields: object) -> list[Json]:
    """The bot sends files into the group; the messages that it got back."""
    data = {"chat_id": str(room.chat("Reading group"))} | {name: str(value) for name, value in fields.items()}
    answer = room.http.post(f"/bot{TOKEN}/{method}", data=data, files=files).json()
    assert answer["ok"] is True, answer
    result = answer["result"]
    return result if isinstance(result, list) else [result]


def reading(room: Room, **kind: object) -> tuple[Page, int]:
    """A window onto the group, and the group's id."""
    page = room.window(**kind)  # type: ignore[arg-type] # the window's own options
    enter(page, "Reading group")
    return page, room.chat("Reading group")


def poll(room: Room, **more: object) -> int:
    """The bot asks in the group; the message's id."""
    asked = room.bot("sendPoll", chat_id=room.chat("Reading group"), **(QUESTION | more))
    assert asked["ok"] is True, asked
    return int(asked["result"]["message_id"])  # type: ignore[index] # a Message


def menu(page: Page) -> None:
    """Open the newest message's menu by keyboard."""
    page.get_by_test_id("message").last.press("ContextMenu")
    expect(page.get_by_test_id("menu")).to_be_visible()


@needs_browser
def test_vote_in_two_windows(room: Room) -> None:
    """One press votes; the shares move in every window, and the bot hears who chose what."""
    page, _ = reading(room)
    other, _ = reading(room, scheme="dark")
    poll(room)
    page.get_by_test_id("poll-option").nth(1).click()
    expect(page.get_by_test_id("poll-result").nth(1)).to_have_attribute(
        "aria-label", "Diffusion, 100%, your choice"
    )
    assert update(room, "poll_answer")["option_ids"] == [1]
    become(other, "Bo")
    other.get_by_test_id("poll-option").first.click()
    for window in (page, other):
        expect(window.get_by_test_id("poll-result").first).to_contain_text("50%")
        expect(window.get_by_test_id("poll-voters")).to_contain_text("2")


@needs_browser
def test_retract_a_vote(room: Room) -> None:
    """A vote is taken back by the message's menu, and the options stand there again."""
    page, _ = reading(room)
    poll(room)
    page.get_by_test_id("poll-option").first.click()
    expect(page.get_by_test_id("poll-result")).to_have_count(2)
    menu(page)
    page.get_by_test_id("retract-action").click()
    expect(page.get_by_test_id("poll-option")).to_have_count(2)
    expect(page.get_by_test_id("poll-count")).to_have_text("No votes yet")


@needs_browser
def test_several_answers(room: Room) -> None:
    """With several answers options are ticked first and go out together; who voted can be looked at."""
    page, _ = reading(room)
    poll(room, allows_multiple_answers=True)
    page.get_by_test_id("poll-option").first.click()
    page.get_by_test_id("poll-option").nth(1).press("Space")
    expect(page.get_by_test_id("poll-option").nth(1)).to_have_attribute("aria-checked", "true")
    page.get_by_test_id("poll-send").click()
    expect(page.get_by_test_id("poll-result").first).to_contain_text("100%")
    expect(page.get_by_test_id("poll-result").nth(1)).to_contain_text("100%")
    page.get_by_test_id("poll-voters").click()
    expect(page.get_by_test_id("voters").get_by_text("Ann")).to_have_count(2)


@needs_browser
def test_quiz(room: Room) -> None:
    """A wrong answer is marked beside the right one, and the explanation appears."""
    page, _ = reading(room)
    poll(room, type="quiz", correct_option_id=0, explanation="It was attention.")
    page.get_by_test_id("poll-option").nth(1).click()
    expect(page.get_by_test_id("poll-result").nth(1)).to_have_class("poll-result wrong mine")
    expect(page.get_by_test_id("poll-result").first).to_have_class("poll-result right ")
    expect(page.get_by_test_id("poll-explanation")).to_contain_text("It was attention.")


@needs_browser
def test_closed_poll(room: Room) -> None:
    """A stopped poll shows its results and takes no votes."""
    page, chat = reading(room)
    message = poll(room)
    expect(page.get_by_test_id("poll-option")).to_have_count(2)
    room.bot("stopPoll", chat_id=chat, message_id=message)
    expect(page.get_by_test_id("poll")).to_contain_text("Final results")
    expect(page.get_by_test_id("poll-option")).to_have_count(0)


@needs_browser
def test_shares(room: Room) -> None:
    """Equal counts have equal shares, together at most 100; with several answers each is of the voters."""
    table = {
        (3, (1, 1, 1)): [33, 33, 33],
        (3, (2, 1)): [67, 33],
        (6, (1, 1, 4)): [17, 17, 66],
        (8, (1, 7)): [13, 87],
        (0, (0, 0)): [0, 0],
        (2, (2, 2)): [100, 100],
    }
    given = [[[{"voter_count": count} for count in counts], total] for total, counts in table]
    script = (
        "async (all) => { const polls = await import('/page/polls.js'); "
        "return all.map((one) => polls.percentages(...one)); }"
    )
    assert room.window().evaluate(script, given) == list(table.values())


@needs_browser
def test_album(room: Room) -> None:
    """Pictures sent together stand in one bubble with one caption, and open large one after the other."""
    page, _ = reading(room)
    media = json.dumps([PICTURES[0] | {"caption": "three"}, *PICTURES[1:]])
    files = {name: (f"{name}.png", png(320, 100 + 60 * index)) for index, name in enumerate("abc")}
    send(room, "sendMediaGroup", files, media=media)
    album = page.get_by_test_id("album")
    expect(album.get_by_test_id("photo")).to_have_count(3)
    expect(album).to_have_count(1)
    expect(last(page)).to_have_text("three")
    album.get_by_test_id("photo").first.click()
    viewer = page.get_by_test_id("viewer")
    expect(viewer).to_contain_text("1 / 3")
    page.keyboard.press("ArrowRight")
    expect(viewer).to_contain_text("2 / 3")
    page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    expect(album.get_by_test_id("photo").first).to_be_focused()


@needs_browser
def test_album_loses_its_first(room: Room) -> None:
    """When the first picture of an album is deleted, the others stand together still."""
    page, chat = reading(room)
    files = {name: (f"{name}.png", png()) for name in "abc"}
    sent = send(room, "sendMediaGroup", files, media=json.dumps(PICTURES))
    expect(page.get_by_test_id("album").get_by_test_id("photo")).to_have_count(3)
    room.bot("deleteMessage", chat_id=chat, message_id=sent[0]["message_id"])
    expect(page.get_by_test_id("album").get_by_test_id("photo")).to_have_count(2)


@needs_browser
def test_documents_together(room: Room) -> None:
    """Documents sent together are stacked in one bubble, under one caption."""
    page, _ = reading(room)
    first, second = ({"type": "document", "media": f"attach://{name}"} for name in "ab")
    media = json.dumps([first, second | {"caption": "two files"}])
    send(room, "sendMediaGroup", {"a": ("论文.pdf", b"one"), "b": ("b.csv", b"two")}, media=media)
    expect(page.get_by_test_id("album").get_by_test_id("document")).to_have_count(2)
    expect(last(page)).to_have_text("two files")
    with page.expect_download() as download:
        page.get_by_test_id("document").first.click()
    assert download.value.suggested_filename == "论文.pdf"


@needs_browser
def test_spoiler_picture(room: Room) -> None:
    """A covered picture is uncovered by the first press and opens by the second."""
    page, _ = reading(room)
    send(room, "sendPhoto", {"photo": ("a.png", png())}, has_spoiler="true")
    photo = page.get_by_test_id("photo")
    expect(photo).to_have_accessible_name("Hidden media, press to show")
    photo.click()
    expect(photo).to_have_accessible_name("Photo")
    expect(page.get_by_test_id("viewer")).to_have_count(0)
    photo.click()
    expect(page.get_by_test_id("viewer")).to_be_visible()


@needs_browser
def test_sound_plays(room: Room) -> None:
    """A voice message plays in the page and stops again."""
    page, _ = reading(room)
    send(room, "sendAudio", {"audio": ("a.wav", sound())}, title="Silence", duration=2)
    play = page.get_by_test_id("play")
    play.click()
    expect(play).to_have_accessible_name("Pause Silence")
    expect(page.get_by_test_id("player").locator("small")).to_contain_text("0:01 /")
    play.click()
    expect(play).to_have_accessible_name("Play Silence")


@needs_browser
def test_places_people_and_dice(room: Room) -> None:
    """Locations, venues, contacts and dice say what they are."""
    page, chat = reading(room)
    room.bot("sendLocation", chat_id=chat, latitude=31.2304, longitude=121.4737)
    room.bot("sendVenue", chat_id=chat, latitude=31.2, longitude=121.4, title="Library", address="Road 1")
    room.bot("sendContact", chat_id=chat, phone_number="+861", first_name="Wang")
    thrown = room.bot("sendDice", chat_id=chat)["result"]
    expect(page.get_by_test_id("place").first).to_contain_text("31.23040, 121.47370")
    expect(page.get_by_test_id("place").nth(1)).to_contain_text("Library")
    expect(page.get_by_test_id("contact")).to_contain_text("+861")
    expect(page.get_by_test_id("dice")).to_contain_text(str(thrown["dice"]["value"]))  # type: ignore[index] # a Message


@needs_browser
def test_reactions(room: Room) -> None:
    """A reaction from the palette appears as a chip in every window; a press on it takes it back."""
    page, chat = reading(room)
    other, _ = reading(room, width=390)
    sent = room.bot("sendMessage", chat_id=chat, text="react")["result"]["message_id"]  # type: ignore[index] # a Message
    expect(last(page)).to_have_text("react")
    menu(page)
    page.get_by_test_id("palette-reaction").filter(has_text="🔥").click()
    expect(other.get_by_test_id("reaction")).to_have_text("🔥1")
    expect(page.get_by_test_id("reaction")).to_have_attribute("aria-pressed", "true")
    room.sim("react", chat=chat, message=sent, person=BO, emoji=["🔥"])
    expect(page.get_by_test_id("reaction")).to_have_text("🔥2")
    expect(page.get_by_test_id("reaction")).to_have_accessible_name("🔥 by Ann, Bo")
    page.get_by_test_id("reaction").click()
    expect(other.get_by_test_id("reaction")).to_have_text("🔥1")
    expect(page.get_by_test_id("reaction")).to_have_attribute("aria-pressed", "false")


@needs_browser
def test_pinned_bar(room: Room) -> None:
    """What is pinned stands above the messages; a press goes there, and its cross takes it off."""
    page, chat = reading(room)
    say(page, "pin me")
    expect(last(page)).to_have_text("pin me")
    menu(page)
    page.get_by_test_id("pin-action").click()
    expect(page.get_by_test_id("pinned")).to_contain_text("pin me")
    for number in range(30):
        room.sim("say", chat=chat, person=BO, text=f"word {number}")
    expect(last(page)).to_have_text("word 29")
    page.get_by_test_id("pinned-jump").click()
    expect(page.locator(".row.found")).to_contain_text("pin me")
    page.get_by_test_id("unpin").click()
    expect(page.get_by_test_id("pinned")).to_be_hidden()


@needs_browser
def test_members_may_not_pin(room: Room) -> None:
    """The menu offers a plain member neither Pin nor the deletion of others' words."""
    page, chat = reading(room)
    room.sim("say", chat=chat, person=ANN, text="Ann's")
    become(page, "Bo")
    expect(last(page)).to_have_text("Ann's")
    menu(page)
    expect(page.get_by_test_id("reply-action")).to_be_visible()
    expect(page.get_by_test_id("pin-action")).to_have_count(0)
    expect(page.get_by_test_id("delete-action")).to_have_count(0)
    expect(page.get_by_test_id("edit-action")).to_have_count(0)


@needs_browser
def test_forward(room: Room) -> None:
    """A forwarded message says whom it comes from."""
    page, _ = reading(room)
    say(page, "take this along")
    expect(last(page)).to_have_text("take this along")
    menu(page)
    page.get_by_test_id("forward-action").click()
    page.get_by_test_id("pick").filter(has_text="Research forum").click()
    expect(page.locator("#chat-title")).to_have_text("Research forum")
    expect(last(page)).to_have_text("take this along")
    expect(page.get_by_test_id("forwarded")).to_have_text("Forwarded fromAAnn")


@needs_browser
def test_raw_message(room: Room) -> None:
    """The menu shows the message as JSON, and its id and link can be copied."""
    page, chat = reading(room)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    say(page, "raw")
    expect(last(page)).to_have_text("raw")
    menu(page)
    page.get_by_test_id("link-action").click()
    expect(page.get_by_test_id("toast").last).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"https://t.me/c/{str(chat)[4:]}/2"
    menu(page)
    page.get_by_test_id("json-action").click()
    expect(page.get_by_test_id("raw")).to_contain_text('"text": "raw"')


@needs_browser
def test_protected(room: Room) -> None:
    """Protected words can be neither forwarded nor copied by the menu."""
    page, chat = reading(room)
    room.bot("sendMessage", chat_id=chat, text="secret", protect_content=True)
    expect(last(page)).to_have_text("secret")
    menu(page)
    expect(page.get_by_test_id("reply-action")).to_be_visible()
    expect(page.get_by_test_id("forward-action")).to_have_count(0)
    expect(page.get_by_test_id("copy-action")).to_have_count(0)


@needs_browser
def test_reply_with_quote(room: Room) -> None:
    """A reply that quotes shows the quoted words, not the whole."""
    page, chat = reading(room)
    said = room.sim("say", chat=chat, person=ANN, text="one two three")["message"]["message_id"]  # type: ignore[index] # a Message
    room.bot("sendMessage", chat_id=chat, text="yes", reply_parameters={"message_id": said, "quote": "two"})
    header = page.get_by_test_id("reply-header")
    expect(header.locator(".reply-words > span")).to_have_text("two")
    header.click()
    expect(page.locator(".row.found")).to_contain_text("one two three")


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_everything_fits(room: Room, width: int, scheme: str) -> None:
    """With every kind of message in it the chat is nowhere wider than the window."""
    room.world.flood.on = False
    page, chat = reading(room, width=width, scheme=scheme, language="zh-CN")
    poll(room, question="Q" * 300, options=[{"text": "o" * 100}, {"text": "p" * 100}])
    send(room, "sendPhoto", {"photo": ("a.png", png(2000, 300))}, caption="w" * 200)
    send(room, "sendDocument", {"document": ("n" * 200 + ".pdf", b"x")})
    send(room, "sendAudio", {"audio": ("a.wav", sound())}, title="t" * 200)
    room.bot("sendVenue", chat_id=chat, latitude=1, longitude=1, title="v" * 200, address="a" * 200)
    assert room.bot("sendDice", chat_id=chat)["ok"] is True
    expect(page.get_by_test_id("dice")).to_be_visible()
    page.get_by_test_id("poll-option").first.click()
    expect(page.get_by_test_id("poll-result")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("transcript.scrollWidth <= transcript.clientWidth") is True
