"""Which URLs a registry may use, and which hosts they may lead to.

URLs come from projects that were cloned from anywhere, and from answers of registries. Without a check, either could direct
requests to services inside the user's network. So only public hosts are used, over HTTPS, unless the user's own configuration
allows more. The addresses are checked when the connection is made, and the connection uses a checked one: a name that resolves
differently a second time gains nothing.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from refrakt_forge.config.credentials import is_allowed_host
from refrakt_forge.config.settings import NetworkPermissions, RegistrySettings
from refrakt_forge.registries.network_errors import refused_url

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
LONGEST_URL = 2048
_NOT_IN_URL = re.compile(r"[\x00-\x20\x7f\\]|[^\x00-\x7f]")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
_PORTS = {"http": 80, "https": 443}


class RefusedHostError(Exception):
    """A host with an address that must not be used. The message has neither of them."""


@dataclass(frozen=True, slots=True)
class NetworkPolicy:
    """The policy for the requests of one registry."""

    registry: RegistrySettings
    permissions: NetworkPermissions

    def checked_url(self, url: str) -> str:
        """The URL, if a request for it may be made. `RefraktError` otherwise."""
        message = self._refusal(url)
        if message is not None:
            raise refused_url(self.registry, url, message)
        return url

    def allows(self, url: str) -> bool:
        """Whether a request for a URL may be made."""
        return self._refusal(url) is None

    def checked_addresses(self, url: str, timeout: float) -> list[str]:
        """The addresses of a URL's host. `RefusedHostError` if one of them must not be used, `OSError` without any."""
        parts = urlsplit(url)
        addresses = _resolved(parts.hostname or "", timeout)
        for each in addresses:
            if parts.scheme != "https" and not each.is_loopback:
                raise RefusedHostError("plain HTTP leads to another machine")
            if not is_public(each) and not self._is_permitted(url, each.is_loopback):
                raise RefusedHostError("the host is in a private network")
        return list(map(str, addresses))

    def _refusal(self, url: str) -> str | None:
        parts = _parts(url)
        if parts is None:
            return "it is not a valid URL"
        if parts.username is not None or parts.password is not None:
            return "it contains a user name or password"
        if parts.scheme not in _PORTS:
            return "only https URLs are used"
        literal, loopback = _literal(parts.hostname or ""), _is_loopback(parts.hostname or "")
        if parts.scheme == "http" and not loopback:
            return "only https URLs are used"
        if (loopback or (literal is not None and not is_public(literal))) and not self._is_permitted(url, loopback):
            return "the host is this machine" if loopback else "the host is in a private network"
        return None

    def _is_permitted(self, url: str, loopback: bool) -> bool:
        """Whether the user allows this host, although it is not public.

        A general permission for loopback is for registries there: one on the internet must not refer to it.
        """
        if is_allowed_host(url, self.permissions):
            return True
        own = _parts(self.registry.url)
        return loopback and self.permissions.loopback_http and own is not None and _is_loopback(own.hostname or "")


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None if the URL is not valid. Only URLs with the origin of the registry get its token."""
    parts = _parts(url)
    if parts is None:
        return None
    return parts.scheme, (parts.hostname or "").lower(), parts.port or _PORTS.get(parts.scheme, 0)


def joined_url(base: str, reference: str) -> str:
    """A URL relative to another. An empty text, which every check refuses, if it is not valid."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return ""


def is_public(address: IpAddress) -> bool:
    """Whether an address is on the internet. One that embeds an IPv4 address is judged by that."""
    if isinstance(address, ipaddress.IPv6Address):
        embedded = address.ipv4_mapped or address.sixtofour
        if embedded is None and address in _TRANSLATED:
            embedded = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if embedded is not None:
            return is_public(embedded)
        if address.teredo is not None or address.is_site_local:
            return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local
    return address.is_global and not special


def _parts(url: str) -> SplitResult | None:
    if len(url) > LONGEST_URL or _NOT_IN_URL.search(url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.hostname and (parts.port is None or parts.port > 0) else None
    except ValueError:
        return None


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    literal = _literal(host)
    return literal.is_loopback if literal is not None else host == "localhost"


def _resolved(host: str, timeout: float) -> list[IpAddress]:
    """The addresses of a host. Resolving cannot be interrupted, so it has a thread that can be abandoned."""
    literal = _literal(host)
    if literal is not None:
        return [literal]
    found: list[IpAddress] = []

    def resolve() -> None:
        try:
            answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        # The scope of a link-local address is not part of it.
        found.extend(dict.fromkeys(ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in answers))

    thread = threading.Thread(target=resolve, name="forge resolve", daemon=True)
    thread.start()
    thread.join(timeout)
    if not found:
        raise OSError("the host cannot be resolved")
    return list(found)
