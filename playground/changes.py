"""How chats change: they are made, people come and go, groups become supergroups, topics open and close.

Each change writes the service message and sends the updates that Telegram makes of it.
"""

from collections.abc import Callable
from dataclasses import replace

from playground import forum, rights, service, views
from playground.acts import Unable, chat_of, person_of
from playground.service import Actor
from playground.shapes import GROUP_KINDS, Chat, Member, Message, Person, Topic
from playground.wire import Json
from playground.world import World

STATUSES = ("creator", "administrator", "member", "restricted", "left", "kicked")
_FIRST_GROUP = -4_000_000_001
_FIRST_SUPERGROUP = -1_001_000_000_001
_FIRST_PERSON = 1001


def make_person(
    world: World, first_name: str, username: str = "", language: str = "", last_name: str = ""
) -> Person:
    """A new person with the next free id."""
    taken = [user for user in world.people if user >= _FIRST_PERSON]
    person = Person(max(taken, default=_FIRST_PERSON - 1) + 1, first_name, username, last_name, language)
    return world.add_person(person)


def delete_account(world: World, person: int) -> None:
    """A person deletes their account for good: nameless from then on, and out of every chat."""
    who = person_of(world, person)
    who.deleted, who.first_name, who.last_name, who.username, who.language_code = True, "", "", "", ""
    for chat in world.chats.values():
        if chat.moved_to is None and person in chat.members:
            chat.members.pop(person)
        chat.requests.pop(person, None)
        chat.came_by.pop(person, None)
    world.hub.tell("people", {"person": person})


def make_chat(
    world: World, kind: str, title: str, owner: int, *, forum: bool = False, username: str = "",
    members: tuple[int, ...] = (),
) -> Chat:  # fmt: skip
    """A new group, supergroup or channel with its owner and members, without the bot."""
    if kind not in (*GROUP_KINDS, "channel"):
        raise Unable(f"A chat is a group, a supergroup or a channel, not {kind}.")
    if forum and kind != "supergroup":
        raise Unable("Only a supergroup has topics.")
    chat = Chat(_free_id(world, kind), kind, title, username=username, forum=forum)
    chat.next_id = 2 if forum else 1  # 1 stands for General, so no topic may bear it
    chat.members[person_of(world, owner).id] = Member(owner, "creator")
    for person in members:
        chat.members.setdefault(person_of(world, person).id, Member(person, "member"))
    world.chats[chat.id] = chat
    world.hub.tell("chat", {"chat": chat.id})
    return chat


def link(world: World, channel: Chat, group: int | None) -> None:
    """Link a channel with its discussion group, each of which then names the other."""
    if group is None:
        return
    place = chat_of(world, group)
    if channel.type != "channel" or place.type != "supergroup":
        raise Unable("A channel is linked with a supergroup.")
    if place.linked is not None:
        raise Unable(f"{place.title} is the discussion group of another channel.")
    channel.linked, place.linked = place.id, channel.id


def _free_id(world: World, kind: str) -> int:
    first = _FIRST_GROUP if kind == "group" else _FIRST_SUPERGROUP
    same = [chat for chat in world.chats if (chat <= _FIRST_SUPERGROUP) == (first == _FIRST_SUPERGROUP)]
    return min([chat for chat in same if chat < 0], default=first + 1) - 1


def set_member(world: World, chat: int, user: int, status: str, by: int, *, anonymous: bool | None = None,
               can_send: bool | None = None, title: str | None = None, given: frozenset[str] | None = None,
               allowed: frozenset[str] | None = None, until: int = 0) -> None:  # fmt: skip
    """Make somebody (also the bot) a member, an admin, or let them leave, be restricted or kicked.

    `given` are an administrator's rights, `allowed` a restricted one's permissions; None keeps or gives the
    usual ones. A restriction or a ban ends at `until`, if that is not 0.
    """
    place = chat_of(world, chat)
    if place.type == "private":
        raise Unable("A private chat has no members to change.")
    if status not in STATUSES:
        raise Unable(f"A status is one of {', '.join(STATUSES)}, not {status}.")
    if world.user(user) is None:
        raise Unable(f"There is no person {user}.")
    actor = views.person(person_of(world, by))
    if status in ("creator", "administrator"):

        def change(old: Member) -> Member:
            hidden = old.anonymous if anonymous is None else anonymous
            held = given if given is not None else _kept_rights(world, place, old)
            return Member(user, status, hidden, old.title if title is None else title, held)

    elif status == "restricted":

        def change(old: Member) -> Member:
            return restricted(old, _left(old, allowed, can_send), until)
    else:

        def change(old: Member) -> Member:
            return gone(old) if status == "left" else Member(user, status, until=until)

    move(world, place, user, change, actor)


def _kept_rights(world: World, chat: Chat, old: Member) -> frozenset[str] | None:
    """An admin's rights where none are named: those from before; the bot's are at first those it wishes."""
    if old.status == "administrator":
        return old.rights
    return world.wished_rights.get(chat.type == "channel") if old.user == world.bot.id else None


def _left(old: Member, allowed: frozenset[str] | None, can_send: bool | None) -> frozenset[str]:
    """The permissions that are left to a restricted one: named, or all or none of those to send."""
    if allowed is not None:
        return allowed
    before = old.permissions if old.status == "restricted" else rights.USUAL_PERMISSIONS
    if can_send is None:
        return before
    return before | frozenset(rights.SENDING) if can_send else before - frozenset(rights.SENDING)


def restricted(old: Member, allowed: frozenset[str], until: int) -> Member:
    """Somebody under a restriction, in the chat or out of it as before."""
    return Member(old.user, "restricted", permissions=allowed, until=until, inside=old.present)


def gone(old: Member) -> Member:
    """Somebody who left; a restriction waits for their return."""
    return replace(old, inside=False) if old.status == "restricted" else Member(old.user, "left")


def come(old: Member) -> Member:
    """Somebody who joined; a restriction that waited holds again."""
    return replace(old, inside=True) if old.status == "restricted" else Member(old.user, "member")


def move(
    world: World, chat: Chat, user: int, change: Callable[[Member], Member], actor: Json, **more: object
) -> None:
    """Change how somebody stands: the update, and the service message of a coming or going.

    `more` goes into the update. Who joins by a link tells of it themselves, whoever approved it.
    """
    was = world.standing(chat, user).present
    world.stand(chat, user, change, actor, **more)
    herald = world.user(user) if more else actor
    _announce(world, chat, user, was, world.standing(chat, user).present, herald or actor)


def _announce(world: World, chat: Chat, user: int, was: bool, now: bool, actor: Json) -> None:
    """The service message of a coming or going; channels have none."""
    who = world.user(user)
    if was == now or chat.type == "channel" or who is None:
        return
    service: Json = (
        {"new_chat_members": [who], "new_chat_member": who, "new_chat_participant": who}
        if now
        else {"left_chat_member": who, "left_chat_participant": who}
    )
    message = Message(0, chat.id, 0, sender=actor, service=service)
    message.by_bot = actor.get("id") == world.bot.id
    world.post(message)
    if user == world.bot.id and not now and not message.by_bot:
        world.deliver("message", world.show(message))


def upgrade(world: World, chat: int, by: int) -> Chat:
    """Turn a group into a supergroup: a new id; the old chat only tells where it went.

    Members, rights, permissions, title and photo go along. Messages and their pins stay in the old chat.
    """
    old = chat_of(world, chat)
    if old.type != "group":
        raise Unable("Only a basic group can be upgraded.")
    person_of(world, by)
    new = replace(
        old, id=_free_id(world, "supergroup"), type="supergroup", messages={}, next_id=1, topics={},
        pinned=[], by_bot=[], photo=dict(old.photo),
        members={user: replace(member) for user, member in old.members.items()},
    )  # fmt: skip
    world.chats[new.id] = new
    _join_upgraded(world, new, by)
    service.announce(world, old, service.person(world, old, by), {"migrate_to_chat_id": new.id})
    old.moved_to = new.id
    group = Actor(by, dict(views.GROUP_BOT), new.id)
    service.announce(world, new, group, {"migrate_from_chat_id": old.id})
    world.hub.tell("chat", {"chat": old.id, "migrated_to": new.id})
    world.hub.tell("chat", {"chat": new.id})
    return new


def _join_upgraded(world: World, chat: Chat, by: int) -> None:
    """Tell the bot that it is in the new supergroup; that it left the old group it never hears.

    Source: tdlib/telegram-bot-api#266.
    """
    mine = chat.members.pop(world.bot.id, None)
    if mine is not None and mine.present:
        reads_all = chat.reads_all
        world.stand(chat, world.bot.id, lambda _: mine, views.person(world.people[by]))
        chat.reads_all = reads_all


def make_topic(world: World, chat: int, by: int, name: str, color: int = 0, emoji: str = "") -> Topic:
    """A person opens a forum topic; its id is that of the service message that says so."""
    place, actor = _forum(world, chat, by)
    if not forum.manages(world, place, actor):
        raise Unable(f"{world.people[by].first_name} cannot open topics in {place.title}.")
    if not forum.cleaned(name):
        raise Unable("A topic has a name.")
    if color and color not in forum.COLORS:
        raise Unable(f"A topic's color is one of {', '.join(map(str, forum.COLORS))}.")
    return forum.make(world, place, actor, forum.cleaned(name), color, emoji)


def change_topic(
    world: World, chat: int, by: int, topic: int, *, name: str | None = None, emoji: str | None = None,
    closed: bool | None = None, hidden: bool | None = None,
) -> Topic:  # fmt: skip
    """A person renames, closes, reopens a topic (1: General), or hides General."""
    place, actor = _forum(world, chat, by)
    found = _topic(place, topic)
    if not forum.manages(world, place, actor, found):
        raise Unable(f"{world.people[by].first_name} cannot change the topic {found.name}.")
    if hidden is not None and topic != forum.GENERAL:
        raise Unable("Only General can be hidden.")
    forum.edit(world, place, actor, found, forum.cleaned(name or "") or None, emoji)
    if closed is not None:
        forum.close(world, place, actor, found, closed=closed)
    if hidden is not None:
        forum.hide(world, place, actor, hidden=hidden)
    return found


def drop_topic(world: World, chat: int, topic: int, by: int | None = None) -> None:
    """Delete a topic with everything in it; the bot is not told. Whoever is named must have the right."""
    place = chat_of(world, chat)
    found = _topic(place, topic)
    if topic == forum.GENERAL:
        raise Unable("General cannot be deleted.")
    if by is not None and not _may_drop(world, place, by, found):
        raise Unable(f"{world.people[by].first_name} cannot delete the topic {found.name}.")
    forum.drop(world, place, found)


def _may_drop(world: World, chat: Chat, by: int, topic: Topic) -> bool:
    actor = service.person(world, chat, person_of(world, by).id)
    return topic.owner == by or service.may(world, chat, actor, "can_delete_messages")


def _forum(world: World, chat: int, by: int) -> tuple[Chat, Actor]:
    place = chat_of(world, chat)
    if not place.forum:
        raise Unable(f"{place.title or place.id} has no topics.")
    return place, service.person(world, place, person_of(world, by).id)


def _topic(chat: Chat, topic: int) -> Topic:
    found = forum.found(chat, topic) if chat.forum else None
    if found is None:
        raise Unable(f"Chat {chat.id} has no topic {topic}.")
    return found


def set_privacy(world: World, *, on: bool) -> None:
    """BotFather's switch. A group keeps the old state until the bot is removed and added again."""
    world.bot.privacy = on
    world.hub.tell("chat", {"chat": None, "privacy": on})
