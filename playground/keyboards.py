"""Reply keyboards: which one a person has under their input line in a chat.

The newest message that brings one, takes one away or asks for a reply decides, if it is meant for this one:
a `selective` one is meant for who is mentioned in its text and for the author of the message it replies to.
A message that was deleted takes its keyboard along. Source: Bot API, ReplyKeyboardMarkup.
"""

from playground.shapes import Chat, Message, Person
from playground.wire import Json
from playground.world import World

_KINDS = ("keyboard", "remove_keyboard", "force_reply")


def of(message: Message) -> Json | None:
    """The message's reply markup when it is one for the input line, else None."""
    markup = message.markup or {}
    return markup if any(markup.get(kind) for kind in _KINDS) else None


def held(world: World, chat: Chat, person: Person, thread: int | None = None) -> Json:
    """`{"keyboard", "force_reply", "message"}` as this person's client has it; None where there is nothing.

    A request to reply (`force_reply`) stands only until somebody wrote something newer than the message.
    """
    nothing: Json = {"keyboard": None, "force_reply": None, "message": None}
    for identity in chat.pages.keyboards(chat.messages, chat.next_id):
        message = chat.messages[identity]
        if chat.forum and message.thread != (None if thread in (0, 1) else thread):
            continue
        markup = of(message)
        if markup is None or not _meant(chat, message, markup, person):
            continue
        if markup.get("remove_keyboard"):
            return nothing
        if markup.get("force_reply") and _answered(chat, message, person):
            continue  # done; an older keyboard may still be there
        kind = "keyboard" if "keyboard" in markup else "force_reply"
        return nothing | {kind: markup, "message": world.told(message)}
    return nothing


def _answered(chat: Chat, asking: Message, person: Person) -> bool:
    """Whether the person wrote something newer, in a forum in the same topic."""
    newer = (chat.messages.get(identity) for identity in range(chat.next_id - 1, asking.id, -1))
    return any(
        one is not None
        and (one.sender or {}).get("id") == person.id
        and (not chat.forum or one.thread == asking.thread)
        for one in newer
    )


def _meant(chat: Chat, message: Message, markup: Json, person: Person) -> bool:
    if chat.type == "private" or not markup.get("selective"):
        return True
    target = chat.messages.get(message.reply_to or 0)
    if target is not None and (target.sender or {}).get("id") == person.id:
        return True
    return any(_names(message, entity.kind, entity.offset, entity.length, entity.argument, person)
               for entity in message.entities)  # fmt: skip


def _names(message: Message, kind: str, offset: int, length: int, argument: str, person: Person) -> bool:
    if kind == "text_mention":
        return argument == str(person.id)
    if kind != "mention" or not person.username:
        return False
    text = message.text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")
    return text.lower() == f"@{person.username}".lower()
