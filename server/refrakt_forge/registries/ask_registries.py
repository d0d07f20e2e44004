"""Asks several registries the same question at once.

A registry that fails does not hide the answers of the others: its error becomes a warning. Only if all of them fail, the call does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

from refrakt.plugins import RefraktError
from refrakt_forge.errors import forge_error
from refrakt_forge.registries.network_errors import AUTH_CODES
from refrakt_forge.registries.registry import Registry, RegistryWarning

T = TypeVar("T")
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class RegistryAnswers(Generic[T]):
    """The answers, in order of priority."""

    found: tuple[tuple[Registry, T], ...]
    failures: tuple[tuple[Registry, RefraktError], ...]
    warnings: tuple[RegistryWarning, ...]

    @property
    def warnings_json(self) -> list[dict[str, str | bool]] | None:
        return [each.as_json() for each in self.warnings] or None

    def raise_if_all_failed(self) -> None:
        """`RefraktError` if no registry has answered: the error of the first one, if all errors are of its kind."""
        if self.found or not self.failures:
            return
        (_, first), *others = self.failures
        codes = {each.code for _, each in self.failures}
        if not others or len(codes) == 1 or codes <= AUTH_CODES:
            raise first
        raise forge_error(
            "NETWORK_ERROR",
            f"none of {len(self.failures)} registries answered",
            "check the registries with `{command:forge.registry_list}`",
            details={"failures": [{"code": error.code, "message": error.message} for _, error in self.failures]},
        )


def ask_registries(registries: Sequence[Registry], question: Callable[[Registry], T]) -> RegistryAnswers[T]:
    """The answers of all registries to a question."""
    found: list[tuple[Registry, T]] = []
    failures: list[tuple[Registry, RefraktError]] = []
    with ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="forge registries") as pool:
        jobs = [(each, pool.submit(question, each)) for each in registries]
        for registry, job in jobs:
            try:
                found.append((registry, job.result()))
            except RefraktError as error:
                failures.append((registry, error))
    unusual = [warning for each in registries for warning in each.warnings()]
    failed = [RegistryWarning(each.settings.name, error.code, error.message) for each, error in failures]
    return RegistryAnswers(tuple(found), tuple(failures), (*unusual, *failed))
