"""Fixtures for all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Lets the modules that tests share explain a failure as a test does.
pytest.register_assert_rewrite("rules.checking")

# A loaded machine must not turn a slow example into a failure; `make bench` is where time is measured.
settings.register_profile(
    "refrakt", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("refrakt")

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"
NOT_COMPARED = "no ../shared beside the checkout"


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests never touch the user's cache; child processes inherit this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFRAKT_CACHE_DIR", str(tmp_path_factory.mktemp("cache") / "refrakt"))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of this checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """Recordings that may be beside the checkout. A test that uses them is a recorded comparison."""
    if not SHARED.is_dir():
        pytest.skip(NOT_COMPARED)
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser: Debian's Chromium, or the one that `REFRAKT_CHROMIUM` names, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make browser)")
    program = os.environ.get("REFRAKT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium on PATH, and REFRAKT_CHROMIUM is not set")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


# Recorded comparisons are the only tests that need `../shared`. They are marked and counted, so that a run without it shows what
# it has not compared, and every other test is collected and run all the same.


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker("recorded")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if "recorded" in item.keywords and not SHARED.is_dir():
        pytest.skip(NOT_COMPARED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A command that a test runs in this process with `--cwd` changes the current folder: not for the next test."""
    folder = Path.cwd()
    try:
        return (yield)
    finally:
        os.chdir(folder)


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Keeps skipped comparisons out of the list of skipped tests; the summary has one line for all of them."""
    if report.skipped and "recorded" in report.keywords and not SHARED.is_dir():
        return "not compared", "s", "SKIPPED"
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    count = len({
        report.nodeid
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and "recorded" in report.keywords
    })  # fmt: skip
    if count:
        outcome = "made with ../shared" if SHARED.is_dir() else f"skipped: {NOT_COMPARED}"
        terminalreporter.write_line(f"{count} recorded comparisons {outcome}")
