"""Methods that ask about chats and who is in them, and leaveChat.

A public chat answers to a bot that is not in it. Who may know of members is said by the kind of chat: those
of a channel only its administrators.
"""

from playground import changes, joining, rights, views
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, Member
from playground.wire import Json, Params, bad
from playground.world import World


def get_chat(world: World, params: Params) -> object:
    """The API's getChat."""
    chat = _known(world, params)
    shown = views.full_chat(chat, world.people)
    if chat.by_request and chat.type == "supergroup":
        shown["join_by_request"] = True
    primary = joining.primary_of(chat, world.bot.id)
    if primary is not None and rights.has(world, chat, "can_invite_users"):
        shown["invite_link"] = primary.text
    pinned = chat.messages.get(chat.pinned[-1]) if chat.pinned else None
    return shown | (
        {"pinned_message": views.message(pinned, world.chats, world.people, nested=True)} if pinned else {}
    )


def get_chat_member(world: World, params: Params) -> object:
    """The API's getChatMember: anybody's standing; whom nobody knows is refused."""
    user = shared.user_named(params)
    chat = _known(world, params)
    who = world.user(user)
    if chat.type == "private":
        if who is None or user not in (chat.id, world.bot.id):
            raise bad("member not found")
        return views.member(chat, Member(user, "member"), who)
    if user != world.bot.id:
        _check_open(world, chat)
    if who is None:
        raise bad("member not found" if chat.type == "group" else "PARTICIPANT_ID_INVALID")
    return views.member(chat, world.standing(chat, user), who)


def get_chat_administrators(world: World, params: Params) -> object:
    """The API's getChatAdministrators: owner and admins, without other bots."""
    chat = _known(world, params)
    if chat.type == "private":
        raise bad("there are no administrators in the private chat")
    _check_open(world, chat)
    return [
        views.member(chat, member, user)
        for member in world.present(chat)
        if member.status in ("creator", "administrator") and (user := world.user(member.user)) is not None
    ]


def get_chat_member_count(world: World, params: Params) -> object:
    """The API's getChatMemberCount."""
    chat = _known(world, params)
    return 2 if chat.type == "private" else len(world.present(chat))


def leave_chat(world: World, params: Params) -> object:
    """The API's leaveChat: the bot goes; the chat keeps a service message."""
    chat = shared.reachable(world, params)
    if chat.type == "private":
        raise bad("can't leave private chats")
    changes.move(world, chat, world.bot.id, changes.gone, views.bot(world.bot))
    return True


def get_user_profile_photos(world: World, params: Params) -> object:
    """The API's getUserProfilePhotos: people here have none."""
    if world.user(shared.user_named(params)) is None:
        raise bad("user not found")
    answer: Json = {"total_count": 0, "photos": []}
    return answer


def get_user_chat_boosts(world: World, params: Params) -> object:
    """The API's getUserChatBoosts: nobody boosts here; only admins may ask."""
    shared.user_named(params)
    chat = shared.reachable(world, params)
    if chat.type not in ("supergroup", "channel"):
        raise bad("can't boost the chat")
    if world.standing(chat, world.bot.id).status != "administrator":
        raise bad("CHAT_ADMIN_REQUIRED")
    answer: Json = {"boosts": []}
    return answer


def _known(world: World, params: Params) -> Chat:
    """The named chat for questions: a private chat may be asked about whether or not it was opened."""
    chat = shared.chat_named(world, params)
    if chat.type == "private" or (_public(chat) and world.standing(chat, world.bot.id).status != "kicked"):
        return chat
    return shared.reachable(world, params)


def _check_open(world: World, chat: Chat) -> None:
    """Refuse to tell of a channel's members to a bot that does not run it."""
    if chat.type == "channel" and world.standing(chat, world.bot.id).status != "administrator":
        raise bad("member list is inaccessible")


def _public(chat: Chat) -> bool:
    return bool(chat.username) and chat.moved_to is None


METHODS: dict[str, Method] = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
    "getUserProfilePhotos": get_user_profile_photos,
    "getUserChatBoosts": get_user_chat_boosts,
}
