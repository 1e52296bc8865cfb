"""Methods about polls: sendPoll and stopPoll. What a poll may hold stands in `poll_drafts`."""

from playground import polls, rights, rules
from playground.methods import shared
from playground.methods.poll_drafts import check, read
from playground.methods.shared import Method
from playground.shapes import Chat, Message
from playground.views import bot as as_user
from playground.wire import Params, bad
from playground.world import World


def send_poll(world: World, params: Params) -> object:
    """The API's sendPoll."""
    draft = read(world, params)
    markup = rules.markup(params)
    chat = shared.reachable(world, params)
    topic = shared.thread(chat, params)
    target = shared.reply(chat, params)
    check(world, chat, draft)
    rights.require_sending(world, chat, "poll")
    world.flood.pass_or_refuse(chat.id)
    draft.by_bot = True
    message = Message(
        0, chat.id, 0, markup=markup, by_bot=True, poll=polls.keep(world, draft),
        thread=_thread(chat, topic, target), reply_to=target.id if target else topic,
    )  # fmt: skip
    if params.boolean("protect_content"):
        message.extra["has_protected_content"] = True
    if chat.type == "channel":
        message.sender_chat = chat.id
    else:
        message.sender = as_user(world.bot)
    return world.show(world.post(message))


def _thread(chat: Chat, topic: int | None, target: Message | None) -> int | None:
    if topic is not None or target is None:
        return topic
    if chat.forum:
        return target.thread
    return (target.thread or target.id) if chat.type == "supergroup" else None


def stop_poll(world: World, params: Params) -> object:
    """The API's stopPoll: the bot's own one, once; the keyboard is the given one or goes."""
    markup = rules.markup(params)
    chat = shared.reachable(world, params)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad("message with poll to stop not found")
    if message.poll is None:
        raise bad("message is not a poll")
    if not message.by_bot or "forward_origin" in message.extra:
        raise bad("poll can't be stopped")
    polls.look(world)
    if message.poll.closed:
        raise bad("poll has already been closed")
    message.markup = markup
    polls.close(world, message.poll, by_bot=message)
    return polls.state(world, message.poll)


METHODS: dict[str, Method] = {"sendPoll": send_poll, "stopPoll": stop_poll}
