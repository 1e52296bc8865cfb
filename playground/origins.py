"""Where a message first came from, as its forwards tell: a person, somebody hidden, a chat or a channel."""

from playground.shapes import Message
from playground.wire import Json
from playground.world import World


def origin(world: World, message: Message) -> Json:
    """The MessageOrigin of a message; that of the first one where it is a forward itself."""
    told = message.extra.get("forward_origin")
    if isinstance(told, dict):
        return {str(name): value for name, value in told.items()}
    if message.sender_chat is not None:
        chat = world.show_chat(world.chats[message.sender_chat])
        if world.chats[message.chat].type == "channel":
            return {"type": "channel", "date": message.date, "chat": chat, "message_id": message.id}
        return {"type": "chat", "date": message.date, "sender_chat": chat}
    sender = message.sender or {}
    who = sender.get("id")
    if isinstance(who, int) and who in world.people and world.people[who].hidden:
        person = world.people[who]
        name = f"{person.first_name} {person.last_name}".strip()
        return {"type": "hidden_user", "date": message.date, "sender_user_name": name}
    return {"type": "user", "date": message.date, "sender_user": sender}


def told(came_from: Json) -> Json:
    """What a forward carries of its origin, also in the fields of before Bot API 7.0, which still come."""
    shown: Json = {"forward_origin": came_from}
    match came_from.get("type"):
        case "user":
            shown["forward_from"] = came_from.get("sender_user")
        case "hidden_user":
            shown["forward_sender_name"] = came_from.get("sender_user_name")
        case "chat":
            shown["forward_from_chat"] = came_from.get("sender_chat")
        case "channel":
            shown["forward_from_chat"] = came_from.get("chat")
            shown["forward_from_message_id"] = came_from.get("message_id")
    if "date" in came_from:
        shown["forward_date"] = came_from["date"]
    return {name: value for name, value in shown.items() if value is not None}
