"""Code actions: quick fixes, refactorings and source actions.

Each kind has a module with a function decorated with `@code_action`; modules are discovered. Titles are computed at once,
edits only when an action is resolved.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.registry import action_providers
from refrakt.features.results import CodeAction


def code_actions(request: ActionRequest, only: tuple[str, ...] = ()) -> Iterator[CodeAction]:
    """All code actions, or those of the kinds in `only`; a kind includes its sub-kinds.

    Without `only`, an action that is offered under two kinds, as a quick fix and for saving, is listed once."""
    listed: set[str] = set()
    for provider in action_providers():
        if not only or any(
            is_kind_or_below(kind, each) or is_kind_or_below(each, kind) for each in only for kind in provider.kinds
        ):
            for action in provider.provide(request):
                wanted = (
                    any(is_kind_or_below(action.kind, each) for each in only) if only else action.title not in listed
                )
                if wanted:
                    listed.add(action.title)
                    yield action


def is_kind_or_below(kind: str, other: str) -> bool:
    """Whether a kind is another one or a sub-kind of it: `refactor.inline` of `refactor`."""
    return not other or kind == other or kind.startswith(f"{other}.")
