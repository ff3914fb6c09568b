# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""python3 -m uri_abnf"""

import sys

from .command_line import main

if __name__ == "__main__":
    sys.exit(main())
