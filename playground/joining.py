"""How people join by themselves: invite links, requests to be let in, and public names.

A link's text is made of the chat and the link's number in it, so the same deeds always make the same link.
The bot sees the whole of its own links, and of other people's the first half.
"""

import base64
import hashlib
import re

from playground import changes, rights, views
from playground.acts import Unable, chat_of, person_of
from playground.shapes import Chat, InviteLink, JoinRequest, Person
from playground.wire import Json
from playground.world import World

CONTACT = 300
"""Seconds in which the bot may write to who asked to join, unless the request is answered before."""
NAME = 32
LIMIT = 99_999
_PREFIX = "https://t.me/+"
_HASH = 16
_INVITE = re.compile(r"(?:https?://)?(?:t\.me|telegram\.me)/(?:\+|joinchat/)([\w-]+)/?", re.ASCII)
_NAMED = re.compile(r"(?:@|(?:https?://)?(?:t\.me|telegram\.me)/)(\w+)/?", re.ASCII)


def new_link(chat: Chat, creator: int, *, name: str = "", expires: int = 0, limit: int = 0,
             by_request: bool = False, primary: bool = False) -> InviteLink:  # fmt: skip
    """A new link into the chat; a primary one takes the place of its creator's last."""
    if primary:
        old = primary_of(chat, creator)
        if old is not None:
            old.revoked = True
    link = InviteLink(_text(chat), creator, name, expires, limit, by_request, primary)
    chat.links[link.text] = link
    return link


def _text(chat: Chat) -> str:
    seed = hashlib.sha256(f"{chat.id}:{len(chat.links) + 1}".encode()).digest()
    return _PREFIX + base64.urlsafe_b64encode(seed).decode()[:_HASH]


def primary_of(chat: Chat, creator: int) -> InviteLink | None:
    """Somebody's primary link as it is now, if they ever asked for one."""
    mine = [one for one in chat.links.values() if one.primary and one.creator == creator and not one.revoked]
    return mine[-1] if mine else None


def revoke(chat: Chat, link: InviteLink) -> None:
    """End a link; a primary one gets a successor."""
    link.revoked = True
    if link.primary:
        new_link(chat, link.creator, primary=True)


def pending(chat: Chat, link: InviteLink) -> int:
    """How many people that followed this link wait to be let in."""
    return sum(request.link == link.text for request in chat.requests.values())


def view(world: World, chat: Chat, link: InviteLink, *, whole: bool = False) -> Json:
    """A link as a ChatInviteLink; the bot sees other people's cut off, unless `whole`."""
    text = link.text
    if not whole and link.creator != world.bot.id:
        text = text[: len(_PREFIX) + _HASH // 2] + "..."
    shown: Json = {"invite_link": text}
    if link.name:
        shown["name"] = link.name
    shown["creator"] = world.user(link.creator) or {}
    if link.expires:
        shown["expire_date"] = link.expires
    if link.limit:
        shown["member_limit"] = link.limit
    waiting = pending(chat, link)
    if waiting:
        shown["pending_join_request_count"] = waiting
    return shown | {
        "creates_join_request": link.by_request, "is_primary": link.primary, "is_revoked": link.revoked,
    }  # fmt: skip


def follow(world: World, person: int, text: str) -> tuple[Chat, bool]:
    """Somebody follows a link or a public name: the chat, and whether they are in it now.

    Who is not in yet has asked, and waits. Raises Unable for who cannot come in that way.
    """
    who = person_of(world, person)
    chat, link = _target(world, text.strip())
    standing = world.standing(chat, who.id)
    if standing.present:
        raise Unable(f"{who.first_name} is in {chat.title} already.")
    if standing.status == "kicked":
        raise Unable(f"{who.first_name} is banned from {chat.title}.")
    if link is not None:
        _check_open(world, chat, link)
    if link.by_request if link is not None else chat.by_request:
        _ask(world, chat, who, link)
        return chat, False
    _enter(world, chat, who, link, views.person(who))
    return chat, True


def _target(world: World, text: str) -> tuple[Chat, InviteLink | None]:
    invited = _INVITE.fullmatch(text)
    if invited:
        whole = _PREFIX + invited[1]
        found = [(chat, chat.links[whole]) for chat in world.chats.values() if whole in chat.links]
        if not found:
            raise Unable("There is no such invite link.")
        return chat_of(world, found[-1][0].id), found[-1][1]
    named = _NAMED.fullmatch(text)
    for chat in world.chats.values():
        if named and chat.username and chat.username.lower() == named[1].lower():
            return chat_of(world, chat.id), None
    raise Unable(f"link: an invite link or a public chat's @name, not {text!r}.")


def _check_open(world: World, chat: Chat, link: InviteLink) -> None:
    """Raise Unable when the link lets nobody in any more."""
    if link.revoked:
        raise Unable(f"This link into {chat.title} was revoked.")
    if 0 < link.expires <= world.clock.now():
        raise Unable(f"This link into {chat.title} has expired.")
    if link.limit and sum(text == link.text for text in chat.came_by.values()) >= link.limit:
        raise Unable(f"All places of this link into {chat.title} are taken.")


def _enter(world: World, chat: Chat, who: Person, link: InviteLink | None, actor: Json) -> None:
    """Let somebody in, and tell by which link they came."""
    more: Json = {}
    if link is not None:
        chat.requests.pop(who.id, None)
        more["invite_link"] = view(world, chat, link)
    elif who.id in chat.requests:
        more["via_join_request"] = True
    changes.move(world, chat, who.id, changes.come, actor, **more)
    if link is not None:
        chat.came_by[who.id] = link.text


def _ask(world: World, chat: Chat, who: Person, link: InviteLink | None) -> None:
    """Put somebody on the list of those who wait, and tell the bot when it may decide."""
    if who.id in chat.requests:
        raise Unable(f"{who.first_name} has asked to join {chat.title} already.")
    now = int(world.clock.now())
    chat.requests[who.id] = JoinRequest(who.id, link.text if link else "", now)
    world.hub.tell("chat", {"chat": chat.id, "requests": list(chat.requests)})
    if not rights.has(world, chat, "can_invite_users"):
        return
    world.contacts[who.id] = now + CONTACT
    update: Json = {
        "chat": world.show_chat(chat), "from": views.person(who), "user_chat_id": who.id, "date": now,
    }  # fmt: skip
    world.deliver("chat_join_request", update | ({"invite_link": view(world, chat, link)} if link else {}))


def decide(world: World, chat: Chat, person: int, by: Json, *, approve: bool) -> None:
    """Let somebody in who waits, or send them away; of the latter no update tells. They must wait."""
    request = chat.requests[person]
    world.contacts.pop(person, None)
    if approve:
        _enter(world, chat, person_of(world, person), chat.links.get(request.link), by)
    chat.requests.pop(person, None)
    world.hub.tell("chat", {"chat": chat.id, "requests": list(chat.requests)})


def decide_as(world: World, chat: Chat, person: int, by: int, *, approve: bool) -> None:
    """An admin answers a request. Raises Unable for who may not, and for who does not wait."""
    _check_inviting(world, chat, by)
    if person not in chat.requests:
        raise Unable(f"{person_of(world, person).first_name} has not asked to join {chat.title}.")
    decide(world, chat, person, views.person(person_of(world, by)), approve=approve)


def invite(world: World, chat: Chat, by: int, link: InviteLink) -> InviteLink:
    """An admin makes a link with these properties. Raises Unable for who may not."""
    _check_inviting(world, chat, by)
    made = new_link(
        chat, by, name=link.name, expires=link.expires, limit=link.limit, by_request=link.by_request
    )
    world.hub.tell("chat", {"chat": chat.id})
    return made


def revoke_as(world: World, chat: Chat, by: int, text: str) -> None:
    """An admin ends a link. Raises Unable for who may not, and for a link that is none."""
    _check_inviting(world, chat, by)
    link = chat.links.get(text)
    if link is None:
        raise Unable(f"There is no such invite link into {chat.title}.")
    revoke(chat, link)
    world.hub.tell("chat", {"chat": chat.id})


def _check_inviting(world: World, chat: Chat, by: int) -> None:
    admin = person_of(world, by)
    if "can_invite_users" not in rights.of(chat, world.standing(chat, by)):
        raise Unable(f"{admin.first_name} may not invite people to {chat.title}.")
