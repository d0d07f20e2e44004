"""SARIF 2.1.0, the format of code scanning services."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from refrakt import __version__
from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.manual import manual_url
from refrakt.rules.registry import all_rules
from refrakt.services.reported_problem import RelatedPlace, ReportedEdit, ReportedProblem

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note", "hint": "note"}
_ROOT = "%SRCROOT%"
FINGERPRINT = "refraktProblem/v1"


def log(outcome: CheckOutcome) -> dict[str, Any]:
    """The log as plain data."""
    codes = sorted({each.code for each in outcome.problems})
    results = [
        _result(outcome, each, codes.index(each.code), outcome.fingerprints[index])
        for index, each in enumerate(outcome.problems)
    ]
    driver = {"name": "refrakt", "version": __version__, "rules": list(map(_rule, codes))}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder of the checkout."}}},
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    """The description of a rule, from its manual page."""
    rule = all_rules().get(code)
    page = manual_url(code)
    link = {"helpUri": page} if page is not None else {}
    if rule is None:
        return {"id": code, **link}
    about = rule.doc.strip()
    return {
        "id": code,
        **link,
        "shortDescription": {"text": " ".join(about.split("\n\n")[0].split())},
        "help": {"text": about, "markdown": about},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(outcome: CheckOutcome, problem: ReportedProblem, index: int, fingerprint: str) -> dict[str, Any]:
    message = problem.message if problem.suggestion is None else f"{problem.message}. {problem.suggestion}"
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": _LEVELS[problem.severity],
        "message": {"text": message},
        "locations": [_location(outcome, problem.path, problem)],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if problem.related:
        result["relatedLocations"] = [
            {"id": number, **_location(outcome, each.path, each), "message": {"text": each.message}}
            for number, each in enumerate(problem.related)
        ]
    if problem.fix:
        replacements = [
            {"deletedRegion": _region(each), "insertedContent": {"text": each.new_text}} for each in problem.fix
        ]
        change = {"artifactLocation": _artifact(outcome, problem.path), "replacements": replacements}
        description = {"description": {"text": problem.suggestion}} if problem.suggestion else {}
        result["fixes"] = [{**description, "artifactChanges": [change]}]
    return result


def _location(outcome: CheckOutcome, path: str, location: ReportedProblem | RelatedPlace) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(outcome, path), "region": _region(location)}}


def _artifact(outcome: CheckOutcome, path: str) -> dict[str, str]:
    """A file relative to the checkout; one outside by its absolute URI."""
    name = outcome.name(path)
    if name.startswith("../") or Path(name).is_absolute():
        return {"uri": (outcome.root / path).as_uri()}
    return {"uri": quote(name), "uriBaseId": _ROOT}


def _region(location: ReportedProblem | RelatedPlace | ReportedEdit) -> dict[str, int]:
    return {
        "startLine": location.line,
        "startColumn": location.column,
        "endLine": location.end_line,
        "endColumn": location.end_column,
    }
