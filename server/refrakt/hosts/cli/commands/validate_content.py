"""`refrakt validate-content`: are these pages written correctly?

As text with the lines the problems stand on, for a person; as JSON for scripts and agents; with `--jsonl` for many texts in
one process, which reads the runes once.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.project.roots import project_root
from refrakt.services.context import Context
from refrakt.services.payload import as_json, from_json
from refrakt.services.validate_content import Snippet, Validation, validate_content

from .. import batch, files, streams
from ..arguments import Parser
from ..exits import FINE, FOUND
from ..jsontext import pretty
from ..pages import pages
from ..paint import painter
from ..progress import Progress
from ..refusal import refuse
from ..reporting import text
from ..sites import add_site, tell_config_problems


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    if arguments.jsonl:
        if arguments.files:
            parser.error("--jsonl reads standard input and takes no FILE")
        return _texts(arguments.site)
    if not arguments.files:
        parser.error("give one or more FILEs or folders, or - for standard input")
    check = _Check(arguments.site, _frontmatter(arguments.frontmatter), arguments.format)
    alone = len(arguments.files) == 1 and not os.path.isdir(arguments.files[0])
    return check.one(arguments.files[0]) if alone else check.many(arguments.files)


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Check pages against the runes of their site.")
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="a page, or a folder with all pages below it; - is standard input"
    )
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


@dataclass(slots=True)
class _Check:
    """One run of the command over files. Each project is read once, and its config's problems are told once."""

    site: str | None
    frontmatter: dict[str, Any] | None
    form: str
    _projects: dict[str, Context] = field(default_factory=dict)
    _told: set[tuple[Path, str | None]] = field(default_factory=set)

    def one(self, file: str) -> int:
        """A single page: the answer is its own."""
        try:
            source, answer = self._validated(file)
        except RefraktError as trouble:
            return refuse(trouble, self.form)
        if self.form == "json":
            streams.write(pretty(as_json(answer)) + "\n")
        else:
            paint = painter()
            for line in text.explanations(source.name, source.text, answer.errors, paint):
                streams.write(line + "\n")
            streams.write(f"{source.name}: {text.summary(_counts(answer))}\n")
        return FINE if answer.ok else FOUND

    def many(self, paths: Sequence[str]) -> int:
        """Several pages, or folders of them: problems as they are found, then a summary."""
        code = FINE
        found: list[tuple[str, Validation]] = []
        wanted = list(pages(paths))
        paint = painter()
        with Progress("Checking", len(wanted)) as progress:
            for page in wanted:
                progress.step(str(page))
                try:
                    source, answer = self._validated(page)
                except RefraktError as trouble:
                    with progress.aside():
                        code = max(code, refuse(trouble, self.form))
                    continue
                found.append((source.name, answer))
                if self.form == "text" and answer.errors:
                    with progress.aside():
                        for line in text.explanations(source.name, source.text, answer.errors, paint):
                            streams.write(line + "\n")
                        streams.flush()
        ok = all(answer.ok for _, answer in found)
        if self.form == "json":
            told = [{"file": name, **as_json(answer)} for name, answer in found]
            streams.write(pretty({"ok": ok and code == FINE, "pages": told}) + "\n")
        elif found:
            streams.write(_closing([answer for _, answer in found]) + "\n")
        return max(code, FINE if ok else FOUND)

    def _validated(self, page: str | files.FileTrouble) -> tuple[files.SourceFile, Validation]:
        try:
            if isinstance(page, files.FileTrouble):
                raise page
            source = files.read(page)
        except files.FileTrouble as trouble:
            raise RefraktError(
                "NOT_FOUND", str(trouble), "Give a page, a folder, or - for standard input."
            ) from trouble
        context, path = self._place(page)
        # A file of the project is read by the service itself; anything else is handed over as text.
        given = source.text if path is None else None
        answer = validate_content(context, Snippet(given, self.frontmatter, site=self.site, path=path))
        found = context.site(self.site, context.locate(path) if path is not None else None)
        if (found.root, found.name) not in self._told:
            self._told.add((found.root, found.name))
            tell_config_problems(context, self.site, path)
        return source, answer

    def _place(self, file: str) -> tuple[Context, str | None]:
        """The project a file belongs to, else the one we stand in, and the file's path in it."""
        here = self._project(os.curdir)
        if file == files.STDIN:
            return here, None
        path = Path(file).resolve()
        around = self._project(str(path.parent))
        chosen = here if around.project.unknown and not here.project.unknown else around
        if not path.is_relative_to(chosen.project.root) or not path.is_file():
            return chosen, None
        return chosen, path.relative_to(chosen.project.root).as_posix()

    def _project(self, folder: str) -> Context:
        root = project_root(folder)
        found = self._projects.get(root)
        if found is None:
            found = self._projects[root] = Context.at(Path(root))
        return found


def _texts(site: str | None) -> int:
    context = Context.at(Path.cwd())
    try:
        tell_config_problems(context, site)
    except RefraktError:
        # Without --site each text may still say, by its path, which site it belongs to.
        if site is not None:
            raise
    return batch.run(lambda request: _answer(context, request, site))


def _answer(context: Context, request: batch.Request, site: str | None) -> batch.Answer:
    given = {key: value for key, value in request.items() if key != "id"}
    try:
        query = from_json(Snippet, {"site": site, **given} if site is not None else given)
        answer = validate_content(context, query)
    except RefraktError as trouble:
        raise batch.BadRequest(str(trouble)) from trouble
    found: dict[str, Any] = as_json(answer)
    return {key: found[key] for key in ("ok", "errors", "runesUsed")}


def _counts(answer: Validation) -> Counter[str]:
    return Counter(each.severity for each in answer.errors)


def _closing(answers: list[Validation]) -> str:
    counts: Counter[str] = sum((_counts(each) for each in answers), Counter())
    return text.closing(len(answers), sum(bool(each.errors) for each in answers), counts)
