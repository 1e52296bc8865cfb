"""Our errors, a small tree.

PapergramError
├── SourceError            a source gave nothing usable
│   ├── Unreachable        no answer from it
│   ├── Refused            it answered, and what it said is no material
│   └── Malformed          it is damaged: what was expected is not there
├── QueryError             what was typed cannot be understood
└── StoreError             the store cannot be used

They carry a key and values; sentences for chats are made from those in `handlers/replies`.
The message is English, one line, and for logs and the command line.
"""


class PapergramError(Exception):
    """Something we can name; `key` says what, `values` with which particulars."""

    key = "error"

    def __init__(self, message: str, /, **values: str | int) -> None:
        super().__init__(message)
        self.values = values


class SourceError(PapergramError):
    """A source gave nothing usable."""

    key = "source"


class Unreachable(SourceError):
    """No answer came."""

    key = "unreachable"


class Refused(SourceError):
    """The answer holds nothing that is looked for; the message says what was."""

    key = "refused"


class Malformed(SourceError):
    """The bytes are damaged, or not of the format that they claim."""

    key = "malformed"


class QueryError(PapergramError):
    """What a person typed has no meaning here."""

    key = "query"


class StoreError(PapergramError):
    """The store cannot be opened or used; the message says what to do."""

    key = "store"
