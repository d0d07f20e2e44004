"""The problems of pages, and the pages after their fixes."""

import pytest

# So that the helper of these tests explains a failure as a test does.
pytest.register_assert_rewrite("rules.checking")
