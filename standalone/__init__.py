# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Modules that are cut out of uri_regex, and the cutter: python3 standalone/cut.py --help."""
