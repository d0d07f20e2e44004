"""LSP request handlers, one module per feature. Each module has a `register(context)` function, which is called automatically."""

from __future__ import annotations

import importlib
import pkgutil

from refrakt.hosts.lsp.request_context import RequestContext


def register_all(context: RequestContext) -> None:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}").register(context)
