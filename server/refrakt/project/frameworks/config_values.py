"""From the values in `next.config.*` and `astro.config.*` to what the tool needs of them.

Values are plain data. `UNREAD` is in the place of everything that cannot be known without running the file.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from refrakt.project.frameworks.astro_routes import AstroConfig
from refrakt.project.frameworks.hosting import redirects_in
from refrakt.project.frameworks.markdoc_site import TokenizerOptions
from refrakt.project.frameworks.next_routes import DEFAULT_EXTENSIONS, NextConfig
from refrakt.project.frameworks.packages import Version
from refrakt.project.frameworks.route_model import Redirect
from refrakt.project.frameworks.url_patterns import file_route


class Unread(Enum):
    """The type of `UNREAD`."""

    VALUE = "unread"


UNREAD = Unread.VALUE
"""A value that is only known when the file runs."""
Values = Mapping[str, Any]

_COMMENTS_SINCE: Version = (0, 2, 3)
"""The version of `@markdoc/next.js` in which comments became the default."""
_OPTIONS_SINCE: Version = (0, 3, 0)
"""The version in which `tokenizerOptions` became `options`."""
_TOKENIZER_OPTIONS_SINCE: Version = (0, 2, 2)
_OPTION_NAMES = ("allowComments", "allowIndentation", "linkify", "typographer", "slots")


def next_config(values: Values, plugin: bool) -> NextConfig:
    """The routes of a Next.js config. `plugin` says whether the site uses `@markdoc/next.js`."""
    extensions = values.get("pageExtensions")
    names = tuple(each for each in extensions if isinstance(each, str)) if isinstance(extensions, list) else ()
    if extensions is UNREAD or (not names and plugin):
        names = (*DEFAULT_EXTENSIONS, "md", "mdoc", "markdoc")
    i18n = values.get("i18n")
    locales = i18n.get("locales") if isinstance(i18n, dict) else None
    rewrites = values.get("rewrites")
    lists = list(rewrites.values()) if isinstance(rewrites, dict) else [rewrites]
    return NextConfig(
        extensions=names or DEFAULT_EXTENSIONS,
        base=_base(values.get("basePath")),
        base_known=values.get("basePath") is not UNREAD,
        trailing_slash=values.get("trailingSlash") is True,
        locales=_texts(locales),
        redirects=tuple(redirects_in(values.get("redirects"))),
        rewrites=tuple(each.pattern for rules in lists for each in redirects_in(rules)),
        complete=all(_is_complete(each) for each in (values.get("redirects"), *lists)),
    )


def _base(value: Any) -> str:
    return f"/{value.strip('/')}" if isinstance(value, str) and value.strip("/") else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _is_complete(rules: Any) -> bool:
    """Whether every rule of a list has a known source."""
    if rules is None:
        return True
    if not isinstance(rules, list):
        return False
    return all(isinstance(each, dict) and isinstance(each.get("source"), str) for each in rules)


def next_options(plugin: Values, version: Version | None) -> TokenizerOptions:
    """The options of `@markdoc/next.js`, which differ by version. A given object replaces the defaults."""
    key = "options" if version is None or version >= _OPTIONS_SINCE else "tokenizerOptions"
    default = version is None or version >= _COMMENTS_SINCE
    if version is not None and version < _TOKENIZER_OPTIONS_SINCE:
        return TokenizerOptions()
    given = plugin.get(key)
    if given is UNREAD:
        return TokenizerOptions(allowComments=default, known=False)
    if not isinstance(given, dict):
        return TokenizerOptions(allowComments=default)
    slots = given.get("slots", plugin.get("slots"))
    return tokenizer_options({**given, "slots": slots})


def tokenizer_options(given: Values) -> TokenizerOptions:
    """The options of `new Markdoc.Tokenizer({…})`, and of `markdoc` in the config of Markdoc's language server."""
    values = {name: given.get(name) is True for name in _OPTION_NAMES}
    html = given.get("html") is True or given.get("allowHTML") is True
    return TokenizerOptions(**values, allowHTML=html, known=UNREAD not in given.values())


def stated_options(read: TokenizerOptions, stated: Values) -> TokenizerOptions:
    """The options that were read from code, with those that `markdoc.config.json` states, for code that cannot be read."""
    if not stated:
        return read
    named = {name: value for name, value in stated.items() if name in (*_OPTION_NAMES, "allowHTML")}
    return replace(read, **named, known=True)


def astro_options(markdoc: Values) -> TokenizerOptions:
    """The options of Astro's integration, which allows comments always."""
    html = markdoc.get("allowHTML") is True
    return TokenizerOptions(
        allowComments=True,
        allowIndentation=html or markdoc.get("ignoreIndentation") is True,
        allowHTML=html,
        typographer=markdoc.get("typographer") is True,
        known=UNREAD not in markdoc.values(),
    )


def astro_config(values: Values, starlight: Values | None) -> AstroConfig:
    """The routes of an Astro config."""
    redirects = values.get("redirects")
    folder = values.get("srcDir")
    public = values.get("publicDir")
    return AstroConfig(
        base=_base(values.get("base")),
        base_known=values.get("base") is not UNREAD,
        source_folder=_folder(folder, "src"),
        public_folder=_folder(public, "public"),
        locales=_starlight_locales(starlight or {}),
        fallbacks=(*_fallbacks(values.get("i18n")), *_starlight_fallbacks(starlight or {})),
        trailing_slash=values.get("trailingSlash") == "always",
        redirects=tuple(_astro_redirects(redirects)),
        complete=redirects is None or isinstance(redirects, dict),
    )


def _folder(value: Any, default: str) -> str:
    if not isinstance(value, str) or not value.strip("./"):
        return default
    return posixpath.normpath(value.strip("/"))


def _astro_redirects(redirects: Any) -> Iterator[Redirect]:
    for source, target in redirects.items() if isinstance(redirects, dict) else ():
        destination = target.get("destination") if isinstance(target, dict) else target
        is_permanent = not isinstance(target, dict) or target.get("status", 301) in (301, 308)
        known = isinstance(destination, str) and "[" not in destination and is_permanent
        if isinstance(source, str):
            yield Redirect(file_route(source), destination if known else None)


def _fallbacks(i18n: Any) -> Iterator[tuple[str, str]]:
    """The locales whose missing pages Astro takes from another one."""
    fallback = i18n.get("fallback") if isinstance(i18n, dict) else None
    for locale, other in fallback.items() if isinstance(fallback, dict) else ():
        if isinstance(other, str):
            yield locale, other


def _starlight_locales(starlight: Values) -> tuple[str, ...]:
    locales = starlight.get("locales")
    return tuple(each for each in locales if each != "root") if isinstance(locales, dict) else ()


def _starlight_fallbacks(starlight: Values) -> Iterator[tuple[str, str]]:
    """Starlight shows the default language where a translation is missing."""
    default = starlight.get("defaultLocale")
    for locale in _starlight_locales(starlight):
        if isinstance(default, str) and locale != default and default != "root":
            yield locale, default
