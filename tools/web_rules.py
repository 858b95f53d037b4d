"""The laws of the pages' modules: who imports whom, who spells addresses, how long functions are, what is untyped."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from folder_circles import circles

SHARED = ("data", "map", "notices", "parts", "shell", "view")
"""Folders that all places stand on; every other one is a place of the menu."""

PLACES_OF = "shell/places.js"
"""The one shared module that names the places."""

LONGEST_FUNCTION = 80
MOST_ANY = 60

_IMPORT = re.compile(r"(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'")
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE = re.compile(r"(?<![:'\"`/])//.*")
_TAG = re.compile(r"@(?:param|returns?|type|typedef|property|template|satisfies)\s*(?=\{)")
_REASON = re.compile(r"\bany: \S")
_LONG = re.compile(r"^(.+?\.js):(\d+):\d+: .*has too many lines \((\d+)\)", re.MULTILINE)


def folder_of(file: str) -> str:
    return file.partition("/")[0]


def without_comments(source: str) -> str:
    """The code with as many lines."""
    return _LINE.sub("", _BLOCK.sub(lambda found: "\n" * found[0].count("\n"), source))


def imports_of(file: str, source: str) -> set[str]:
    """The modules that one imports, also on demand, by their paths below the pages' folder."""
    here = os.path.dirname(file)
    return {os.path.normpath(os.path.join(here, path)) for path in _IMPORT.findall(without_comments(source))}


def circle_findings(sources: Mapping[str, str]) -> Iterator[str]:
    arrows = [(file, other) for file, source in sources.items() for other in imports_of(file, source)]
    for group in circles(arrows):
        yield f"{group[0]}: imports itself by way of {', '.join(group[1:]) or 'itself'}"


def place_findings(sources: Mapping[str, str]) -> Iterator[str]:
    """No place imports another, and what all stand on imports none."""
    for file, source in sources.items():
        folder = folder_of(file)
        for other in sorted(imports_of(file, source)):
            there = folder_of(other)
            if there == folder or there in SHARED or file == PLACES_OF:
                continue
            whose = "what all stand on" if folder in SHARED else "a place"
            yield f"{file}: {whose} imports no place; {other} belongs into a shared folder"


def data_findings(sources: Mapping[str, str]) -> Iterator[str]:
    """`data` knows the way to the server and lists, nothing of pages."""
    for file, source in sources.items():
        if folder_of(file) != "data":
            continue
        for other in sorted(imports_of(file, source)):
            if folder_of(other) not in ("data", "shell", "map") and other != "parts/list.js":
                yield f"{file}: data imports no pages, as {other}"


def address_findings(sources: Mapping[str, str]) -> Iterator[str]:
    """Addresses of the API are spelled in `data` only."""
    for file, source in sources.items():
        if folder_of(file) == "data":
            continue
        for number, line in enumerate(without_comments(source).splitlines(), 1):
            if "/v1/" in line:
                yield f"{file}:{number}: addresses of the API are spelled in data/"


def length_findings(linted: str) -> Iterator[str]:
    """Functions that are too long, from what the linter says of `max-lines-per-function`."""
    for file, line, count in _LONG.findall(linted):
        if int(count) > LONGEST_FUNCTION:
            yield f"{file}:{line}: a function of {count} lines; {LONGEST_FUNCTION} are the most"


def type_expressions(comment: str) -> Iterator[str]:
    """What stands in braces behind the tags of a doc comment."""
    for tag in _TAG.finditer(comment):
        depth, begin = 0, tag.end()
        for index in range(begin, len(comment)):
            depth += {"{": 1, "}": -1}.get(comment[index], 0)
            if depth == 0:
                yield comment[begin:index + 1]
                break
    yield from re.findall(r"@template (\[[^\]]*\])", comment)


def untyped(source: str) -> Iterator[tuple[int, int, bool]]:
    """Comments with `any` in their types: the line, how many, and whether a reason is given."""
    for found in _BLOCK.finditer(source):
        comment = found[0]
        count = sum(len(re.findall(r"\bany\b", one)) for one in type_expressions(comment))
        if count:
            yield source[:found.start()].count("\n") + 1, count, bool(_REASON.search(comment))


def any_findings(sources: Mapping[str, str]) -> Iterator[str]:
    """`any` is rare, and says why."""
    for file, source in sources.items():
        for line, _, has_reason in untyped(source):
            if not has_reason:
                yield f"{file}:{line}: `any` without a reason (`any: why`) in its comment"


def count_any(sources: Mapping[str, str]) -> int:
    return sum(count for source in sources.values() for _, count, _ in untyped(source))


def findings(sources: Mapping[str, str], linted: str) -> list[str]:
    """What breaks the laws."""
    found = [
        *circle_findings(sources), *place_findings(sources), *data_findings(sources), *address_findings(sources),
        *length_findings(linted), *any_findings(sources),
    ]
    count = count_any(sources)
    if count >= MOST_ANY:
        found.append(f"{count} `any`; less than {MOST_ANY} are to remain")
    return found
