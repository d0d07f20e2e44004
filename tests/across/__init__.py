"""What is wrong between the pages of a site."""

import pytest

# So that the helper of these tests explains a failure as a test does.
pytest.register_assert_rewrite("across.checking")
