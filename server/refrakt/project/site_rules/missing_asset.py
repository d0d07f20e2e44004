"""An image, audio, video or other file that does not exist.

Absolute targets are searched in the static folders of the site: `static/` and `public/`, or those in
`authoring.staticDirs`. Without static folders they are not checked. Relative targets are also searched next to the
page. If only the case of letters differs, the fix writes the name of the file: most web servers are case-sensitive.
On a plain Markdoc site whose schema gives images to a component or a transform, that may find `photo.jpg` in any folder
of the site.

On a plain Markdoc site, an attribute of a tag, such as the `src` of a figure, is checked if its values are known to be
paths: of those that begin with `/` and end as an image, audio or video file does, at least five, and four of five, are
files in the static folders.

A static file is served without the name of its folder: `/public/logo.png` is `/logo.png` on a plain Markdoc site.

**Example**

```markdoc {% process=false %}
-- content/index.md --
![Logo](/images/logo.png)
-- static/images/Logo.png --
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
![Logo](/images/Logo.png)
-- static/images/Logo.png --
```
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import (
    intended_name,
    is_checkable,
    path_inside,
    target_offsets,
    with_path,
)
from refrakt.project.site_rules.markdoc_links import is_below_unknown_base
from refrakt.project.site_rules.static_files import served_files
from refrakt.rules.link_syntax import is_damaged
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_MADE = (".xml", ".txt", ".json", ".rss", ".atom", ".webmanifest", ".js", ".css")
"""Extensions of generated files such as feeds and site maps. Links to them are not checked."""


@rule("missing-asset", "warning", "files", on="link", scope="site", fixable=True)
def missing_asset(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    if target.kind != "asset" or not target.candidates or target.may_leave or not is_checkable(site, link, target):
        return
    path = unquote(target.written)
    spec = site.spec
    if link.attribute is None and is_damaged(path):
        return  # the syntax of the link is the problem
    if link.attribute is not None:
        if not site.is_media_path(link):
            return
    elif target.relative:
        if spec.markdoc is not None and (link.kind == "link" or spec.markdoc.routes.may_have_alias(path)):
            return
        if link.kind == "image" and spec.markdoc is not None and spec.markdoc.may_find_image(path):
            return
    elif not spec.static or not (spec.sure or (spec.markdoc is not None and spec.markdoc.routes.known)):
        return
    routes = spec.markdoc.routes if spec.markdoc is not None else None
    if routes is not None and routes.known and any(map(routes.may_serve, target.candidates)):
        return
    if routes is not None and not target.relative and is_below_unknown_base(site, routes, normal_url(path)):
        return
    files = served_files(spec, site.folder, target)
    if link.kind == "link" and (_may_be_generated(site, path, files) or site.page_of(target) is not None):
        return
    url = _url_in_static_folder(site, link, target) if routes is not None and routes.known else None
    if url is not None:
        yield Problem(Span(*target_offsets(link)), f"'{path}' is served at '{url}'", f"Write {url}.")
        return
    if not files or any(map(site.file_exists, files)) or any(map(spec.serves_elsewhere, target.candidates)):
        return
    name = posixpath.basename(path)
    for file in files:
        called = site.siblings_ignoring_case(file)
        if called:
            fix = with_path(link, target.written, posixpath.join(posixpath.dirname(path), called[0]))
            yield Problem(
                Span(*target_offsets(link)),
                f"the file name is '{called[0]}', not '{name}'",
                f"Write {called[0]}.",
                safe_fix(fix),
            )
            return
    # With a base path, the first candidate may be in a folder that does not exist.
    likely = next(filter(site.sibling_names, files), files[0])
    names = [each for each in site.nearest_siblings(likely) if os.path.splitext(each)[1]]
    stem = os.path.splitext(name)[0]
    same = [each for each in site.sibling_names(likely) if os.path.splitext(each)[0] == stem]
    names = same if len(same) == 1 else names
    # On a site that is not refrakt's own, a build may make the file.
    intended = (same[0] if len(same) == 1 else intended_name(name, names)) if spec.markdoc is None else None
    if intended is not None:
        names = [intended, *(each for each in names if each != intended)]
    edits = with_path(link, target.written, posixpath.join(posixpath.dirname(path), intended)) if intended else ()
    yield Problem(
        Span(*target_offsets(link)),
        f"file '{_shown(site, likely)}' does not exist{did_you_mean(names)}",
        f"Write {names[0]}." if names else None,
        safe_fix(edits),
    )


def _may_be_generated(site: TrackedSite, path: str, files: Sequence[str]) -> bool:
    """Whether a build may create a file. In a folder of static files, others of its kind show that it does not."""
    ending = next((each for each in _MADE if path.endswith(each)), None)
    if ending is None:
        return False
    tops = {str(each) for each in site.spec.static}
    folders = [
        each
        for each in files
        if os.path.dirname(each) not in tops and any(each.startswith(f"{top}{os.sep}") for top in tops)
    ]
    beside = (name for each in folders for name in site.sibling_names(each))
    return site.spec.markdoc is None or not any(name.endswith(ending) for name in beside)


def _url_in_static_folder(site: TrackedSite, link: Link, target: Target) -> str | None:
    """The URL of a file that is written with the name of its static folder: `/public/a.png` is served at `/a.png`.

    A component for images may remove the name of the folder.
    """
    spec, path = site.spec, unquote(target.written)
    own_images = spec.markdoc is not None and bool(spec.markdoc.named_images)
    if target.relative or link.attribute is not None or (link.kind == "image" and own_images):
        return None
    for folder in spec.static:
        inside = path.removeprefix(f"/{folder.name}/")
        file, literal = path_inside(folder, inside), path_inside(folder, path)
        if inside != path and file is not None and site.file_exists(file):
            served = spec.serves_elsewhere(path) or (literal is not None and site.file_exists(literal))
            return None if served else f"/{inside}"
    return None


def _shown(site: TrackedSite, file: str) -> str:
    return os.path.relpath(file, site.spec.root).replace(os.sep, "/")
