# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Modules of only the functions of uri_regex, or the rules of a grammar, that a program needs.

    uri-regex cut is_uri split resolve -o _uri.py
    uri-regex cut matches validate --abnf date.abnf --rule date -o _date.py

`command` reads the arguments, `cutter` makes a module. It is put together of statements (`tree_shaker`,
`strip`, `sentences`) and of automata (`dfa`, `tables`). The files in templates/ are read as text.
"""

from .command import add_arguments, run
from .cutter import Request, cut

__all__ = ["Request", "add_arguments", "cut", "run"]
