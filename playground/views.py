"""The room in Telegram's words: users, chats, messages and members as the Bot API writes them."""

from playground import rights
from playground.entities import view as entity_view
from playground.shapes import Bot, Chat, Member, Message, Person, Poll, Words
from playground.wire import Json

GROUP_BOT: Json = {
    "id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot",
}  # fmt: skip
CHANNEL_BOT: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}


def person(someone: Person) -> Json:
    """A person as a User."""
    shown: Json = {"id": someone.id, "is_bot": False, "first_name": someone.first_name}
    for name in ("last_name", "username", "language_code"):
        if getattr(someone, name):
            shown[name] = getattr(someone, name)
    return shown


def bot(this: Bot) -> Json:
    """The bot as a User inside messages."""
    return {"id": this.id, "is_bot": True, "first_name": this.first_name, "username": this.username}


def me(this: Bot) -> Json:
    """The bot as getMe tells of it."""
    return bot(this) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not this.privacy,
        "supports_inline_queries": this.inline,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(place: Chat, people: dict[int, Person]) -> Json:
    """A chat as it stands in messages."""
    if place.type == "private":
        user = person(people[place.id])
        names: Json = {name: user[name] for name in ("first_name", "last_name", "username") if name in user}
        return {"id": place.id, **names, "type": "private"}
    shown: Json = {"id": place.id, "title": place.title}
    if place.username:
        shown["username"] = place.username
    shown["type"] = place.type
    if place.forum:
        shown["is_forum"] = True
    return shown


def full_chat(place: Chat, people: dict[int, Person]) -> Json:
    """A chat as getChat tells of it."""
    shown = chat(place, people) | {
        "accent_color_id": place.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False, "limited_gifts": False, "unique_gifts": False,
            "premium_subscription": False, "gifts_from_channels": False,
        },
    }  # fmt: skip
    if place.type in ("group", "supergroup"):
        shown["permissions"] = _each(rights.PERMISSIONS, rights.permissions(place))
    if place.photo:
        shown["photo"] = place.photo
    if place.description:
        shown["description"] = place.description
    if place.username:
        shown["active_usernames"] = [place.username]
    if place.reactions is not None:
        shown["available_reactions"] = [{"type": "emoji", "emoji": emoji} for emoji in place.reactions]
    if place.linked:
        shown["linked_chat_id"] = place.linked
    return shown


def _each(names: tuple[str, ...], held: frozenset[str]) -> Json:
    """Every name with whether it is held."""
    return {name: name in held for name in names}


def member(place: Chat, standing: Member, user: Json) -> Json:
    """A ChatMember of any status."""
    shown: Json = {"user": user, "status": standing.status}
    match standing.status:
        case "creator":
            shown["is_anonymous"] = standing.anonymous
        case "administrator":
            shown |= {"can_be_edited": standing.by_bot, "is_anonymous": standing.anonymous}
            shown |= _each(rights.known(place), rights.of(place, standing))
        case "restricted":
            shown |= _each(rights.PERMISSIONS, standing.permissions)
            shown |= {"is_member": standing.inside, "until_date": standing.until}
        case "kicked":
            shown["until_date"] = standing.until
    if standing.title and standing.status in ("creator", "administrator"):
        shown["custom_title"] = standing.title
    return shown


def message(
    one: Message, places: dict[int, Chat], people: dict[int, Person], *, nested: bool = False
) -> Json:
    """A Message; what it replies to stands inside, but not what that replies to in turn."""
    place = places[one.chat]
    shown: Json = {"message_id": one.id}
    if one.sender:
        shown["from"] = one.sender
    if one.sender_chat is not None:
        shown["sender_chat"] = chat(places[one.sender_chat], people)
    shown["chat"] = chat(place, people)
    shown["date"] = one.date
    if one.edited is not None:
        shown["edit_date"] = one.edited
    if one.thread is not None:
        shown |= _threaded(one, place)
    target = place.messages.get(one.reply_to) if one.reply_to else None
    if target and not nested:
        shown["reply_to_message"] = message(target, places, people, nested=True)
    if one.poll:
        shown["poll"] = poll(one.poll, people, known=knows(one))
    service = _service(one, places, people, nested=nested)
    for part in (one.extra, service, one.media, _words(one, people), _trimmings(one)):
        shown |= part
    return shown


def _service(one: Message, places: dict[int, Chat], people: dict[int, Person], *, nested: bool) -> Json:
    """What a service message tells. A pinned message is kept by its id and shown as it is now."""
    pinned = one.service.get("pinned_message")
    if not isinstance(pinned, int):
        return one.service
    place = places[one.chat]
    if pinned in place.messages:
        return {"pinned_message": message(place.messages[pinned], places, people, nested=True)}
    return {} if nested else {"pinned_message": inaccessible(place, pinned, people)}


def inaccessible(place: Chat, number: int, people: dict[int, Person]) -> Json:
    """A message that is gone, as Telegram still names it: an InaccessibleMessage."""
    return {"message_id": number, "chat": chat(place, people), "date": 0}


def poll(one: Poll, people: dict[int, Person], *, known: bool = True, inside: bool = True) -> Json:
    """A Poll. The right options and why stand in it when it is `known` or closed.

    `inside` a message it has its description too.
    """
    chosen = [option for vote in one.votes.values() for option in vote.options]
    shown: Json = {
        "id": one.id,
        **_named(one.question, "question", people),
        "options": [
            {"persistent_id": str(number), **_named(option, "text", people),
             "voter_count": chosen.count(number)}
            for number, option in enumerate(one.options)
        ],
        "total_voter_count": len(one.votes),
    }  # fmt: skip
    if one.close_date and not one.closed:
        shown |= {"open_period": one.open_period, "close_date": one.close_date}
    shown |= {
        "is_closed": one.closed, "is_anonymous": one.anonymous, "type": "quiz" if one.quiz else "regular",
        "allows_multiple_answers": one.multiple, "allows_revoting": one.revoting,
        "members_only": one.members_only,
    }  # fmt: skip
    if one.country_codes:
        shown["country_codes"] = list(one.country_codes)
    if one.quiz and (known or one.closed):
        shown["correct_option_ids"] = list(one.correct)
        if len(one.correct) == 1:
            shown["correct_option_id"] = one.correct[0]
        why = _named(one.explanation, "explanation", people)
        shown |= {"explanation_entities": []} | why if why else {}
    return shown | (_named(one.description, "description", people) if inside else {})


def knows(one: Message) -> bool:
    """Whether the bot knows the right options of an open quiz: it sent it, or got it in private."""
    return (one.by_bot and "forward_origin" not in one.extra) or one.chat > 0


def _named(words: Words, name: str, people: dict[int, Person]) -> Json:
    """A text under this name, with its entities under `name_entities`; nothing when it is empty."""
    if not words.text:
        return {}
    shown: Json = {name: words.text}
    if words.entities:
        shown[f"{name}_entities"] = [
            entity_view(entity, lambda user: _mentioned(user, people)) for entity in words.entities
        ]
    return shown


def beside(one: Message, people: dict[int, Person]) -> Json:
    """What windows see beside a message's own form: reactions, votes, and a poll's hidden sides.

    `reactions`: `[{emoji, count, people}]`, the first that was given first; `people` are ids, also the
    bot's. `votes`: `{person: [options]}`, also of anonymous polls. `keyboard`: the markup for the input line.
    """
    shown: Json = {}
    if one.markup and "inline_keyboard" not in one.markup:
        shown["keyboard"] = one.markup
    given: dict[str, list[int]] = {}
    for who, reaction in one.reactions.items():
        for emoji in reaction.emoji:
            given.setdefault(emoji, []).append(who)
    if given:
        shown["reactions"] = [{"emoji": e, "count": len(who), "people": who} for e, who in given.items()]
    if one.poll:
        shown["poll"] = poll(one.poll, people) | {"hides_results": one.poll.hidden and not one.poll.closed}
        shown["votes"] = {str(who): vote.options for who, vote in one.poll.votes.items()}
    return shown


def _threaded(one: Message, place: Chat) -> Json:
    if one.thread is None:
        return {}
    shown: Json = {"message_thread_id": one.thread}
    return shown | ({"is_topic_message": True} if place.forum else {})


def _words(one: Message, people: dict[int, Person]) -> Json:
    name, entities = ("caption", "caption_entities") if one.media else ("text", "entities")
    if not one.text:
        return {}
    shown: Json = {name: one.text}
    if one.entities:
        shown[entities] = [
            entity_view(entity, lambda user: _mentioned(user, people)) for entity in one.entities
        ]
    return shown


def _mentioned(user: int, people: dict[int, Person]) -> Json | None:
    return person(people[user]) if user in people else None


def _trimmings(one: Message) -> Json:
    shown: Json = {}
    if one.link_preview:
        shown["link_preview_options"] = one.link_preview
    if one.markup and "inline_keyboard" in one.markup:
        shown["reply_markup"] = one.markup
    return shown
