"""Redirects and rewrites in the files of hosts: Vercel, Firebase, Netlify, Cloudflare, Azure Static Web Apps and `serve`; of
the configs of nginx, Apache and Caddy only which URLs they name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from refrakt.project.frameworks.route_model import Redirect
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.url_patterns import UrlPattern, file_route, redirect_source

MOST_RULES = 20_000
"""How many rules of one file are read."""
_JSON_FILES = ("vercel.json", "firebase.json", "serve.json", "public/serve.json")
_AZURE_FILES = tuple(f"{folder}staticwebapp.config.json" for folder in ("", "public/", "static/"))
_REDIRECT_FILES = ("public/_redirects", "static/_redirects", "_redirects")


_SERVER_FILES = (".htaccess", "public/.htaccess", "static/.htaccess", "Caddyfile")
_MOST_SERVER_FILES = 10
_SERVER_RULE = re.compile(
    r"^[ \t]*(?:location(?:[ \t]+(?:=|~\*?|\^~))?|rewrite|redir|handle|handle_path|reverse_proxy|route|path|RewriteRule"
    r"|Redirect(?:Match|Permanent|Temp)?(?:[ \t]+(?:\d{3}|permanent|temp|seeother))?)[ \t]+\"?\^?(/?[\w.%-]+(?:/[\w.%-]+)*+)",
    re.MULTILINE,
)
"""A rule for URLs that begin with a path, in the configs of nginx, Apache and Caddy."""
_PERMANENT = ("301", "308")


class HostRules(NamedTuple):
    """What a host does before a page is served."""

    redirects: tuple[Redirect, ...] = ()
    rewrites: tuple[UrlPattern, ...] = ()


def host_rules(files: SiteFiles, folder: str) -> HostRules:
    """The rules in the host files of a site's folder."""
    redirects: list[Redirect] = []
    rewrites: list[UrlPattern] = []
    for name in _JSON_FILES:
        data = files.json(joined(folder, name)) if files.has(joined(folder, name)) else None
        for place in _places(data):
            redirects += redirects_in(place.get("redirects"))
            rewrites += (each.pattern for each in redirects_in(place.get("rewrites")))
    for name in _AZURE_FILES:
        data = files.json(joined(folder, name)) if files.has(joined(folder, name)) else None
        redirects += _azure(data)
    netlify = joined(folder, "netlify.toml")
    text = files.text(netlify) if files.has(netlify) else None
    redirects += _netlify(text or "")
    for name in _REDIRECT_FILES:
        text = files.text(joined(folder, name)) if files.has(joined(folder, name)) else None
        redirects += _redirect_lines(text or "")
    for path in _server_files(files, folder):
        text = files.text(path) or ""
        found = (each[1] for _, each in zip(range(MOST_RULES), _SERVER_RULE.finditer(text), strict=False))
        rewrites += (file_route(f"/{each.strip('/')}/[[...rest]]") for each in dict.fromkeys(found))
    return HostRules(tuple(redirects), tuple(rewrites))


def _server_files(files: SiteFiles, folder: str) -> list[str]:
    """The configs of web servers in a site's folder."""
    nginx = [
        each for each in files.below(folder) if each.endswith((".conf", ".conf.template")) and "nginx" in each.lower()
    ]
    named = [path for name in _SERVER_FILES if files.has(path := joined(folder, name))]
    return [*named, *nginx][:_MOST_SERVER_FILES]


def _places(data: Any) -> Iterator[dict[str, Any]]:
    """The objects of a config that may have rules: itself, and `hosting` of Firebase, which may be a list."""
    if isinstance(data, dict):
        yield data
        hosting = data.get("hosting")
        yield from (each for each in (hosting if isinstance(hosting, list) else [hosting]) if isinstance(each, dict))


def redirects_in(rules: Any) -> Iterator[Redirect]:
    """The rules of a list as Vercel, Firebase and Next.js write it. Rules with `has` depend on the request and do not count."""
    for each in rules[:MOST_RULES] if isinstance(rules, list) else ():
        if not isinstance(each, dict) or each.get("has"):
            continue
        source = each.get("source")
        if isinstance(source, str) and source.startswith("/"):
            # A temporary redirect is meant to be linked to.
            yield redirect(source, each.get("destination") if each.get("permanent") is not False else None)


def redirect(source: str, destination: Any) -> Redirect:
    known = isinstance(destination, str) and not any(sign in destination for sign in ":*$") and destination != ""
    absolute = isinstance(destination, str) and destination.startswith(("http://", "https://"))
    return Redirect(redirect_source(source), destination if known or absolute else None)


def _azure(data: Any) -> Iterator[Redirect]:
    """The routes of Azure Static Web Apps that are redirected or rewritten; with a fallback, every URL is."""
    routes = data.get("routes") if isinstance(data, dict) else None
    for each in routes[:MOST_RULES] if isinstance(routes, list) else ():
        route = each.get("route") if isinstance(each, dict) else None
        if isinstance(route, str) and route.startswith("/") and ("redirect" in each or "rewrite" in each):
            yield redirect(route, each.get("redirect"))
    if isinstance(data, dict) and "navigationFallback" in data:
        yield redirect("/*", None)


def _netlify(text: str) -> Iterable[Redirect]:
    try:
        rules = tomllib.loads(text).get("redirects")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    listed = rules[:MOST_RULES] if isinstance(rules, list) else []
    named = (each for each in listed if isinstance(each, dict) and isinstance(each.get("from"), str))
    found = (_with_status(each["from"], each.get("to"), str(each.get("status", _PERMANENT[0]))) for each in named)
    return [each for each in found if each is not None]


def _redirect_lines(text: str) -> Iterator[Redirect]:
    for line in text.splitlines()[:MOST_RULES]:
        words = line.partition("#")[0].split()
        if len(words) > 1:
            status = next((each.rstrip("!") for each in words[2:] if each.rstrip("!").isdigit()), _PERMANENT[0])
            found = _with_status(words[0], words[1], status)
            if found is not None:
                yield found


def _with_status(source: str, destination: Any, status: str) -> Redirect | None:
    """A rule of Netlify; None if it serves nothing, as one for pages that are not found. Only permanent redirects have a target:
    others are rewrites, or are meant to be linked to."""
    if not source.startswith("/") or status.rstrip("!").startswith("4"):
        return None
    return redirect(source, destination if status.rstrip("!") in _PERMANENT else None)
