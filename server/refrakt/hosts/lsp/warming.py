"""What the first questions of an editor need, loaded before anybody asks.

Nothing of it is loaded before the first diagnostics are there, which must not wait; and whoever hovers a second later should not
wait for it either.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

_ASKED_SOON = (
    "completion",
    "hover",
    "definition",
    "outline",
    "folding",
    "inlay_hints",
    "signature",
    "actions",
    "code_lens",
)


def warm(give_way: Callable[[], None]) -> None:
    """For a thread of its own: it takes a moment. `give_way` rests while somebody types."""
    for name in _ASKED_SOON:
        give_way()
        import_module(f"refrakt.features.{name}")
