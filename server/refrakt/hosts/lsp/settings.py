"""The section `refrakt` of the editor's settings: asked for at the start and whenever the editor says that it has changed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.project.settings import read_settings

from .capabilities import NAME
from .session import Session

log = logging.getLogger("refrakt.lsp")


def register(session: Session, given: Any) -> None:
    """`given` are the settings that came with `initialize`, from editors that send them there."""
    _take(session, given)

    @session.server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        if session.client.configuration:
            await ask(session)
        else:
            told = params.settings
            _take(session, told.get(NAME, told) if isinstance(told, Mapping) else told)


async def ask(session: Session) -> None:
    """Ask for the settings, where the client can be asked."""
    if session.client.configuration:
        items = {"items": [{"section": NAME}]}
        try:
            answer = await session.protocol.send_request_async(types.WORKSPACE_CONFIGURATION, items)
        except JsonRpcException as error:
            log.warning("the client does not tell its settings: %s", error)
            return
        # An editor without such settings says null; those it gave at the start go on to count.
        if isinstance(answer, list) and answer and answer[0] is not None:
            _take(session, answer[0])


async def subscribe(session: Session) -> None:
    """Ask to be told of changes, where the client wants to be asked."""
    if session.client.announces_configuration:
        method, options = types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": NAME}
        wish = {"id": "refrakt-settings", "method": method, "registerOptions": options}
        try:
            await session.protocol.send_request_async(types.CLIENT_REGISTER_CAPABILITY, {"registrations": [wish]})
        except JsonRpcException as error:
            log.info("the client does not tell of changed settings: %s", error)


def _take(session: Session, data: Any) -> None:
    settings, wrong = read_settings(data)
    for each in wrong:
        log.warning("settings: %s", each)
    if settings != session.workspace.snapshot.settings:
        session.workspace.configure(settings)
