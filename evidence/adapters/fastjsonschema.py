"""At the end of fastjsonschema/draft07.py: each draft's formats get our patterns."""

from ._patterns import PATTERNS
from .draft04 import CodeGeneratorDraft04

for _draft in (CodeGeneratorDraft04, CodeGeneratorDraft06, CodeGeneratorDraft07):  # noqa: F821
    _formats = _draft.FORMAT_REGEXS
    for _name in PATTERNS.keys() & _formats.keys():
        _formats[_name] = PATTERNS[_name]
