"""Addresses of resources, and the templates they follow.

Ours begin with `refrakt://`; a plugin may have a scheme of its own. The protocol library's matcher knows no lists of query
variables (`{?attrs*}`), so templates are matched by hand: `{name}` is one segment, `{+name}` the rest of the path, `{?a,b}` names
what a query may hold. Values are only ever names to look up, never paths to open, so dots in them do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from refrakt.errors import RefraktError

LONGEST = 4000
"""How many characters an address may have."""
_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")
_QUERY = re.compile(r"\{\?([^}]*)\}$")


@dataclass(frozen=True, slots=True)
class Address:
    """What somebody wants to read."""

    uri: str
    bare: str
    """Without its query, still with its percent signs."""
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
    def scheme(self) -> str:
        """What its addresses begin with, up to the slashes."""
        return self.text.partition("://")[0] + "://"

    @property
    def fixed(self) -> str | None:
        """The address without its query, where nothing in the path is variable."""
        return None if self.variables else _QUERY.sub("", self.text)

    def match(self, address: Address) -> dict[str, str] | None:
        """The values of the variables in the path; None for an address of another form."""
        found = self.pattern.fullmatch(address.bare)
        if found is None:
            return None
        return {name: unquote(value) for name, value in zip(self.variables, found.groups(), strict=True)}

    def check(self, address: Address) -> None:
        """Refuse keys of the query that mean nothing here."""
        unknown = [key for key in address.query if key not in self.queries]
        if unknown and not self.any_query:
            hint = f"There are: {', '.join(sorted(self.queries))}." if self.queries else "Leave the query out."
            raise RefraktError("INVALID_ARGS", f"`{unknown[0][:60]}` means nothing at {self.text}", hint)


@cache
def template(text: str) -> Template:
    """A template from its text."""
    query = _QUERY.search(text)
    names = [each.strip() for each in query.group(1).split(",")] if query else []
    bare = text[: -len(query.group(0)) if query else None]
    pattern, start = "", 0
    variables = []
    for found in _VARIABLE.finditer(bare):
        pattern += re.escape(bare[start : found.start()]) + ("(.*)" if found.group(1) else "([^/]+)")
        variables.append(found.group(2))
        start = found.end()
    pattern += re.escape(bare[start:])
    queries = frozenset(each for each in names if not each.endswith("*"))
    return Template(text, re.compile(pattern, re.DOTALL), tuple(variables), queries, len(queries) < len(names))


def address(uri: str) -> Address:
    """Take an address apart."""
    if len(uri) > LONGEST:
        message = f"an address of {len(uri)} characters is too long"
        raise RefraktError("INVALID_ARGS", message, f"At most {LONGEST} are read.")
    bare, _, query = uri.partition("?")
    pairs = (each.partition("=") for each in query.split("&") if each)
    return Address(uri, bare, {unquote(key): unquote(value) for key, _, value in pairs})
