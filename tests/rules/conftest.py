"""Lets the helper of these tests explain a failure as a test does."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("rules.checking")
