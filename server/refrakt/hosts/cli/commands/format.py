"""`refrakt format`: format pages without changing their meaning.

Without an option the result goes to standard output, byte for byte as `--write` would store it, with the byte order mark and line
ends of the file. A page of a plain Markdoc site is parsed with the options of the site and keeps the style of its author.
"""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from refrakt.hosts.cli import page_paths, source_files, standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.exit_codes import BAD_USAGE, PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.parse_options import add_options, options_of
from refrakt.markdoc.document import parse
from refrakt.markdoc.format import format_document, tidy_document
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.project_root import project_root
from refrakt.project.site import Project, SiteContext, find_project


def run(argv: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(argv)
    if arguments.write and source_files.STDIN in arguments.files:
        parser.error("--write cannot write to standard input")
    if not arguments.files and not (arguments.check or arguments.write or arguments.diff):
        parser.error("without FILE, one of --check, --write and --diff is needed")
    options = options_of(arguments)
    code = SUCCESS
    for path in _pages(arguments.files):
        try:
            if isinstance(path, source_files.FileError):
                raise path
            code = max(code, _one(path, arguments, options))
        except source_files.FileError as error:
            standard_output.report(str(error))
            code = BAD_USAGE
    return code


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Format pages; without an option, print the result.")
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="a page or a folder; - is standard input; all pages of the project without any",
    )
    output_mode = parser.add_mutually_exclusive_group()
    output_mode.add_argument(
        "--check", action="store_true", help="list the files that would change; exit with 1 if there are any"
    )
    output_mode.add_argument("--write", action="store_true", help="write changed files in place, and list them")
    output_mode.add_argument("--diff", action="store_true", help="print a diff; exit with 1 if anything would change")
    add_options(parser)
    return parser


def _one(path: str, arguments: argparse.Namespace, options: ParseOptions) -> int:
    source = source_files.read(path)
    before = source.data
    after = source.encode(_formatted(source.text, _site_of(path), options))
    if not (arguments.check or arguments.write or arguments.diff):
        standard_output.write_bytes(after)
        return SUCCESS
    if after == before:
        return SUCCESS
    if arguments.write:
        source_files.write(path, after)
    if arguments.diff:
        for line in _diff(source.name, before, after):
            standard_output.write_bytes(line)
    else:
        standard_output.write_bytes(os.fsencode(source.name) + b"\n")
    return SUCCESS if arguments.write else PROBLEMS_FOUND


def _formatted(text: str, site: SiteContext | None, options: ParseOptions) -> str:
    if site is None:
        return format_document(parse(text, options))
    given = site.options
    options = replace(
        given,
        comments=given.comments or options.comments,
        indentation=given.indentation or options.indentation,
        slots=given.slots or options.slots,
    )
    return tidy_document(parse(text, options))


# Which pages, and how ------------------------------------------------------------------------------------------------


def _pages(paths: Sequence[str]) -> Iterator[str | source_files.FileError]:
    """The files to format. Of a folder in a project, only files that are pages."""
    for path in paths or [os.curdir]:
        for each in page_paths.pages([path]):
            if each == path or isinstance(each, source_files.FileError) or _is_page(Path(os.path.abspath(each)), path):
                yield each


def _is_page(file: Path, folder: str) -> bool:
    """Whether a file in a folder is a page of the folder's project; without one, of its own. Without any, every file is one."""
    around = _project(project_root(folder))
    project = around if not around.unknown else _project(project_root(file.parent))
    return project.unknown or project.is_page(file)


def _site_of(path: str) -> SiteContext | None:
    """The plain Markdoc site of a page."""
    if path == source_files.STDIN:
        return None
    file = Path(os.path.abspath(path))
    project = _project(project_root(file.parent))
    if not project.plain or not project.is_page(file):
        return None
    site = project.site(path=file)
    return site if isinstance(site, SiteContext) and site.keeps_style else None


@cache
def _project(root: str) -> Project:
    return find_project(Path(root))


def _diff(name: str, before: bytes, after: bytes) -> Iterator[bytes]:
    """A unified diff for `patch -p0` and `git apply -p0`, in bytes: line ends may differ."""
    label = os.fsencode(name)
    old, new = _lines(before), _lines(after)
    for line in difflib.diff_bytes(difflib.unified_diff, old, new, label, label):
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    """Lines that end at a line feed, as for `patch`; `splitlines` has more line ends."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])
