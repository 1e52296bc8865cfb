"""What people do: they write, edit, press buttons and open links.

Each act checks that the person could do it in a real client; what they could not do raises `Unable` with a
sentence for whoever drives the room.
"""

import asyncio
from dataclasses import dataclass, replace

from playground import forum, rights, rules, service, views
from playground.entities import units
from playground.formatted import cut, formatted
from playground.service import Actor
from playground.shapes import GROUP_KINDS, Chat, Message, Person
from playground.wire import Json, whole
from playground.world import Query, World


class Unable(Exception):
    """Nobody could do that; the sentence says why."""


@dataclass(frozen=True)
class Speech:
    """What is said: by whom, where, and as whom ("self", "anonymous" or a channel's id)."""

    chat: int
    person: int
    text: str
    thread: int | None = None
    reply_to: int | None = None
    speaker: str = ""
    origin: Json | None = None
    """Where it was forwarded from, as a MessageOrigin."""
    media: Json | None = None
    """A document or photo in Telegram's form; the text is its caption then."""


def chat_of(world: World, chat: int) -> Chat:
    """The chat, or Unable."""
    if chat not in world.chats:
        raise Unable(f"There is no chat {chat}.")
    place = world.chats[chat]
    if place.moved_to is not None:
        raise Unable(f"The group {chat} was upgraded; its chat is {place.moved_to} now.")
    return place


def person_of(world: World, person: int) -> Person:
    """The person, or Unable."""
    if person not in world.people:
        raise Unable(f"There is no person {person}.")
    return world.people[person]


def message_of(chat: Chat, message: int) -> Message:
    """The message, or Unable."""
    if message not in chat.messages:
        raise Unable(f"There is no message {message} in chat {chat.id}.")
    return chat.messages[message]


def say(world: World, speech: Speech) -> list[Message]:
    """Say something. A text beyond Telegram's limit goes out in parts, as clients send it."""
    chat = chat_of(world, speech.chat)
    sender, sender_chat = speaker_of(world, chat, speech)
    thread, reply_to = place_of(chat, speech)
    parts = _parts(speech.text)
    if speech.media:
        parts = ["".join(parts)]
        if units(parts[0]) > rules.CAPTION:
            raise Unable(f"A caption has at most {rules.CAPTION} characters.")
    elif not parts:
        raise Unable("Nobody can send an empty message.")
    mold = Message(
        0, chat.id, 0, sender=sender, sender_chat=sender_chat, thread=thread, reply_to=reply_to,
        media=speech.media or {}, extra={"forward_origin": speech.origin} if speech.origin else {},
    )  # fmt: skip
    return [_say(world, part, mold) for part in parts]


def _say(world: World, text: str, mold: Message) -> Message:
    words = formatted(text, [])
    message = replace(mold, text=words.text, entities=words.entities, extra=dict(mold.extra))
    return world.post(message)


def _parts(text: str) -> list[str]:
    left, parts = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip(), []
    while units(left) > rules.TEXT:
        part = cut(left, 0, rules.TEXT).rstrip("�")
        at = part.rfind("\n")
        part = part[:at] if at > 0 else part
        parts.append(part)
        left = left[len(part) :].strip()
    return [part for part in [*parts, left] if part]


def speaker_of(world: World, chat: Chat, speech: Speech) -> tuple[Json | None, int | None]:
    """The sender and the sender's chat of what this person says here."""
    person = person_of(world, speech.person)
    if person.deleted:
        raise Unable(f"The account of {person.first_name or person.id} is deleted.")
    if chat.type == "private":
        if person.id != chat.id:
            raise Unable(f"Chat {chat.id} is another person's private chat.")
        if person.blocked:
            raise Unable(f"{person.first_name} blocked the bot; unblock it first.")
        person.started = True
        return views.person(person), None
    standing = world.standing(chat, person.id)
    if not standing.present:
        raise Unable(f"{person.first_name} cannot write in {chat.title}.")
    if chat.type == "channel":
        if not rights.may_send(chat, standing):
            raise Unable(f"Only admins write in the channel {chat.title}.")
        return None, chat.id
    if not rights.may_send(chat, standing, rights.kind_of(speech.media)):
        raise Unable(f"{person.first_name} cannot write in {chat.title}.")
    thread = place_of(chat, speech)[0]
    if forum.closed_to(world, chat, Actor(person.id, None), thread):
        raise Unable(f"The topic is closed; only who manages topics of {chat.title} writes there.")
    speaker = speech.speaker or ("anonymous" if standing.anonymous else "self")
    return _mask(world, chat, person, speaker)


def _mask(world: World, chat: Chat, person: Person, speaker: str) -> tuple[Json, int | None]:
    if speaker == "self":
        return views.person(person), None
    if speaker == "anonymous":
        if world.standing(chat, person.id).status not in ("creator", "administrator"):
            raise Unable(f"{person.first_name} is no admin of {chat.title} and cannot be anonymous there.")
        return dict(views.GROUP_BOT), chat.id
    channel = world.chats.get(whole(speaker) or 0)
    if channel is None or channel.type != "channel":
        raise Unable(f"as: self, anonymous or the id of a channel, not {speaker}.")
    if world.standing(channel, person.id).status not in ("creator", "administrator"):
        raise Unable(f"{person.first_name} runs no channel {channel.title} and cannot write as it.")
    if rights.bans_sender(world, chat, channel):
        raise Unable(f"{channel.title} is banned in {chat.title}.")
    return dict(views.CHANNEL_BOT), channel.id


def place_of(chat: Chat, speech: Speech) -> tuple[int | None, int | None]:
    """The thread and the replied message of what is said.

    In a plain supergroup a thread is what was said in reply to one message; `thread` names a channel's post
    there (its automatic forward), under which a comment stands.
    """
    target = message_of(chat, speech.reply_to) if speech.reply_to else None
    if chat.forum:
        thread = speech.thread if speech.thread not in (0, 1) else None
        if thread is None and target is not None:
            thread = target.thread
        if thread is not None and thread not in chat.topics:
            raise Unable(f"{chat.title} has no topic {thread}.")
        return thread, target.id if target else thread
    if target is None and speech.thread and chat.type == "supergroup":
        target = message_of(chat, speech.thread)
    if target is None:
        return None, None
    return (target.thread or target.id) if chat.type == "supergroup" else None, target.id


def rewrite(world: World, chat: int, message: int, text: str, person: int | None = None) -> Message:
    """A person edits their message; when named, only the author can."""
    place = chat_of(world, chat)
    written = message_of(place, message)
    if written.by_bot or written.service or written.poll:
        raise Unable(f"Message {message} is not a person's.")
    if person is not None and place.type == "channel":
        editor = service.person(world, place, person_of(world, person).id)
        if not service.may(world, place, editor, "can_edit_messages"):
            raise Unable(f"{world.people[person].first_name} cannot edit posts of {place.title}.")
    if "forward_origin" in written.extra:
        raise Unable(f"Message {message} was forwarded, and stays as it is.")
    author = (written.sender or {}).get("id")
    if person is not None and author in world.people and author != person:
        raise Unable(f"Message {message} is another person's.")
    if isinstance(author, int) and author in world.people:
        _check_writes(world, place, world.people[author])
    words = formatted("".join(_parts(text)[:1]), [])
    if not words.text:
        raise Unable("The new text is empty.")
    written.text, written.entities = words.text, words.entities
    world.edit(written)
    return written


def _check_writes(world: World, chat: Chat, person: Person) -> None:
    """Raise Unable for somebody who cannot write there now, and so cannot edit either."""
    if chat.type == "private" and person.blocked:
        raise Unable(f"{person.first_name} blocked the bot; unblock it first.")
    standing = world.standing(chat, person.id)
    if chat.type != "private" and not (standing.present and rights.may_send(chat, standing)):
        raise Unable(f"{person.first_name} cannot write in {chat.title}.")


def button(chat: Chat, message: int, row: int, column: int) -> Json:
    """The button at a place of a message's keyboard, counted from 0, or Unable."""
    rows = (message_of(chat, message).markup or {}).get("inline_keyboard")
    if not isinstance(rows, list) or not 0 <= row < len(rows) or not 0 <= column < len(rows[row]):
        raise Unable(f"Message {message} has no button in row {row}, column {column}.")
    found = rows[row][column]
    return found if isinstance(found, dict) else {}


def tap(world: World, chat: int, message: int, person: int, data: str) -> Query:
    """A person presses a button; any data may come, as from a forged client, up to 64 bytes.

    A window that was open longer may still show a message that is gone: of it the bot is only told the id.
    """
    place = chat_of(world, chat)
    pressed = place.messages.get(message)
    if pressed is None and not 0 < message < place.next_id:
        raise Unable(f"There is no message {message} in chat {chat}.")
    who = person_of(world, person)
    if who.deleted:
        raise Unable(f"The account of {who.id} is deleted.")
    if place.type == "private" and who.blocked:
        raise Unable(f"{who.first_name} blocked the bot.")
    if place.type in GROUP_KINDS and not world.standing(place, person).present:
        raise Unable(f"{who.first_name} is not in {place.title}.")
    if not 1 <= len(data.encode()) <= rules.CALLBACK_DATA:
        raise Unable("Button data is 1 to 64 bytes long.")
    answered: asyncio.Future[Json | None] = asyncio.get_running_loop().create_future()
    query = Query(str(world.next_query), person, chat, answered, world.clock.elapsed())
    world.next_query += 1
    world.queries[query.id] = query
    where: Json = {"message": views.inaccessible(place, message, world.people)}
    if pressed is not None:
        by_id = bool(pressed.inline_id)
        where = {"inline_message_id": pressed.inline_id} if by_id else {"message": world.show(pressed)}
    world.deliver("callback_query", {
        "id": query.id,
        "from": views.person(who),
        **where,
        "chat_instance": str(7_000_000_000_000 + abs(chat)),
        "data": data,
    })  # fmt: skip
    return query


def start(world: World, person: int, payload: str) -> list[Message]:
    """A person presses Start in the private chat, perhaps by a deep link with a payload."""
    who = person_of(world, person)
    if who.blocked:
        block(world, person, on=False)
    _check_payload(payload)
    return say(world, Speech(person, person, f"/start {payload}".strip()))


def start_in_group(world: World, person: int, chat: int, payload: str) -> list[Message]:
    """A person follows a `startgroup` link into a group, in which the bot already is by now."""
    _check_payload(payload)
    return say(world, Speech(chat, person, f"/start@{world.bot.username} {payload}".strip()))


def _check_payload(payload: str) -> None:
    good = all(character.isascii() and (character.isalnum() or character in "_-") for character in payload)
    if len(payload) > rules.PAYLOAD or not good:
        raise Unable("A deep link's payload is at most 64 of A-Z, a-z, 0-9, _ and -.")


def block(world: World, person: int, *, on: bool) -> None:
    """A person blocks the bot, or lets it write again; the bot is told."""
    who = person_of(world, person)
    if who.blocked == on:
        return
    who.blocked = on
    user = views.bot(world.bot)
    before, after = ("member", "kicked") if on else ("kicked", "member")
    world.deliver("my_chat_member", {
        "chat": world.show_chat(world.chats[person]),
        "from": views.person(who),
        "date": int(world.clock.now()),
        "old_chat_member": _plain(before, user),
        "new_chat_member": _plain(after, user),
    })  # fmt: skip
    world.hub.tell("chat", {"chat": person, "blocked": on})


def _plain(status: str, user: Json) -> Json:
    shown: Json = {"user": user, "status": status}
    return shown | ({"until_date": 0} if status == "kicked" else {})
