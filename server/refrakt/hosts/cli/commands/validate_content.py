"""`refrakt validate-content`: is this page written correctly?

As text with the lines the problems stand on, for a person; as JSON for scripts and agents; with `--jsonl` for many texts in
one process, which reads the runes once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.markdoc.text import line_starts
from refrakt.services.context import Context
from refrakt.services.payload import as_json, from_json
from refrakt.services.validate_content import ContentProblem, Snippet, Validation, validate_content

from .. import batch, files, streams
from ..exits import FINE, FOUND
from ..jsontext import pretty
from ..report import excerpt, printable
from ..sites import add_site, refuse, tell_config_problems

_COLOURS = {"error": "31", "warning": "33", "info": "34", "hint": "36"}


def run(words: Sequence[str], prog: str) -> int:
    parser = _parser(prog)
    arguments = parser.parse_args(words)
    if arguments.jsonl:
        if arguments.file is not None:
            parser.error("--jsonl reads standard input and takes no FILE")
        return _many(arguments)
    if arguments.file is None:
        parser.error("give a FILE, or - for standard input")
    try:
        return _one(arguments, _frontmatter(arguments.frontmatter))
    except files.FileTrouble as trouble:
        return refuse(
            RefraktError("NOT_FOUND", str(trouble), "Give a page, or - for standard input."), arguments.format
        )
    except RefraktError as trouble:
        return refuse(trouble, arguments.format)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description="Check a page against the runes of its site.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="a page; - is standard input")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (text)")
    parser.add_argument(
        "--jsonl", action="store_true", help="answer JSON lines {id, markdown, ...} from standard input"
    )
    parser.add_argument("--frontmatter", metavar="JSON", help="frontmatter that does not stand in the text")
    add_site(parser)
    return parser


def _frontmatter(given: str | None) -> dict[str, Any] | None:
    if given is None:
        return None
    try:
        data = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise RefraktError("INVALID_ARGS", f"--frontmatter is not JSON: {error}", 'Write {"title": "..."}.') from error
    if not isinstance(data, dict):
        raise RefraktError("INVALID_ARGS", "--frontmatter must be an object", 'Write {"title": "..."}.')
    return data


def _one(arguments: argparse.Namespace, frontmatter: dict[str, Any] | None) -> int:
    source = files.read(arguments.file)
    context, path = _place(arguments.file)
    # A file of the project is read by the service itself; anything else is handed over as text.
    text = source.text if path is None else None
    query = Snippet(text, frontmatter, site=arguments.site, path=path)
    answer = validate_content(context, query)
    tell_config_problems(context, arguments.site, path)
    if arguments.format == "json":
        streams.write(pretty(as_json(answer)) + "\n")
    else:
        for line in _report(source, answer):
            streams.write(line + "\n")
    return FINE if answer.ok else FOUND


def _place(file: str) -> tuple[Context, str | None]:
    """The project a file belongs to, else the one we stand in, and the file's path in it."""
    here = Context.at(Path.cwd())
    if file == files.STDIN:
        return here, None
    path = Path(file).resolve()
    around = Context.at(path.parent)
    chosen = here if around.project.unknown and not here.project.unknown else around
    if not path.is_relative_to(chosen.project.root) or not path.is_file():
        return chosen, None
    return chosen, path.relative_to(chosen.project.root).as_posix()


def _many(arguments: argparse.Namespace) -> int:
    context = Context.at(Path.cwd())
    try:
        tell_config_problems(context, arguments.site)
    except RefraktError as trouble:
        # Without --site each text may still say, by its path, which site it belongs to.
        if arguments.site is not None:
            return refuse(trouble, arguments.format)
    return batch.run(lambda request: _answer(context, request, arguments.site))


def _answer(context: Context, request: batch.Request, site: str | None) -> batch.Answer:
    given = {key: value for key, value in request.items() if key != "id"}
    try:
        query = from_json(Snippet, {"site": site, **given} if site is not None else given)
        answer = validate_content(context, query)
    except RefraktError as trouble:
        raise batch.BadRequest(str(trouble)) from trouble
    found: dict[str, Any] = as_json(answer)
    return {key: found[key] for key in ("ok", "errors", "runesUsed")}


# As text --------------------------------------------------------------------------------------------------------------


def _report(source: files.SourceFile, answer: Validation) -> Iterator[str]:
    starts = line_starts(source.text)
    paint = _painter()
    for problem in answer.errors:
        yield _told(source, starts, problem, paint)
    counts = {name: sum(each.severity == name for each in answer.errors) for name in _COLOURS}
    found = [f"{count} {name}{'s' if count > 1 and name != 'info' else ''}" for name, count in counts.items() if count]
    yield f"{source.name}: {', '.join(found) or 'no problems'}"


def _told(source: files.SourceFile, starts: list[int], problem: ContentProblem, paint: _Paint) -> str:
    start = _offset(starts, problem.line, problem.column, len(source.text))
    end = _offset(starts, problem.end_line, problem.end_column, len(source.text))
    name = paint(f"{problem.severity}[{problem.code}]", _COLOURS[problem.severity])
    place = f"{source.name}:{problem.line}:{problem.column}"
    lines = [
        f"{place}: {name}: {printable(problem.message)}",
        excerpt(source.text, problem.line - 1, problem.column - 1, start, end),
    ]
    if problem.suggestion:
        can = " (can be done by itself)" if problem.fix else ""
        lines.append(f"      = {printable(problem.suggestion)}{can}")
    return "\n".join(lines)


def _offset(starts: list[int], line: int, column: int, size: int) -> int:
    return min(starts[min(line, len(starts)) - 1] + column - 1, size)


class _Paint:
    """Colour for a terminal that wants it; plain text for everybody else."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted

    def __call__(self, text: str, colour: str) -> str:
        return f"\033[1;{colour}m{text}\033[0m" if self.wanted else text


def _painter() -> _Paint:
    return _Paint(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
