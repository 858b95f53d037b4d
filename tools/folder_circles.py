"""Folders of a target that need each other, found by the types that files declare and use.

A heuristic on text, not a compiler:

- A folder needs another one when one of its files uses the name of a type that is declared at the
  outermost level of one file in the other folder. Names that two folders declare, and names that
  the using folder declares inside of its own types, count for nobody.
- Members in extensions, free functions and operators are not followed: an extension of a type that
  lives elsewhere can be used without being seen here.
- A folder is the first one below the target's. Files beside the folders are passed over: what all
  folders stand on lies there, and what puts them together.

So what is found is worth mending, and finding nothing proves little.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

_MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*"
_KINDS = r"(?:struct|class|enum|protocol|actor|typealias)"
_OUTERMOST = re.compile(rf"^{_MODIFIERS}{_KINDS}\s+(\w+)", re.MULTILINE)
_NESTED = re.compile(rf"^[ \t]+{_MODIFIERS}{_KINDS}\s+(\w+)", re.MULTILINE)
_WORD = re.compile(r"\b[A-Z]\w*")

Uses = dict[tuple[str, str], list[str]]
"""By pair of folders: what in the first one uses what of the second, as `File.swift uses Type`."""


def folder_of(file: str) -> str:
    """The first folder of a path below the target's folder."""
    return file.split("/")[0]


def folder_uses(sources: Mapping[str, str]) -> Uses:
    """Which folders need which.

    `sources`: by path below the target's folder, the code without comments and texts.
    """
    homes: dict[str, set[str]] = defaultdict(set)
    nested: dict[str, set[str]] = defaultdict(set)
    sources = {file: code for file, code in sources.items() if "/" in file}
    for file, code in sources.items():
        for name in _OUTERMOST.findall(code):
            homes[name].add(folder_of(file))
        nested[folder_of(file)].update(_NESTED.findall(code))
    uses: Uses = defaultdict(list)
    for file, code in sorted(sources.items()):
        folder = folder_of(file)
        for word in sorted(set(_WORD.findall(code)) - nested[folder]):
            if len(homes.get(word, ())) == 1 and folder not in homes[word]:
                uses[(folder, *homes[word])].append(f"{file} uses {word}")
    return dict(uses)


def circles(arrows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Groups of folders of which each reaches each other one; sorted."""
    reach: dict[str, set[str]] = defaultdict(set)
    for start, end in arrows:
        reach[start].add(end)
    grows = True
    while grows:
        grows = False
        for ends in reach.values():
            more = set().union(*(reach.get(end, set()) for end in ends)) - ends
            grows = grows or bool(more)
            ends |= more
    groups = {
        tuple(sorted(other for other in ends if folder in reach.get(other, set())))
        for folder, ends in reach.items() if folder in ends
    }
    return [list(group) for group in sorted(groups)]
