"""Methods that change how people stand in a chat: ban, restrict, promote, title.

Checks come in the order in which Telegram's server and TDLib make them: the user, the chat, the kind of chat,
the member, and last the bot's own rights.
"""

import re
from dataclasses import replace

from playground import changes, rights, views
from playground.methods import permissions, shared
from playground.methods.shared import Method
from playground.shapes import Chat, Member
from playground.wire import Params, bad
from playground.world import World

_SOON = 30
_FAR = 366 * 24 * 3600
_TITLE = 16
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u20e3]")
_FULL = frozenset(rights.PERMISSIONS)
_NO_SUPERGROUP = "method is available only in supergroups"
_NEITHER = "method is available only in supergroup and channel chats"
_IS_ADMIN = "user is an administrator of the chat"
_NO_OWNER = "can't remove chat owner"


def ban(world: World, params: Params) -> object:
    """The API's banChatMember: out, and not back before `until_date`; a basic group only removes.

    `revoke_messages` changes nothing that others see: it hides the chat's messages from who was removed.
    """
    user = shared.user_named(params)
    chat = shared.reachable(world, params)
    if chat.type == "private":
        raise bad("can't ban members in private chats")
    if chat.type == "group":
        return _remove_from_group(world, chat, user)
    old = _target(world, chat, user)
    new = Member(user, "kicked", until=_until(world, params))
    if old != new:
        _check_touchable(world, chat, old, "restrict")
        _move(world, chat, new)
    return True


def _remove_from_group(world: World, chat: Chat, user: int) -> bool:
    old = _target(world, chat, user)
    if not old.present:
        raise bad("USER_NOT_PARTICIPANT")
    if not rights.has(world, chat, "can_restrict_members"):
        raise bad("CHAT_ADMIN_REQUIRED")
    if user != world.bot.id and old.status in ("creator", "administrator"):
        raise bad(_IS_ADMIN)
    _move(world, chat, Member(user, "left"))
    return True


def unban(world: World, params: Params) -> object:
    """The API's unbanChatMember: the ban goes; who is in the chat is put out, unless `only_if_banned`."""
    user = shared.user_named(params)
    chat = _big(world, params)
    old = _target(world, chat, user)
    if old.status == "left" or (params.boolean("only_if_banned") and old.status != "kicked"):
        return True
    if user == world.bot.id:
        _move(world, chat, Member(user, "left"))
        return True
    _check_touchable(world, chat, old, "unrestrict")
    if old.present:
        _move(world, chat, Member(user, "kicked", until=int(world.clock.now()) + 60))
    _move(world, chat, Member(user, "left"))
    return True


def restrict(world: World, params: Params) -> object:
    """The API's restrictChatMember: these permissions are left to somebody; all of them end it."""
    user = shared.user_named(params)
    allowed = permissions.read(params)
    chat = shared.reachable(world, params)
    if chat.type != "supergroup":
        raise bad(_NO_SUPERGROUP)
    old = _target(world, chat, user)
    until = _until(world, params)
    if allowed >= _FULL:
        new = Member(user, "member" if old.present else "left")
    else:
        new = Member(user, "restricted", permissions=allowed, until=until, inside=old.present)
    if old != new:
        _check_touchable(world, chat, old, "restrict" if new.status == "restricted" else "unrestrict")
        _move(world, chat, new)
    return True


def _check_touchable(world: World, chat: Chat, member: Member, deed: str) -> None:
    """Refuse to restrict, ban or free whom the bot may not: the owner, itself, other people's admins."""
    if member.status == "creator":
        raise bad(_NO_OWNER)
    if member.user == world.bot.id:
        raise bad(f"can't {deed} self")
    rights.require(world, chat, "can_restrict_members")
    if member.status == "administrator" and not member.by_bot:
        raise bad(_IS_ADMIN)


def promote(world: World, params: Params) -> object:
    """The API's promoteChatMember: exactly these rights; none of them demotes."""
    user = shared.user_named(params)
    chat = _big(world, params)
    old = _target(world, chat, user)
    chosen = _chosen(chat, params)
    if chosen or params.boolean("is_anonymous"):
        new = Member(
            user, "administrator", params.boolean("is_anonymous"), old.title, chosen | {"can_manage_chat"},
            by_bot=True,
        )  # fmt: skip
    elif old.status in ("administrator", "creator"):
        new = Member(user, "member")
    else:
        return _freed(world, chat, old)
    _check_promotable(world, chat, old, new)
    _move(world, chat, new)
    return True


def _chosen(chat: Chat, params: Params) -> frozenset[str]:
    """The rights that the call names and that this kind of chat has."""
    chosen = {name for name in rights.known(chat) if params.boolean(name)}
    if params.boolean("can_manage_voice_chats"):
        chosen.add("can_manage_video_chats")
    if chosen and chat.type == "channel" and "can_restrict_members" not in params:
        chosen.add("can_restrict_members")  # the reference: for backward compatibility
    return frozenset(chosen)


def _freed(world: World, chat: Chat, old: Member) -> bool:
    """A demotion of who is no admin: a restriction ends by it, and nobody is added."""
    if old.status == "member":
        return True
    if not old.present:
        raise bad("bots can't add new chat members")
    rights.require(world, chat, "can_restrict_members")
    _move(world, chat, Member(old.user, "member"))
    return True


def _check_promotable(world: World, chat: Chat, old: Member, new: Member) -> None:
    if old.status == "creator":
        raise bad(_NO_OWNER)
    if old.user == world.bot.id:
        if new.status == "administrator":
            raise bad("can't promote self")
        return
    rights.require(world, chat, "can_promote_members")
    if old.status == "administrator" and not old.by_bot:
        raise bad("CHAT_ADMIN_REQUIRED")
    if old.status == "kicked":
        raise bad("USER_KICKED")
    if not old.present:
        raise bad("USER_NOT_MUTUAL_CONTACT")
    mine = rights.of(chat, world.standing(chat, world.bot.id))
    if (new.rights or frozenset()) - mine:
        raise bad("RIGHT_FORBIDDEN")


def set_title(world: World, params: Params) -> object:
    """The API's setChatAdministratorCustomTitle, for admins whom the bot made; no update tells of it."""
    user = shared.user_named(params)
    chat = shared.reachable(world, params)
    if chat.type not in ("group", "supergroup"):
        raise bad("method is available only in groups and supergroups")
    member = _target(world, chat, user)
    title = params.text("custom_title").strip()
    if member.status == "creator":
        raise bad("only the owner can edit their custom title")
    if member.status != "administrator":
        raise bad("user is not an administrator")
    if not member.by_bot:
        raise bad("not enough rights to change custom title of the user")
    if _EMOJI.search(title):
        raise bad("CUSTOM_TITLE_EMOJI_NOT_ALLOWED")
    if len(title) > _TITLE:
        raise bad("CUSTOM_TITLE_INVALID")
    chat.members[user] = replace(member, title=title)
    world.tell_members(chat)
    return True


def _big(world: World, params: Params) -> Chat:
    """The named supergroup or channel."""
    chat = shared.reachable(world, params)
    if chat.type not in ("supergroup", "channel"):
        raise bad(_NEITHER)
    return chat


def _target(world: World, chat: Chat, user: int) -> Member:
    """How the named user stands; nobody whom the room does not know stands anywhere."""
    if world.user(user) is None:
        raise bad("member not found" if chat.type == "group" else "PARTICIPANT_ID_INVALID")
    return world.standing(chat, user)


def _move(world: World, chat: Chat, new: Member) -> None:
    changes.move(world, chat, new.user, lambda old: new, views.bot(world.bot))


def _until(world: World, params: Params) -> int:
    """When it ends; what is too near or too far means never."""
    date, now = params.integer("until_date"), world.clock.now()
    return date if now + _SOON <= date <= now + _FAR else 0


METHODS: dict[str, Method] = {
    "banChatMember": ban,
    "unbanChatMember": unban,
    "restrictChatMember": restrict,
    "promoteChatMember": promote,
    "setChatAdministratorCustomTitle": set_title,
}
