"""Addresses of resources, and the templates they follow.

The protocol library's matcher knows no lists of query variables (`{?attrs*}`), so templates are matched by hand: `{name}` is
one segment, `{+name}` the rest of the path, `{?a,b}` names what a query may hold. Values are only ever names to look up, never
paths to open, so dots in them do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from refrakt.errors import RefraktError

SCHEME = "refrakt://"
_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")
_QUERY = re.compile(r"\{\?([^}]*)\}$")


@dataclass(frozen=True, slots=True)
class Address:
    """What somebody wants to read."""

    uri: str
    path: str
    """Without scheme and query, still with its percent signs."""
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Template:
    """Addresses of one form."""

    text: str
    pattern: re.Pattern[str]
    variables: tuple[str, ...]
    """Those of the path, in order."""
    queries: frozenset[str]
    any_query: bool = False
    """Whether keys it does not name are welcome, too."""

    @property
    def fixed(self) -> str | None:
        """The address without its query, where nothing in the path is variable."""
        return None if self.variables else _QUERY.sub("", self.text)

    def match(self, address: Address) -> dict[str, str] | None:
        """The values of the variables in the path; None for an address of another form."""
        found = self.pattern.fullmatch(address.path)
        if found is None:
            return None
        return {name: unquote(value) for name, value in zip(self.variables, found.groups(), strict=True)}

    def check(self, address: Address) -> None:
        """Refuse keys of the query that mean nothing here."""
        unknown = [key for key in address.query if key not in self.queries]
        if unknown and not self.any_query:
            hint = f"There are: {', '.join(sorted(self.queries))}." if self.queries else "Leave the query away."
            raise RefraktError("INVALID_ARGS", f"`{unknown[0][:60]}` means nothing at {self.text}", hint)


@cache
def template(text: str) -> Template:
    """A template from its text."""
    query = _QUERY.search(text)
    names = [each.strip() for each in query.group(1).split(",")] if query else []
    path = text.removeprefix(SCHEME)[: -len(query.group(0)) if query else None]
    pattern, start = "", 0
    variables = []
    for found in _VARIABLE.finditer(path):
        pattern += re.escape(path[start : found.start()]) + ("(.*)" if found.group(1) else "([^/]+)")
        variables.append(found.group(2))
        start = found.end()
    pattern += re.escape(path[start:])
    queries = frozenset(each for each in names if not each.endswith("*"))
    return Template(text, re.compile(pattern, re.DOTALL), tuple(variables), queries, len(queries) < len(names))


def address(uri: str) -> Address:
    """Take an address apart."""
    if not uri.startswith(SCHEME):
        shown = uri[:60]
        raise RefraktError("INVALID_ARGS", f"`{shown}` is no address of refrakt's", f"They begin with {SCHEME}.")
    path, _, query = uri.removeprefix(SCHEME).partition("?")
    pairs = (each.partition("=") for each in query.split("&") if each)
    return Address(uri, path, {unquote(key): unquote(value) for key, _, value in pairs})
