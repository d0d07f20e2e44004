"""`refrakt render`: the service for a file or standard input; with `--jsonl` one process renders many texts."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import from_json, option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import json_lines, source_files, standard_output
from refrakt.hosts.cli.error_output import refuse
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.page_document import page_document
from refrakt.services.render import RenderInput, render


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Options of the command line alone."""

    file: str = option("", positional=True, metavar="FILE")
    """the page; - is standard input"""
    format: Literal["html", "json"] = "html"
    """output format"""
    page: bool = False
    """print the whole HTML document: head, layout and page"""
    trust: bool = False
    """let the project's config allow scripts in sandboxes (`security: trusted`)"""
    jsonl: bool = False
    """answer JSON lines {id, markdown} or {id, path} from standard input"""


OPTIONS = RenderOptions

_SCAN_AGE = 0.5
"""Seconds between scans of the disk while a batch is answered; each page is read when it is rendered."""


def run(query: RenderInput, options: RenderOptions) -> int:
    if options.jsonl:
        if options.file:
            raise RefraktError("INVALID_ARGS", "--jsonl reads standard input, not files", "Omit the file.")
        context = replace(_context(Path.cwd(), options.trust), scan_age=_SCAN_AGE)
        return json_lines.run(lambda request: _answer(context, request, query.site))
    if not options.file:
        raise RefraktError("INVALID_ARGS", "no FILE given", "Pass a page, or - for standard input.")
    if options.page and options.format == "json":
        raise RefraktError("INVALID_ARGS", "--page prints HTML", "Omit --page or --format.")
    try:
        context, query = _located(query, options.file, options.trust)
        if options.page:
            standard_output.write(page_document(context, query))
            return SUCCESS
        answer = render(context, query)
    except RefraktError as error:
        return refuse(error, options.format)
    standard_output.write(pretty(as_json(answer)) + "\n" if options.format == "json" else answer.html + "\n")
    return SUCCESS


def _context(folder: Path, trusted: bool) -> Context:
    context = Context.at(folder, paged=False)
    return replace(context, snapshot=replace(context.snapshot, trusted=trusted))


def _located(query: RenderInput, file: str, trusted: bool) -> tuple[Context, RenderInput]:
    """The project of the file, and the query for it. A text that is no file of a project is rendered as a snippet."""
    if file != source_files.STDIN:
        path = Path(os.path.realpath(file))
        context = _context(path.parent, trusted)
        if path.is_file() and path.is_relative_to(context.project.root):
            return context, replace(query, path=path.relative_to(context.project.root).as_posix())
    try:
        source = source_files.read(file)
    except source_files.FileError as error:
        raise RefraktError("NOT_FOUND", str(error), "Pass a page, or - for standard input.") from error
    return _context(Path(os.curdir), trusted), replace(query, markdown=source.text)


def _answer(context: Context, request: json_lines.Request, site: str | None) -> json_lines.Answer:
    arguments = {key: value for key, value in request.items() if key != "id"}
    try:
        answer = render(context, from_json(RenderInput, {"site": site, **arguments} if site else arguments))
    except RefraktError as error:
        raise json_lines.BadRequest(str(error)) from error
    found: dict[str, Any] = as_json(answer)
    return {key: found[key] for key in ("tree", "html", "seo", "warnings")}
