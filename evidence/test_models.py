# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A sample of models.py for pytest, and what no call changes."""

from __future__ import annotations

import locale
import os
import random
from collections import Counter

import models
import pytest
from texts import judged

from uri_regex import find, is_valid, normalize, redact, resolve


@pytest.mark.parametrize("seed", range(4))
def test_redact_hides_a_planted_password_and_nothing_else(seed: int) -> None:
    assert list(models.compare_passwords(150, seed, Counter())) == []


@pytest.mark.parametrize("seed", range(4))
def test_policies_say_what_their_rule_says(seed: int) -> None:
    assert list(models.compare_policies(1_000, seed, Counter())) == []


def test_no_call_changes_global_state() -> None:
    def look() -> object:
        return locale.setlocale(locale.LC_ALL), random.getstate(), os.getcwd(), dict(os.environ)

    before = look()
    for text in judged(300, 1):
        if not is_valid(text, rule="IRI", require=["idomain"]):
            redact(normalize(resolve(text, text)) + str([*find(text, iri=True)]), users=True)
    assert look() == before
