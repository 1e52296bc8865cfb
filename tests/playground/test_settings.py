"""What a chat looks like: title, description, photo and sticker set, by the bot and by people.

Sources: the Bot API reference; TDLib's DialogManager and the Bot API server for the sentences.
"""

import struct
import zlib
from typing import Any

import pytest

from playground.client import Playground, Refused

BAD = "Bad Request: "


def png(side: int) -> bytes:
    """A white square as PNG."""

    def part(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\x00" + b"\xff" * side) * side)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


@pytest.fixture
async def led(api: Any, room: Playground, group: int) -> int:
    """The group with the bot as admin and its mail empty."""
    await room.member(group, "bot", "administrator")
    await api.updates()
    return group


async def sent(api: Any, chat: int, content: bytes, **more: str) -> Any:
    """The body of a setChatPhoto's answer."""
    form = {"chat_id": str(chat)} | more
    answer = await api.http.post(
        f"/bot{api.token}/setChatPhoto", data=form, files={"photo": ("a.png", content, "image/png")}
    )
    return answer.json()


async def test_a_title_tells_the_chat(api: Any, led: int) -> None:
    """The service message comes to the bot too; the same title again is taken without one."""
    await api("setChatTitle", chat_id=led, title=" New\nname " + "x" * 200)
    await api("setChatTitle", chat_id=led, title="New name " + "x" * 119)
    (update,) = await api.updates()
    assert update["message"]["new_chat_title"] == "New name " + "x" * 119
    assert update["message"]["chat"]["title"] == "New name " + "x" * 119
    assert update["message"]["from"]["id"] == 1


async def test_a_description_changes_silently(api: Any, led: int) -> None:
    """It is cut at 255 and shown by getChat; what is the same is refused; empty takes it away."""
    await api("setChatDescription", chat_id=led, description="d" * 300)
    assert (await api("getChat", chat_id=led))["description"] == "d" * 255
    assert await api.refused("setChatDescription", chat_id=led, description="d" * 255) == (
        400, f"{BAD}chat description is not modified",
    )  # fmt: skip
    await api("setChatDescription", chat_id=led)
    assert "description" not in await api("getChat", chat_id=led)
    assert await api.updates() == []


async def test_a_photo_is_shown_and_can_be_fetched(api: Any, led: int) -> None:
    """The service message tells its sizes, getChat names two files, and both can be had."""
    assert (await sent(api, led, png(200)))["result"] is True
    (update,) = await api.updates()
    sizes = update["message"]["new_chat_photo"]
    assert [(one["width"], one["height"]) for one in sizes] == [(160, 160), (640, 640)]
    photo = (await api("getChat", chat_id=led))["photo"]
    assert [photo["small_file_id"], photo["big_file_id"]] == [one["file_id"] for one in sizes]
    file = await api("getFile", file_id=photo["big_file_id"])
    assert (await api.http.get(f"/file/bot{api.token}/{file['file_path']}")).content == png(200)
    assert await api("deleteChatPhoto", chat_id=led) is True
    assert (await api.updates())[0]["message"]["delete_chat_photo"] is True
    assert "photo" not in await api("getChat", chat_id=led)
    assert await api.refused("deleteChatPhoto", chat_id=led) == (400, f"{BAD}CHAT_NOT_MODIFIED")


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"text", "IMAGE_PROCESS_FAILED"), (png(100), "PHOTO_CROP_SIZE_SMALL")]
)
async def test_what_is_no_photo_of_a_chat(api: Any, led: int, content: bytes, sentence: str) -> None:
    """A file that is no picture, and one that is too small."""
    assert (await sent(api, led, content))["description"] == BAD + sentence


async def test_a_photo_must_be_uploaded(api: Any, led: int) -> None:
    """Neither a file id nor an address will do; attach:// names another field."""
    assert (await api.refused("setChatPhoto", chat_id=led))[1] == f"{BAD}there is no photo in the request"
    assert (await api.refused("setChatPhoto", chat_id=led, photo="AgAC"))[1] == (
        f"{BAD}photo must be uploaded as an InputFile"
    )
    form = {"chat_id": str(led), "photo": "attach://p"}
    answer = await api.http.post(
        f"/bot{api.token}/setChatPhoto", data=form, files={"p": ("a.png", png(200), "image/png")}
    )
    assert answer.json()["result"] is True


async def test_who_may_not_change_the_looks(api: Any, room: Playground, group: int) -> None:
    """A bot that is no admin hears of each change that it lacks the right."""
    change = {"chat_id": group, "title": "x", "description": "x"}
    assert (await api.refused("setChatTitle", **change))[1] == f"{BAD}not enough rights to change chat title"
    assert (await api.refused("setChatDescription", **change))[1] == (
        f"{BAD}not enough rights to set chat description"
    )
    assert (await api.refused("deleteChatPhoto", **change))[
        1
    ] == f"{BAD}not enough rights to change chat photo"
    assert (await sent(api, group, png(200)))["description"] == f"{BAD}not enough rights to change chat photo"


async def test_a_private_chat_has_no_looks(api: Any, room: Playground) -> None:
    """Each change is refused with its own words."""
    await room.open("ann")
    assert (await api.refused("setChatTitle", chat_id=1001, title="x"))[1] == (
        f"{BAD}can't change private chat title"
    )
    assert (await api.refused("setChatDescription", chat_id=1001, description="x"))[1] == (
        f"{BAD}can't change private chat description"
    )
    assert (await api.refused("deleteChatPhoto", chat_id=1001))[1] == f"{BAD}can't change private chat photo"
    assert (await api.refused("setChatStickerSet", chat_id=1001, sticker_set_name="x"))[1] == (
        f"{BAD}method is available only for supergroups"
    )


async def test_there_are_no_sticker_sets(api: Any, led: int) -> None:
    """None is found, and groups this small may not have one."""
    assert (await api.refused("setChatStickerSet", chat_id=led, sticker_set_name="Animals"))[1] == (
        f"{BAD}sticker set not found"
    )
    assert (await api.refused("deleteChatStickerSet", chat_id=led))[1] == f"{BAD}PARTICIPANTS_TOO_FEW"
    assert (await api.refused("setChatTitle", chat_id=led))[1] == f"{BAD}title must be non-empty"


async def test_people_change_the_looks(api: Any, room: Playground, led: int) -> None:
    """Admins do, members by default not; the bot is told in the person's name."""
    await room.look(led, title="Readers", description="We read.", photo=png(200))
    await room.look(led, no_photo=True)
    titled, pictured, plain = (update["message"] for update in await api.updates())
    assert (titled["new_chat_title"], titled["from"]["first_name"]) == ("Readers", "Ann")
    assert (len(pictured["new_chat_photo"]), plain["delete_chat_photo"]) == (2, True)
    assert (await api("getChat", chat_id=led))["description"] == "We read."
    with pytest.raises(Refused, match="Bo cannot change how it looks"):
        await room.look(led, by="bo", title="Mine")


async def test_a_channels_new_title_is_a_post(api: Any, room: Playground) -> None:
    """In a channel the service message is a channel_post of the channel."""
    channel = await room.new_chat("channel", "News", "ann")
    await room.member(channel, "bot", "administrator")
    await api.updates()
    await api("setChatTitle", chat_id=channel, title="Newer")
    post = (await api.updates())[0]["channel_post"]
    assert (post["new_chat_title"], post["sender_chat"]["title"]) == ("Newer", "Newer")
