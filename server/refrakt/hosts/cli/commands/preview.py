"""`refrakt preview`: pages in a browser while they are written.

If an editor has the project open, its process serves the preview, so that unsaved text is shown while it is typed. Otherwise this
process serves it from the files on disk and watches them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.link.connection import SocketConnection
from refrakt.project.project_root import project_root


def run(argv: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(argv)
    path = Path(os.path.realpath(arguments.path))
    if not path.exists():
        raise RefraktError("NOT_FOUND", f"'{arguments.path}' does not exist", "Pass a page or a folder.")
    root = Path(project_root(path if path.is_dir() else path.parent))
    if arguments.port is None:
        from refrakt.hosts.link.editor_preview import editor_preview

        found = editor_preview(str(root), path)
        if found is not None:
            return _show_editors(*found, arguments.open)
    asyncio.run(_serve(root, path, arguments.port or 0, arguments.open))
    return SUCCESS


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Show pages in a browser, and update them while they are written.")
    parser.add_argument(
        "path", nargs="?", default=".", metavar="PATH", help="a page, or a folder of the project (default: .)"
    )
    parser.add_argument("--no-open", dest="open", action="store_false", help="print the URL without opening a browser")
    parser.add_argument(
        "--port", type=_port, metavar="N", help="serve on this port from the files on disk (default: a free port)"
    )
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 1 to 65535")
    return int(text)


def _show_editors(url: str, connection: SocketConnection, opens: bool) -> int:
    """Show the preview of an editor's process, until that ends."""
    _announce(url, opens, "The editor serves the preview; press Ctrl-C to return.")
    for _ in connection.lines():
        pass
    standard_output.report("the editor has exited, and the preview with it")
    return SUCCESS


async def _serve(root: Path, path: Path, port: int, opens: bool) -> None:
    from refrakt.hosts.preview.disk_preview import DiskPreview

    preview = DiskPreview(root)
    stopped = asyncio.Event()
    if sys.platform != "win32":
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    try:
        url = await preview.start(path, port)
        _announce(url, opens, "Press Ctrl-C to stop.")
        await stopped.wait()
    except OSError as error:
        message = f"port {port} cannot be used: {error.strerror or error}"
        raise RefraktError("INVALID_ARGS", message, "Pass another `--port`, or none.") from error
    finally:
        await preview.close()


def _announce(url: str, opens: bool, hint: str) -> None:
    standard_output.write(f"{url}\n")
    standard_output.report(hint)
    if opens:
        import webbrowser

        webbrowser.open(url)
