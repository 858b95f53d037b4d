"""Small faults in Swift sources, as a careless hand makes them: found, and written in so that one can be
switched on when the program starts.

A fault is a schema: the code holds both ways, and the environment variable WAYSIDE_MUTANT says which fault is
on. So all of them are compiled at once. Operators are exchanged for ones of our own with the same precedence,
which need no parser: `a < b` becomes `a <~^ b`, whose function compares with `<=` when its fault is on.
With WAYSIDE_MUTANTS_REACHED, a file of a byte for each number, all processes note there which faults they passed.
"""

from __future__ import annotations

import dataclasses
import re

from swift_source import code_only

SIGNS = "~^%|"

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SUMS = {"+": "-", "-": "+"}
LOGIC = {"&&": "||", "||": "&&"}

_INFIX = re.compile(r"(?<=[\w)\]]) (<=|>=|==|!=|&&|\|\||<|>|\+|-) (?=[\w(.!-])")
_RANGE = re.compile(r"(?<=[\w)\]])\.\.<(?=[\w(])")
_CONDITION = re.compile(r"^\s*(?:\} else )?(?:if|guard) ([^{]+) (?:else )?\{$")
_STATEMENT = re.compile(r"^\s*((?:try )?[a-z_][\w.?!]*\(.*\))$")
_CHANGE = re.compile(r"^\s*([a-z_][\w.]*(?:\[\w+\])? [-+]= \S.*)$")
_NUMBER = re.compile(r"(?<![\w.\[$#])([1-9]\d*)(?![\w.])")
_UNTOUCHED = re.compile(r"\s*(@|case |import |infix |(public )?static func [<=>+-])")
_TRUTH = re.compile(r"\breturn (true|false)$")


@dataclasses.dataclass(frozen=True)
class Fault:
    """One place, and what is wrong there when the fault is on."""

    file: str
    line: int
    start: int
    end: int
    kind: str
    was: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}: {self.was}"


def faults(file: str, source: str) -> list[Fault]:
    """Every fault that can be made in a file, in the order of lines."""
    found: list[Fault] = []
    code = code_only(source)
    lines = code.split("\n")
    offset = 0
    for number, line in enumerate(lines):
        before = next((other.rstrip() for other in reversed(lines[:number]) if other.strip()), "")
        after = next((other.strip() for other in lines[number + 1 :] if other.strip()), "")
        for start, end, kind in _of_line(line, before, after):
            begin = offset + start
            found.append(Fault(file, number + 1, begin, offset + end, kind, source[begin : offset + end].strip()))
        offset += len(line) + 1
    return found


def _of_line(line: str, before: str, after: str) -> list[tuple[int, int, str]]:
    text = line.rstrip()
    if not text.startswith("  ") or _UNTOUCHED.match(text):
        return []
    found: list[tuple[int, int, str]] = []
    for match in _INFIX.finditer(text):
        sign = match.group(1)
        if sign in COMPARISONS and re.match(r"nil\b|\.", text[match.end() :]):
            continue
        kind = "another bound" if sign in COMPARISONS else "another sum" if sign in SUMS else "another condition"
        found.append((match.start() + 1, match.end() - 1, kind))
    found += [(match.start(), match.end(), "a shorter range") for match in _RANGE.finditer(text)]
    if condition := _CONDITION.match(text):
        if not re.search(r"\blet\b|\bvar\b|\bcase\b|\btry\b|#|,|[{}]", condition.group(1)):
            found.append((condition.start(1), condition.end(1), "the opposite"))
    follows = before.endswith(("{", "}", ")")) or re.search(r"[\w\]]$", before) is not None
    if follows and not re.match(r"[.?:&|+*/=<>-]", after) and not before.endswith((",", "return", "in")):
        for pattern in (_STATEMENT, _CHANGE):
            statement = pattern.match(text)
            if statement and _balanced(statement.group(1)) and not re.match(
                r"(try )?(super|self|return|precondition|guard|if|for|while|switch|assert|init)\b", statement.group(1)
            ):
                found.append((statement.start(1), statement.end(1), "left out"))
    found += [(match.start(1), match.end(1), "another number") for match in _NUMBER.finditer(text)]
    found += [(match.start(1), match.end(1), "another answer") for match in _TRUTH.finditer(text)]
    return found


def _balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def written(source: str, chosen: dict[int, Fault]) -> str:
    """The source with the faults that are chosen in it, by their numbers."""
    for number, fault in sorted(chosen.items(), key=lambda item: -item[1].start):
        was = source[fault.start : fault.end]
        if fault.kind in ("another bound", "another sum", "another condition", "a shorter range"):
            now = was + _digits(number)
        elif fault.kind == "left out":
            now = f"if !Mutants.isOn({number}) {{ {was} }}"
        elif fault.kind == "another number":
            now = f"Mutants.more({number}, {was})"
        else:
            now = f"Mutants.not({number}, {was})"
        source = source[: fault.start] + now + source[fault.end :]
    return source


def _digits(number: int) -> str:
    """The number in signs that an operator may hold."""
    digits = ""
    while True:
        number, digit = divmod(number, len(SIGNS))
        digits = SIGNS[digit] + digits
        if number == 0:
            return SIGNS[0] + digits


def support(chosen: dict[int, Fault]) -> str:
    """What a module needs beside its changed sources."""
    text = [
        "import Foundation",
        "",
        "enum Mutants {",
        '  static let current = Int(ProcessInfo.processInfo.environment["WAYSIDE_MUTANT"] ?? "") ?? -1',
        "  nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {",
        '    guard let path = ProcessInfo.processInfo.environment["WAYSIDE_MUTANTS_REACHED"] else { return nil }',
        "    let file = open(path, O_RDWR)",
        "    let size = lseek(file, 0, SEEK_END)",
        "    guard size > 0, let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { return nil }",
        "    return bytes.assumingMemoryBound(to: UInt8.self)",
        "  }()",
        "  static func isOn(_ number: Int) -> Bool {",
        "    if let reached { reached[number] = 1 }",
        "    return current == number",
        "  }",
        "  static func not(_ number: Int, _ truth: Bool) -> Bool { isOn(number) ? !truth : truth }",
        "  static func more<N: AdditiveArithmetic & ExpressibleByIntegerLiteral>(_ number: Int, _ value: N) -> N {",
        "    isOn(number) ? value + 1 : value",
        "  }",
        "}",
    ]
    for number, fault in sorted(chosen.items()):
        sign = fault.was
        name = sign + _digits(number)
        if fault.kind == "another bound":
            precedence, of = "ComparisonPrecedence", "Equatable" if sign in ("==", "!=") else "Comparable"
            body = f"<T: {of}>(a: T, b: T) -> Bool {{ Mutants.isOn({number}) ? a {COMPARISONS[sign]} b : a {sign} b }}"
        elif fault.kind == "another sum":
            precedence = "AdditionPrecedence"
            body = (
                f"<T: AdditiveArithmetic>(a: T, b: T) -> T "
                f"{{ Mutants.isOn({number}) ? a {SUMS[sign]} b : a {sign} b }}"
            )
        elif fault.kind == "another condition":
            precedence = "LogicalConjunctionPrecedence" if sign == "&&" else "LogicalDisjunctionPrecedence"
            body = (
                f"(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{ try Mutants.isOn({number}) ? a {LOGIC[sign]} b() : a {sign} b() }}"
            )
        elif fault.kind == "a shorter range":
            precedence = "RangeFormationPrecedence"
            body = (
                f"<T: Strideable & Comparable>(a: T, b: T) -> Range<T> where T.Stride: SignedInteger "
                f"{{ a..<(Mutants.isOn({number}) && a < b ? b.advanced(by: -1) : b) }}"
            )
        else:
            continue
        text += [f"infix operator {name}: {precedence}", f"func {name} {body}"]
    return "\n".join(text) + "\n"
