"""The room that is there at the start: two people, a group, a forum and their private chats.

Ann owns both groups and has just added the bot to them, so a bot that polls for the first time is told so.
"""

from playground import changes
from playground.clock import Clock
from playground.shapes import Bot
from playground.world import World

_WORDS = {
    "en": {"ann": "Ann", "bo": "Bo", "group": "Reading group", "forum": "Research forum",
           "topics": ("Papers", "Talk")},
    "zh": {"ann": "安然", "bo": "博文", "group": "读书会", "forum": "研究论坛", "topics": ("论文", "闲聊")},
}  # fmt: skip
LANGUAGES = tuple(_WORDS)
TOKEN = "1:playground"  # noqa: S105 - invented, and told to everybody who asks


def furnish(token: str = TOKEN, name: str = "Playground bot", username: str = "playground_bot",
            language: str = "en", clock: Clock | None = None) -> World:  # fmt: skip
    """A world with the usual people and chats, the bot just added to both groups.

    With a fixed `clock` two such worlds are alike to the last date.
    """
    world = World(Bot(int(token.partition(":")[0]), name, username), token, clock or Clock())
    words = _WORDS[language]
    ann = changes.make_person(world, str(words["ann"]), "ann", language)
    bo = changes.make_person(world, str(words["bo"]), "bo", language)
    group = changes.make_chat(world, "supergroup", str(words["group"]), ann.id, members=(bo.id,))
    forum = changes.make_chat(world, "supergroup", str(words["forum"]), ann.id, forum=True, members=(bo.id,))
    for topic in words["topics"]:
        changes.make_topic(world, forum.id, ann.id, topic)
    for chat in (group, forum):
        changes.set_member(world, chat.id, world.bot.id, "member", ann.id)
    return world


def empty(token: str = TOKEN, name: str = "Playground bot", username: str = "playground_bot") -> World:
    """A world with the bot alone in it."""
    return World(Bot(int(token.partition(":")[0]), name, username), token)
