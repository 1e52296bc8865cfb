"""What people do with files and with what others said: they upload and forward."""

from aiohttp import web

from playground import sharing
from playground.acts import Speech, Unable, chat_of
from playground.control.answering import begin, said
from playground.control.asked import act, number, optional, person, thing
from playground.sharing import File
from playground.wire import Json, Params, Upload
from playground.world import World


async def upload(world: World, asked: Params) -> Json:
    """POST /sim/upload: a person sends files (multipart); several make an album.

    `kind` names one kind for all, or one for each, parted by commas; `auto` sends pictures and films as such,
    anything else as documents. The text stands under the first file.
    """
    chat = chat_of(world, number(asked, "chat"))
    uploads = list(asked.files.values())
    if not uploads:
        raise Unable("The multipart field file is missing.")
    texts = [asked.text("text"), *[""] * (len(uploads) - 1)]
    files = [File(*one) for one in zip(uploads, _kinds(asked, uploads), texts, strict=True)]
    before = await begin(world, asked)
    return await said(world, chat, sharing.upload(world, _speech(world, asked), files), before, asked)


def _kinds(asked: Params, uploads: list[Upload]) -> list[str]:
    kinds = [kind.strip() for kind in (asked.text("kind") or "document").split(",")]
    if kinds == ["auto"]:
        return sharing.fitting(uploads)
    kinds = kinds * len(uploads) if len(kinds) == 1 else kinds
    if len(kinds) != len(uploads):
        raise Unable(f"There are {len(uploads)} files, but kind names {len(kinds)}.")
    return kinds


async def forward(world: World, asked: Params) -> Json:
    """POST /sim/forward: a person forwards one `message` or several `messages` from the chat `from`."""
    chat = chat_of(world, number(asked, "chat"))
    named = thing(asked, "messages")
    given = named if isinstance(named, list) else [number(asked, "message")]
    messages = [number(Params({"messages": one}), "messages") for one in given]
    before = await begin(world, asked)
    sent = sharing.forward(world, _speech(world, asked), number(asked, "from"), messages)
    if not sent:
        raise Unable("The field messages names no message.")
    return await said(world, chat, sent, before, asked)


def _speech(world: World, asked: Params) -> Speech:
    return Speech(
        number(asked, "chat"), person(world, asked), "", optional(asked, "thread"),
        optional(asked, "reply_to"), asked.text("as"),
    )  # fmt: skip


ROUTES = [web.post("/sim/upload", act(upload)), web.post("/sim/forward", act(forward))]
