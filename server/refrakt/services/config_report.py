"""The problems of a project's config, as files with problems, so that they are reported like those of pages."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.config_problems import config_problems, problem_path
from refrakt.project.index.checked_files import CheckedFile
from refrakt.project.rune_packages import RunePackages
from refrakt.rules.problem import Problem
from refrakt.services.context import Context


def all_config_problems(context: Context, site: str | None = None) -> list[Problem]:
    """The problems of the config of one site or of all, with those of the parts that only the index reads; each once."""
    from refrakt.project.index.site_spec import specs_of

    found = config_problems(context.project, site)
    found += [each for spec in specs_of(context.project) if site in (None, spec.name) for each in spec.problems]
    return list(dict.fromkeys(found))


def checked_config(context: Context, site: str | None = None) -> Iterator[CheckedFile]:
    """The config files with errors and warnings. Hints are for editors."""
    root = context.project.root
    by_path: dict[str, list[Problem]] = {}
    for each in all_config_problems(context, site):
        if each.severity in ("error", "warning"):
            by_path.setdefault(each.path, []).append(each)
    for path, problems in by_path.items():
        text = _text(context, path)
        kept = tuple(each for each in problems if each.span.end <= len(text))
        yield CheckedFile(problem_path(problems[0], root), None, text, kept or tuple(problems), False)


def _text(context: Context, path: str) -> str:
    """The text of a config file; empty if it cannot be read again."""
    from pathlib import Path

    buffer = context.snapshot.paths.get(Path(path))
    if buffer is not None:
        return buffer.document.text
    try:
        return RunePackages(context.project.root).read(Path(path)).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
