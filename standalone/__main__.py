# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Run the cutter of an installed uri_regex: python -m uri_regex_standalone NAME…"""

import sys

from .cut import main

if __name__ == "__main__":
    sys.exit(main())
