"""The runes that are active on a site, by every name they go by.

A package's rune beats core's. Where two packages offer the same name, the site's `runes.prefer` decides; otherwise the first
one wins and the conflict is kept, so that a problem at the config can say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from .builtin import EXTRA, MARKDOC
from .model import Package, Rune
from .packages import bundled

CORE = "__core__"
"""What `runes.prefer` calls the core package."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A name that more than one package offers, and the one that was taken."""

    name: str
    packages: tuple[str, ...]
    taken: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`unknown` are packages the site uses whose runes are not known here: their names cannot be told from typing errors."""

    runes: Mapping[str, Rune]
    names: Mapping[str, str]
    """Every name and alias, and the rune it stands for."""
    conflicts: tuple[Conflict, ...] = ()
    unknown: tuple[str, ...] = ()
    refrakt: bool = True
    """Whether this is a refrakt site: elsewhere tags in fences are live and there are no universal attributes."""
    packages: tuple[Package, ...] = field(default=(), compare=False)

    def get(self, name: str) -> Rune | None:
        """The rune of this name or alias."""
        known = self.names.get(name)
        return self.runes.get(known) if known is not None else None

    def __iter__(self) -> Iterator[Rune]:
        return iter(self.runes.values())


def vocabulary(
    packages: Iterable[Package],
    *,
    prefer: Mapping[str, str] | None = None,
    aliases: Mapping[str, str] | None = None,
    unknown: Iterable[str] = (),
    refrakt: bool = True,
) -> Vocabulary:
    """Put packages together. On a refrakt site core is always there, below everything else."""
    base = [bundled("core"), EXTRA, MARKDOC] if refrakt else [MARKDOC]
    chosen = [package for package in packages if package.short != "core"]
    runes: dict[str, Rune] = {name: rune for package in base for name, rune in package.runes.items()}
    conflicts: list[Conflict] = []
    offers: dict[str, list[tuple[Package, Rune]]] = {}
    for package in chosen:
        for name, rune in package.runes.items():
            offers.setdefault(name, []).append((package, rune))
    for name, offered in offers.items():
        wish = (prefer or {}).get(name)
        if wish == CORE and name in runes:
            continue
        package, rune = next((each for each in offered if wish in (each[0].short, each[0].name)), offered[0])
        if len(offered) > 1 and wish not in (package.short, package.name):
            conflicts.append(Conflict(name, tuple(each.name for each, _ in offered), package.name))
        runes[name] = rune
    names = {alias: rune.name for rune in reversed(runes.values()) for alias in rune.aliases}
    names |= {name: name for name in runes}
    for alias, target in (aliases or {}).items():
        if alias not in names and target in names:
            name = names[alias] = names[target]
            runes[name] = replace(runes[name], aliases=(*runes[name].aliases, alias))
    return Vocabulary(runes, names, tuple(conflicts), tuple(unknown), refrakt, (*base, *chosen))
