"""What every test may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Lets the modules that tests share explain a failure as a test does.
pytest.register_assert_rewrite("rules.checking")

# A loaded machine must not turn a slow example into a failure; `make bench` is where time is measured.
settings.register_profile(
    "refrakt", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("refrakt")

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests never touch the cache of whoever runs them; processes they start inherit this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFRAKT_CACHE_DIR", str(tmp_path_factory.mktemp("cache") / "refrakt"))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of this checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """Recorded facts that may stand beside the checkout; tests that need them are skipped where they do not."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no recorded facts beside this checkout")
    return folder
