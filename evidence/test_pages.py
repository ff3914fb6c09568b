# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The examples of the pages that need Python alone, as tests; pages.py runs the others, too."""

from __future__ import annotations

import os

import pages
import pytest
from pages import Recipe

LONE = [recipe for page in pages.pages() for recipe in pages.recipes(page) if pages.is_lone(recipe)]
posix = pytest.mark.skipif(os.name != "posix", reason="shell commands need POSIX")


@pytest.mark.parametrize("page", pages.pages())
def test_links_lead_somewhere_and_doctests_hold(page: str) -> None:
    assert list(pages.broken_links(page)) == []
    assert pages.wrong_doctests(page) == ""


MARKS = [[] if one.language == "python" else [posix] for one in LONE]
ROWS = [pytest.param(one, id=one.name, marks=marks) for one, marks in zip(LONE, MARKS)]


@pytest.mark.parametrize("recipe", ROWS)
def test_an_example_does_what_the_page_says(recipe: Recipe) -> None:
    assert pages.wrong_recipe(recipe) == ""


@pytest.mark.parametrize("page", pages.pages())
def test_a_table_of_two_sides_is_right(page: str) -> None:
    for title, needs, rows in pages.tables(page):
        if not needs:
            names = pages.names_of(page, title)
            assert [fault for row in rows for fault in pages.wrong(row, names)] == []
