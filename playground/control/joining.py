"""How people come in by themselves: they follow links and ask, and admins answer."""

from aiohttp import web

from playground import joining, rights, waits
from playground.acts import Unable, chat_of, person_of
from playground.control.answering import begin, patience
from playground.control.asked import act, flag, names, number, person
from playground.control.reading import show_chat, show_message
from playground.shapes import Chat, InviteLink
from playground.wire import Json, Params
from playground.world import World


async def join(world: World, asked: Params) -> Json:
    """POST /sim/join: a person follows an invite link or a public chat's @name; with `wait` answers come."""
    who = person_of(world, person(world, asked))
    if not asked.text("link").strip():
        raise Unable("The field link is missing.")
    before = await begin(world, asked)
    chat, inside = joining.follow(world, who.id, asked.text("link"))
    answer: Json = {"chat": show_chat(world, chat), "joined": inside, "requested": not inside}
    waiting = patience(asked)
    if waiting.seconds:
        place = chat if inside else world.chats[who.id]
        answers = await waits.answers(world, place, before, waiting)
        answer["answers"] = [show_message(world, one) for one in answers]
    return answer


def links(world: World, asked: Params) -> Json:
    """GET /sim/chats/{id}/links: every link whole, who waits, and what members of the chat may do."""
    return show_links(world, chat_of(world, number(asked, "id")))


def show_links(world: World, chat: Chat) -> Json:
    """A chat's links, requests and permissions."""
    return {
        "links": [
            joining.view(world, chat, link, whole=True)
            | {"members": [user for user, text in chat.came_by.items() if text == link.text]}
            for link in chat.links.values()
        ],
        "requests": [
            {"person": one.person, "link": one.link, "date": one.date} for one in chat.requests.values()
        ],
        "permissions": [name for name in rights.PERMISSIONS if name in rights.permissions(chat)],
        "join_by_request": chat.by_request,
        "banned_senders": sorted(chat.banned_senders),
    }


def change_links(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/links: an admin makes a link, or with `revoke` ends one."""
    chat = chat_of(world, number(asked, "id"))
    by = person(world, asked, "by") if asked.text("by") else rights.owner_of(chat)
    if asked.text("revoke"):
        joining.revoke_as(world, chat, by, asked.text("revoke"))
        return show_links(world, chat)
    wanted = InviteLink(
        "", by, " ".join(asked.text("name").split())[: joining.NAME], max(asked.integer("expire_date"), 0),
        min(max(asked.integer("member_limit"), 0), joining.LIMIT), asked.boolean("creates_join_request"),
    )  # fmt: skip
    if wanted.by_request and wanted.limit:
        raise Unable("A link that asks for approval has no member limit.")
    made = joining.invite(world, chat, by, wanted)
    return {"link": joining.view(world, chat, made, whole=True)} | show_links(world, chat)


def change_requests(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/requests: an admin lets somebody in who asked, or sends them away."""
    chat = chat_of(world, number(asked, "id"))
    by = person(world, asked, "by") if asked.text("by") else rights.owner_of(chat)
    approve = flag(asked, "approve")
    if approve is None:
        raise Unable("The field approve is missing.")
    joining.decide_as(world, chat, person(world, asked), by, approve=approve)
    return {"chat": show_chat(world, chat)} | show_links(world, chat)


def set_permissions(world: World, asked: Params) -> Json:
    """POST /sim/chats/{id}/permissions: what all members may do, and whether they come in by request."""
    chat = chat_of(world, number(asked, "id"))
    allowed = names(asked, "permissions", rights.PERMISSIONS)
    if allowed is not None:
        chat.permissions = allowed
    by_request = flag(asked, "join_by_request")
    chat.by_request = chat.by_request if by_request is None else by_request
    world.hub.tell("chat", {"chat": chat.id})
    return show_links(world, chat)


ROUTES = [
    web.post("/sim/join", act(join)),
    web.get("/sim/chats/{id}/links", act(links)),
    web.post("/sim/chats/{id}/links", act(change_links)),
    web.post("/sim/chats/{id}/requests", act(change_requests)),
    web.post("/sim/chats/{id}/permissions", act(set_permissions)),
]
