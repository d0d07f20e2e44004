"""The table of services. One declaration makes a tool, a command, an entry of the manual and, where it says so, a resource.

    @service("refrakt.reference", needs="site", cli="reference", resource="refrakt://reference{?site,rune}")
    def reference(context: Context, query: Lookup) -> Reference:
        \"""What agents read first about it.\"""

A service lives in the module of its last name, `refrakt.plugins_list` in `services/plugins_list.py`, so that one can be found
without loading the others.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, get_type_hints

from refrakt.errors import RefraktError
from refrakt.untrusted import LONGEST, word

from .context import Context
from .payload import from_json

Needs = Literal["anything", "site"]
Run = TypeVar("Run", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Service:
    """Something refrakt can do."""

    name: str
    run: Callable[[Context, Any], Any]
    input: type
    output: type
    about: str
    """What it is for; the first paragraph of the function's docstring."""
    needs: Needs = "anything"
    """Where it is offered: everywhere, or in projects with a site."""
    reads_only: bool = True
    for_agents: bool = True
    """Whether agents have it as a tool; False where it is about this machine, or about the files of whoever types."""
    cli: str | None = None
    """The words of its command; None where the command line has another way."""
    positional: tuple[str, ...] = ()
    """Fields of the input that the command takes without a switch, in this order."""
    resource: str | None = None
    """The address it can be read at, as a template of RFC 6570."""
    text: Callable[[Any], str] | None = None
    """The answer as a person reads it on the command line."""
    exit_code: Callable[[Any], int] | None = None
    """What the command ends with; 0 where nothing is said."""
    text_size: Callable[[Context, Mapping[str, Any]], int] | None = None
    """How many characters a call has to read; None where it is never much. Hosts answer large calls in another process."""

    @property
    def module(self) -> str:
        return self.name.rpartition(".")[2]

    def offered(self, context: Context) -> bool:
        """Whether this project has what it needs."""
        return self.needs == "anything" or context.has_site

    def answer(self, context: Context, arguments: Mapping[str, Any]) -> Any:
        """The answer to a call from outside: input is checked before anything runs."""
        query: Any = from_json(self.input, arguments)
        if not self.offered(context):
            raise RefraktError(
                "SITE_CONFIG_MISSING",
                f"{self.name} works on a site, and no config names one for {word(str(context.project.root), LONGEST)}",
                "Add refrakt.config.json with a `site`, or markdoc.config.json; refrakt.detect shows what was found.",
            )
        return self.run(context, query)


def service(
    name: str,
    *,
    needs: Needs = "anything",
    reads_only: bool = True,
    for_agents: bool = True,
    cli: str | None = None,
    positional: tuple[str, ...] = (),
    resource: str | None = None,
    text: Callable[[Any], str] | None = None,
    exit_code: Callable[[Any], int] | None = None,
    text_size: Callable[[Context, Mapping[str, Any]], int] | None = None,
) -> Callable[[Run], Run]:
    """Declare a function of a context and an input as a service."""

    def declare(run: Run) -> Run:
        hints = get_type_hints(run)
        output = hints.pop("return")
        kind = list(hints.values())[1]
        about = " ".join((run.__doc__ or "").split("\n\n")[0].split())
        known = Service(
            *(name, run, kind, output, about, needs, reads_only, for_agents),
            *(cli, positional, resource, text, exit_code, text_size),
        )
        run.__service__ = known  # type: ignore[attr-defined]
        return run

    return declare


def load_service(name: str) -> Service:
    """The service of this name; its module alone is imported."""
    module = importlib.import_module(f"{__package__}.{name.rpartition('.')[2]}")
    known = (getattr(value, "__service__", None) for value in vars(module).values())
    return next(each for each in known if isinstance(each, Service) and each.name == name)


def declared(run: Callable[..., Any]) -> Service:
    """The declaration of a function."""
    found: Service = run.__service__  # type: ignore[attr-defined]
    return found


@cache
def services() -> Mapping[str, Service]:
    """Every service, by name."""
    package = importlib.import_module(__package__ or "refrakt.services")
    found: dict[str, Service] = {}
    for module in pkgutil.iter_modules(package.__path__):
        for value in vars(importlib.import_module(f"{package.__name__}.{module.name}")).values():
            known = getattr(value, "__service__", None)
            if isinstance(known, Service):
                found[known.name] = known
    return dict(sorted(found.items()))
