"""Registers and discovers the functions that provide code actions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.results import CodeAction

ActionFunction = Callable[[ActionRequest], Iterable[CodeAction]]


class ActionProvider(NamedTuple):
    """A function that provides actions of some kinds, sorted by `rank`."""

    rank: int
    name: str
    kinds: tuple[str, ...]
    provide: ActionFunction


_PROVIDERS: list[ActionProvider] = []


def code_action(*kinds: str, rank: int) -> Callable[[ActionFunction], ActionFunction]:
    """Registers a function as a provider of actions of these kinds."""

    def register(function: ActionFunction) -> ActionFunction:
        _PROVIDERS.append(ActionProvider(rank, f"{function.__module__}.{function.__name__}", kinds, function))
        return function

    return register


@cache
def action_providers() -> tuple[ActionProvider, ...]:
    package = __package__ or ""
    for found in iter_modules(sys.modules[package].__path__):
        import_module(f"{package}.{found.name}")
    return tuple(sorted(_PROVIDERS, key=lambda each: (each.rank, each.name)))
