"""The files of a new site: a config, a layout and two pages. They have no problems, and show what a page can contain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class StarterFile(NamedTuple):
    """The text of a new file, and what it is for."""

    text: str
    about: str


_CONFIG = """\
{
  "site": {
    "contentDir": "content",
    "plugins": ["@refrakt-md/docs"]
  }
}
"""

_LAYOUT = """\
{% layout %}
{% region name="header" %}
{% nav layout="menubar" %}
- [Home](/)
- [First steps](/first-steps)
{% /nav %}
{% /region %}

{% region name="footer" %}
Written in Markdoc.
{% /region %}
{% /layout %}
"""

_HOME = """\
---
title: Home
description: The home page of this site
---

# Welcome

This page is `content/index.md`. Change it, and continue with the [first steps](/first-steps).

{% hint type="note" %}
This is a rune: a Markdoc tag that refrakt defines. `refrakt reference` lists the others.
{% /hint %}
"""

_FIRST_STEPS = """\
---
title: First steps
description: How to add a page, check the site and see it
---

# First steps

## Add a page

A new file in `content` is a page. `content/guides/setup.md` has the URL `/guides/setup`. The layout of all pages, with the menu, is
`content/_layout.md`.

## Check the site

`refrakt check` reports broken links, unknown runes and other problems, and `refrakt check --fix` fixes what it can.

{% details summary="How do I see the site?" %}
`refrakt preview` shows the pages in a browser while you write them.
{% /details %}

Back to the [home page](/).
"""

STARTER_SITE: Mapping[str, StarterFile] = {
    "refrakt.config.json": StarterFile(_CONFIG, "the site: its pages are in content"),
    "content/_layout.md": StarterFile(_LAYOUT, "header and footer of all pages"),
    "content/index.md": StarterFile(_HOME, "the page /"),
    "content/first-steps.md": StarterFile(_FIRST_STEPS, "the page /first-steps"),
}
"""The files by path."""
