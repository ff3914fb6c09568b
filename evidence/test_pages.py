# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The pages' prose, and their examples that need Python alone; pages.py runs the others, too."""

from __future__ import annotations

import os
from pathlib import Path

import pages
import prose
import pytest
import sums
from footprint import footprints
from pages import Recipe

import uri_regex

LONE = [recipe for page in prose.pages() for recipe in pages.recipes(page) if pages.is_lone(recipe)]
posix = pytest.mark.skipif(os.name != "posix", reason="shell commands need POSIX")


@pytest.mark.parametrize("page", prose.pages())
def test_links_lead_somewhere_and_tables_are_complete(page: str) -> None:
    assert prose.wrong_prose(page) == []


@pytest.mark.parametrize("page", prose.pages())
def test_doctests_hold(page: str) -> None:
    assert pages.wrong_doctests(page) == ""


MARKS = [[] if one.language == "python" else [posix] for one in LONE]
ROWS = [pytest.param(one, id=one.name, marks=marks) for one, marks in zip(LONE, MARKS)]


@pytest.mark.parametrize("recipe", ROWS)
def test_an_example_does_what_the_page_says(recipe: Recipe) -> None:
    assert pages.wrong_recipe(recipe) == ""


@pytest.mark.parametrize("page", prose.pages())
def test_a_table_of_two_sides_is_right(page: str) -> None:
    for title, needs, rows in pages.tables(page):
        if not needs:
            names = pages.names_of(page, title)
            assert [fault for row in rows for fault in pages.wrong(row, names)] == []


# ---- What is wrong is found ----

FAULTS = [
    ("[a](missing.md)", "there is no missing.md"),
    ("# A\n[a](#b)", "{page} has no #b"),
]
RIGHT = ["# A b\n[a](#a-b)", "`[a](missing.md)`", "[a](https://a.example/missing.md)"]


def write_page(folder: Path, text: str) -> str:
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return str(page)


@pytest.mark.parametrize("text, told", FAULTS)
def test_a_link_that_leads_nowhere_is_found(text: str, told: str, tmp_path: Path) -> None:
    page = write_page(tmp_path, text)
    assert prose.wrong_prose(page) == [told.format(page=page)]


@pytest.mark.parametrize("text", RIGHT)
def test_a_link_that_leads_somewhere_is_no_fault(text: str, tmp_path: Path) -> None:
    assert prose.wrong_prose(write_page(tmp_path, text)) == []


SIZES = [(1.0, ""), (1.05, ""), (0.8, "uri_regex.py: "), (1.2, "uri_regex.py: ")]


@pytest.mark.parametrize("factor, told", SIZES)
@pytest.mark.parametrize("title", ["lines", "size"])
def test_a_size_that_is_wrong_by_a_tenth_is_found(
    title: str, factor: float, told: str, tmp_path: Path
) -> None:
    (library,) = [found for found in footprints() if found.module == "uri_regex.py"]
    size, unit = (library.lines, "") if title == "lines" else (library.kilobytes, " KB")
    table = f"| copy | {title} |\n|---|--:|\n| `uri_regex.py` | {size * factor:,.0f}{unit} |\n"
    found = prose.wrong_prose(write_page(tmp_path, table))
    assert len(found) == bool(told)
    assert "".join(found).startswith(told)


def test_a_code_without_its_sentence_is_found() -> None:
    text = prose.read("docs/errors.md")
    sentence = uri_regex.REASONS["no-closing"]
    without = text.replace(f"| `no-closing` | {sentence} |\n", "")
    assert list(prose.wrong_codes(without)) == [f"no-closing: None is not {sentence!r}"]
    other = text.replace(sentence, "it is wrong")
    assert list(prose.wrong_codes(other)) == [f"no-closing: 'it is wrong' is not {sentence!r}"]
    more = f"{text}| `no-bracket` | it is new |\n"
    assert list(prose.wrong_codes(more)) == ["no-bracket: 'it is new' is not None"]


def test_a_parameter_that_the_reference_lacks_is_found() -> None:
    text = prose.prose("docs/api.md").replace("keep_length", "keep")
    assert "keep_length is missing" in prose.missing_in_reference(text)


def test_a_row_that_continues_another_is_compared() -> None:
    rows = "| `1` | `1` | `2` | `2` |\n| | | `3` | `4` |\n"
    assert [pages.wrong(row, {}) for row in pages.comparisons(rows)] == [[], ["3 gives 3, not 4"]]


# ---- Sums of the files that people copy ----


def test_sums_are_written_below_the_version_and_read_again() -> None:
    changelog = f"# Log\n\n## [{uri_regex.__version__}] - today\n\n- new\n\n## [1.0.0]\n"
    for digit in "07":
        expected = {"a.py": digit * 64, "b/c.py": "f" * 64}
        changelog = sums.with_sums(changelog, expected)
        assert sums.read_sums(changelog) == expected
    assert changelog.count("### SHA-256\n") == 1
    assert changelog.endswith(" |\n\n## [1.0.0]\n")


@pytest.mark.skipif("dev" in uri_regex.__version__, reason="this version is not released yet")
@pytest.mark.parametrize("file", sums.FILES)
def test_a_released_file_is_that_of_the_changelog(file: str) -> None:
    expected = sums.read_sums(prose.read("docs/CHANGELOG.md")).get(file)
    why = "to change a released file, begin the next version, such as 2.1.0.dev0"
    assert sums.compute_sums()[file] == expected, why
