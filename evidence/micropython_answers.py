# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What the module without `re` answers to texts. micropython.py runs this on MicroPython and CPython.

    micropython micropython_answers.py MODULE RULE,… TEXTS ANSWERS

It is run from a copy beside the module. Texts and answers are records: a length, in digits, a line
feed, and as many octets.
"""

import sys

OF_ONE_TEXT = (
    "is_uri",
    "is_uri_reference",
    "is_absolute_uri",
    "is_relative_ref",
    "split",
    "remove_dot_segments",
    "normalize",
)


def octets(text):
    return text.encode("utf-8", "surrogatepass")


def record(data):
    return str(len(data)).encode() + b"\n" + data


def records(path):
    """Yield the texts of a file."""
    with open(path, "rb") as file:
        while True:
            length = file.readline()
            if not length:
                return
            yield file.read(int(length)).decode("utf-8", "surrogatepass")


def in_parts(text):
    """Return the text cut into five parts, some of them undefined, as recompose takes them."""
    size = len(text) // 5 + 1
    parts = []
    for i in range(5):
        part = text[i * size : (i + 1) * size]
        parts.append(part if part or i == 2 else None)
    return tuple(parts)


def calls(module, rules, text, other):
    """Yield what is called with a text and the one before it: a function, arguments and options."""
    for name in OF_ONE_TEXT:
        yield getattr(module, name), (text,), {}
    yield module.recompose, (module.split(text),), {}
    yield module.recompose, (in_parts(text),), {}
    yield module.merge, (module.split(other), text), {}
    for strict in (True, False):
        yield module.resolve, (other, text), {"strict": strict}
        yield module.resolve, ("http://a/b/c/d;p?q", text), {"strict": strict}
    yield module.normalize, (text,), {"scheme_based": True}
    for rule in rules:
        yield module.validate, (text,), {"rule": rule}


def shown(value):
    """Return a result as octets."""
    if isinstance(value, tuple):
        return b"(" + b"".join([shown(part) for part in value]) + b")"
    if isinstance(value, str):
        return record(octets(value))
    return str(value).encode()


def answer(function, arguments, options):
    """Return what a call gives, or its error with its offset, as octets."""
    try:
        return shown(function(*arguments, **options))
    except Exception as error:  # all errors are compared
        told = (type(error).__name__,)
        if hasattr(error, "offset"):
            told = ("URIError", error.text, error.rule, str(error.offset))
        return shown(told)


def write_answers(module, rules, texts, answers):
    """Write a record for each text."""
    other = ""
    with open(answers, "wb") as file:
        for text in records(texts):
            told = []
            for function, arguments, options in calls(module, rules, text, other):
                told.append(answer(function, arguments, options))
            file.write(record(b"\n".join(told)))
            other = text


if __name__ == "__main__":
    if len(sys.argv) != 5:
        print(__doc__)
        sys.exit(0 if "--help" in sys.argv else 2)
    name, known_rules, texts_path, answers_path = sys.argv[1:]
    write_answers(__import__(name), known_rules.split(","), texts_path, answers_path)
