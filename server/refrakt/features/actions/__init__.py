"""What could be done about a place: fixes of problems, and other ways to write what stands there.

Every kind of action has a module with a function under `@offers`; modules are found, no list names them. An action says at once
what it is called, and what it does only when somebody wants it done.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Action
from .asked import Asked
from .registry import providers


def actions(asked: Asked, only: tuple[str, ...] = ()) -> Iterator[Action]:
    """Everything that could be done, or what is of these kinds; a kind names those below it, too."""
    for provider in providers():
        if not only or any(is_below(kind, each) or is_below(each, kind) for each in only for kind in provider.kinds):
            for action in provider.offer(asked):
                if not only or any(is_below(action.kind, each) for each in only):
                    yield action


def is_below(kind: str, other: str) -> bool:
    """Whether a kind of action is another one, or a special case of it: `refactor.inline` is of `refactor`."""
    return not other or kind == other or kind.startswith(f"{other}.")
