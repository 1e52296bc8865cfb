"""Every method of the Bot API is known by its name, so that none that Telegram has answers "not found"."""

import inspect

import aiogram.methods
import pytest

from playground.methods import METHODS, find
from playground.methods.names import ALL
from playground.wire import Refusal

KNOWN = {
    name[0].lower() + name[1:]
    for name, kind in inspect.getmembers(aiogram.methods, inspect.isclass)
    if issubclass(kind, aiogram.methods.TelegramMethod) and kind is not aiogram.methods.TelegramMethod
}


def test_no_method_of_the_reference_is_unknown() -> None:
    """The list of names holds all that a client library made from the reference can call."""
    assert KNOWN - set(ALL) == set()


def test_what_is_lacking_says_so() -> None:
    """Each name either has a method or answers 501 with itself: never a false `true`, never a 404."""
    for name in ALL:
        if name.lower() in METHODS:
            assert find(name.upper())[0] == name
        else:
            with pytest.raises(Refusal, match=f"501 Not Implemented: the playground has no {name} yet"):
                find(name)
