"""Imports the modules that the first requests need.

They are imported after the first diagnostics, which must not wait for them, and before the first hover or completion.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

_FEATURES = (
    "completion",
    "hover",
    "definition",
    "outline",
    "folding",
    "inlay_hints",
    "signature_help",
    "actions",
    "code_lens",
)


def preload(give_way: Callable[[], None]) -> None:
    """Import the features. Run it in a thread; `give_way` pauses while the user types."""
    for name in _FEATURES:
        give_way()
        import_module(f"refrakt.features.{name}")
