"""Methods that change what a chat looks like: title, description, photo, and the group's sticker set.

Sentences are those of TDLib (DialogManager) and the server; words in capitals are Telegram's inner servers'.
"""

from playground import attachments, looks, measures, rights, rules, service
from playground.methods import shared
from playground.methods.shared import Method
from playground.shapes import Chat
from playground.wire import Params, Upload, bad
from playground.world import World

_NOT_MODIFIED = "CHAT_NOT_MODIFIED"
_ATTACHED = "attach://"


def set_title(world: World, params: Params) -> object:
    """The API's setChatTitle. The title that the chat has already is taken without a word."""
    chat = shared.reachable(world, params)
    title = looks.cleaned(params.text("title"))
    if not title:
        raise bad("title must be non-empty")
    _changeable(world, chat, "title", "change chat title")
    looks.retitle(world, chat, service.bot(world, chat), title)
    return True


def set_description(world: World, params: Params) -> object:
    """The API's setChatDescription."""
    chat = shared.reachable(world, params)
    _changeable(world, chat, "description", "set chat description")
    if not looks.describe(world, chat, params.text("description")):
        raise bad("chat description is not modified")
    return True


def set_photo(world: World, params: Params) -> object:
    """The API's setChatPhoto: only an upload will do."""
    upload = _upload(params)
    chat = shared.reachable(world, params)
    _changeable(world, chat, "photo", "change chat photo")
    _check(upload)
    small, big = (attachments.keep(world, upload, "photo", f"chat-{size}") for size in ("small", "big"))
    looks.picture(world, chat, service.bot(world, chat), small, big)
    return True


def delete_photo(world: World, params: Params) -> object:
    """The API's deleteChatPhoto."""
    chat = shared.reachable(world, params)
    _changeable(world, chat, "photo", "change chat photo")
    if not looks.unpicture(world, chat, service.bot(world, chat)):
        raise bad(_NOT_MODIFIED)
    return True


def set_sticker_set(world: World, params: Params) -> object:
    """The API's setChatStickerSet. This room has no sticker sets, so none is found."""
    _supergroup(world, params)
    raise bad("sticker set not found")


def delete_sticker_set(world: World, params: Params) -> object:
    """The API's deleteChatStickerSet: such sets are for groups of a hundred members."""
    chat = _supergroup(world, params)
    rights.require(world, chat, "can_change_info", "change supergroup sticker set")
    raise bad("PARTICIPANTS_TOO_FEW")


def _supergroup(world: World, params: Params) -> Chat:
    chat = shared.reachable(world, params)
    if chat.type != "supergroup":
        raise bad("method is available only for supergroups")
    return chat


def _changeable(world: World, chat: Chat, what: str, deed: str) -> None:
    if chat.type == "private":
        raise bad(f"can't change private chat {what}")
    rights.require(world, chat, "can_change_info", deed)


def _upload(params: Params) -> Upload:
    given = params.text("photo")
    named = given.removeprefix(_ATTACHED) if given.startswith(_ATTACHED) else "photo"
    upload = params.files.get(named)
    if upload is None:
        raise bad("photo must be uploaded as an InputFile" if given else "there is no photo in the request")
    return upload


def _check(upload: Upload) -> None:
    size = measures.picture(upload.content)
    if size is None or not upload.content:
        raise bad("IMAGE_PROCESS_FAILED")
    if len(upload.content) > rules.PHOTO:
        raise bad("file is too big for a photo")
    if min(size) < looks.SMALL:
        raise bad("PHOTO_CROP_SIZE_SMALL")


METHODS: dict[str, Method] = {
    "setChatTitle": set_title,
    "setChatDescription": set_description,
    "setChatPhoto": set_photo,
    "deleteChatPhoto": delete_photo,
    "setChatStickerSet": set_sticker_set,
    "deleteChatStickerSet": delete_sticker_set,
}
