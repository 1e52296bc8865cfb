"""As whom a person votes and reacts: as themselves, as the group (anonymous admins), or as a channel."""

from playground.acts import Unable, person_of
from playground.shapes import GROUP_KINDS, Chat
from playground.wire import whole
from playground.world import World


def actor(world: World, place: Chat, person: int, speaker: str = "") -> int | None:
    """The chat as which this person acts here, or None: as themselves. Raises Unable for who is not there.

    `speaker` is "self", "anonymous" or a channel's id; without it anonymous admins act as the group.
    """
    who = person_of(world, person)
    if who.deleted:
        raise Unable(f"The account of {who.first_name or who.id} is deleted.")
    if place.type == "private":
        if who.id != place.id or who.blocked:
            raise Unable(f"{who.first_name} cannot do that in chat {place.id}.")
        return None
    standing = world.standing(place, who.id)
    if not standing.present:
        raise Unable(f"{who.first_name} is not in {place.title}.")
    masked = standing.anonymous and place.type in GROUP_KINDS
    match speaker or ("anonymous" if masked else "self"):
        case "self":
            return None
        case "anonymous":
            if place.type not in GROUP_KINDS or standing.status not in ("creator", "administrator"):
                raise Unable(f"{who.first_name} is no admin of {place.title} and cannot be anonymous there.")
            return place.id
        case other:
            channel = world.chats.get(whole(other) or 0)
            if channel is None or channel.type != "channel":
                raise Unable(f"as: self, anonymous or the id of a channel, not {other}.")
            return channel.id
