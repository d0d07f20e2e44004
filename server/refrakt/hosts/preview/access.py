"""Who may use the preview, and what its pages may load.

Any web page that is open in a browser can send requests to this machine. So the path begins with a secret token; the `Host` header
must be an address of this machine, because a hostile name may resolve to it (DNS rebinding); and a request of another origin is
refused. The limit: a process of the same user can read the token.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from http import HTTPStatus

from refrakt.hosts.preview.http_messages import HttpRequest

ADDRESS = "127.0.0.1"
_NAMES = (ADDRESS, "localhost")

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""The headers of every response, besides the policy below."""

NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""For responses that are not documents."""
FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For static files: a drawing may have styles, but no script runs in it, also if it is opened on its own."""
APP_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For the page around the rendered page. It has no inline script and no inline style."""
PAGE_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; media-src 'self' https:; "
    "font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)
"""For the rendered page. No script runs there, wherever it comes from; runes need styles in attributes."""


@dataclass(frozen=True, slots=True)
class Access:
    """The secret of one server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def origin(self) -> str:
        return f"http://{ADDRESS}:{self.port}"

    @property
    def base(self) -> str:
        """The path of the preview, without a slash at its end."""
        return f"/{self.token}"

    def refusal(self, request: HttpRequest) -> HTTPStatus | None:
        """Why a request is refused; None if it is allowed."""
        if request.headers.get("host", "").lower() not in {f"{name}:{self.port}" for name in _NAMES}:
            return HTTPStatus.FORBIDDEN
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{name}:{self.port}" for name in _NAMES}:
            return HTTPStatus.FORBIDDEN
        if not hmac.compare_digest(request.segments[0].encode("utf-8", "replace"), self.token.encode()):
            return HTTPStatus.FORBIDDEN
        if request.method == "POST":
            # Only a script of the preview itself can send this type without a preflight request.
            is_json = request.headers.get("content-type") == "application/json"
            return None if origin is not None and is_json else HTTPStatus.FORBIDDEN
        return None if request.method == "GET" else HTTPStatus.METHOD_NOT_ALLOWED
