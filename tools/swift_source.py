"""What of a Swift file is code: comments and string literals blanked out, line numbers kept."""

from __future__ import annotations

import re

_NOT_NEWLINE = re.compile(r"[^\n]")


def code_only(source: str) -> str:
    """The source with comments and text literals replaced by spaces of the same length.

    Code inside of string interpolations stays. Knows nested comments, raw and multi-line strings.
    """
    output: list[str] = []
    position = 0
    while position < len(source):
        end = _comment_end(source, position)
        if end > position:
            output.append(_blank(source[position:end]))
            position = end
            continue
        delimiter = _string_start(source, position)
        if delimiter:
            text, position = _string(source, position, delimiter)
            output.append(text)
            continue
        output.append(source[position])
        position += 1
    return "".join(output)


def _blank(text: str) -> str:
    return _NOT_NEWLINE.sub(" ", text)


def _comment_end(source: str, start: int) -> int:
    """Where the comment that starts here ends; `start` when none does."""
    if source.startswith("//", start):
        end = source.find("\n", start)
        return len(source) if end < 0 else end
    if not source.startswith("/*", start):
        return start
    depth, position = 1, start + 2
    while position < len(source) and depth > 0:
        if source.startswith("/*", position):
            depth, position = depth + 1, position + 2
        elif source.startswith("*/", position):
            depth, position = depth - 1, position + 2
        else:
            position += 1
    return position


def _string_start(source: str, position: int) -> str:
    """The opening delimiter of a string literal that starts here, or nothing."""
    match = re.compile(r'(#*)("""|")').match(source, position)
    return match.group(0) if match else ""


def _string(source: str, start: int, opening: str) -> tuple[str, int]:
    """The blanked literal that starts here, interpolations kept, and where it ends."""
    pounds = opening.rstrip('"')
    closing = opening[len(pounds) :] + pounds
    escape = "\\" + pounds
    output, position = [_blank(opening)], start + len(opening)
    while position < len(source) and not source.startswith(closing, position):
        if source.startswith(escape + "(", position):
            begin = position + len(escape) + 1
            end = _interpolation_end(source, begin)
            output.append(" " * (len(escape) + 1) + code_only(source[begin:end]))
            position = end
        elif source.startswith(escape, position):
            step = len(escape) + 1
            output.append(_blank(source[position : position + step]))
            position += step
        elif source[position] == "\n" and '"""' not in closing:
            break
        else:
            output.append(_blank(source[position]))
            position += 1
    output.append(_blank(closing) if source.startswith(closing, position) else "")
    return "".join(output), position + len(output[-1])


def _interpolation_end(source: str, start: int) -> int:
    """Where the parenthesis of an interpolation closes; strings inside may hold parentheses."""
    depth, position = 1, start
    while position < len(source):
        delimiter = _string_start(source, position)
        if delimiter:
            _, position = _string(source, position, delimiter)
            continue
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        if depth == 0:
            return position
        position += 1
    return position
