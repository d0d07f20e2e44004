"""The `refrakt` section of the editor's settings: requested at start and after each change."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.capabilities import NAME
from refrakt.hosts.lsp.session import Session
from refrakt.project.editor_settings import read_settings

log = logging.getLogger("refrakt.lsp")


def register(session: Session, initial_settings: Any) -> None:
    """`initial_settings` came with `initialize`, from clients that send them there.

    `trusted` is read here and not among the settings, which a repository may contain.
    """
    if isinstance(initial_settings, Mapping) and initial_settings.get("trusted") is True:
        session.workspace.trust()
    _apply(session, initial_settings)

    @session.server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        if session.client.configuration:
            await request_settings(session)
        else:
            settings_sent = params.settings
            _apply(
                session, settings_sent.get(NAME, settings_sent) if isinstance(settings_sent, Mapping) else settings_sent
            )


async def request_settings(session: Session) -> None:
    """Request the settings if the client supports it."""
    if session.client.configuration:
        items = {"items": [{"section": NAME}]}
        try:
            answer = await session.protocol.send_request_async(types.WORKSPACE_CONFIGURATION, items)
        except JsonRpcException as error:
            log.warning("cannot read the client's settings: %s", error)
            return
        # A client without these settings sends null; the initial settings stay in effect.
        if isinstance(answer, list) and answer and answer[0] is not None:
            _apply(session, answer[0])


async def subscribe(session: Session) -> None:
    """Register for setting changes if the client requires it."""
    if session.client.configuration_registration:
        method, options = types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": NAME}
        registration = {"id": "refrakt-settings", "method": method, "registerOptions": options}
        try:
            await session.protocol.send_request_async(
                types.CLIENT_REGISTER_CAPABILITY, {"registrations": [registration]}
            )
        except JsonRpcException as error:
            log.info("the client rejected the registration for setting changes: %s", error)


def _apply(session: Session, data: Any) -> None:
    settings, errors = read_settings(data)
    for each in errors:
        log.warning("settings: %s", each)
    if settings != session.workspace.snapshot.settings:
        session.workspace.configure(settings)
