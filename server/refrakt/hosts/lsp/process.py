"""The process of an editor: its language server, and the doors through which agents come in, on one workspace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from dataclasses import dataclass
from typing import NoReturn

from lsprotocol import types

from refrakt.hosts.turns import take_short_turns
from refrakt.project.workspace import Workspace

from . import documents, folders, settings
from .agents import Agents
from .features import register_all
from .front import Greeting
from .inbox import Inbox
from .indexing import Indexing
from .lifecycle import Life
from .memory import MemoryRelease, limit_allocator
from .pages import Pages
from .positions import Codec
from .protocol import Server
from .providers import Providers
from .providers.rounds import Rounds
from .publishing import Publishing
from .reports import Reports
from .scope import Scope
from .session import Session
from .standard_error import take_stdout
from .streams import Outbox, open_incoming, open_outgoing
from .watching import Watching

log = logging.getLogger("refrakt.lsp")

_FOR_SETTINGS = 2.0
"""Seconds for the client to tell its settings."""
_TO_LEAVE = 1.5
"""Seconds for others to be told and for the last answers to be read."""


def serve(greeting: Greeting, pipes: tuple[int, int] | None) -> NoReturn:
    """Serves until the client leaves, then ends the process: a thread that hangs must not keep it."""
    wire = take_stdout()
    take_short_turns()
    limit_allocator()
    code = 1
    try:
        code = asyncio.run(_run(greeting, wire, pipes))
    except BaseException:
        log.exception("the language server broke")
    finally:
        logging.shutdown()
        with contextlib.suppress(OSError):
            sys.stderr.flush()
        os._exit(code)


@dataclass(frozen=True, slots=True)
class Parts:
    """All that serves one editor, before anything is said."""

    session: Session
    agents: Agents
    watching: Watching
    indexing: Indexing


def assemble(greeting: Greeting) -> Parts:
    """Puts the parts together for a client. Needs a running loop, and touches no pipe."""
    params, client = greeting.request["params"], greeting.client
    server = Server()
    session = Session(Workspace(), client, server, Codec(client.encoding), folders.folders_in(params))
    agents = Agents(session)
    scope, providers = Scope(session.workspace), Providers(session.workspace)
    reports = Reports(session, scope, providers)
    publishing = Publishing(session, reports)
    MemoryRelease(session, (reports.forget, scope.forget, session.forget))
    Rounds(session, providers, publishing.pages_changed)

    def files_changed() -> None:
        agents.look()
        providers.look_again()
        indexing.look()
        publishing.files_changed()

    watching = Watching(session, files_changed)
    indexing = Indexing(session, watching.look)

    def folders_changed() -> None:
        watching.look()
        files_changed()
        publishing.folders_changed()

    documents.register(session)
    settings.register(session, params.get("initializationOptions"))
    folders.register(session, folders_changed)
    agents.register()
    register_all(Pages(session, scope, providers))

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        publishing.check_all()
        session.start(settings.subscribe(session))
        session.start(watching.start())
        session.start(open_agents())

    async def open_agents() -> None:
        # The settings say whether agents may come in. An editor that does not tell them has no objection.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FOR_SETTINGS):
                await settings.ask(session)
        agents.open()
        indexing.open()

    return Parts(session, agents, watching, indexing)


async def _run(greeting: Greeting, wire: int, pipes: tuple[int, int] | None) -> int:
    life, outbox = Life(), Outbox()
    parts = assemble(greeting)
    session, protocol = parts.session, parts.session.protocol
    protocol.connect(outbox)
    protocol.replay(greeting.request)
    protocol.on_exit = lambda: life.end(protocol.exit_code, "the client said so")
    inbox = Inbox(greeting.framer, protocol.receive, outbox, protocol.glance)
    session.is_busy = lambda: inbox.has_more
    life.heed_signals()
    life.watch(greeting.request["params"].get("processId"))

    def hung_up() -> None:
        life.end(protocol.exit_code, "the client hung up")

    outbox.attach(await open_outgoing(wire, outbox.flush, hung_up))
    inbox.attach(await open_incoming(0, inbox.feed, lambda: inbox.finish(hung_up)))
    if pipes is not None:
        session.start(parts.agents.serve_pipes(*pipes))
    code = await life.ended()
    life.close()
    parts.watching.close()
    session.workspace.end_indexes()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_TO_LEAVE):
            await parts.agents.close()
            await outbox.sent()
    outbox.close()
    for task in session.tasks:
        task.cancel()
    return code
