"""The runes that are active on a site, by name and alias.

A rune of a package overrides one of core. If two packages have a rune of the same name, the site's `runes.prefer` decides;
otherwise the first one is used and the conflict is recorded, to be reported as a problem of the config.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from refrakt.runes.builtin_tags import EXTRA, MARKDOC
from refrakt.runes.packages import bundled
from refrakt.runes.rune import Package, Rune

CORE = "__core__"
"""The name of the core package in `runes.prefer`."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A rune name in more than one package, and the package that is used."""

    name: str
    packages: tuple[str, ...]
    taken: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`unknown` are packages of the site whose runes are unknown, so an unknown name may be one of theirs."""

    runes: Mapping[str, Rune]
    names: Mapping[str, str]
    """The rune name of every name and alias."""
    conflicts: tuple[Conflict, ...] = ()
    unknown: tuple[str, ...] = ()
    refrakt: bool = True
    """Whether this is a refrakt site: elsewhere tags in fences are parsed and there are no universal attributes."""
    slug_rules: tuple[str, ...] = ()
    """On other sites, the rules that the ids of headings may follow."""
    packages: tuple[Package, ...] = field(default=(), compare=False)

    @property
    def inferred(self) -> bool:
        """Whether names are inferred from their use: the schema of a site that is not refrakt's own is not completely known."""
        return not self.refrakt and bool(self.unknown)

    def get(self, name: str) -> Rune | None:
        """The rune with this name or alias."""
        canonical = self.names.get(name)
        return self.runes.get(canonical) if canonical is not None else None

    def __iter__(self) -> Iterator[Rune]:
        return iter(self.runes.values())


def vocabulary(
    packages: Iterable[Package],
    *,
    prefer: Mapping[str, str] | None = None,
    aliases: Mapping[str, str] | None = None,
    unknown: Iterable[str] = (),
    refrakt: bool = True,
    slug_rules: tuple[str, ...] = (),
) -> Vocabulary:
    """Combine packages. A refrakt site always has core, with the lowest precedence."""
    base = [bundled("core"), EXTRA, MARKDOC] if refrakt else [MARKDOC]
    chosen = [package for package in packages if package.short != "core"]
    runes: dict[str, Rune] = {name: rune for package in base for name, rune in package.runes.items()}
    conflicts: list[Conflict] = []
    offers: dict[str, list[tuple[Package, Rune]]] = {}
    for package in chosen:
        for name, rune in package.runes.items():
            offers.setdefault(name, []).append((package, rune))
    for name, offered in offers.items():
        preferred = (prefer or {}).get(name)
        if preferred == CORE and name in runes:
            continue
        package, rune = next((each for each in offered if preferred in (each[0].short, each[0].name)), offered[0])
        if len(offered) > 1 and preferred not in (package.short, package.name):
            conflicts.append(Conflict(name, tuple(each.name for each, _ in offered), package.name))
        runes[name] = rune
    names = {alias: rune.name for rune in reversed(runes.values()) for alias in rune.aliases}
    names |= {name: name for name in runes}
    for alias, target in (aliases or {}).items():
        if alias not in names and target in names:
            name = names[alias] = names[target]
            runes[name] = replace(runes[name], aliases=(*runes[name].aliases, alias))
    return Vocabulary(runes, names, tuple(conflicts), tuple(unknown), refrakt, slug_rules, (*base, *chosen))
