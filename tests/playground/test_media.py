"""Files that the bot sends: kinds, ids, addresses, limits, edits; places and dice; files of people."""

# ruff: noqa: E501 - one case a row

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import measures
from playground.client import Playground, Refused
from playground.methods import files
from playground.shapes import Bot
from playground.wire import Refusal
from playground.world import World

PDF = b"%PDF-1.4 ..."
OGG = (
    b"OggS\0\2" + b"\0" * 20 + b"\x01\x13OpusHead\x01\x01" + b"OggS\0\4" + (48_000 * 7).to_bytes(8, "little")
)
WEBP = b"RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (511).to_bytes(3, "little") + (383).to_bytes(3, "little")
GIF = b"GIF89a" + (120).to_bytes(2, "little") + (80).to_bytes(2, "little") + b"\0" * 8


def png(width: int, height: int) -> bytes:
    """The head of a picture of this size."""
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\0\0\0"


def box(kind: bytes, body: bytes) -> bytes:
    """A box of an MP4."""
    return (len(body) + 8).to_bytes(4) + kind + body


def film(width: int, height: int, seconds: int) -> bytes:
    """An MP4 that tells its size and length and holds nothing else."""
    head = b"\0" * 12 + (1000).to_bytes(4) + (seconds * 1000).to_bytes(4)
    track = b"\0" * 76 + (width << 16).to_bytes(4) + (height << 16).to_bytes(4)
    return box(b"ftyp", b"isom") + box(b"moov", box(b"mvhd", head) + box(b"trak", box(b"tkhd", track)))


def field(kind: str, name: str, content: bytes, mime: str = "application/octet-stream") -> Any:
    """A multipart field."""
    return {kind: (name, content, mime)}


async def sent(api: Any, method: str, files: Any, chat: int, **params: Any) -> Any:
    """The message that a method with an upload made."""
    body = await api.send(method, files, chat_id=chat, **params)
    assert body["ok"], body
    return body["result"]


@pytest.mark.parametrize(
    ("sides", "shown"),
    [
        ((60, 40), [(60, 40)]),
        ((400, 300), [(90, 68), (320, 240), (400, 300)]),
        ((800, 600), [(90, 68), (320, 240), (800, 600)]),
        ((4000, 2000), [(90, 45), (320, 160), (800, 400), (1280, 640), (2560, 1280)]),
    ],
)
async def test_a_photo_comes_in_telegrams_sizes(
    api: Any, group: int, sides: tuple[int, int], shown: list[tuple[int, int]]
) -> None:
    """Boxes of 90, 320, 800, 1280 and 2560 pixels, up to the first that holds the photo whole."""
    photo = (await sent(api, "sendPhoto", field("photo", "a.png", png(*sides)), group))["photo"]
    assert [(size["width"], size["height"]) for size in photo] == shown
    assert len({size["file_id"] for size in photo}) == len(photo)


@pytest.mark.parametrize(
    ("kind", "method", "name", "content", "shown"),
    [
        ("document", "sendDocument", "refs.pdf", PDF, {"file_name": "refs.pdf", "mime_type": "application/pdf"}),
        ("video", "sendVideo", "a.mp4", film(640, 360, 12),
         {"width": 640, "height": 360, "duration": 12, "mime_type": "video/mp4"}),
        ("animation", "sendAnimation", "a.gif", GIF, {"width": 120, "height": 80, "mime_type": "image/gif"}),
        ("audio", "sendAudio", "a.mp3", b"\xff\xfb\x90\x00" + b"\0" * 15_996, {"duration": 1, "mime_type": "audio/mpeg"}),
        ("voice", "sendVoice", "a.ogg", OGG, {"duration": 7, "mime_type": "audio/ogg"}),
        ("video_note", "sendVideoNote", "a.mp4", film(240, 240, 3), {"length": 240, "duration": 3}),
        ("sticker", "sendSticker", "a.webp", WEBP,
         {"width": 512, "height": 384, "is_animated": False, "is_video": False, "type": "regular"}),
    ],
)  # fmt: skip
async def test_a_file_is_told_with_what_it_is(
    api: Any, group: int, kind: str, method: str, name: str, content: bytes, shown: dict[str, Any]
) -> None:
    """Each kind has its fields, its size and length read from the bytes; its id sends it again."""
    message = await sent(api, method, field(kind, name, content), group)
    told = message[kind]
    assert {key: told[key] for key in shown} == shown
    assert told["file_size"] == len(content)
    again = await api(method, chat_id=group, **{kind: told["file_id"]})
    assert again[kind] == told


async def test_what_the_sender_says_of_a_file_goes_first(api: Any, group: int, picture: bytes) -> None:
    """Size, length, names and thumbnail of a call stand in the message; numbers are kept in their range."""
    files = {"video": ("a.mp4", film(640, 360, 12), "video/mp4"), "cover": ("t.png", picture, "image/png")}
    video = (await sent(
        api, "sendVideo", files, group, width=20_000, height=5, duration=-4, thumbnail="attach://cover"
    ))["video"]  # fmt: skip
    assert (video["width"], video["height"], video["duration"]) == (10_000, 5, 12)
    assert (video["thumbnail"]["width"], video["thumbnail"]["height"]) == (400, 300)
    audio = (await sent(api, "sendAudio", field("audio", "a.mp3", b"x"), group, title="T", performer="P"))[
        "audio"
    ]
    assert (audio["title"], audio["performer"]) == ("T", "P")


async def test_flags_and_captions_of_a_photo(api: Any, room: Playground, group: int, picture: bytes) -> None:
    """Caption with entities, above the photo, under a spoiler, protected: all are told."""
    message = await sent(
        api, "sendPhoto", field("photo", "a.png", picture), group, caption="<b>c</b>", parse_mode="HTML",
        show_caption_above_media=True, has_spoiler=True, protect_content=True, disable_notification=True,
        message_effect_id="5",
    )  # fmt: skip
    assert (message["caption"], message["caption_entities"][0]["type"]) == ("c", "bold")
    for flag in ("show_caption_above_media", "has_media_spoiler", "has_protected_content"):
        assert message[flag] is True


async def test_the_same_bytes_have_the_same_unique_id(api: Any, group: int) -> None:
    """File ids are new each time; unique ids follow the content and the kind."""
    one = (await sent(api, "sendDocument", field("document", "a.txt", b"x"), group))["document"]
    two = (await sent(api, "sendDocument", field("document", "b.txt", b"x"), group))["document"]
    other = (await sent(api, "sendDocument", field("document", "a.txt", b"y"), group))["document"]
    assert one["file_unique_id"] == two["file_unique_id"] != other["file_unique_id"]
    assert one["file_id"] != two["file_id"]


@pytest.mark.parametrize(
    ("kind", "method", "name", "folder"),
    [
        ("photo", "sendPhoto", "a.png", "photos/file_"), ("document", "sendDocument", "a.txt", "documents/file_"),
        ("voice", "sendVoice", "a.ogg", "voice/file_"), ("audio", "sendAudio", "a.mp3", "music/file_"),
    ],
)  # fmt: skip
async def test_a_file_is_fetched_where_get_file_says(
    api: Any, group: int, picture: bytes, kind: str, method: str, name: str, folder: str
) -> None:
    """The path has Telegram's folder, and the bytes come back as they were sent."""
    message = await sent(api, method, field(kind, name, picture), group)
    told = message["photo"][-1] if kind == "photo" else message[kind]
    file = await api("getFile", file_id=told["file_id"])
    assert file["file_path"].startswith(folder)
    assert (file["file_unique_id"], file["file_size"]) == (told["file_unique_id"], len(picture))
    fetched = await api.http.get(f"/file/bot{api.token}/{file['file_path']}")
    assert fetched.content == picture


@pytest.mark.parametrize(
    ("method", "files", "code", "sentence"),
    [
        ("sendPhoto", field("photo", "a.png", b""), 400, "Bad Request: file must be non-empty"),
        ("sendPhoto", field("photo", "a.txt", b"text"), 400, "Bad Request: IMAGE_PROCESS_FAILED"),
        ("sendPhoto", field("photo", "a.png", png(9000, 1001)), 400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        ("sendPhoto", field("photo", "a.png", png(210, 10)), 400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        ("sendPhoto", field("photo", "a.png", png(9, 9) + b"\0" * 10 * 1024 * 1024), 400,
         "Bad Request: file of size 10485789 bytes is too big for a photo; the maximum size is 10485760 bytes"),
        ("sendDocument", field("document", "a", b"\0" * (50 * 1024 * 1024 + 1)), 413, "Request Entity Too Large"),
        ("sendVideoNote", {}, 400, "Bad Request: there is no video note in the request"),
    ],
    ids=["empty", "no picture", "too large", "too narrow", "too heavy", "beyond 50 MB", "none"],
)  # fmt: skip
async def test_files_that_telegram_refuses(
    api: Any, group: int, method: str, files: Any, code: int, sentence: str
) -> None:
    """Limits of uploads, each with its sentence."""
    body = await api.send(method, files or field("other", "a", b"x"), chat_id=group)
    assert (body["error_code"], body["description"]) == (code, sentence)


async def test_an_id_of_one_kind_is_not_another(api: Any, group: int) -> None:
    """A photo's id is only a photo's; files of the other kinds pass as what they are."""
    photo, document = await api.photo(group), await api.document(group)
    assert await api.refused("sendDocument", chat_id=group, document=photo) == (
        400, "Bad Request: can't use file of type Photo as Document",
    )  # fmt: skip
    assert await api.refused("sendPhoto", chat_id=group, photo=document) == (
        400, "Bad Request: can't use file of type Document as Photo",
    )  # fmt: skip
    assert "document" in await api("sendVideo", chat_id=group, video=document)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("abcde", "Wrong string length"), ("ab/d", "Wrong character in the string"),
        ("abcd", "can't unserialize it. Wrong last symbol"), ("AAAAAAAE", "can't unserialize it"),
        ("abd", "Wrong padding in the string"),
    ],
)  # fmt: skip
async def test_wrong_file_ids(api: Any, group: int, given: str, why: str) -> None:
    """What TDLib finds wrong with an id that is none."""
    assert await api.refused("sendVoice", chat_id=group, voice=given) == (
        400, f"Bad Request: wrong remote file identifier specified: {why}",
    )  # fmt: skip


@given(
    text=st.text(st.characters(exclude_characters=".", exclude_categories=["Cs"]), min_size=1).map(str.strip)
)
@settings(max_examples=200, deadline=None)
def test_any_text_as_a_file_id_is_refused_in_words(text: str) -> None:
    """Whatever somebody sends as an id: Telegram's 400, never an error of ours."""
    world = World(Bot(1, "B", "b_bot"), "1:test")
    with pytest.raises(Refusal, match="wrong remote file identifier specified: "):
        files.known(world, text or "x", "photo")


@given(
    start=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"RIFF....WEBPVP8 ", b"ID3",
                           b"RIFF....WEBPVP8L", b"RIFF....WEBPVP8X", b"RIFF....WAVE", b"OggS", b"\0\0\0\x08ftyp",
                           b"\0\0\0\x08ftyp\0\0\0\x20moov\0\0\0\0trak", b"\xff\xfb\x90"]),
    rest=st.binary(max_size=200),
)  # fmt: skip
@settings(max_examples=500, deadline=None)
def test_damaged_files_are_measured_without_harm(start: bytes, rest: bytes) -> None:
    """Sizes are positive or unknown, lengths never negative, whatever the bytes."""
    for size in (measures.picture(start + rest), measures.film(start + rest)):
        assert size is None or min(size) > 0
    assert measures.duration(start + rest) >= 0


async def test_windows_show_a_photo_as_one(api: Any, group: int) -> None:
    """Its type is read from the bytes: many bots send none."""
    photo = (await sent(api, "sendPhoto", field("photo", "x", png(40, 30)), group))["photo"][0]
    shown = await api.http.get(f"/sim/files/{photo['file_id']}")
    assert shown.headers["Content-Type"] == "image/png"


async def test_a_gif_is_an_animation(api: Any, group: int) -> None:
    """Also sent as a document, unless the bot asks to leave it as it is."""
    as_document = await sent(api, "sendDocument", field("document", "a.gif", GIF), group)
    assert as_document["animation"]["file_id"] == as_document["document"]["file_id"]
    nameless = await sent(api, "sendAnimation", field("animation", "x", GIF), group)
    assert nameless["animation"]["mime_type"] == "image/gif"
    kept = await sent(
        api, "sendDocument", field("document", "a.gif", GIF), group, disable_content_type_detection=True
    )  # fmt: skip
    assert ("animation" in kept, "document" in kept) == (False, True)


async def test_a_file_from_an_address_may_be_only_so_large(api: Any, group: int, address: str) -> None:
    """5 MB for a photo, 20 MB for other files."""
    for kind, method, most in (("photo", "sendPhoto", 5), ("video", "sendVideo", 20)):
        content = png(9, 9) + b"\0" * most * 1024 * 1024
        large = await sent(api, "sendDocument", field("document", "a.png", content), group)
        url = f"{address}/sim/files/{large['document']['file_id']}?a.png"
        assert await api.refused(method, chat_id=group, **{kind: url}) == (
            400, "Bad Request: failed to get HTTP URL content",
        )  # fmt: skip


async def test_addresses(api: Any, group: int, address: str, picture: bytes) -> None:
    """A file on this machine is loaded; what is elsewhere, missing or of a wrong type is refused."""
    path = (await api("getFile", file_id=await api.photo(group)))["file_path"]
    base = f"{address}/sim/files/"
    shown = await api("sendPhoto", chat_id=group, photo=base + await api.photo(group) + "?name=a.png")
    assert shown["photo"][-1]["width"] == 400
    cases = [
        ("https://example.com/a.png", "failed to get HTTP URL content"),
        (f"{address}/nowhere.png", "failed to get HTTP URL content"),
        (f"{address}/file/bot{api.token}/{path}", "wrong type of the web page content"),
        ("ftp://a.b/c.png", "invalid file HTTP URL specified: Unsupported URL protocol"),
    ]
    for url, sentence in cases:
        assert await api.refused("sendPhoto", chat_id=group, photo=url) == (400, f"Bad Request: {sentence}")


@pytest.mark.parametrize(
    ("method", "params", "shown"),
    [
        ("sendLocation", {"latitude": 1.5, "longitude": -2}, {"location": {"latitude": 1.5, "longitude": -2.0}}),
        ("sendLocation", {"latitude": 1, "longitude": 2, "horizontal_accuracy": 3.2, "live_period": 60, "heading": 9},
         {"location": {"latitude": 1.0, "longitude": 2.0, "horizontal_accuracy": 4, "live_period": 60, "heading": 9}}),
        ("sendVenue", {"latitude": 1, "longitude": 2, "title": "T", "address": "A", "foursquare_id": "f"},
         {"venue": {"location": {"latitude": 1.0, "longitude": 2.0}, "title": "T", "address": "A",
                    "foursquare_id": "f"}}),
        ("sendContact", {"phone_number": "+1", "first_name": "Cy", "last_name": "D"},
         {"contact": {"phone_number": "+1", "first_name": "Cy", "last_name": "D"}}),
    ],
)  # fmt: skip
async def test_contents_without_a_file(
    api: Any, group: int, method: str, params: dict[str, Any], shown: dict[str, Any]
) -> None:
    """Places and contacts are told as they were given."""
    message = await api(method, chat_id=group, **params)
    assert {name: message[name] for name in shown} == shown


@pytest.mark.parametrize(
    ("emoji", "most"), [("🎲", 6), ("🎯", 6), ("🏀", 5), ("⚽", 5), ("🎳", 6), ("🎰", 64)]
)
async def test_dice_fall_on_their_sides(api: Any, group: int, emoji: str, most: int) -> None:
    """Each emoji has its own number of sides."""
    dice = (await api("sendDice", chat_id=group, emoji=emoji))["dice"]
    assert dice["emoji"] == emoji
    assert 1 <= dice["value"] <= most


async def test_a_live_location_moves_until_it_stops(api: Any, room: Playground, group: int) -> None:
    """It is moved by edits, stopped where it is, and cannot be moved after its time."""
    await room.clock(fixed=True)
    place = {"chat_id": group, "latitude": 1, "longitude": 2}
    live = await api("sendLocation", **place, live_period=60)
    named = {"chat_id": group, "message_id": live["message_id"]}
    moved = await api("editMessageLiveLocation", **named, latitude=3, longitude=4, heading=5)
    assert (moved["location"]["latitude"], moved["location"]["heading"]) == (3.0, 5)
    stopped = await api("stopMessageLiveLocation", **named)
    assert "live_period" not in stopped["location"]
    assert await api.refused("stopMessageLiveLocation", **named) == (
        400, "Bad Request: there is no live location in the message to edit",
    )  # fmt: skip
    late = await api("sendLocation", **place, live_period=60)
    await room.clock(advance=61)
    named = {"chat_id": group, "message_id": late["message_id"], "latitude": 3, "longitude": 4}
    assert await api.refused("editMessageLiveLocation", **named) == (
        400,
        "Bad Request: message can't be edited",
    )


async def test_media_is_replaced(api: Any, group: int, picture: bytes) -> None:
    """A photo becomes a document or another photo, a text becomes a photo; the same again is refused."""
    document = await api.document(group)
    message = await sent(api, "sendPhoto", field("photo", "a.png", picture), group, has_spoiler=True)
    named = {"chat_id": group, "message_id": message["message_id"]}
    media = {"type": "document", "media": document, "caption": "<b>c</b>", "parse_mode": "HTML"}
    edited = await api("editMessageMedia", **named, media=media)
    assert (edited["caption"], edited["document"]["file_id"]) == ("c", document)
    assert {"photo", "has_media_spoiler"} & set(edited) == set()
    assert (await api.refused("editMessageMedia", **named, media=media))[1].startswith(
        "Bad Request: message is not modified"
    )
    text = await api("sendMessage", chat_id=group, text="x")
    files = field("f", "a.png", picture)
    changed = await api.send(
        "editMessageMedia", files, chat_id=group, message_id=text["message_id"],
        media={"type": "photo", "media": "attach://f"},
    )  # fmt: skip
    assert ("text" in changed["result"], len(changed["result"]["photo"])) == (False, 3)


@pytest.mark.parametrize(
    ("media", "sentence"),
    [
        ("", 'parameter "media" is required'),
        ("{", "can't parse input media JSON object"),
        ([], "can't parse InputMedia: expected an Object"),
        ({"type": "photo"}, "can't parse InputMedia: media not found"),
        ({"type": "photo", "media": "attach://gone"}, "can't parse InputMedia: media not found"),
        ({"media": "abcd"}, "can't parse InputMedia: Can't find field \"type\""),
        ({"type": "sticker", "media": "abcd"}, 'can\'t parse InputMedia: type "sticker" is unsupported'),
        ({"type": "photo", "media": 5}, 'can\'t parse InputMedia: Field "media" must be of type String'),
        ({"type": "photo", "media": "abcd", "caption": "<b>", "parse_mode": "HTML"},
         "can't parse InputMedia: Can't parse entities: Can't find end tag corresponding to start tag \"b\""),
        ({"type": "photo", "media": "abcd", "caption": "x" * 1025}, "message caption is too long"),
    ],
)  # fmt: skip
async def test_wrong_media_is_refused(api: Any, group: int, media: Any, sentence: str) -> None:
    """InputMedia that cannot be read, each with Telegram's sentence."""
    text = await api("sendMessage", chat_id=group, text="x")
    named = {"chat_id": group, "message_id": text["message_id"], "media": media}
    assert await api.refused("editMessageMedia", **named) == (400, f"Bad Request: {sentence}")


async def test_what_has_no_media_or_text_to_edit(api: Any, group: int, picture: bytes) -> None:
    """Stickers, places and photos refuse the edits that do not fit them."""
    photo = await sent(api, "sendPhoto", field("photo", "a.png", picture), group)
    place = await api("sendLocation", chat_id=group, latitude=1, longitude=2)
    media = {"type": "photo", "media": photo["photo"][-1]["file_id"]}
    cases: list[tuple[str, Any, dict[str, Any], str]] = [
        ("editMessageText", photo, {"text": "x"}, "there is no text in the message to edit"),
        ("editMessageCaption", place, {"caption": "x"}, "there is no caption in the message to edit"),
        ("editMessageMedia", place, {"media": media}, "message media can't be edited"),
    ]
    for method, message, more, sentence in cases:
        named = {"chat_id": group, "message_id": message["message_id"]}
        assert await api.refused(method, **named, **more) == (400, f"Bad Request: {sentence}")


@pytest.mark.parametrize("kind", ["photo", "document", "video", "audio", "voice", "sticker"])
async def test_people_send_files_of_every_kind(api: Any, room: Playground, picture: bytes, kind: str) -> None:
    """What a person uploads comes to the bot as that kind, and can be fetched."""
    content = WEBP if kind == "sticker" else picture
    await room.upload(1001, "ann", f"a.{kind}", content, "" if kind == "sticker" else "look", kind=kind)
    message = (await api.updates())[-1]["message"]
    told = message[kind][-1] if kind == "photo" else message[kind]
    file = await api("getFile", file_id=told["file_id"])
    assert (await api.http.get(f"/file/bot{api.token}/{file['file_path']}")).content == content


async def test_people_cannot_send_what_a_client_refuses(room: Playground) -> None:
    """No picture as a photo, no caption under a sticker, no unknown kind."""
    with pytest.raises(Refused, match="is no picture"):
        await room.upload(1001, "ann", "a.png", b"text", kind="photo")
    with pytest.raises(Refused, match="has no caption"):
        await room.upload(1001, "ann", "a.webp", WEBP, "look", kind="sticker")
    with pytest.raises(Refused, match="not as moon"):
        await room.upload(1001, "ann", "a.webp", WEBP, kind="moon")


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (png(30, 20), (30, 20)), (GIF, (120, 80)), (WEBP, (512, 384)),
        (b"BM" + b"\0" * 16 + (7).to_bytes(4, "little") + (-5).to_bytes(4, "little", signed=True), (7, 5)),
        (b"\xff\xd8\xff\xe1\x00\x06\xff\xc0\x00\x00\xff\xc0\x00\x11\x08\x00\x14\x00\x1e\x03", (30, 20)),
        (b"\xff\xd8\xff\xe0\x00\x00", None), (b"", None), (b"text", None), (png(0, 5), None),
    ],
)  # fmt: skip
def test_sizes_are_read_from_heads(content: bytes, size: tuple[int, int] | None) -> None:
    """PNG, GIF, WebP, BMP and JPEG, past other parts; what is damaged or something else has no size."""
    assert measures.picture(content) == size
