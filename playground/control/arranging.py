"""What people arrange in a chat: its topics, its pins, its title, description and photo.

`by` says who; without it the owner does.
"""

from aiohttp import web

from playground import arranging, attachments, changes, looks
from playground.acts import Unable, chat_of, message_of, person_of
from playground.control.asked import act, flag, number, optional, person
from playground.control.reading import show_chat
from playground.shapes import Chat
from playground.wire import Json, Params
from playground.world import World


def who(world: World, chat: Chat, asked: Params) -> int:
    """Who does it: the one that is named, or the chat's owner (in a private chat its person)."""
    if asked.text("by"):
        return person_of(world, person(world, asked, "by")).id
    if chat.type == "private":
        return chat.id
    return next((member.user for member in chat.members.values() if member.status == "creator"), 0)


def topic(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/topics: open a topic; with `topic` rename, close or hide one; `delete` deletes."""
    chat = chat_of(world, number(asked, "id"))
    by = who(world, chat, asked)
    drop, changed = optional(asked, "delete"), optional(asked, "topic")
    if drop is not None:
        changes.drop_topic(world, chat.id, drop, by)
        return {"chat": show_chat(world, chat)}
    if changed is None:
        name, icon = asked.text("name") or "Topic", asked.text("icon_custom_emoji_id")
        found = changes.make_topic(world, chat.id, by, name, asked.integer("icon_color"), icon)
    else:
        found = changes.change_topic(
            world, chat.id, by, changed, name=asked.text("name") or None,
            emoji=asked.text("icon_custom_emoji_id") if "icon_custom_emoji_id" in asked else None,
            closed=flag(asked, "closed"), hidden=flag(asked, "hidden"),
        )  # fmt: skip
    told: Json = {"id": found.id, "name": found.name, "closed": found.closed, "hidden": found.hidden}
    return {"topic": told, "chat": show_chat(world, chat)}


def pin(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/pins: pin a message; with `on` false unpin it, or without `message` everything."""
    chat = chat_of(world, number(asked, "id"))
    by = who(world, chat, asked)
    named = optional(asked, "message")
    message = None if named is None else message_of(chat, named)
    arranging.pin(world, chat, by, message, on=flag(asked, "on") is not False)
    return {"pinned": list(chat.pinned), "chat": show_chat(world, chat)}


def look(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/look: a person changes `title`, `description`, `photo` (multipart), `no_photo`."""
    chat = chat_of(world, number(asked, "id"))
    actor = arranging.allowed(world, chat, who(world, chat, asked), "can_change_info", "change how it looks")
    if chat.type == "private":
        raise Unable("A private chat has the looks of its person.")
    if asked.text("title"):
        looks.retitle(world, chat, actor, looks.cleaned(asked.text("title")) or chat.title)
    if "description" in asked:
        looks.describe(world, chat, asked.text("description"))
    if "photo" in asked.files:
        upload = asked.files["photo"]
        small, big = (attachments.keep(world, upload, "photo", f"chat-{size}") for size in ("small", "big"))
        looks.picture(world, chat, actor, small, big)
    if asked.boolean("no_photo"):
        looks.unpicture(world, chat, actor)
    return {"chat": show_chat(world, chat)}


ROUTES = [
    web.post("/sim/chats/{id}/topics", act(topic)),
    web.post("/sim/chats/{id}/pins", act(pin)),
    web.post("/sim/chats/{id}/look", act(look)),
]
