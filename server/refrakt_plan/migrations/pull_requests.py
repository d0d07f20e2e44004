"""Adds the pull requests that finished work and bugs, from the merge commits in git.

A commit that finished an entity came with one merge into the current branch, and the message of that merge names the pull request.
Entities that were finished on the branch itself, or by several pull requests, are left for review.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refrakt.plugins import CommandContext, RefraktError, WorkspaceEdit
from refrakt_plan.editing.entity_edits import check_value, entity_file_edit, set_attributes
from refrakt_plan.entity import Entity
from refrakt_plan.git import GitError, Repository, git_output
from refrakt_plan.history.history_query import History, history_of
from refrakt_plan.history.lineage import EntityChange
from refrakt_plan.migrations.migration import Migration, MigrationFailure, MigrationStep
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import TYPES

_MERGE = re.compile(r"Merge pull request #([0-9]{1,9})\b")
_REMOTE_URL = re.compile(r"[:/]([A-Za-z0-9._-]+/[A-Za-z0-9._-]+?)(?:\.git)?/?\Z")


def pull_requests(plan: Plan, context: CommandContext) -> Migration:
    try:
        history = history_of(plan.folder)
        remote = _remote(history.repository)
        merged = _merged(history.repository)
    except GitError as error:
        hint = "Pull requests are found in the commits of a repository."
        raise RefraktError(error.code, error.message, hint, exit_code=1) from error
    finished = _finished(history)
    counts = dict.fromkeys(("otherTypes", "unfinished", "alreadyCorrect"), 0)
    steps: list[MigrationStep] = []
    failures: list[MigrationFailure] = []
    lists: dict[str, list[Mapping[str, Any]]] = {"ambiguous": [], "unresolved": []}
    for entity in plan.entities:
        reason = _skip_reason(entity)
        if reason is not None:
            counts[reason] += 1
            continue
        lineages = history.lineages.with_id(entity.id or "")
        commits = (commit for lineage in sorted(lineages) for commit in finished.get(lineage, ()))
        found = list(dict.fromkeys(f"{remote}#{merged[each]}" for each in commits if each in merged))
        if len(found) == 1:
            try:
                steps.append(_step(entity, found[0], context))
            except RefraktError as error:
                failures.append(MigrationFailure(entity.file, error.message))
        elif found:
            lists["ambiguous"].append({"id": entity.id, "file": entity.file, "prs": found})
        else:
            lists["unresolved"].append({"id": entity.id, "file": entity.file})
    return Migration(steps, counts, failures, lists)


def _skip_reason(entity: Entity) -> str | None:
    if not entity.kind.is_task:
        return "otherTypes"
    if entity.category != "achieved" or entity.id is None:
        return "unfinished"
    return "alreadyCorrect" if entity.attributes.get("pr") else None


def _step(entity: Entity, pr: str, context: CommandContext) -> MigrationStep:
    check_value(entity.kind, "pr", pr)
    edit = entity_file_edit(entity, set_attributes(entity, {"pr": pr}), context.cwd)
    return MigrationStep(entity.file, {"id": entity.id, "file": entity.file, "pr": pr}, WorkspaceEdit(edits=(edit,)))


def _finished(history: History) -> Mapping[int, Sequence[str]]:
    """For each lineage, the commits that finished it."""
    found: dict[int, list[str]] = {}
    for change in history.lineages.changes:
        if _finishes(change):
            found.setdefault(change.lineage, []).append(change.commit.hash)
    return found


def _finishes(change: EntityChange) -> bool:
    after, *before = (
        TYPES[each.tag.type].category(each.tag.attributes.get("status")) if each else None
        for each in (change.after, *change.before)
    )
    return after == "achieved" and "achieved" not in before


def _remote(repository: Repository) -> str:
    """`organisation/repository` of the remote `origin`."""
    try:
        url = git_output(repository, "config", "--get", "remote.origin.url").decode("utf-8", "replace").strip()
    except GitError:
        url = ""
    named = _REMOTE_URL.search(url)
    if named is None:
        message = "the repository has no remote `origin` with the pull requests"
        hint = "Add it with `git remote add origin` and the URL of the repository."
        raise RefraktError("GIT_FAILED", message, hint, exit_code=1)
    return named[1]


def _merged(repository: Repository) -> Mapping[str, int]:
    """The commits of pull requests, each with the number."""
    parents = dict(_parents(repository))
    trunk = list(_trunk(repository.head, parents))
    seen = set(trunk)
    numbers = dict(_numbers(repository))
    found: dict[str, int] = {}
    # Oldest first: a merge brought what no earlier merge brought.
    for merge in reversed(trunk):
        pending = list(parents.get(merge, ())[1:])
        while pending:
            commit = pending.pop()
            if commit in seen:
                continue
            seen.add(commit)
            pending += parents.get(commit, ())
            if merge in numbers:
                found[commit] = numbers[merge]
    return found


def _trunk(head: str, parents: Mapping[str, Sequence[str]]) -> Iterator[str]:
    commit: str | None = head
    while commit is not None:
        yield commit
        commit = next(iter(parents.get(commit, ())), None)


def _parents(repository: Repository) -> Iterator[tuple[str, Sequence[str]]]:
    for line in git_output(repository, "rev-list", "--parents", repository.head).decode("ascii").splitlines():
        commit, *parents = line.split()
        yield commit, parents


def _numbers(repository: Repository) -> Iterator[tuple[str, int]]:
    """The merges of pull requests into the current branch."""
    output = git_output(repository, "log", "--first-parent", "--merges", "--format=%H %s", repository.head)
    for line in output.decode("utf-8", "replace").split("\n"):
        commit, _, subject = line.partition(" ")
        if named := _MERGE.match(subject):
            yield commit, int(named[1])
