# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A sample of models.py for pytest: passwords and policies, by their rules written again."""

from __future__ import annotations

from collections import Counter

import models
import pytest


@pytest.mark.parametrize("seed", range(4))
def test_redact_hides_a_planted_password_and_nothing_else(seed: int) -> None:
    assert list(models.compare_passwords(150, seed, Counter())) == []


@pytest.mark.parametrize("seed", range(4))
def test_policies_say_what_their_rule_says(seed: int) -> None:
    assert list(models.compare_policies(1_000, seed, Counter())) == []
