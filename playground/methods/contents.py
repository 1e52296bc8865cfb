"""Contents without a file: locations, venues, contacts and dice; and the methods that send them.

The readers serve inline results too. Where a location lives, it can be moved until its time is over.
"""

import math
import re

from playground import rules
from playground.methods import sending
from playground.methods.editing import editable, edited
from playground.methods.sending import Content
from playground.methods.shared import Method
from playground.wire import Json, Params, bad
from playground.world import World

FOREVER = 0x7FFFFFFF
_SHORTEST, _LONGEST = 60, 86_400
_HEADING, _RADIUS, _ACCURACY = 360, 100_000, 1500
_DICE = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}
_DECIMAL = re.compile(r"[-+]?[0-9]{1,20}(?:\.[0-9]{0,20})?(?:[eE][-+]?[0-9]{1,2})?", re.ASCII)
_PLACES = ("foursquare_id", "foursquare_type", "google_place_id", "google_place_type")


def location(fields: Params) -> Json:
    """A Location of these fields, perhaps a live one. Raises Telegram's refusals."""
    for name in ("latitude", "longitude"):
        if not fields.text(name).strip():
            raise bad(f"{name} is empty")
    found = _point(fields)
    period = fields.integer("live_period")
    if not period:
        return found
    if period != FOREVER and not _SHORTEST <= period <= _LONGEST:
        raise bad("wrong live location period specified")
    return found | {"live_period": period} | _moving(fields)


def _point(fields: Params) -> Json:
    latitude, longitude = _number(fields, "latitude"), _number(fields, "longitude")
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):  # noqa: PLR2004 - the earth is so large
        raise bad("invalid location specified")
    found: Json = {"latitude": latitude, "longitude": longitude}
    accuracy = min(max(_number(fields, "horizontal_accuracy"), 0.0), _ACCURACY)
    return found | ({"horizontal_accuracy": math.ceil(accuracy)} if accuracy else {})


def _moving(fields: Params) -> Json:
    """Where a live location heads, and when to warn of it."""
    heading, radius = fields.integer("heading"), fields.integer("proximity_alert_radius")
    if not 0 <= heading <= _HEADING:
        raise bad("wrong live location heading specified")
    if not 0 <= radius <= _RADIUS:
        raise bad("wrong live location proximity alert radius specified")
    shown: Json = {"heading": heading} if heading else {}
    return shown | ({"proximity_alert_radius": radius} if radius else {})


def venue(fields: Params) -> Json:
    """The media of a venue: a Venue, and its Location beside it."""
    for name in ("latitude", "longitude"):
        if not fields.text(name).strip():
            raise bad(f"{name} is empty")
    where = _point(fields)
    told: Json = {"location": where, "title": fields.text("title"), "address": fields.text("address")}
    told |= {name: fields.text(name) for name in _PLACES if fields.text(name)}
    return {"venue": told, "location": where}


def contact(fields: Params) -> Json:
    """A Contact of these fields."""
    for name in ("phone_number", "first_name"):
        if not fields.text(name):
            raise bad(f'parameter "{name}" is required')
    names = ("phone_number", "first_name", "last_name", "vcard")
    return {name: fields.text(name) for name in names if fields.text(name)}


def send_location(world: World, params: Params) -> object:
    """The API's sendLocation."""
    return _send(world, params, {"location": location(params)})


def send_venue(world: World, params: Params) -> object:
    """The API's sendVenue."""
    return _send(world, params, venue(params))


def send_contact(world: World, params: Params) -> object:
    """The API's sendContact."""
    return _send(world, params, {"contact": contact(params)})


def send_dice(world: World, params: Params) -> object:
    """The API's sendDice: what it shows follows from the message's place, so that runs are alike."""
    emoji = params.text("emoji").replace("\ufe0f", "") or "🎲"
    if emoji not in _DICE:
        raise bad("EMOTICON_INVALID")
    where = sending.place(world, params, "dice")
    value = (where.chat.next_id * 2_654_435_761 >> 7) % _DICE[emoji] + 1
    return _send(world, params, {"dice": {"emoji": emoji, "value": value}})


def _send(world: World, params: Params, media: Json) -> Json:
    where = sending.place(world, params, next(iter(media)))
    world.flood.pass_or_refuse(where.chat.id)
    return world.show(sending.post(world, where, Content(media=media)))


def move_location(world: World, params: Params) -> object:
    """The API's editMessageLiveLocation."""
    location(Params({name: value for name, value in params.values.items() if name != "live_period"}))
    return _move(world, params, _point(params) | _moving(params))


def stop_location(world: World, params: Params) -> object:
    """The API's stopMessageLiveLocation: it stays where it is."""
    return _move(world, params, None)


def _move(world: World, params: Params, new: Json | None) -> Json | bool:
    markup = rules.markup(params)
    message = editable(world, params)
    old = message.media.get("location")
    if "venue" in message.media or not isinstance(old, dict) or "live_period" not in old:
        raise bad("there is no live location in the message to edit")
    period = int(old["live_period"])
    if period != FOREVER and message.date + period < world.clock.now():
        raise bad("message can't be edited")
    if new is None:
        shown: Json = {
            name: old[name] for name in old if name not in ("live_period", "proximity_alert_radius")
        }
    else:
        shown = new | {"live_period": _longer(params, period)}
    if (shown, markup) == (old, message.markup):
        raise bad(rules.NOT_MODIFIED)
    message.media, message.markup = {"location": shown}, markup
    return edited(world, params, message)


def _longer(params: Params, period: int) -> int:
    """The live period that an edit asks for, from the day of sending on: at most a day more than it had."""
    wanted = params.integer("live_period")
    if wanted and wanted != FOREVER and not _SHORTEST <= wanted <= period + _LONGEST:
        raise bad("wrong live location period specified")
    return wanted or period


def _number(fields: Params, name: str) -> float:
    """A decimal parameter; what is none reads as 0, as Telegram does."""
    text = fields.text(name).strip()
    return float(text) if _DECIMAL.fullmatch(text) else 0.0


METHODS: dict[str, Method] = {
    "sendLocation": send_location,
    "sendVenue": send_venue,
    "sendContact": send_contact,
    "sendDice": send_dice,
    "editMessageLiveLocation": move_location,
    "stopMessageLiveLocation": stop_location,
}
