"""What registries and projects must not be able to do. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import gzip
import ipaddress
import json
import multiprocessing
import os
import socket
import ssl
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from forge.registry_server import (
    CANARY,
    COMMANDS,
    Project,
    Request,
    Route,
    TestRegistry,
    checksum,
    entry,
    error_of,
    running_registry,
)
from refrakt.plugins import RefraktError
from refrakt_forge.config.settings import NetworkPermissions, RegistrySettings
from refrakt_forge.environment import LOOPBACK_VARIABLE, TOKEN_VARIABLE
from refrakt_forge.errors import envelope
from refrakt_forge.limits import MANIFEST_BYTES
from refrakt_forge.registries.network_policy import NetworkPolicy, RefusedHostError, is_public, joined_url, origin


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The connections that were attempted."""
    attempted: list[Any] = []

    def refuse(address: Any, *more: Any, **options: Any) -> None:
        attempted.append(address)
        raise OSError("no connection in this test")

    monkeypatch.setattr(socket, "create_connection", refuse)
    return attempted


# URLs and hosts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/registry.json",
        "https://192.168.1.1/registry.json",
        "https://[::1]/registry.json",
        "https://[fd00::1]/registry.json",
        "https://[::ffff:10.0.0.1]/registry.json",
        "https://[64:ff9b::a00:1]/registry.json",
        "https://[2002:a00:1::]/registry.json",
        "https://224.0.0.1/registry.json",
        "https://0.0.0.0/registry.json",
        "http://example.com/registry.json",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "ftp://example.com/registry.json",
        f"https://user:{CANARY}@example.com/registry.json",
        f"https://{CANARY}@example.com/registry.json",
        "https://example.com:99999/registry.json",
        "https:///registry.json",
        "https://exa mple.com/registry.json",
        "https://example.com\\@127.0.0.1/registry.json",
        "https://[::1/registry.json",
        "https://example.com/" + "x" * 3000,
    ],
)
def test_a_url_that_must_not_be_used_is_refused(
    project: Project, connections: list[Any], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.delenv(LOOPBACK_VARIABLE)
    project.configure(entry(url))
    error = error_of(project, "search", query="")
    assert error.code == "CONFIG_ERROR"
    assert connections == []
    assert CANARY not in json.dumps(envelope(error))


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1", "169.254.169.254", "fe80::1%eth0", "::ffff:127.0.0.1"])
def test_a_name_that_resolves_to_a_private_address_is_refused(
    project: Project, connections: list[Any], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answers = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *each, **more: answers)
    project.configure(entry("https://registry.example/registry.json"))
    error = error_of(project, "search", query="")
    assert error.code == "CONFIG_ERROR"
    assert connections == []


def test_the_connection_uses_the_checked_address(
    project: Project, connections: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *each, **more: [(0, 0, 0, "", ("93.184.216.34", 443))])
    project.configure(entry("https://registry.example/registry.json"))
    assert error_of(project, "search", query="").data["reason"] == "connection"
    assert set(connections) == {("93.184.216.34", 443)}


def test_a_name_that_does_not_resolve_is_a_network_error(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*each: Any, **more: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    project.configure(entry("https://registry.example/registry.json"))
    assert error_of(project, "search", query="").data["reason"] == "connection"


def test_resolving_ends_with_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *each, **more: stop.wait(10) and [])
    policy = NetworkPolicy(RegistrySettings("x", "https://slow.example/"), NetworkPermissions())
    with pytest.raises(OSError, match="cannot be resolved"):
        policy.checked_addresses("https://slow.example/", 0.05)
    stop.set()


def test_loopback_needs_the_permission_of_the_user(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LOOPBACK_VARIABLE)
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()), user=False, network={"allowHosts": ["127.0.0.1"]})
    error = error_of(project, "search", query="")
    assert error.code == "CONFIG_ERROR", "a project cannot allow it"
    assert registry.requests == []
    project.write("config.json", {"network": {"allowHosts": [f"127.0.0.1:{registry.port}"]}}, user=True)
    assert project.call("search", query="")["total"] == 1


def test_a_permission_is_for_its_port(
    project: Project, registry: TestRegistry, second_registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LOOPBACK_VARIABLE)
    project.configure(entry(second_registry.url()), network={"allowHosts": [f"127.0.0.1:{registry.port}"]})
    assert error_of(project, "search", query="").code == "CONFIG_ERROR"
    assert second_registry.requests == []


def policy(url: str, *hosts: str, loopback: bool = False) -> NetworkPolicy:
    return NetworkPolicy(RegistrySettings("x", url), NetworkPermissions(frozenset(hosts), loopback))


def test_plain_http_leads_to_this_machine_only() -> None:
    allowed = policy("http://10.0.0.1/registry.json", "10.0.0.1")
    with pytest.raises(RefraktError, match="only https"):
        allowed.checked_url("http://10.0.0.1/registry.json")
    assert allowed.checked_url("https://10.0.0.1/registry.json")
    assert allowed.checked_addresses("https://10.0.0.1/registry.json", 1) == ["10.0.0.1"]
    with pytest.raises(RefusedHostError, match="plain HTTP"):
        policy("http://localhost/", loopback=True).checked_addresses("http://10.0.0.1/", 1)


def test_a_registry_on_the_internet_cannot_refer_to_loopback() -> None:
    public = policy("https://registry.example/registry.json", loopback=True)
    with pytest.raises(RefraktError) as caught:
        public.checked_url("http://127.0.0.1:8080/admin")
    assert (caught.value.code, caught.value.data["reason"]) == ("NETWORK_ERROR", "refused_url")
    with pytest.raises(RefusedHostError):
        public.checked_addresses("https://127.0.0.1/", 1)
    assert policy("http://localhost:1/registry.json", loopback=True).checked_url("http://127.0.0.1:8080/p.json")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("64:ff9b::5db8:d822", True),
        ("64:ff9b::7f00:1", False),
        ("100.64.0.1", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("255.255.255.255", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


def test_origins_and_relative_urls() -> None:
    assert origin("https://A.example/x") == origin("https://a.example:443/y")
    assert origin("https://a.example") != origin("http://a.example")
    assert origin("https://[") is None
    assert joined_url("https://a.example/x/", "https://[") == ""


# TLS ------------------------------------------------------------------------------------------------------------------


def certificate(folder: Path, host: str) -> Path:
    """A key and a certificate for a host, signed by itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(alternative, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding, nothing = serialization.Encoding.PEM, serialization.NoEncryption()
    path = folder / f"{host}.pem"
    path.write_bytes(
        made.public_bytes(encoding) + key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, nothing)
    )
    return path


@pytest.mark.parametrize(
    ("host", "trusted", "reason"),
    [("127.0.0.1", True, None), ("127.0.0.1", False, "connection"), ("127.0.0.2", True, "connection")],
    ids=["valid", "unknown", "other-host"],
)
def test_certificates_are_verified(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, trusted: bool, reason: str | None
) -> None:
    from refrakt_forge.registries import http_connection

    path = certificate(tmp_path, host)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
    http_connection.tls_context.cache_clear()
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    try:
        with running_registry(context) as registry:
            registry.plugin("@acme/p")
            project.configure(entry(registry.url().replace("http:", "https:")))
            if reason is None:
                assert project.call("search", query="")["total"] == 1
                assert registry.headers("Authorization") == [f"Bearer {CANARY}"]
            else:
                assert error_of(project, "search", query="").data["reason"] == reason
                assert registry.requests == []
    finally:
        http_connection.tls_context.cache_clear()


# Redirects ------------------------------------------------------------------------------------------------------------


def redirect(target: str) -> Route:
    return Route(status=302, headers={"Location": target})


def test_a_redirect_to_another_host_is_refused(
    project: Project, registry: TestRegistry, second_registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    second_registry.plugin("@acme/p")
    registry.routes["/registry.json"] = redirect(second_registry.url())
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert (error.code, error.data["reason"]) == ("NETWORK_ERROR", "redirect")
    assert second_registry.requests == []


@pytest.mark.parametrize("target", ["file:///etc/passwd", "https://[", "http://169.254.169.254/", "//other.example/x"])
def test_a_redirect_elsewhere_is_refused(project: Project, registry: TestRegistry, target: str) -> None:
    registry.routes["/registry.json"] = redirect(target)
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").data["reason"] == "redirect"


def test_a_redirect_on_the_same_host_is_followed(project: Project, registry: TestRegistry) -> None:
    registry.put("/moved.json", {"plugins": [{"name": "@acme/p", "version": "1.0.0"}]})
    registry.routes["/registry.json"] = redirect("moved.json")
    project.configure(entry(registry.url()))
    assert project.call("search", query="")["total"] == 1


def test_redirects_end(project: Project, registry: TestRegistry) -> None:
    registry.routes["/registry.json"] = redirect("/registry.json")
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").data["reason"] == "redirect"
    assert registry.hits() == 4


# Sizes ----------------------------------------------------------------------------------------------------------------


def endless(chunk: bytes) -> Any:
    def respond(request: Request) -> None:
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        while True:
            request.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))

    return respond


def endless_headers(request: Request) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        request.wfile.write(b"X-Header: " + b"x" * 1000 + b"\r\n")


def lying(request: Request) -> None:
    """Declares a small body, and sends a large one."""
    request.send_response(200)
    request.send_header("Content-Length", "10")
    request.end_headers()
    request.wfile.write(b"x" * 100_000)


@pytest.mark.parametrize(
    "route",
    [
        Route(b"x", headers={"Content-Length": str(100 * 1024 * 1024)}),
        Route(b" " * (MANIFEST_BYTES + 1)),
        Route(gzip.compress(b" " * (20 * MANIFEST_BYTES)), headers={"Content-Encoding": "gzip"}),
        Route(respond=endless(b" " * 65536)),
        Route(respond=endless_headers),
        Route(respond=lying),
        Route(b"not gzip", headers={"Content-Encoding": "gzip"}),
    ],
    ids=["declared", "large", "gzip", "endless", "headers", "lying", "not-gzip"],
)
def test_a_large_or_broken_answer_is_aborted(project: Project, registry: TestRegistry, route: Route) -> None:
    registry.routes["/registry.json"] = route
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").code == "NETWORK_ERROR"
    assert project.cached() == []


# Integrity ------------------------------------------------------------------------------------------------------------


def test_a_manifest_with_a_wrong_checksum_is_refused(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p", entry={"checksum": checksum(b"other")})
    project.configure(entry(registry.url()))
    error = error_of(project, "info", plugin="@acme/p", remote=True)
    assert error.code == "INTEGRITY_ERROR"
    assert len(project.cached()) == 1, "only the index is cached"


@pytest.mark.parametrize("stated", [None, "", "md5:0", "sha256:" + "A" * 64])
def test_a_manifest_without_a_checksum_is_refused(project: Project, registry: TestRegistry, stated: str | None) -> None:
    registry.plugin("@acme/p", entry={"checksum": stated})
    project.configure(entry(registry.url()))
    assert error_of(project, "info", plugin="@acme/p", remote=True).code == "INTEGRITY_ERROR"
    assert registry.hits("/acme/p/1.0.0/plugin.json") == 0


def test_a_manifest_of_another_plugin_is_refused(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    other = registry.plugin("@acme/other")
    registry.plugins[0] |= {"manifest_url": other["manifest_url"], "checksum": other["checksum"]}
    registry.index()
    project.configure(entry(registry.url()))
    error = error_of(project, "info", plugin="@acme/p", remote=True)
    assert error.data["reason"] == "invalid_manifest"


def test_a_cached_manifest_is_used_only_with_the_stated_checksum(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p", author="first")
    project.configure(entry(registry.url()))
    assert project.call("info", plugin="@acme/p", remote=True)["author"] == "first"
    registry.plugins.clear()
    registry.plugin("@acme/p", author="second")
    for each in project.cached():
        if "plugins" in json.loads(each.read_text("utf-8"))["manifest"]:
            each.unlink()
    assert project.call("info", plugin="@acme/p", remote=True)["author"] == "second"
    project.call("info", plugin="@acme/p", remote=True)
    assert registry.hits("/acme/p/1.0.0/plugin.json") == 2


@pytest.mark.parametrize("url", ["http://169.254.169.254/x", "file:///etc/passwd", "https://u:p@h/x", "https://["])
def test_a_manifest_url_that_must_not_be_used_is_refused(project: Project, registry: TestRegistry, url: str) -> None:
    registry.plugin("@acme/p", entry={"manifest_url": url})
    project.configure(entry(registry.url()))
    error = error_of(project, "info", plugin="@acme/p", remote=True)
    assert (error.code, error.data["reason"]) == ("NETWORK_ERROR", "refused_url")


def test_the_name_of_a_registry_cannot_leave_the_cache(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url(), "../../x"))
    assert error_of(project, "search", query="").code == "CONFIG_ERROR"
    assert [each.name for each in project.home.rglob("*") if each.is_file()] == ["config.json"]


# Several processes ----------------------------------------------------------------------------------------------------


def _fetch_and_clear(root: str, failures: Any) -> None:
    from refrakt.plugins import CommandContext, Disk
    from refrakt.plugins.input_schema import validated_input

    context = CommandContext(Path(root), {}, Disk(Path(root)))
    try:
        for number in range(100):
            name, arguments = ("cache-clear", {}) if number % 3 == 2 else ("search", {"query": ""})
            run = COMMANDS[name].run
            assert run is not None
            result = run(validated_input(COMMANDS[name], arguments), context)
            if "warnings" in result:
                failures.put(repr(result["warnings"]))
    except BaseException as error:  # noqa: BLE001 - reported by the test
        failures.put(repr(error))


def test_two_processes_fetch_and_clear_at_the_same_time(project: Project, registry: TestRegistry) -> None:
    for number in range(20):
        registry.plugin(f"@acme/p{number}")
    project.configure(entry(registry.url()))
    context = multiprocessing.get_context("spawn")
    failures = context.Queue()
    processes = [context.Process(target=_fetch_and_clear, args=(str(project.root), failures)) for _ in range(2)]
    for each in processes:
        each.start()
    for each in processes:
        each.join(60)
    assert [each.exitcode for each in processes] == [0, 0]
    assert failures.empty(), failures.get()
    assert [each for each in project.cached() if each.suffix != ".json"] == []


def test_a_manifest_is_data(project: Project, registry: TestRegistry, tmp_path: Path) -> None:
    """Nothing of an answer is executed or written outside of the cache."""
    marker = tmp_path / "executed"
    component = {"name": "x", "version": "1.0.0", "source": "x.yaml", "checksum": checksum(b""), "type": "pre-commit"}
    registry.plugin(
        "@acme/p", hooks=[component], scripts={"install": f"touch {marker}"}, commands=[f"$(touch {marker})"]
    )
    project.configure(entry(registry.url()))
    before = set(project.root.rglob("*"))
    assert project.call("info", plugin="@acme/p", remote=True)["components"]["hooks"] == ["x"]
    assert set(project.root.rglob("*")) == before
    assert not marker.exists()


def test_proxies_of_the_environment_are_not_used(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    variables = {
        "HTTP_PROXY": "http://127.0.0.1:1",
        "http_proxy": "http://127.0.0.1:1",
        "ALL_PROXY": "http://127.0.0.1:1",
    }
    code = (
        "import sys; from pathlib import Path; from refrakt.plugins import CommandContext, Disk;"
        "from refrakt_forge.commands.plugins import COMMANDS; from refrakt_forge.contract.plugins import *;"
        "root = Path(sys.argv[1]);"
        "print(COMMANDS[2].run(PluginSearchInput(query=''), CommandContext(root, {}, Disk(root)))['total'])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(project.root)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **variables},
    )
    assert run.stdout.strip() == "1"
