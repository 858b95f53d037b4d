"""Public declarations without a documentation comment, found by text.

- Types, functions and subscripts are looked at. Properties and initializers say what they are by their names and
  the comment of their type; where a unit or a limit matters, reviewers ask for it.
- A function of a name that some protocol requires is taken for its witness: its comment stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_PROTOCOL = re.compile(r"\bprotocol \w+[^{]*\{")
_REQUIREMENT = re.compile(r"\bfunc (\w+|[<=>+*/-]+)")
_DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+"
    r"(?:(?:static|final|mutating|nonisolated|indirect|consuming|borrowing|class)\s+)*"
    r"(func|struct|enum|class|actor|protocol|typealias|subscript)\b\s*([<=>+*/-]+|\w*)")
_STANDARD = frozenset({"hash", "encode", "next", "makeIterator", "index", "==", "<", "+", "-", "*", "+=", "-="})
"""Witnesses of the standard library's protocols, and operators that mean what they always mean."""


def required_names(sources: Iterable[str]) -> frozenset[str]:
    """The functions that protocols of these sources require."""
    names = set(_STANDARD)
    for source in sources:
        for protocol in _PROTOCOL.finditer(source):
            end, depth = protocol.end(), 1
            while depth and end < len(source):
                depth += (source[end] == "{") - (source[end] == "}")
                end += 1
            names.update(_REQUIREMENT.findall(source[protocol.end():end]))
    return frozenset(names)


def undocumented(files: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """File, line and name of every public declaration without a comment; `files` holds texts by name."""
    required = required_names(files.values())
    for name, source in files.items():
        lines = source.split("\n")
        for index, line in enumerate(lines):
            found = _DECLARATION.match(line)
            if not found or (found[1] == "func" and found[2] in required):
                continue
            above = index - 1
            while above >= 0 and re.match(r"\s*(?:@\w+|//(?!/))", lines[above]):
                above -= 1
            if above < 0 or not lines[above].lstrip().startswith("///"):
                yield name, index + 1, f"{found[1]} {found[2]}".rstrip()
