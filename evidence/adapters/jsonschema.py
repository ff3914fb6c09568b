"""As rfc3987.py, which jsonschema's formats ask if there is one. A rule is named with underscores."""

from cut_rules import matches


def parse(text, rule):
    if not matches(text, rule=rule.replace("_", "-")):
        raise ValueError(f"not a valid {rule}: {text!r}")
    return True
