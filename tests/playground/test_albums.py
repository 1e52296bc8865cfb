"""Albums: sent by the bot and by people, edited and deleted one by one, forwarded and copied as albums."""
# ruff: noqa: E501 - one case a row

from typing import Any

import pytest

from playground.client import Playground, Refused

PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x40\x00\x00\x00\x30\x08\x02\0\0\0"
NARROW = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\xff\x00\x00\x00\x01\x08\x02\0\0\0"
FILES = {"p": ("a.png", PICTURE, "image/png"), "d": ("a.txt", b"text", "text/plain"),
         "v": ("a.mp4", b"film", "video/mp4"), "n": ("n.png", NARROW, "image/png"), "t": ("t", b"text", "text/plain")}  # fmt: skip


def item(kind: str, field: str, **more: Any) -> dict[str, Any]:
    """An InputMedia of an uploaded file."""
    return {"type": kind, "media": f"attach://{field}", **more}


PHOTO, VIDEO, DOCUMENT, AUDIO = (
    item(*one) for one in (("photo", "p"), ("video", "v"), ("document", "d"), ("audio", "d"))
)


async def album(api: Any, chat: int, *media: Any, **params: Any) -> list[Any]:
    """The messages of an album that the bot sent."""
    body = await api.send("sendMediaGroup", FILES, chat_id=chat, media=list(media), **params)
    assert body["ok"], body
    return list(body["result"])


@pytest.mark.parametrize(
    "media", [[PHOTO, VIDEO, PHOTO], [DOCUMENT, DOCUMENT], [AUDIO] * 10], ids=["mixed", "documents", "ten"]
)
async def test_an_album_is_one_message_an_item(
    api: Any, room: Playground, group: int, media: list[Any]
) -> None:
    """Messages in a row, of the items' kinds and order, with one media_group_id of this album alone."""
    sent = await album(api, group, *media)
    other = await album(api, group, *media)
    assert [one["type"] in message for one, message in zip(media, sent, strict=True)] == [True] * len(media)
    assert len({message["media_group_id"] for message in sent}) == 1
    assert sent[0]["media_group_id"] != other[0]["media_group_id"]
    first = sent[0]["message_id"]
    assert [message["message_id"] for message in sent] == list(range(first, first + len(media)))


async def test_each_item_has_its_own_caption(api: Any, room: Playground, group: int) -> None:
    """Captions with their entities, spoilers, and what the whole album answers."""
    said = (await room.say(group, "bo", "show")).message.id
    first = item("photo", "p", caption="*a*", parse_mode="MarkdownV2", has_spoiler=True)
    second = item("photo", "p", caption="b", caption_entities=[{"type": "italic", "offset": 0, "length": 1}])
    sent = await album(api, group, first, second, reply_parameters={"message_id": said}, protect_content=True)
    assert [(one["caption"], one["caption_entities"][0]["type"]) for one in sent] == [
        ("a", "bold"),
        ("b", "italic"),
    ]
    assert ["has_media_spoiler" in one for one in sent] == [True, False]
    assert {one["reply_to_message"]["message_id"] for one in sent} == {said}
    assert all(one["has_protected_content"] for one in sent)


async def test_a_single_item_is_no_album(api: Any, group: int) -> None:
    """TDLib sends it as an ordinary message."""
    (only,) = await album(api, group, PHOTO)
    assert "media_group_id" not in only


@pytest.mark.parametrize(
    ("media", "sentence"),
    [
        (None, 'parameter "media" is required'),
        ("[", "can't parse media JSON object"),
        ({}, "expected an Array of InputMedia"),
        ([], "there are no messages to send"),
        ([PHOTO] * 11, "too many messages to send as an album"),
        ([5, PHOTO], "can't parse InputMedia: expected an Object"),
        ([PHOTO, item("photo", "gone")], "can't parse InputMedia: media not found"),
        ([PHOTO, item("animation", "v")], 'can\'t parse InputMedia: type "animation" can\'t be used in sendMediaGroup'),
        ([PHOTO, item("sticker", "p")], 'can\'t parse InputMedia: type "sticker" is unsupported'),
        ([PHOTO, item("voice_note", "p")], 'can\'t parse InputMedia: type "voice_note" is not allowed'),
        ([PHOTO, DOCUMENT], "document can't be mixed with other media types"),
        ([AUDIO, VIDEO], "audio can't be mixed with other media types"),
        ([PHOTO, {**PHOTO, "show_caption_above_media": True}],
         "parameter show_caption_above_media must be the same for all messages"),
        ([PHOTO, {**PHOTO, "caption": "x" * 1025}], "message caption is too long"),
        ([PHOTO, {**PHOTO, "caption": "a.", "parse_mode": "MarkdownV2"}],
         "can't parse InputMedia: Can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'"),
        ([PHOTO, item("photo", "n")],
         'failed to send message #2 with the error message "PHOTO_INVALID_DIMENSIONS"'),
        ([item("photo", "t"), PHOTO], 'failed to send message #1 with the error message "IMAGE_PROCESS_FAILED"'),
        ([PHOTO, {"type": "photo", "media": "https://a.com/a.jpg"}],
         'failed to send message #2 with the error message "WEBPAGE_CURL_FAILED"'),
        ([PHOTO, {"type": "photo", "media": "abcde"}],
         "wrong remote file identifier specified: Wrong string length"),
    ],
)  # fmt: skip
async def test_wrong_albums_are_refused(
    api: Any, room: Playground, group: int, media: Any, sentence: str
) -> None:
    """Each with Telegram's sentence; nothing of the album is posted."""
    before = len(await room.messages(group))
    body = await api.send("sendMediaGroup", FILES, chat_id=group, media=media)
    assert (body.get("error_code"), body.get("description")) == (400, f"Bad Request: {sentence}")
    assert len(await room.messages(group)) == before


async def test_each_item_counts_against_the_flood_limits(api: Any, room: Playground, group: int) -> None:
    """Two albums of ten fill a group's minute; a third message must wait, an album is no burst of ten."""
    await room.clock(fixed=True)
    await room.flood(on=True)
    await album(api, group, *[PHOTO] * 10)
    await room.clock(advance=2)
    await album(api, group, *[PHOTO] * 10)
    await room.clock(advance=2)
    code, sentence = await api.refused("sendMessage", chat_id=group, text="x")
    assert (code, sentence) == (429, "Too Many Requests: retry after 56")


async def test_items_are_edited_by_their_like(api: Any, group: int) -> None:
    """A photo becomes a video, no document; documents stay documents; the album stays one."""
    first, second = await album(api, group, PHOTO, {**PHOTO, "caption": "b"})
    named = {"chat_id": group, "message_id": first["message_id"]}
    edited = await api.send("editMessageMedia", FILES, **named, media=VIDEO)
    assert edited["result"]["media_group_id"] == second["media_group_id"]
    assert "video" in edited["result"]
    cases = [
        (named, DOCUMENT, "can't change media type in the album"),
        (named, item("animation", "v"), "message content type can't be used in an album"),
    ]
    document = (await album(api, group, DOCUMENT, DOCUMENT))[0]
    cases.append(({"chat_id": group, "message_id": document["message_id"]}, PHOTO, cases[0][2]))
    for where, media, sentence in cases:
        body = await api.send("editMessageMedia", FILES, **where, media=media)
        assert body["description"] == f"Bad Request: {sentence}"
    caption = await api("editMessageCaption", chat_id=group, message_id=second["message_id"], caption="new")
    assert (caption["caption"], caption["media_group_id"]) == ("new", second["media_group_id"])


async def test_an_item_is_deleted_alone(api: Any, room: Playground, group: int) -> None:
    """The others keep their album."""
    first, second = await album(api, group, PHOTO, PHOTO)
    await api("deleteMessage", chat_id=group, message_id=first["message_id"])
    left = [one.raw["media_group_id"] for one in await room.messages(group) if "media_group_id" in one.raw]
    assert left == [second["media_group_id"]]


@pytest.mark.parametrize("method", ["forwardMessages", "copyMessages"])
async def test_albums_go_on_as_albums(
    api: Any, room: Playground, group: int, forum: int, method: str
) -> None:
    """Several of one album make a new one; one alone makes none."""
    sent = await album(api, group, {**PHOTO, "caption": "a"}, VIDEO)
    source = {"chat_id": forum, "from_chat_id": group}
    ids = [one["message_id"] for one in sent]
    new = {one["message_id"] for one in await api(method, **source, message_ids=ids)}
    shown = [one for one in await room.messages(forum) if one.id in new]
    groups = {one.raw["media_group_id"] for one in shown}
    assert (len(shown), len(groups), shown[0].text) == (2, 1, "a")
    assert sent[0]["media_group_id"] not in groups
    (alone,) = await api(method, **source, message_ids=ids[:1])
    last = (await room.messages(forum))[-1]
    assert (last.id, "media_group_id" in last.raw) == (alone["message_id"], False)


async def test_people_send_and_forward_albums(api: Any, room: Playground, group: int) -> None:
    """Files sent at once are one album, its text under the first; forwards are one too, with their author."""
    await api.updates()
    said = await room.upload_album(1001, "ann", [("a.png", PICTURE), ("b.png", PICTURE)], "look")
    one, two = (update["message"] for update in await api.updates())
    assert one["media_group_id"] == two["media_group_id"]
    assert (one["caption"], "caption" in two, len(one["photo"])) == ("look", False, 1)
    await room.member(group, "bot", "administrator")
    await api.updates()
    await room.forward(group, "ann", said.messages)
    one, two = (update["message"] for update in await api.updates())
    assert one["media_group_id"] == two["media_group_id"] != said.message.raw["media_group_id"]
    assert one["forward_origin"]["sender_user"]["id"] == 1001
    mixed = await room.upload_album(1001, "ann", [("a.png", PICTURE), ("b.txt", b"text")])
    assert ["document" in one.raw for one in mixed.messages] == [True, True]
    with pytest.raises(Refused, match="cannot be in one album"):
        await room.upload_album(1001, "ann", [("a.png", PICTURE), ("b.txt", b"x")], kind="photo,document")
