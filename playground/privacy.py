"""What a bot sees in a group.

With privacy mode on it gets service messages, texts that begin with a slash and may be meant for it, and
replies to its own messages. A plain mention does not arrive. An admin bot gets everything, and so does one
that joined after privacy mode was switched off. Source: Bots FAQ, "What messages will my bot get?".
"""

import re

from playground.shapes import Bot, Chat, Message

_COMMAND = re.compile(r"/[A-Za-z0-9_]*(?:@([A-Za-z0-9_]+))?")


def sees(bot: Bot, chat: Chat, message: Message) -> bool:
    """Whether the bot is told of this message of somebody else."""
    if chat.type == "private":
        return True
    standing = chat.members.get(bot.id)
    if standing is None or not standing.present:
        return False
    if chat.type == "channel" or message.service or chat.reads_all or standing.status == "administrator":
        return True
    if "via_bot" in message.extra:
        return True
    target = chat.messages.get(message.reply_to or 0)
    return (target is not None and target.by_bot) or _for(bot, message.text)


def _for(bot: Bot, text: str) -> bool:
    """Whether a text begins with a slash and names no other bot."""
    command = _COMMAND.match(text)
    return command is not None and (command[1] or bot.username).lower() == bot.username.lower()
