"""Editor features at a position of a page."""

import pytest

# Assertions in the helper modules are explained like those in tests.
pytest.register_assert_rewrite("features.checking")
