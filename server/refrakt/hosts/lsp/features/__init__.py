"""What an editor can ask for, one module each. A module here is found and its `register(pages)` called; no list names it."""

from __future__ import annotations

import importlib
import pkgutil

from ..pages import Pages


def register_all(pages: Pages) -> None:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}").register(pages)
