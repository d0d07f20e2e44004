"""Loads what the first calls of an agent need, while the agent still reads the list of tools."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial

from refrakt.errors import RefraktError
from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.plugins.guarded_call import GuardedCall
from refrakt.services.registry import services

DELAY = 0.3
"""Seconds after the first client has connected: its list of tools comes first."""
TIMEOUT = 10.0
"""Seconds for a plugin. One that takes longer continues in its thread."""


def warm_up(view: ProjectView) -> None:
    """Load the plugins' data and open the index of the pages, in a thread. Failures are reported by the calls themselves."""
    plugins = view.available_tools.plugins
    for plugin in plugins.loaded:
        if plugin.prepare is not None and plugins.is_active(plugin):
            context = view.plugin_context(plugin)
            GuardedCall(
                partial(plugin.prepare, context),
                f"{plugin.namespace} prepare",
                logging.getLogger(f"refrakt.plugin.{plugin.namespace}"),
            ).wait(TIMEOUT)
    for site in view.context.project.site_names:
        with suppress(RefraktError):
            services()["refrakt.pages"].answer(replace(view.context, patience=0.0), {"site": site})
