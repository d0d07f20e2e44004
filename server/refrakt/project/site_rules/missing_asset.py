"""An image, audio, video or other file that does not exist.

Absolute targets are searched in the static folders of the site: `static/` and `public/`, or those in
`authoring.staticDirs`. Without static folders they are not checked. Relative targets are also searched next to the
page. If only the case of letters differs, the fix writes the name of the file: most web servers are case-sensitive.
On a plain Markdoc site whose schema gives images to a component or a transform, that may find `photo.jpg` in any folder
of the site.

On a plain Markdoc site, an attribute of a tag, such as the `src` of a figure, is checked if its values are known to be
paths: of those that begin with `/` and end as an image, audio or video file does, at least five, and four of five, are
files in the static folders.

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
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import is_checkable, target_offsets, with_path
from refrakt.project.site_rules.static_files import served_files
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
    if link.kind == "link" and (path.endswith(_MADE) or site.page_of(target) is not None):
        return
    files = served_files(spec, site.folder, target)
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
    yield Problem(Span(*target_offsets(link)), f"file '{_shown(site, likely)}' does not exist{did_you_mean(names)}")


def _shown(site: TrackedSite, file: str) -> str:
    return os.path.relpath(file, site.spec.root).replace(os.sep, "/")
