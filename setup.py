# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the wheel has stub packages for the modules.

Type checkers read the annotations of an installed module only in a package of stubs: the marker of PEP
561, which uri_abnf has, is for packages alone. A stub is a copy of its module, made when the wheel is
built, so that the two never differ.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithStubs(build_py):
    def run(self) -> None:
        super().run()
        for module in [] if self.editable_mode else self.py_modules:
            stub = Path(self.build_lib, f"{module}-stubs", "__init__.pyi")
            stub.parent.mkdir(parents=True, exist_ok=True)
            stub.write_bytes(Path(f"{module}.py").read_bytes())


setup(cmdclass={"build_py": BuildWithStubs})
