"""How the room changes: people and chats are made, members come and go, groups are upgraded."""

from aiohttp import web

from playground import acts, changes, rights
from playground.acts import Unable, chat_of, person_of
from playground.control.asked import act, flag, names, number, optional, person, thing
from playground.control.reading import show_chat, show_person
from playground.wire import Json, Params
from playground.world import World


def make_chat(world: World, asked: Params) -> Json:
    """POST /sim/chats: a new group, supergroup, forum or channel."""
    kind = asked.text("type") or "supergroup"
    forum = asked.boolean("is_forum") or kind == "forum"
    named = thing(asked, "members")
    members: list[object] = named if isinstance(named, list) else []
    chat = changes.make_chat(
        world, "supergroup" if kind == "forum" else kind, asked.text("title") or "Group",
        person(world, asked, "owner" if "owner" in asked else "by"),
        forum=forum, username=asked.text("username"),
        members=tuple(person(world, Params({"members": one}), "members") for one in members),
    )  # fmt: skip
    changes.link(world, chat, optional(asked, "linked"))
    return {"chat": show_chat(world, chat)}


def make_person(world: World, asked: Params) -> Json:
    """POST /sim/people: a new person."""
    if not asked.text("first_name"):
        raise Unable("The field first_name is missing.")
    made = changes.make_person(
        world,
        asked.text("first_name"),
        asked.text("username"),
        asked.text("language_code"),
        asked.text("last_name"),
    )
    return {"person": show_person(made)}


def set_language(world: World, asked: Params) -> Json:
    """POST /sim/people/{person}: change a person's language, or delete their account."""
    who = person_of(world, person(world, asked))
    if asked.boolean("deleted"):
        changes.delete_account(world, who.id)
    if "language_code" in asked:
        who.language_code = asked.text("language_code")
    world.hub.tell("people", {"person": who.id})
    return {"person": show_person(who)}


def set_member(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/members: somebody (or "bot") comes, goes, is promoted, restricted or muted."""
    chat = chat_of(world, number(asked, "id"))
    by = person(world, asked, "by") if asked.text("by") else rights.owner_of(chat)
    changes.set_member(
        world, chat.id, person(world, asked), asked.text("status") or "member", by,
        anonymous=flag(asked, "anonymous"), can_send=flag(asked, "can_send"),
        title=asked.text("title") if "title" in asked else None,
        given=names(asked, "rights", rights.RIGHTS), allowed=names(asked, "permissions", rights.PERMISSIONS),
        until=max(asked.integer("until"), 0),
    )  # fmt: skip
    return {"chat": show_chat(world, chat)}


def upgrade(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/upgrade: a group becomes a supergroup."""
    old = chat_of(world, number(asked, "id"))
    by = person(world, asked, "by") if asked.text("by") else rights.owner_of(old)
    new = changes.upgrade(world, old.id, by)
    return {"chat": show_chat(world, new)}


def set_privacy(world: World, asked: Params) -> Json:
    """POST /sim/privacy: BotFather's switch."""
    changes.set_privacy(world, on=asked.boolean("on"))
    return {"privacy": world.bot.privacy}


def block(world: World, asked: Params) -> Json:
    """POST /sim/block: a person blocks the bot or lets it write again."""
    who = person_of(world, person(world, asked))
    acts.block(world, who.id, on=asked.boolean("on"))
    return {"person": show_person(who)}


ROUTES = [
    web.post("/sim/chats", act(make_chat)),
    web.post("/sim/people", act(make_person)),
    web.post("/sim/people/{person}", act(set_language)),
    web.post("/sim/chats/{id}/members", act(set_member)),
    web.post("/sim/chats/{id}/upgrade", act(upgrade)),
    web.post("/sim/privacy", act(set_privacy)),
    web.post("/sim/block", act(block)),
]
