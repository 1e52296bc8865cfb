"""Who may do what: administrators' rights, members' permissions, and Telegram's words where one is lacking.

An administrator has a set of rights; a member has the permissions of the chat, a restricted one those that
are left to them. Permissions give the bot nothing that an administrator must allow: title, pins, topics and
invite links need the right itself. Sentences are those of TDLib, on which the server of Telegram stands.
"""

from typing import TYPE_CHECKING

from playground.shapes import Chat, Member
from playground.wire import Json, bad

if TYPE_CHECKING:
    from playground.world import World

_EVERYWHERE = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_send_welcome_messages",
)  # fmt: skip
_IN_GROUPS = ("can_pin_messages", "can_manage_topics", "can_manage_tags")
_IN_CHANNELS = ("can_post_messages", "can_edit_messages", "can_manage_direct_messages")
RIGHTS = (*_EVERYWHERE, *_IN_GROUPS, *_IN_CHANNELS)
"""Every right that an administrator can have somewhere."""
PERMISSIONS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages",
    "can_manage_topics", "can_edit_tag", "can_react_to_messages",
)  # fmt: skip
"""Everything that a chat's members can be allowed."""
SENDING = PERMISSIONS[:10]
"""The permissions to send something, of whatever kind."""
USUAL_PERMISSIONS = frozenset(PERMISSIONS) - {"can_change_info", "can_pin_messages", "can_manage_topics"}
"""What members of a new group may do."""
_OF_BASIC_GROUPS = frozenset((
    "can_manage_chat", "can_change_info", "can_delete_messages", "can_invite_users", "can_restrict_members",
    "can_pin_messages", "can_manage_video_chats",
))  # fmt: skip

_LACKING = {
    "can_change_info": "not enough rights to change chat title",
    "can_delete_messages": "message can't be deleted",
    "can_edit_messages": "message can't be edited",
    "can_invite_users": "not enough rights to manage chat invite link",
    "can_manage_topics": "not enough rights to create a topic",
    "can_pin_messages": "not enough rights to manage pinned messages in the chat",
    "can_post_messages": "need administrator rights in the channel chat",
    "can_promote_members": "not enough rights",
    "can_restrict_members": "not enough rights to restrict/unrestrict chat member",
}
_KINDS = {
    "text": ("can_send_messages", "text messages"),
    "photo": ("can_send_photos", "photos"),
    "video": ("can_send_videos", "videos"),
    "animation": ("can_send_other_messages", "animations"),
    "audio": ("can_send_audios", "music"),
    "document": ("can_send_documents", "documents"),
    "voice": ("can_send_voice_notes", "voice notes"),
    "video_note": ("can_send_video_notes", "video notes"),
    "poll": ("can_send_polls", "polls"),
    "sticker": ("can_send_other_messages", "stickers"),
    "dice": ("can_send_other_messages", "dice"),
    "game": ("can_send_other_messages", "games"),
    "location": ("can_send_messages", "locations"),
    "venue": ("can_send_messages", "venues"),
    "contact": ("can_send_messages", "contacts"),
}


def known(chat: Chat) -> tuple[str, ...]:
    """The rights that administrators of this kind of chat have or lack."""
    return listed(channels=chat.type == "channel")


def listed(*, channels: bool) -> tuple[str, ...]:
    """The rights of administrators of channels, or of groups."""
    return (*_EVERYWHERE, *(_IN_CHANNELS if channels else _IN_GROUPS))


def usual(chat: Chat) -> frozenset[str]:
    """An administrator's rights where none were chosen: all but appointing others."""
    topics = set() if chat.forum or chat.type == "channel" else {"can_manage_topics"}
    return frozenset(known(chat)) - {"can_promote_members"} - topics


def of(chat: Chat, member: Member) -> frozenset[str]:
    """The rights that somebody has as owner or administrator; a basic group's admins all have the same."""
    if member.status == "creator":
        return frozenset(known(chat))
    if member.status != "administrator":
        return frozenset()
    if chat.type == "group":
        return _OF_BASIC_GROUPS
    if member.rights is None:
        return usual(chat)
    held = member.rights & frozenset(known(chat))
    return held | {"can_manage_chat"} if held else held  # implied by any other


def permissions(chat: Chat) -> frozenset[str]:
    """What this chat's members may do."""
    return USUAL_PERMISSIONS if chat.permissions is None else chat.permissions


def left_to(chat: Chat, member: Member) -> frozenset[str]:
    """What somebody may do here as one of many: everything as admin, what is left as a restricted one."""
    if member.status in ("creator", "administrator"):
        return frozenset(PERMISSIONS)
    if not member.present:
        return frozenset()
    allowed = permissions(chat)
    return allowed & member.permissions if member.status == "restricted" else allowed


def kind_of(media: Json | None) -> str:
    """The kind of message that this media makes; "text" without any."""
    return next((name for name in media or {} if name in _KINDS), "text")


def told(chat: Chat, member: Member) -> Json:
    """How somebody stands, as the control side tells it."""
    shown: Json = {
        "user": member.user, "status": member.status, "anonymous": member.anonymous,
        "can_send": member.can_send, "present": member.present, "title": member.title,
    }  # fmt: skip
    held = of(chat, member)
    if held:
        shown["rights"] = [name for name in known(chat) if name in held]
    if member.status == "restricted":
        shown["permissions"] = [name for name in PERMISSIONS if name in member.permissions]
    return shown | ({"until": member.until} if member.until else {})


def may_send(chat: Chat, member: Member, kind: str = "text") -> bool:
    """Whether somebody may send a message of this kind ("text", "photo", "poll" …) here."""
    if chat.type == "channel":
        return "can_post_messages" in of(chat, member)
    return _KINDS.get(kind, _KINDS["text"])[0] in left_to(chat, member)


def has(world: "World", chat: Chat, right: str) -> bool:
    """Whether the bot has a right here; in a private chat it has them all."""
    if chat.type == "private":
        return True
    if chat.type == "channel" and right == "can_pin_messages":
        right = "can_edit_messages"  # in channels the right to edit is the right to pin
    return right in of(chat, world.standing(chat, world.bot.id))


def require(world: "World", chat: Chat, right: str, deed: str = "") -> None:
    """Refuse a method of the bot that needs a right which it lacks, in Telegram's words.

    `deed` names what it was about to do where that is not the usual thing ("set chat description", "edit the
    topic"): the sentence is then "not enough rights to …".
    """
    if not has(world, chat, right):
        raise bad(f"not enough rights to {deed}" if deed else _LACKING[right])


def require_sending(world: "World", chat: Chat, kind: str = "text") -> None:
    """Refuse a message of a kind that the bot may not send here, in Telegram's words."""
    if chat.type == "private" or may_send(chat, world.standing(chat, world.bot.id), kind):
        return
    if chat.type == "channel":
        raise bad(_LACKING["can_post_messages"])
    raise bad(f"not enough rights to send {_KINDS.get(kind, _KINDS['text'])[1]} to the chat")


def bans_sender(world: "World", chat: Chat, channel: Chat) -> bool:
    """Whether nobody may write here in this channel's name: it is banned, or another one of its owner is."""
    owner = owner_of(channel)
    return any(
        banned == channel.id or (owner and owner_of(world.chats[banned]) == owner)
        for banned in chat.banned_senders
        if banned in world.chats
    )


def owner_of(chat: Chat) -> int:
    """The id of a chat's owner, or 0."""
    return next((one.user for one in chat.members.values() if one.status == "creator"), 0)
