"""Tests of the site rules."""

import pytest

# So that the helper of these tests explains a failure as a test does.
pytest.register_assert_rewrite("site_rules.site_checks")
