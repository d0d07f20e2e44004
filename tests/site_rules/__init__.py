"""Tests of the site rules."""

import pytest

# Assertions in the helper modules are explained like those in tests.
pytest.register_assert_rewrite("site_rules.site_checks")
