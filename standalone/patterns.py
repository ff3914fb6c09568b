# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a cut module, in place of `_Patterns`: templates there have their rules written out already."""

from __future__ import annotations

import re

from uri_regex import _compile_re


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns, each compiled when it is first asked for."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        self[text] = pattern = _compile_re(text)
        return pattern
