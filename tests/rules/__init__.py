"""What is found on pages, and what becomes of them when it is mended."""

import pytest

# So that the helper of these tests explains a failure as a test does.
pytest.register_assert_rewrite("rules.checking")
