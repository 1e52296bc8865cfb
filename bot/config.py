"""Settings: read once, from the environment and `.env`, all named PAPERGRAM_….

A setting's description says what is right for it; it is what the refusal of a wrong value says, so that the
value itself (it may be a secret) is never printed.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from datetime import time
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfoNotFoundError

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from data import zones
from data.errors import PapergramError

PREFIX = "PAPERGRAM_"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,128}", re.ASCII)
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_LISTEN = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})", re.ASCII)
_LAST_PORT = 65535


class WrongSetting(PapergramError):
    """A setting cannot be used; the message names the variable and says what is right."""

    key = "setting"


def default_store() -> Path:
    """Where the store is when nobody says: the platform's data folder."""
    return platformdirs.user_data_path("papergram", appauthor=False) / "papergram.db"


class Config(BaseSettings):
    """What the operator set. Make one by `load`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True,
        extra="ignore", frozen=True, hide_input_in_errors=True,
    )  # fmt: skip

    token: SecretStr | None = Field(None, description="the bot's token as @BotFather gave it, 123456:ABC…")
    token_file: Path | None = Field(None, description="a readable file that holds the token alone")
    db: Path = Field(default_factory=default_store, description="a file for the store")
    api_url: str | None = Field(None, description="the http(s) address of a Bot API server")
    owners: Annotated[frozenset[int], NoDecode] = Field(
        frozenset(), description="user ids (numbers) divided by commas"
    )
    language: Literal["zh", "en"] | None = Field(None, description="zh or en")
    timezone: str = Field("Asia/Shanghai", description="a time zone like Asia/Shanghai or UTC+08:00")
    push_time: str = Field("09:00", description="an hour like 09:00")
    clock_url: str | None = Field(None, description="the loopback address of a playground")
    webhook_url: str | None = Field(None, description="the https address at which Telegram reaches the bot")
    webhook_secret: SecretStr | None = Field(None, description="1 to 256 of A-Z a-z 0-9 _ -")
    listen: str = Field("127.0.0.1:8080", description="an address and port like 127.0.0.1:8080")
    health_port: int | None = Field(None, ge=1, le=_LAST_PORT, description="a port from 1 to 65535")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="debug, info, warning or error"
    )
    log_format: Literal["console", "json"] = Field("console", description="console or json")

    @field_validator("log_level", "log_format", "language", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("owners", mode="before")
    @classmethod
    def _ids(cls, value: object) -> object:
        return re.split(r"[\s,;]+", value.strip(" ,;[]")) if isinstance(value, str) else value

    @field_validator("token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        return _matching(_TOKEN, value)

    @field_validator("webhook_secret")
    @classmethod
    def _secret(cls, value: SecretStr | None) -> SecretStr | None:
        return _matching(_SECRET, value)

    @field_validator("db")
    @classmethod
    def _home(cls, value: Path) -> Path:
        path = value.expanduser()
        if path.is_dir():
            raise ValueError("it is a folder")
        return path

    @field_validator("api_url", "clock_url", "webhook_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        return _http(value) if value is not None else None

    @field_validator("clock_url")
    @classmethod
    def _near(cls, value: str | None) -> str | None:
        if value is not None and not is_loopback(value):
            raise ValueError("not on loopback")
        return value

    @field_validator("webhook_url")
    @classmethod
    def _safe(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith("https://") and not is_loopback(value):
            raise ValueError("not https")
        return value

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str) -> str:
        try:
            zones.zone_of(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            meant = zones.read(value)
            if len(meant) != 1:
                raise ValueError("no such zone, or several") from None
            return meant[0]
        return value

    @field_validator("push_time")
    @classmethod
    def _hour(cls, value: str) -> str:
        hour, _, minute = value.strip().partition(":")
        return time(int(hour), int(minute)).isoformat("minutes")

    @field_validator("listen")
    @classmethod
    def _listen(cls, value: str) -> str:
        found = _LISTEN.fullmatch(value.strip())
        if not found or not 1 <= int(found[2]) <= _LAST_PORT:
            raise ValueError("no address and port")
        return value.strip()

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, values: dict[str, object]) -> dict[str, object]:
        """Read TOKEN_FILE (a container's secret) where no TOKEN is given."""
        file = values.get("token_file")
        if file and not values.get("token"):
            try:
                values["token"] = Path(str(file)).expanduser().read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError):
                raise ValueError("token_file") from None
        return values


def load(**overrides: object) -> Config:
    """Read the settings; `overrides` go before the environment, unread there. Raises WrongSetting."""
    try:
        return Config(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        raise WrongSetting("; ".join(_wrong(error))) from None
    except SettingsError:
        raise WrongSetting("a setting named PAPERGRAM_… cannot be read") from None
    except UnicodeDecodeError:
        raise WrongSetting("the file .env is not UTF-8 text: save it as UTF-8") from None


def token(config: Config) -> str:
    """The token in the clear, for the client alone. Raises WrongSetting where none is set."""
    if config.token is None:
        raise WrongSetting(
            "PAPERGRAM_TOKEN is not set: get a token from @BotFather, or use `papergram try` without one"
        )
    return config.token.get_secret_value()


def secrets_of(config: Config) -> list[str]:
    """What no output may hold."""
    return [held.get_secret_value() for held in (config.token, config.webhook_secret) if held is not None]


def unknown() -> list[str]:
    """Variables of the environment that bear our prefix and are no setting: misspelled, most likely."""
    known = {f"{PREFIX}{name}".upper() for name in Config.model_fields}
    return sorted(
        name for name in os.environ if name.upper().startswith(PREFIX) and name.upper() not in known
    )


def webhook_path(config: Config) -> str:
    """The path at which the webhook listens: that of its address, which a proxy passes on as it is."""
    return urlsplit(config.webhook_url or "").path.lstrip("/")


def webhook_secret(config: Config) -> str:
    """What Telegram must send along; one for this run where none is set."""
    return config.webhook_secret.get_secret_value() if config.webhook_secret else secrets.token_urlsafe(32)


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine alone."""
    return urlsplit(url).hostname in LOOPBACK


def _wrong(error: ValidationError) -> Iterable[str]:
    """One sentence a variable: its name and what is right for it, never its value."""
    names = dict.fromkeys(str(e["loc"][0]) if e["loc"] else "token_file" for e in error.errors())
    for name in names:
        field = Config.model_fields.get(name)
        expected = field.description if field else "another value"
        yield f"{PREFIX}{name.upper()} must be {expected}"


def _matching(pattern: re.Pattern[str], value: SecretStr | None) -> SecretStr | None:
    if value is None:
        return None
    if not pattern.fullmatch(value.get_secret_value().strip()):
        raise ValueError("not of that form")
    return SecretStr(value.get_secret_value().strip())


def _http(value: str) -> str:
    parts = urlsplit(value.strip())
    _ = parts.port  # raises ValueError for one that is none
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("no http(s) address")
    return value.strip().rstrip("/")
