"""Methods that send one file: sendPhoto, sendDocument and the like."""

from playground.attachments import kind_of
from playground.methods import files, input_media, sending
from playground.methods.shared import Method
from playground.wire import Params, bad
from playground.world import World


def _sends(kind: str) -> Method:
    """The method that sends files of a kind, given in the parameter of its name."""

    async def send(world: World, params: Params) -> object:
        source = files.source(params, kind)
        if source is None:
            raise bad(f"there is no {kind.replace('_', ' ')} in the request")
        item = input_media.of_call(world, params, kind, source)
        sending.place(world, params, kind)  # a chat that takes nothing is told of before the file is loaded
        content = await item.content(world)
        where = sending.place(world, params, kind_of(content.media))
        world.flood.pass_or_refuse(where.chat.id)
        return world.show(sending.post(world, where, content))

    return send


METHODS: dict[str, Method] = {
    "sendPhoto": _sends("photo"),
    "sendDocument": _sends("document"),
    "sendVideo": _sends("video"),
    "sendAnimation": _sends("animation"),
    "sendAudio": _sends("audio"),
    "sendVoice": _sends("voice"),
    "sendVideoNote": _sends("video_note"),
    "sendSticker": _sends("sticker"),
}
