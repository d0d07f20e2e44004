"""Mounts: content folders that the code of a site serves below a prefix, learned from links.

A catch-all route says nothing about the folder it reads. The links of the pages do: if `/guide/setup` is linked and there is a
file `content/en/setup.md`, then `content/en` may be served below `/guide`. A mount is used only if something else in the project
supports it; otherwise it would explain broken links of one kind.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from refrakt.project.frameworks.page_sources import Mount

FEWEST_VOTES = 3
FEWEST_WITHOUT_FRAMEWORK = 5
"""How many links a mount of a site without a framework has to explain."""
MOST_LINKS = 20_000
MOST_SAME_NAMES = 50
"""How many files of one name are compared with a link."""
_SHARE = 0.25
"""The share of links that a second folder below the same prefix has to explain."""
_LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Za-z]{2})?")


class MountVotes(NamedTuple):
    """A possible mount, and the number of links that only it explains."""

    folder: str
    prefix: str
    votes: int


def learn_mounts(
    files: Collection[str],
    links: Iterable[str],
    dynamic_prefixes: Collection[str] = (),
    framework: bool = False,
) -> tuple[Mount, ...]:
    """The mounts of content files, by the root-relative links of a site.

    `dynamic_prefixes` are the URLs above the dynamic routes of the framework.
    """
    top: dict[str, int] = {}
    found = []
    for each in mount_votes(files, links):
        if not _is_supported(each, files, dynamic_prefixes, framework):
            continue
        if each.prefix in top and (each.votes < FEWEST_WITHOUT_FRAMEWORK or each.votes < _SHARE * top[each.prefix]):
            continue
        top.setdefault(each.prefix, each.votes)
        found.append(Mount(each.folder, each.prefix))
    return tuple(found)


def mount_votes(files: Iterable[str], links: Iterable[str]) -> list[MountVotes]:
    """The possible mounts, the one that explains most links first. Each further one explains links that are left."""
    left = set(sorted(set(links))[:MOST_LINKS])
    votes = _votes(files, left)
    found: list[MountVotes] = []
    while votes:
        # Where translations explain the same links, English is most often the default language.
        best = min(votes, key=lambda each: (-len(votes[each] & left), not each[0].endswith("/en"), each))
        count = len(votes[best] & left)
        if count < FEWEST_VOTES:
            break
        found.append(MountVotes(*best, count))
        left -= votes.pop(best)
        votes = {each: kept for each, links in votes.items() if len(kept := links & left) >= FEWEST_VOTES}
    return found


def _votes(files: Iterable[str], links: Iterable[str]) -> dict[tuple[str, str], set[str]]:
    """The links that each pair of folder and prefix explains."""
    by_name: dict[str, list[list[str]]] = defaultdict(list)
    for path in files:
        steps = posixpath.splitext(path)[0].split("/")
        if steps[-1] in ("index", "page"):
            steps.pop()
        if steps and len(by_name[steps[-1].lower()]) < MOST_SAME_NAMES:
            by_name[steps[-1].lower()].append(steps)
    votes: dict[tuple[str, str], set[str]] = defaultdict(set)
    for link in links:
        wanted = [step for step in link.split("/") if step]
        for steps in by_name.get(wanted[-1].lower(), ()) if wanted else ():
            same = 0
            while same < min(len(wanted), len(steps)) and wanted[-1 - same].lower() == steps[-1 - same].lower():
                same += 1
            folder = "/".join(steps[: len(steps) - same])
            prefix = "/" + "/".join(wanted[: len(wanted) - same])
            votes[folder, prefix].add(link)
    return votes


def _is_supported(mount: MountVotes, files: Iterable[str], dynamic_prefixes: Collection[str], framework: bool) -> bool:
    if not framework:
        return mount.votes >= FEWEST_WITHOUT_FRAMEWORK
    return mount.prefix in dynamic_prefixes or (mount.prefix == "/" and _is_language_folder(mount.folder, files))


def _is_language_folder(folder: str, files: Iterable[str]) -> bool:
    """Whether a folder is named after a language, beside a folder of another one."""
    above, _, name = folder.rpartition("/")
    if not _LANGUAGE.fullmatch(name):
        return False
    start = f"{above}/" if above else ""
    beside = {path[len(start) :].partition("/")[0] for path in files if path.startswith(start) and path.count("/")}
    return sum(1 for each in beside if _LANGUAGE.fullmatch(each)) > 1
