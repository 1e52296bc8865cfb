"""What people do with files and with what others said: they send files, alone or as an album, and forward.

Like every act it checks what a real client would allow, and raises `Unable` with a sentence.
"""

from dataclasses import dataclass, replace

from playground import measures, origins, rules
from playground.acts import Speech, Unable, chat_of, message_of, person_of, place_of, speaker_of
from playground.attachments import ALONE, CAPTIONED, SENT, attach
from playground.entities import units
from playground.formatted import formatted
from playground.shapes import GROUP_KINDS, Message
from playground.wire import Json, Upload
from playground.world import World

MOST = 10
_IN_ALBUMS = ("photo", "video", "document", "audio")


@dataclass(frozen=True)
class File:
    """A file that somebody sends, as which kind, under which caption."""

    upload: Upload
    kind: str
    text: str = ""


def upload(world: World, speech: Speech, files: list[File]) -> list[Message]:
    """Send files; several make an album. Raises Unable for what a client does not send."""
    _check(files)
    media = [attach(world, file.upload, file.kind) for file in files]
    chat = chat_of(world, speech.chat)
    sender, sender_chat = speaker_of(world, chat, replace(speech, media=media[0]))
    thread, reply_to = place_of(chat, speech)
    extra: Json = {"media_group_id": world.new_album()} if len(files) > 1 else {}
    mold = Message(
        0, chat.id, 0, sender=sender, sender_chat=sender_chat, thread=thread, reply_to=reply_to
    )  # fmt: skip
    posted = []
    for file, carried in zip(files, media, strict=True):
        words = formatted(file.text, [])
        posted.append(world.post(replace(
            mold, text=words.text, entities=words.entities, media=carried, extra=dict(extra),
        )))  # fmt: skip
    return posted


def forward(world: World, speech: Speech, source: int, messages: list[int]) -> list[Message]:
    """Forward messages of a chat that this person is in; an album stays one."""
    origin_chat, chat = chat_of(world, source), chat_of(world, speech.chat)
    _check_reads(world, speech.person, source)
    found = [message_of(origin_chat, one) for one in messages]
    for one in found:
        if one.service:
            raise Unable(f"Message {one.id} is a service message; nobody can forward it.")
        if one.extra.get("has_protected_content"):
            raise Unable(f"Message {one.id} is protected; nobody can forward it.")
        if one.poll and not one.poll.anonymous and chat.type == "channel":
            raise Unable("A channel takes anonymous polls only.")
    albums = [str(one.extra.get("media_group_id", "")) for one in found]
    fresh = {album: world.new_album() for album in albums if album and albums.count(album) > 1}
    posted = []
    for one, album in zip(found, albums, strict=True):
        said = replace(speech, media={"poll": {}} if one.poll else one.media or None)
        sender, sender_chat = speaker_of(world, chat, said)
        thread, reply_to = place_of(chat, said)
        extra = origins.told(origins.origin(world, one))
        kept = ("via_bot", "has_media_spoiler", "show_caption_above_media")
        extra |= {name: one.extra[name] for name in kept if name in one.extra}
        extra |= {"media_group_id": fresh[album]} if album in fresh else {}
        posted.append(world.post(Message(
            0, chat.id, 0, sender=sender, sender_chat=sender_chat, thread=thread, reply_to=reply_to,
            text=one.text, entities=list(one.entities), media=one.media, extra=extra,
            link_preview=one.link_preview, poll=one.poll,
        )))  # fmt: skip
    return posted


def fitting(uploads: list[Upload]) -> list[str]:
    """The kinds as which a client sends files that were dropped on it: photos and films when all are such."""
    kinds = [_fitting(upload.content) for upload in uploads]
    return ["document"] * len(kinds) if "document" in kinds else kinds


def _fitting(content: bytes) -> str:
    if measures.picture(content) and not content.startswith(b"GIF"):
        return "photo"
    return "video" if measures.film(content) else "document"


def _check(files: list[File]) -> None:
    if not 1 <= len(files) <= MOST:
        raise Unable(f"One to {MOST} files are sent at once.")
    kinds = [file.kind for file in files]
    for file in files:
        if file.kind not in SENT:
            raise Unable(f"A file is sent as {', '.join(SENT)}, not as {file.kind}.")
        if not file.upload.content:
            raise Unable(f"The file {file.upload.name} is empty.")
        if file.kind == "photo" and measures.picture(file.upload.content) is None:
            raise Unable(f"The file {file.upload.name} is no picture; send it as a document.")
        if file.text and file.kind not in CAPTIONED:
            raise Unable(f"A {file.kind} has no caption.")
        if units(file.text) > rules.CAPTION:
            raise Unable(f"A caption has at most {rules.CAPTION} characters.")
    wrong = [kind for kind in kinds if kind not in _IN_ALBUMS or (kind in ALONE and set(kinds) != {kind})]
    if len(files) > 1 and wrong:
        raise Unable(f"A {wrong[0]} cannot be in one album with the others.")


def _check_reads(world: World, person: int, source: int) -> None:
    chat, who = chat_of(world, source), person_of(world, person)
    if chat.type == "private" and chat.id != who.id:
        raise Unable(f"Chat {chat.id} is another person's private chat.")
    if chat.type in GROUP_KINDS and not chat.username and not world.standing(chat, who.id).present:
        raise Unable(f"{who.first_name} is not in {chat.title}.")
