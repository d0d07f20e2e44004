"""The files that one file shows: itself, the layouts around it, and the partials that all of them include."""

from __future__ import annotations

from typing import NamedTuple

from .entry import Entry
from .given import Key

MOST_FILES = 300
"""Files of one page that are followed. With more, only a build can say what is on it."""
MOST_KEYS = 100
"""Dependencies that are tracked one by one. With more, the page depends on all partials and layouts."""


class Inclusion(NamedTuple):
    """What a file shows."""

    files: tuple[Entry, ...]
    """The file itself comes first."""
    tracked_files: tuple[Entry, ...]
    """Those of which each is a dependency of its own."""
    keys: frozenset[Key]
    """What this depends on."""
    anchors: frozenset[str]
    """The names of all places in them."""
    is_open: bool
    """Whether there may be more places, which only a build can tell."""
