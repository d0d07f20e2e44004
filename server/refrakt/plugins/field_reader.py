"""Reads the fields of an object that a plugin declares, each on its own.

Python checks no types, and reading a field may run code of the plugin, so each field is converted to what the rest of refrakt
relies on. What is wrong with it is a problem with the path of the field.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from refrakt.plugins.plain_data import Malformed, error_text, plain_string
from refrakt.untrusted import word

T = TypeVar("T")


class PluginProblem(NamedTuple):
    """An error or a warning about a plugin. `path` is the field, as in `commands[2].handler`."""

    level: Literal["error", "warning"]
    path: str
    message: str
    item: str = ""
    """What is ignored because of an error: a command, a resource, a field of the plugin; empty for the plugin."""


class FieldReader:
    """Reads the fields of one object and collects their problems."""

    def __init__(self, value: object, path: str = "") -> None:
        self._value = value
        self._path = path
        self.problems: list[PluginProblem] = []

    @property
    def has_errors(self) -> bool:
        return any(each.level == "error" for each in self.problems)

    def read(self, name: str, convert: Callable[[Any], T], default: T) -> T:
        """The converted value of a field; the default if it is malformed."""
        return self.convert(name, lambda: convert(getattr(self._value, name)), default)

    def convert(self, name: str, function: Callable[[], T], default: T) -> T:
        """The result of code of the plugin for a field; the default if it fails."""
        try:
            return function()
        except Malformed as error:
            self.error(name, str(error))
        except BaseException as error:  # noqa: BLE001 - code of a plugin
            self.error(name, f"cannot be read: {error_text(error)}")
        return default

    def expect(self, valid: bool, name: str, message: str) -> None:
        if not valid:
            self.error(name, message)

    def error(self, name: str, message: str) -> None:
        self.problems.append(PluginProblem("error", self._field(name), message))

    def warn(self, name: str, message: str) -> None:
        """Add a warning, unless the field has an error already."""
        path = self._field(name)
        if ("error", path) not in [(each.level, each.path) for each in self.problems]:
            self.problems.append(PluginProblem("warning", path, message))

    def problems_of(self, kind: str) -> list[PluginProblem]:
        """The problems, with what is ignored because of them: a command of this name, for example."""
        return [each._replace(item=f"{kind} {self.shown_name}".strip()) for each in self.problems]

    @property
    def shown_name(self) -> str:
        """The object's name in a message; empty if it has none."""
        try:
            name = getattr(self._value, "name", None)
            return f"`{word(str.__str__(name))}`" if issubclass(type(name), str) and name else ""
        except BaseException:  # noqa: BLE001 - code of a plugin
            return ""

    def _field(self, name: str) -> str:
        return ".".join(filter(None, (self._path, name)))


def optional(convert: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """A field that may be None."""
    return lambda value: None if value is None else convert(value)


def function(value: Any) -> Any:
    if not callable(value):
        raise Malformed("must be a function")
    return value


def flag(value: Any) -> bool:
    if value is not True and value is not False:
        raise Malformed("must be True or False")
    return value


def matching(pattern: re.Pattern[str], rule: str) -> Callable[[Any], str]:
    """A string of a certain form."""

    def convert(value: Any) -> str:
        try:
            text = plain_string(value)
        except Malformed:
            raise Malformed(rule) from None
        if not pattern.fullmatch(text):
            raise Malformed(rule)
        return text

    return convert
