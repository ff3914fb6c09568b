# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the wheel has a stub package for the module uri_regex.

Type checkers read the annotations of an installed module only in a package of stubs; the marker of PEP
561, which uri_abnf has, is for packages alone. The one stub is a copy of the module, so that the two
never differ.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithStubs(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            stub = Path(self.build_lib, "uri_regex-stubs", "__init__.pyi")
            stub.parent.mkdir(parents=True, exist_ok=True)
            stub.write_bytes(Path("uri_regex.py").read_bytes())


setup(cmdclass={"build_py": BuildWithStubs})
