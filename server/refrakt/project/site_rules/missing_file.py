"""A file or folder that a rune reads and that does not exist.

`snippet` and `data` read files of the project by their path from its root; paths outside of the project are not read.
`file-ref` links to a file of the repository, which may be larger than the project, so it is only a warning. `sandbox`
reads a folder below the site's examples: `sandbox.dir` of the config, or `examples` next to the content. `blog` lists
the pages below a URL; if there are none, this is a warning. If only the case of letters differs, the fix writes the
name of the file. On sites whose partials are files relative to the page, as in Astro, a partial is such a file, too.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% snippet path="src/mian.py" /%}
-- src/main.py --
pass
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% snippet path="src/main.py" /%}
-- src/main.py --
pass
```
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from dataclasses import replace

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.link_edits import intended_name, is_served, path_inside
from refrakt.project.site_rules.unknown_name import renamed
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule(
    "missing-file",
    "error",
    "files",
    on="reference:file reference:sandbox reference:folder reference:partial",
    scope="site",
    fixable=True,
)
def missing_file(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    if reference.kind == "partial":
        yield from _relative_partial(site, reference)
        return
    if not site.spec.sure or site.entry.kind == "plan":
        return
    if reference.kind == "folder":
        yield from _blog(site, reference)
    elif reference.kind == "sandbox":
        yield from _sandbox(site, reference)
    elif reference.rune == "file-ref":
        yield from _linked(site, reference)
    else:
        yield from _read(site, reference)


def _read(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    root, name = str(site.spec.root), reference.name
    path = None if name.startswith("/") else path_inside(root, name)
    inner = name.lstrip("/").removeprefix("./")
    while inner.startswith("../"):
        inner = inner[3:]
    if path is None and inner and (below := path_inside(root, inner)) is not None and site.file_exists(below):
        message = f"'{name}' is outside of the project: paths begin at the project root"
        fix = safe_fix(renamed(reference, inner))
        yield Problem(Span(reference.start, reference.end), message, f"Write {inner}.", fix)
    elif path is None:
        message = f"'{name}' is outside of the project"
        yield Problem(Span(reference.start, reference.end), message, "Write the path from the project root.")
    elif not site.file_exists(path):
        yield _missing(site, reference, "file", path)


def _relative_partial(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    """Partials with names are checked by `partial-missing`."""
    markdoc = site.spec.markdoc
    schema = markdoc.schema if markdoc is not None else None
    if markdoc is None or not markdoc.relative_partials or schema is None or schema.open_partials is not None:
        return
    path = site.spec.partial_name(site.entry.path, reference.name)
    if path.startswith("..") or reference.name in site.spec.declared_partials:
        return
    file = str(site.spec.content / path)
    if site.partial(path) is None and site.page_by_path(path) is None and not site.file_exists(file):
        yield replace(_missing(site, reference, "partial", file), fix=None)


def _linked(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    tops = (site.spec.root, site.spec.repository)
    paths = [path for each in tops if (path := path_inside(each, reference.name)) is not None]
    if paths and not any(site.file_exists(each) or site.folder_exists(each) for each in paths):
        yield replace(_missing(site, reference, "file", paths[0]), severity="warning")


def _sandbox(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    examples = site.spec.examples
    if examples is None:
        return
    path = os.path.normpath(examples / reference.name)
    if path_inside(site.spec.root, os.path.relpath(path, site.spec.root)) is None:
        message = f"'{reference.name}' is outside of the project"
        yield Problem(Span(reference.start, reference.end), message, "Write the name of a folder of examples.")
    elif not site.folder_exists(path):
        yield _missing(site, reference, "folder", path)


def _blog(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    folder = f"/{reference.name.strip().strip('/')}/".replace("//", "/")
    base = site.spec.routes.base.rstrip("/")
    if not any(site.has_pages_in(each) for each in (folder, base + folder)) and not is_served(site, folder):
        urls = site.nearest_urls(folder.rstrip("/"))
        near = intended_name(folder.rstrip("/"), urls)
        message = f"no page is served below '{folder}'{did_you_mean([near] if near is not None else [])}"
        yield Problem(
            Span(reference.start, reference.end),
            message,
            f"Write {near}." if near is not None else "Write the folder of the posts.",
            safe_fix(renamed(reference, near)),
            severity="warning",
        )


def _missing(site: TrackedSite, reference: Reference, kind: str, path: str) -> Problem:
    """Similar names go into the message; a name that differs only in case goes into the fix."""
    same = site.siblings_ignoring_case(path)
    near = [*same] or site.nearest_siblings(path)
    shown = os.path.relpath(path, site.spec.root).replace(os.sep, "/")
    above = posixpath.dirname(reference.name)
    spelt = [posixpath.join(above, each) for each in near]
    return Problem(
        Span(reference.start, reference.end),
        f"{kind} '{shown}' does not exist{did_you_mean(near)}",
        f"Write {spelt[0]}." if spelt else None,
        safe_fix(renamed(reference, spelt[0] if same else intended_name(reference.name, spelt))),
    )
