"""Methods about invite links and the requests of people who want to be let in."""

from playground import joining, rights, rules, views
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat, InviteLink
from playground.wire import Params, bad
from playground.world import World

_MANAGED = "member limit can't be specified for links requiring administrator approval"


def export(world: World, params: Params) -> object:
    """The API's exportChatInviteLink: a new primary link of the bot; the one before is revoked."""
    chat = _chat(world, params)
    return _told(world, chat, joining.new_link(chat, world.bot.id, primary=True)).text


def create(world: World, params: Params) -> object:
    """The API's createChatInviteLink: one more link, perhaps with a name, an end, a limit or approval."""
    chat = shared.reachable(world, params)
    wanted = _wanted(params)
    chat = _chat(world, params)
    _check(world, wanted)
    made = joining.new_link(
        chat, world.bot.id, name=wanted.name, expires=wanted.expires, limit=wanted.limit,
        by_request=wanted.by_request,
    )  # fmt: skip
    return joining.view(world, chat, _told(world, chat, made))


def edit(world: World, params: Params) -> object:
    """The API's editChatInviteLink: what is not named again is gone; primary links cannot be changed."""
    chat = _chat(world, params)
    wanted = _wanted(params)
    link = _link(world, chat, params)
    if link.primary:
        raise bad("CHAT_INVITE_PERMANENT")
    if link.revoked:
        raise bad("INVITE_HASH_EXPIRED")
    _check(world, wanted)
    link.name, link.expires = wanted.name, wanted.expires
    link.limit, link.by_request = wanted.limit, wanted.by_request
    return joining.view(world, chat, _told(world, chat, link))


def revoke(world: World, params: Params) -> object:
    """The API's revokeChatInviteLink: it lets nobody in any more; a primary one gets a successor."""
    chat = _chat(world, params)
    link = _link(world, chat, params)
    if link.revoked:
        raise bad("INVITE_HASH_EXPIRED")
    joining.revoke(chat, link)
    return joining.view(world, chat, _told(world, chat, link))


def _chat(world: World, params: Params) -> Chat:
    """The named chat, whose links the bot may manage."""
    chat = shared.reachable(world, params)
    if chat.type == "private":
        raise bad("can't invite members to a private chat")
    rights.require(world, chat, "can_invite_users")
    return chat


def _wanted(params: Params) -> InviteLink:
    """The properties that the call names, with numbers put into Telegram's bounds."""
    wanted = InviteLink(
        "", 0, " ".join(params.text("name").split())[: joining.NAME],
        min(max(params.integer("expire_date"), 0), rules.LAST_SECOND),
        min(max(params.integer("member_limit"), 0), joining.LIMIT + 1),
        params.boolean("creates_join_request"),
    )  # fmt: skip
    if wanted.by_request and wanted.limit:
        raise bad(_MANAGED)
    return wanted


def _check(world: World, wanted: InviteLink) -> None:
    """Refuse what Telegram's servers refuse of a link's properties."""
    if 0 < wanted.expires <= world.clock.now():
        raise bad("EXPIRE_DATE_INVALID")
    if wanted.limit > joining.LIMIT:
        raise bad("USAGE_LIMIT_INVALID")


def _link(world: World, chat: Chat, params: Params) -> InviteLink:
    """The bot's own link that the call names."""
    text = params.text("invite_link").strip()
    if not text:
        raise bad("invite link must be non-empty")
    link = chat.links.get(text)
    if link is None or link.creator != world.bot.id:
        raise bad("INVITE_HASH_EXPIRED")
    return link


def _told(world: World, chat: Chat, link: InviteLink) -> InviteLink:
    world.hub.tell("chat", {"chat": chat.id})
    return link


def _decision(*, approve: bool) -> Method:
    def decide(world: World, params: Params) -> object:
        user = shared.user_named(params)
        chat = shared.reachable(world, params)
        if chat.type == "private":
            raise bad("the chat can't have join requests")
        rights.require(world, chat, "can_invite_users", "manage chat join requests")
        if world.standing(chat, user).present:
            raise bad("USER_ALREADY_PARTICIPANT")
        if user not in chat.requests:
            raise bad("HIDE_REQUESTER_MISSING")
        joining.decide(world, chat, user, views.bot(world.bot), approve=approve)
        return True

    return decide


METHODS: dict[str, Method] = {
    "exportChatInviteLink": export,
    "createChatInviteLink": create,
    "editChatInviteLink": edit,
    "revokeChatInviteLink": revoke,
    "approveChatJoinRequest": _decision(approve=True),
    "declineChatJoinRequest": _decision(approve=False),
}
