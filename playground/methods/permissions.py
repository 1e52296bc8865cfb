"""Methods about what all members may do, and about channels in whose name nobody may write."""

from playground import rights
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat
from playground.wire import Json, Params, bad
from playground.world import World

_MEDIA = ("audios", "documents", "photos", "videos", "video_notes", "voice_notes")


def read(params: Params) -> frozenset[str]:
    """The permissions that the call names, as a ChatPermissions object.

    What is left out is forbidden, and broader ones imply narrower ones.
    """
    if "permissions" not in params:
        return frozenset()
    try:
        given = params.thing("permissions")
    except ValueError:
        raise bad("can't parse permissions JSON object") from None
    sent = params.values.get("permissions")
    if isinstance(sent, str) and not sent.strip():
        raise bad("can't parse permissions JSON object")
    if not isinstance(given, dict):
        raise bad("object expected as permissions")
    for name in (*rights.PERMISSIONS, "can_send_media_messages"):
        if not isinstance(given.get(name, False), bool):
            raise bad(f'can\'t parse chat permissions: Field "{name}" must be of type Boolean')
    return _implied(given, independent=params.boolean("use_independent_chat_permissions"))


def _implied(given: Json, *, independent: bool) -> frozenset[str]:
    allowed = {name for name in rights.PERMISSIONS if given.get(name)}
    media = {f"can_send_{kind}" for kind in _MEDIA}
    if not given.keys() & media and given.get("can_send_media_messages"):
        allowed |= media
        allowed |= set() if independent else {"can_send_messages"}
    for name, source in (
        ("can_manage_topics", "can_pin_messages"), ("can_edit_tag", "can_pin_messages"),
        ("can_react_to_messages", "can_send_messages"),
    ):  # fmt: skip
        if name not in given and given.get(source):
            allowed.add(name)
    if independent:
        return frozenset(allowed)
    if allowed & {"can_send_other_messages", "can_add_web_page_previews"}:
        allowed |= media | {"can_send_messages"}
    if "can_send_polls" in allowed:
        allowed.add("can_send_messages")
    return frozenset(allowed)


def set_permissions(world: World, params: Params) -> object:
    """The API's setChatPermissions: what all members may do."""
    allowed = read(params)
    chat = shared.reachable(world, params)
    if chat.type == "private":
        raise bad("can't change private chat permissions")
    if chat.type == "channel":
        raise bad("can't change channel chat permissions")
    rights.require(world, chat, "can_restrict_members", "change chat permissions")
    chat.permissions = allowed
    world.hub.tell("chat", {"chat": chat.id})
    return True


def ban_sender(world: World, params: Params) -> object:
    """The API's banChatSenderChat: nobody writes in this channel's name here."""
    chat, sender = _senders(world, params)
    chat.banned_senders.add(sender)
    world.hub.tell("chat", {"chat": chat.id})
    return True


def unban_sender(world: World, params: Params) -> object:
    """The API's unbanChatSenderChat."""
    chat, sender = _senders(world, params)
    chat.banned_senders.discard(sender)
    world.hub.tell("chat", {"chat": chat.id})
    return True


def _senders(world: World, params: Params) -> tuple[Chat, int]:
    chat = shared.reachable(world, params)
    given = params.text("sender_chat_id").strip()
    if not given:
        raise bad("sender_chat_id is empty")
    sender = params.integer("sender_chat_id")
    if str(sender) != given.removeprefix("+"):
        raise bad("sender_chat_id is not a valid Integer")
    if chat.type == "private":
        raise bad("can't ban members in private chats")
    if chat.type == "group":
        raise bad("can't ban chats in basic groups")
    known = world.chats.get(sender)
    if known is None or (sender > 0 and sender not in world.people):
        raise bad("PARTICIPANT_ID_INVALID")
    if known.type != "channel":
        raise bad("can't restrict the chat")
    rights.require(world, chat, "can_restrict_members")
    return chat, sender


METHODS: dict[str, Method] = {
    "setChatPermissions": set_permissions,
    "banChatSenderChat": ban_sender,
    "unbanChatSenderChat": unban_sender,
}
