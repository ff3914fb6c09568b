# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Each engine of uri_abnf's table is run by engines.py, or there is a reason why not."""

from __future__ import annotations

import engines

import uri_abnf


def test_each_engine_of_uri_abnf_is_run_or_has_a_reason() -> None:
    assert engines.engines_without_a_run() == []


def test_each_engine_that_is_run_is_in_the_table() -> None:
    assert {engine.export for engine in engines.ENGINES} <= set(uri_abnf.ENGINES)
    assert set(engines.NOT_RUN) <= set(uri_abnf.ENGINES)
