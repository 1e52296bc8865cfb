"""What people arrange in a chat, each as far as their rights go."""

from playground import pins, service
from playground.acts import Unable, person_of
from playground.service import Actor
from playground.shapes import Chat, Message
from playground.world import World


def allowed(world: World, chat: Chat, person: int, right: str, deed: str) -> Actor:
    """The person as they act here. Raises Unable for who lacks the right."""
    actor = service.person(world, chat, person_of(world, person).id)
    inside = chat.id == person if chat.type == "private" else world.standing(chat, person).present
    if not inside or not service.may(world, chat, actor, right):
        where = chat.title or "that chat"
        raise Unable(f"{world.people[person].first_name} cannot {deed} in {where}.")
    return actor


def pin(world: World, chat: Chat, person: int, message: Message | None, *, on: bool = True) -> None:
    """A person pins a message or unpins it; without a message everything is unpinned."""
    actor = allowed(world, chat, person, "can_pin_messages", "pin messages")
    if message is None:
        if on:
            raise Unable("The field message must be a whole number.")
        pins.unpin_all(world, chat)
    elif on and message.service:
        raise Unable("A service message cannot be pinned.")
    elif on:
        pins.pin(world, chat, actor, message)
    else:
        pins.unpin(world, chat, message.id)
