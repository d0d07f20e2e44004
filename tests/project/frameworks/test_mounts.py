"""Mounts: which folder is served below which prefix, learned from links."""

from __future__ import annotations

import pytest

from refrakt.project.frameworks.mounts import learn_mounts
from refrakt.project.frameworks.page_sources import Mount

GUIDES = [f"content/guide/{name}.md" for name in ("setup", "usage", "api", "cli", "faq", "index")]


@pytest.mark.parametrize(
    ("links", "dynamic", "framework", "expected"),
    [
        (["/docs/setup", "/docs/usage", "/docs/api"], ["/docs"], True, [Mount("content/guide", "/docs")]),
        (["/docs/setup", "/docs/usage"], ["/docs"], True, []),
        (["/docs/setup", "/docs/usage", "/docs/api"], ["/blog"], True, []),
        (["/docs/setup", "/docs/usage", "/docs/api"], [], False, []),
        ([f"/docs/{n}" for n in ("setup", "usage", "api", "cli", "faq")], [], False, [Mount("content/guide", "/docs")]),
        ([f"/guide/{n}" for n in ("setup", "usage", "api", "cli", "faq")], [], False, [Mount("content", "/")]),
    ],
)
def test_a_mount_is_learned_where_something_supports_it(
    links: list[str], dynamic: list[str], framework: bool, expected: list[Mount]
) -> None:
    assert list(learn_mounts(GUIDES, links, dynamic, framework)) == expected


def test_the_folder_of_a_language_is_served_at_the_root() -> None:
    names = ("setup", "usage", "api")
    files = [f"content/{language}/{name}.md" for language in ("en", "fr") for name in names]
    links = [f"/{name}" for name in names]
    assert learn_mounts(files, links, (), True) == (Mount("content/en", "/"),)
    assert learn_mounts([path for path in files if "/en/" in path], links, (), True) == ()


def test_many_links_and_files_are_bounded() -> None:
    files = [f"a{number}/index.md" for number in range(3_000)] + [f"b{number}/same.md" for number in range(3_000)]
    assert learn_mounts(files, [f"/x{number}/same" for number in range(3_000)]) == ()


def test_a_mount_gives_urls() -> None:
    mount = Mount("content/guide", "/docs")
    assert [mount.url(path, {}) for path in ("content/guide/a/b.md", "content/guide/index.md", "README.md")] == [
        "/docs/a/b",
        "/docs",
        None,
    ]
