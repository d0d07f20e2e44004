"""The problems of pages, and the pages after their fixes."""

import pytest

# Assertions in the helper modules are explained like those in tests.
pytest.register_assert_rewrite("rules.checking")
