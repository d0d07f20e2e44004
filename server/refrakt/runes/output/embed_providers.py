"""The sites whose media can be embedded, and the URLs of their players."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, urlsplit


@dataclass(frozen=True, slots=True)
class EmbeddedMedia:
    provider: str
    url: str
    """The URL of the player."""


def embedded_media(url: str) -> EmbeddedMedia:
    """The player of a URL; media of an unknown site is embedded as it is."""
    try:
        parsed = urlsplit(url.strip())
        host = (parsed.hostname or "").replace("www.", "", 1)
    except ValueError:
        return EmbeddedMedia("generic", url)
    if not parsed.scheme:
        host = ""
    match host:
        case "youtube.com" | "youtu.be":
            video = _path(parsed) if host == "youtu.be" else next(iter(parse_qs(parsed.query).get("v", ())), "")
            return EmbeddedMedia("youtube", f"https://www.youtube-nocookie.com/embed/{video}" if video else url)
        case "vimeo.com":
            return EmbeddedMedia("vimeo", f"https://player.vimeo.com/video/{_path(parsed)}")
        case "twitter.com" | "x.com":
            return EmbeddedMedia("twitter", url)
        case "codepen.io":
            return EmbeddedMedia("codepen", url.replace("/pen/", "/embed/", 1))
        case "open.spotify.com":
            return EmbeddedMedia("spotify", url.replace("open.spotify.com/", "open.spotify.com/embed/", 1))
    return EmbeddedMedia("generic", url)


def _path(parsed: SplitResult) -> str:
    return parsed.path.removeprefix("/")
