"""How chats change: they are made, people come and go, groups become supergroups, topics open and close.

Each change writes the service message and sends the updates that Telegram makes of it.
"""

from dataclasses import replace

from playground import views
from playground.acts import Unable, chat_of, person_of
from playground.shapes import GROUP_KINDS, PRESENT, Chat, Member, Message, Person, Topic
from playground.wire import Json
from playground.world import World

STATUSES = ("creator", "administrator", "member", "restricted", "left", "kicked")
_FIRST_GROUP = -4_000_000_001
_FIRST_SUPERGROUP = -1_001_000_000_001
_FIRST_PERSON = 1001
TOPIC_COLOR = 7322096


def make_person(
    world: World, first_name: str, username: str = "", language: str = "", last_name: str = ""
) -> Person:
    """A new person with the next free id."""
    taken = [user for user in world.people if user >= _FIRST_PERSON]
    person = Person(max(taken, default=_FIRST_PERSON - 1) + 1, first_name, username, last_name, language)
    return world.add_person(person)


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
        chat.members[person_of(world, person).id] = Member(person, "member")
    world.chats[chat.id] = chat
    world.hub.tell("chat", {"chat": chat.id})
    return chat


def _free_id(world: World, kind: str) -> int:
    first = _FIRST_GROUP if kind == "group" else _FIRST_SUPERGROUP
    same = [chat for chat in world.chats if (chat <= _FIRST_SUPERGROUP) == (first == _FIRST_SUPERGROUP)]
    return min([chat for chat in same if chat < 0], default=first + 1) - 1


def set_member(world: World, chat: int, user: int, status: str, by: int, *, anonymous: bool | None = None,
               can_send: bool | None = None, title: str | None = None) -> None:  # fmt: skip
    """Make somebody (also the bot) a member, an admin, or let them leave or be kicked."""
    place = chat_of(world, chat)
    if place.type == "private":
        raise Unable("A private chat has no members to change.")
    if status not in STATUSES:
        raise Unable(f"A status is one of {', '.join(STATUSES)}, not {status}.")
    if world.user(user) is None:
        raise Unable(f"There is no person {user}.")
    actor = views.person(person_of(world, by))
    old = world.standing(place, user)
    if can_send is None and status in ("creator", "administrator", "member"):
        can_send = True  # being muted is a restriction, and ends with it

    def change(member: Member) -> Member:
        return replace(
            member, status=status,
            anonymous=(member.anonymous if anonymous is None else anonymous)
            and status in ("creator", "administrator"),
            can_send=member.can_send if can_send is None else can_send,
            title=member.title if title is None else title,
        )  # fmt: skip

    world.stand(place, user, change, actor)
    _announce(world, place, user, old.status in PRESENT, status in PRESENT, actor)


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
    world.post(message)
    if user == world.bot.id and not now:
        world.deliver("message", world.show(message))


def upgrade(world: World, chat: int, by: int) -> Chat:
    """Turn a group into a supergroup: a new id; the old chat only tells where it went."""
    old = chat_of(world, chat)
    if old.type != "group":
        raise Unable("Only a basic group can be upgraded.")
    new = replace(
        old, id=_free_id(world, "supergroup"), type="supergroup", messages={}, next_id=1, topics={},
        pinned=[], members={user: replace(member) for user, member in old.members.items()},
    )  # fmt: skip
    world.chats[new.id] = new
    actor = views.person(person_of(world, by))
    world.post(Message(0, old.id, 0, sender=actor, service={"migrate_to_chat_id": new.id}))
    old.moved_to = new.id
    world.post(
        Message(
            0, new.id, 0, sender=dict(views.GROUP_BOT), sender_chat=new.id,
            service={"migrate_from_chat_id": old.id},
        )
    )  # fmt: skip
    world.hub.tell("chat", {"chat": old.id, "migrated_to": new.id})
    world.hub.tell("chat", {"chat": new.id})
    return new


def make_topic(world: World, chat: int, name: str, sender: Json) -> Topic:
    """Open a forum topic; its id is that of the service message that says so."""
    place = chat_of(world, chat)
    if not place.forum:
        raise Unable(f"{place.title or place.id} has no topics.")
    topic = Topic(place.next_id, name)
    place.topics[topic.id] = topic
    service: Json = {"forum_topic_created": {"name": name, "icon_color": TOPIC_COLOR}}
    message = Message(0, chat, 0, sender=sender, thread=topic.id, service=service)
    message.by_bot = sender.get("id") == world.bot.id
    world.post(message)
    world.hub.tell("chat", {"chat": chat})
    return topic


def drop_topic(world: World, chat: int, topic: int) -> None:
    """Delete a topic with everything in it; the bot is not told."""
    place = chat_of(world, chat)
    if place.topics.pop(topic, None) is None:
        raise Unable(f"Chat {chat} has no topic {topic}.")
    for message in [one.id for one in place.messages.values() if one.thread == topic]:
        world.delete(place, message)
    world.hub.tell("chat", {"chat": chat})


def set_privacy(world: World, *, on: bool) -> None:
    """BotFather's switch. A group keeps the old state until the bot is removed and added again."""
    world.bot.privacy = on
    world.hub.tell("chat", {"chat": None, "privacy": on})
