# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""`python3 -m uri_abnf` runs the program uri-regex."""

import sys

from .program import main

if __name__ == "__main__":
    sys.exit(main())
