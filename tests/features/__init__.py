"""What an editor is told about a place in a page."""

import pytest

# So that the helper of these tests explains a failure as a test does.
pytest.register_assert_rewrite("features.checking")
