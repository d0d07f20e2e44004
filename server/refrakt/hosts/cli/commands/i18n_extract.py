"""`refrakt i18n extract`: the texts that a site can translate; `--check` compares a translation with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.i18n_extract import I18nExtractInput, i18n_extract


@dataclass(frozen=True, slots=True)
class I18nExtractOptions:
    """Options of the command line alone."""

    check: bool = False
    """compare the texts in --locale; exit with 1 if some are missing or unknown"""
    locale: str | None = option(None, metavar="FILE")
    """JSON file with the texts of a language, by key"""
    format: Literal["text", "json"] = "text"
    """output format of --check; texts are always JSON"""


OPTIONS = I18nExtractOptions


def run(query: I18nExtractInput, options: I18nExtractOptions) -> int:
    context = Context.at(Path.cwd(), paged=False)
    texts = i18n_extract(context, query)
    report_site_problems(context, query.site)
    if not options.check:
        standard_output.write(pretty(texts) + "\n")
        return SUCCESS
    if options.locale is None:
        raise RefraktError("INVALID_ARGS", "nothing to check", "Pass `--locale FILE`.")
    translated = _read(options.locale)
    missing = [key for key in texts if key not in translated]
    unknown = [key for key in translated if key not in texts]
    wrong = [key for key, each in translated.items() if not isinstance(each, str | dict)]
    if options.format == "json":
        answer = {"complete": not (missing or unknown or wrong), "missing": missing, "unknown": unknown, "wrong": wrong}
        standard_output.write(pretty(answer) + "\n")
    else:
        standard_output.write("".join(f"{line}\n" for line in _lines(missing, unknown, wrong)))
    return PROBLEMS_FOUND if missing or unknown or wrong else SUCCESS


def _lines(missing: list[str], unknown: list[str], wrong: list[str]) -> Iterator[str]:
    yield from (f"missing: {each}" for each in missing)
    yield from (f"unknown: {each}" for each in unknown)
    yield from (f"not a text: {each}" for each in wrong)
    yield f"{len(missing)} missing, {len(unknown)} unknown, {len(wrong)} wrong"


def _read(path: str) -> Mapping[str, Any]:
    try:
        value = json.loads(source_files.read(path).text)
    except source_files.FileError as error:
        raise RefraktError("NOT_FOUND", str(error), "Pass a JSON file.") from error
    except (ValueError, RecursionError) as error:
        raise RefraktError("VALIDATION_ERROR", f"{path} is not JSON: {error}", "Correct the file.") from error
    if not isinstance(value, Mapping):
        raise RefraktError("VALIDATION_ERROR", f"{path} is not a JSON object", "Correct the file.")
    return value
