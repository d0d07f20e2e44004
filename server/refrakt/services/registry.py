"""The registry of services. One declaration makes a command, a tool, a manual entry and, where it says so, a resource.

    @service("refrakt.reference", needs="site", cli="reference", resource="refrakt://reference{?site,rune}")
    def reference(context: Context, query: ReferenceInput) -> Reference:
        \"""The tool's description; its first clause is the command's summary.\"""

A service is in the module of its last name, `refrakt.plugins_list` in `services/plugins_list.py`, so that it can be found
without importing the others.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, get_type_hints

from refrakt.command_input import from_json
from refrakt.errors import RefraktError
from refrakt.project.markdoc_package import is_markdoc_package
from refrakt.services.context import Context
from refrakt.untrusted import LONGEST, word

Needs = Literal["anything", "site", "pages"]
Run = TypeVar("Run", bound=Callable[..., Any])
_DETECT = "`{command:refrakt.detect}` shows what was found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """An operation of refrakt."""

    name: str
    run: Callable[[Context, Any], Any]
    input: type
    """A frozen dataclass, see `command_input`."""
    output: type
    about: str
    """The first paragraph of the function's docstring."""
    needs: Needs = "anything"
    """Where it is available: everywhere, or in projects with a site; `pages` if it also reads the site's index."""
    reads_only: bool = True
    for_agents: bool = True
    """Whether it is a tool; False for what concerns this machine only."""
    cli: str | None = None
    """The name of its command. A module of the service's name in `hosts/cli/commands` may replace how it runs in a shell."""
    cli_option: str = ""
    """The option that selects it, where its command belongs to another service: `--audit` of `refrakt inspect`."""
    resource: str | None = None
    """Its URI template (RFC 6570), if it is a resource."""
    text: Callable[[Any], str] | None = None
    """Formats the answer for a terminal; JSON without it."""
    prints_patch: bool = False
    """Whether that text is a patch, with paths that count from the project's folder."""
    exit_code: Callable[[Any], int] | None = None
    """The exit code of the command, 0 without it."""
    text_size: Callable[[Context, Mapping[str, Any]], int] | None = None
    """The number of characters a call reads, where that may be large. Hosts answer large calls in another process."""

    @property
    def module(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def describes_site(self) -> bool:
        """Whether its answer depends on whether the project has a site."""
        return self.needs != "anything" or self.module == "detect"

    def offered(self, context: Context) -> bool:
        """Whether the project has what it needs."""
        return self.needs == "anything" or context.has_site

    def answer(self, context: Context, arguments: Mapping[str, Any]) -> Any:
        """Answer a call with JSON arguments, which are checked before anything runs."""
        return self.call(context, from_json(self.input, arguments))

    def call(self, context: Context, query: Any) -> Any:
        """Answer a call, where the project has what the service needs."""
        if not self.offered(context):
            raise missing_site(context)
        return self.run(context, query)


def missing_site(context: Context) -> RefraktError:
    """The error of a service that needs a site, in a project without one."""
    broken = context.config_error()
    if broken is not None:
        return broken
    root = word(str(context.project.root), LONGEST)
    if is_markdoc_package(context.project.root):
        message = f"{root} has no site: the package uses Markdoc, but has no pages"
        hint = f"Name the folder of the pages in markdoc.config.json; {_DETECT}."
    else:
        message = f"{root} has no config that defines a site"
        hint = f"Create a site with `refrakt init`, or add refrakt.config.json or markdoc.config.json; {_DETECT}."
    return RefraktError("SITE_CONFIG_MISSING", message, hint)


def service(name: str, **options: Any) -> Callable[[Run], Run]:
    """Declare a function of a context and an input as a service; `options` are the other fields of `Service`."""

    def declare(run: Run) -> Run:
        hints = get_type_hints(run)
        output = hints.pop("return")
        about = " ".join((run.__doc__ or "").split("\n\n")[0].split())
        service_of = Service(name=name, run=run, input=list(hints.values())[1], output=output, about=about, **options)
        run.__service__ = service_of  # type: ignore[attr-defined]
        return run

    return declare


def load_service(name: str) -> Service:
    """The service of this name; only its module is imported."""
    module = importlib.import_module(f"{__package__}.{name.rpartition('.')[2]}")
    service_of = (getattr(value, "__service__", None) for value in vars(module).values())
    return next(each for each in service_of if isinstance(each, Service) and each.name == name)


def service_of(run: Callable[..., Any]) -> Service:
    """The declaration of a function."""
    service_of: Service = run.__service__  # type: ignore[attr-defined]
    return service_of


@cache
def services() -> Mapping[str, Service]:
    """Every service, by name."""
    package = importlib.import_module(__package__ or "refrakt.services")
    found: dict[str, Service] = {}
    for module in pkgutil.iter_modules(package.__path__):
        for value in vars(importlib.import_module(f"{package.__name__}.{module.name}")).values():
            service_of = getattr(value, "__service__", None)
            if isinstance(service_of, Service):
                found[service_of.name] = service_of
    return dict(sorted(found.items()))
