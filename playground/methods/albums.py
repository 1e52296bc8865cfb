"""SendMediaGroup: several files as one album, each a message of its own."""

from collections.abc import Sequence

from playground import rights
from playground.attachments import ALONE
from playground.methods import input_media, sending
from playground.methods.files import Spoiled
from playground.methods.input_media import Item
from playground.methods.sending import Content
from playground.methods.shared import Method
from playground.wire import Params, bad
from playground.world import World

MOST = 10


async def send_media_group(world: World, params: Params) -> object:
    """The API's sendMediaGroup: at most ten files; a single one is an ordinary message."""
    items = [input_media.read(world, params, one, album=True) for one in _media(params)]
    kinds = {item.kind for item in items} or {"photo"}
    where = sending.place(world, params, min(kinds), keyboard=False)
    for kind in kinds:
        rights.require_sending(world, where.chat, kind)
    _check(items)
    contents = [await _content(world, item, number) for number, item in enumerate(items, 1)]
    world.flood.pass_or_refuse(where.chat.id, len(contents))
    group = {"media_group_id": world.new_album()} if len(contents) > 1 else {}
    where = sending.place(world, params, min(kinds), keyboard=False)  # loading took time
    where.extra.update(group)
    return [world.show(sending.post(world, where, one)) for one in contents]


def mixed(kinds: Sequence[str]) -> str:
    """The first kind that may not stand beside the others in an album, or ""."""
    return next((kind for kind in kinds if kind in ALONE and set(kinds) != {kind}), "")


def _media(params: Params) -> list[object]:
    if not params.text("media"):
        raise bad('parameter "media" is required')
    try:
        given = params.thing("media")
    except ValueError:
        raise bad("can't parse media JSON object") from None
    if not isinstance(given, list):
        raise bad("expected an Array of InputMedia")
    return given


def _check(items: list[Item]) -> None:
    if not items:
        raise bad("there are no messages to send")
    if len(items) > MOST:
        raise bad("too many messages to send as an album")
    wrong = mixed([item.kind for item in items])
    if wrong:
        raise bad(f"{wrong} can't be mixed with other media types")
    if len({item.above for item in items}) > 1:
        raise bad("parameter show_caption_above_media must be the same for all messages")


async def _content(world: World, item: Item, number: int) -> Content:
    try:
        return await item.content(world)
    except Spoiled as spoiled:
        raise bad(f'failed to send message #{number} with the error message "{spoiled.reason}"') from None


METHODS: dict[str, Method] = {"sendMediaGroup": send_media_group}
