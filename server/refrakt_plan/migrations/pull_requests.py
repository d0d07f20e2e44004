"""The pull requests by which work was finished and bugs were fixed, from the merges that git remembers.

A commit that finished something came with one merge into the branch that is checked out, and the message of that merge names
the pull request. What was finished on the branch itself, or more than once by different ones, is left to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refrakt.plugins import Changes, CommandContext, RefraktError
from refrakt_plan.changing.editing import check_value, edited, set_attributes
from refrakt_plan.entity import Entity
from refrakt_plan.git import NoHistory, Repository, output
from refrakt_plan.history.asking import History, history_of
from refrakt_plan.history.lineage import Change
from refrakt_plan.migrations.steps import Migration, Step, Trouble
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import TYPES

_MERGE = re.compile(r"Merge pull request #([0-9]{1,9})\b")
_ADDRESS = re.compile(r"[:/]([A-Za-z0-9._-]+/[A-Za-z0-9._-]+?)(?:\.git)?/?\Z")


def pull_requests(plan: Plan, context: CommandContext) -> Migration:
    try:
        history = history_of(plan.folder)
        where = _remote(history.repository)
        merged = _merged(history.repository)
    except NoHistory as trouble:
        hint = "Pull requests are found in the commits of a repository."
        raise RefraktError("TOOL_FAILED", trouble.message, hint, exit_code=1) from trouble
    finished = _finished(history)
    counts = dict.fromkeys(("otherTypes", "unfinished", "alreadyCorrect"), 0)
    steps: list[Step] = []
    troubles: list[Trouble] = []
    lists: dict[str, list[Mapping[str, Any]]] = {"ambiguous": [], "unresolved": []}
    for entity in plan.entities:
        reason = _no_need(entity)
        if reason is not None:
            counts[reason] += 1
            continue
        lineages = history.lineages.named(entity.id or "")
        commits = (commit for lineage in sorted(lineages) for commit in finished.get(lineage, ()))
        found = list(dict.fromkeys(f"{where}#{merged[each]}" for each in commits if each in merged))
        if len(found) == 1:
            try:
                steps.append(_step(entity, found[0], context))
            except RefraktError as trouble:
                troubles.append(Trouble(entity.file, trouble.message))
        elif found:
            lists["ambiguous"].append({"id": entity.id, "file": entity.file, "prs": found})
        else:
            lists["unresolved"].append({"id": entity.id, "file": entity.file})
    return Migration(steps, counts, troubles, lists)


def _no_need(entity: Entity) -> str | None:
    if not entity.kind.is_task:
        return "otherTypes"
    if entity.standing != "achieved" or entity.id is None:
        return "unfinished"
    return "alreadyCorrect" if entity.attributes.get("pr") else None


def _step(entity: Entity, pr: str, context: CommandContext) -> Step:
    check_value(entity.kind, "pr", pr)
    edit = edited(entity, set_attributes(entity, {"pr": pr}), context.cwd)
    return Step(entity.file, {"id": entity.id, "file": entity.file, "pr": pr}, Changes(edits=(edit,)))


def _finished(history: History) -> Mapping[int, Sequence[str]]:
    """For each lineage, the commits that finished it."""
    found: dict[int, list[str]] = {}
    for change in history.lineages.changes:
        if _finishes(change):
            found.setdefault(change.lineage, []).append(change.commit.hash)
    return found


def _finishes(change: Change) -> bool:
    now, *before = (
        TYPES[each.head.type].standing(each.head.attributes.get("status")) if each else None
        for each in (change.after, *change.before)
    )
    return now == "achieved" and "achieved" not in before


def _remote(repository: Repository) -> str:
    """`organisation/repository`, as the address says that the clone is from."""
    try:
        address = output(repository, "config", "--get", "remote.origin.url").decode("utf-8", "replace").strip()
    except NoHistory:
        address = ""
    named = _ADDRESS.search(address)
    if named is None:
        message = "no remote `origin` says whose pull requests these are"
        hint = "Add it with `git remote add origin` and the address of the repository."
        raise RefraktError("TOOL_FAILED", message, hint, exit_code=1)
    return named[1]


def _merged(repository: Repository) -> Mapping[str, int]:
    """The commits that came with a pull request, each with its number."""
    parents = dict(_parents(repository))
    trunk = list(_trunk(repository.head, parents))
    seen = set(trunk)
    numbers = dict(_numbers(repository))
    found: dict[str, int] = {}
    # The oldest first: what a merge brought is what no earlier one has brought already.
    for merge in reversed(trunk):
        left = list(parents.get(merge, ())[1:])
        while left:
            commit = left.pop()
            if commit in seen:
                continue
            seen.add(commit)
            left += parents.get(commit, ())
            if merge in numbers:
                found[commit] = numbers[merge]
    return found


def _trunk(head: str, parents: Mapping[str, Sequence[str]]) -> Iterator[str]:
    commit: str | None = head
    while commit is not None:
        yield commit
        commit = next(iter(parents.get(commit, ())), None)


def _parents(repository: Repository) -> Iterator[tuple[str, Sequence[str]]]:
    for line in output(repository, "rev-list", "--parents", repository.head).decode("ascii").splitlines():
        commit, *parents = line.split()
        yield commit, parents


def _numbers(repository: Repository) -> Iterator[tuple[str, int]]:
    """The merges of pull requests into the branch itself."""
    said = output(repository, "log", "--first-parent", "--merges", "--format=%H %s", repository.head)
    for line in said.decode("utf-8", "replace").split("\n"):
        commit, _, subject = line.partition(" ")
        if named := _MERGE.match(subject):
            yield commit, int(named[1])
