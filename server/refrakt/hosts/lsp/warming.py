"""What the first questions of an editor need, loaded before anybody asks.

Nothing of it is loaded before the first diagnostics are there, which must not wait; and whoever hovers a second later should not
wait for it either.
"""

from __future__ import annotations

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


def warm() -> None:
    """For a thread of its own: it takes a moment."""
    for name in _ASKED_SOON:
        import_module(f"refrakt.features.{name}")
