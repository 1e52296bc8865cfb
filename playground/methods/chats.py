"""Methods about chats and who is in them."""

from dataclasses import replace

from playground import views
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, Member, Message
from playground.wire import Json, Params, bad
from playground.world import World


def get_chat(world: World, params: Params) -> object:
    """The API's getChat."""
    chat = _known(world, params)
    shown = views.full_chat(chat, world.people)
    if chat.pinned and chat.pinned[-1] in chat.messages:
        shown["pinned_message"] = world.show(chat.messages[chat.pinned[-1]])
    return shown


def get_chat_member(world: World, params: Params) -> object:
    """The API's getChatMember: for others than itself, a person that nobody knows is refused."""
    chat = _known(world, params)
    if not params.integer("user_id"):
        raise bad("invalid user_id specified")
    user = world.user(params.integer("user_id"))
    if user is None:
        raise bad("user not found")
    if chat.type == "private":
        return views.member(chat, Member(params.integer("user_id"), "member"), user)
    return views.member(chat, world.standing(chat, params.integer("user_id")), user)


def get_chat_administrators(world: World, params: Params) -> object:
    """The API's getChatAdministrators: owner and admins, without other bots."""
    chat = _known(world, params)
    if chat.type == "private":
        raise bad("there are no administrators in the private chat")
    return [
        views.member(chat, member, user)
        for member in chat.members.values()
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
        raise bad("chat member status can't be changed in private chats")
    me = views.bot(world.bot)
    world.stand(chat, world.bot.id, lambda member: replace(member, status="left"), me)
    service: Json = {"left_chat_member": me, "left_chat_participant": me}
    world.post(Message(0, chat.id, 0, sender=me, service=service, by_bot=True))
    return True


def _known(world: World, params: Params) -> Chat:
    """The named chat for questions: a private chat may be asked about whether or not it was opened."""
    chat = shared.chat_named(world, params)
    return chat if chat.type == "private" or _public(chat) else shared.reachable(world, params)


def _public(chat: Chat) -> bool:
    return bool(chat.username) and chat.moved_to is None


METHODS: dict[str, Method] = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
}
