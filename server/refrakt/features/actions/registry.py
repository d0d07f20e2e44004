"""Which kinds of actions there are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from ..answers import Action
from .asked import Asked

Offer = Callable[[Asked], Iterable[Action]]

_ENGINE = frozenset({"alternatives", "asked", "content", "registry", "rewriting", "selecting", "suiting"})
"""Modules of this package that offer nothing."""


class Provider(NamedTuple):
    """A function that offers actions of some kinds. Those of a lower `rank` are shown first."""

    rank: int
    name: str
    kinds: tuple[str, ...]
    offer: Offer


_PROVIDERS: list[Provider] = []


def offers(*kinds: str, rank: int) -> Callable[[Offer], Offer]:
    """Make a function one that offers actions of these kinds."""

    def register(offer: Offer) -> Offer:
        _PROVIDERS.append(Provider(rank, f"{offer.__module__}.{offer.__name__}", kinds, offer))
        return offer

    return register


@cache
def providers() -> tuple[Provider, ...]:
    package = __package__ or ""
    for found in iter_modules(sys.modules[package].__path__):
        if found.name not in _ENGINE:
            import_module(f"{package}.{found.name}")
    return tuple(sorted(_PROVIDERS, key=lambda each: (each.rank, each.name)))
