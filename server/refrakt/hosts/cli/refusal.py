"""How a command says that it has no answer: on standard error, in a sentence, or as JSON to those who wanted JSON."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.errors import RefraktError

from . import streams


def refuse(trouble: RefraktError, form: str | None) -> int:
    """Say why there is no answer, and with which code to end."""
    if form == "json":
        from .jsontext import compact

        streams.tell(compact(trouble.as_json()))
    else:
        streams.complain(str(trouble))
    return trouble.exit_code


def wanted_form(words: Sequence[str]) -> str | None:
    """What a command line says about the form of the answer, for trouble that comes before the command can read it."""
    for place, word in enumerate(words):
        if word == "--format":
            return words[place + 1] if place + 1 < len(words) else None
        if word.startswith("--format="):
            return word.partition("=")[2]
        if word == "--json":
            return "json"
        if word == "--":
            break
    return None
