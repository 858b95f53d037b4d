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
CONVERSIONS = {"*": "/", "/": "*"}
LINES_OF_SWITCH = 8
INFIX = ("another bound", "another sum", "another condition", "a shorter range", "the inverse conversion")

_INFIX = re.compile(r"(?<=[\w)\]]) (<=|>=|==|!=|&&|\|\||<|>|\+|-) (?=[\w(.!-])")
_RANGE = re.compile(r"(?<=[\w)\]])\.\.<(?=[\w(])")
_CONDITION = re.compile(r"^\s*(?:\} else )?(?:if|guard) ([^{]+) (?:else )?\{$")
_STATEMENT = re.compile(r"^\s*((?:try )?[a-z_][\w.?!]*\(.*\))$")
_CHANGE = re.compile(r"^\s*([a-z_][\w.]*(?:\[\w+\])? [-+]= \S.*)$")
_NUMBER = re.compile(r"(?<![\w.\[$#])([1-9]\d*)(?![\w.])")
_FACTOR = r"(?:1_?000(?:_000)?|60|3_?600|3\.6|24|86_?400|180|360)"
_UNIT = re.compile(rf"(?<=[\w)\]] [*/] )({_FACTOR})(?![\w.])|(?<![\w.$#])({_FACTOR})(?= [*/] [\w(])")
_CONVERSION = re.compile(rf"(?<=[\w)\]]) ([*/]) (?={_FACTOR}(?![\w.])|\.pi\b)")
_EXTREME = re.compile(r"(?<![\w.])(?:min|max)\((?!\))")
_EXTREME_OF = re.compile(r"(?<=[\w)\]?]\.)(?:min|max)(?:\(\)|\((?=by: )|(?= \{ (?:\$|\w+, \w+ in)))")
_END = re.compile(r"(?<=[\w)\]?]\.)(?:first|last)\b(?!\s*[({:]| [-+]?= )")
_NOTICE = re.compile(r"^\s*((?:try )?(?:\w+\.)*(?:post|notify|announce|enqueue|tell\w*|send\w*)\()$", re.MULTILINE)
_UNTOUCHED = re.compile(r"\s*(@|case |import |infix |(public )?static func [<=>+-])")
_SWITCH = re.compile(r"^( +)switch [^{\n]+ \{\n", re.MULTILINE)
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
    found += [
        Fault(file, code.count("\n", 0, start) + 1, start, end, kind, source[start:end].strip())
        for start, end, kind in _of_text(code)
    ]
    return sorted(found, key=lambda fault: fault.line)


def apart(every: list[Fault]) -> list[Fault]:
    """One fault of a line at most, the first, and none within another."""
    chosen: list[Fault] = []
    taken: set[tuple[str, int]] = set()
    for fault in every:
        lines = {(fault.file, fault.line + more) for more in range(fault.was.count("\n") + 1)}
        if not lines & taken:
            taken |= lines
            chosen.append(fault)
    return chosen


def _of_text(code: str) -> list[tuple[int, int, str]]:
    """What takes more than a line."""
    found: list[tuple[int, int, str]] = []
    for match in _NOTICE.finditer(code):
        before = code[: match.start()].rstrip()
        end = _closing(code, match.end(1) - 1)
        line_ends = re.match(r" *$", code[end:], re.MULTILINE) and not re.match(r"\s*[.?&|+*/=<>-]", code[end:])
        if before.endswith(("{", "}", ")", ":")) and not before.endswith("return") and line_ends:
            found.append((match.start(1), end, "left out"))
    for match in _SWITCH.finditer(code):
        begin, end = match.end(1), _closing(code, match.end() - 2)
        # Nothing else is tried within one: only where little else is there.
        if code.count("\n", begin, end) <= LINES_OF_SWITCH and _bodies(code[begin:end]) is not None:
            found.append((begin, end, "swapped cases"))
    return found


def _bodies(switch: str) -> list[tuple[int, int]] | None:
    """Where the bodies of a switch of two cases are; nothing where one needs what its own case has bound."""
    closing = switch.rfind("}")
    indent = " " * (len(switch) - 1 - switch.rfind("\n") - 1)
    starts = [match.start() for match in re.finditer(rf"^{indent}(?:case |default:)", switch, re.MULTILINE)]
    if len(starts) != 2 or "fallthrough" in switch or "#if" in switch:
        return None
    bodies = []
    for start, end in zip(starts, [starts[1], closing], strict=True):
        label = switch.find(":\n", start, end) if ":\n" in switch[start:end] else switch.find(": ", start, end)
        if label < 0 or re.search(r"\b(?:let|var|where)\b", switch[start:label]):
            return None
        bodies.append((label + 1, end - 1 - len(indent) if end == closing else end - 1))
    (first, second) = (switch[start:end].strip() for start, end in bodies)
    # Texts are not seen here: two that are empty may differ.
    return bodies if first != second or first == "" else None


def _closing(code: str, opening: int) -> int:
    """The position behind the bracket that closes another."""
    depth = 0
    for position in range(opening, len(code)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position + 1
    return len(code)


def _condition(text: str, end: int, before: str) -> int | None:
    """Where the condition begins whose `?` stands at a position; nothing where that is on another line."""
    depth = 0
    for position in range(end - 1, -1, -1):
        sign = text[position]
        depth += {")": 1, "]": 1, "}": 1, "(": -1, "[": -1, "{": -1}.get(sign, 0)
        if depth < 0:
            return position + 1 + (text[position + 1] == " ")
        if depth == 0 and (match := re.match(r"(?:[-+]?=|[,:?]|return|in) ", text[position:end])):
            # Not the last sign of a comparison, not the end of a name.
            if text[position - 1] in "=<>!" or (sign.isalpha() and text[position - 1] not in " {("):
                continue
            return position + match.end()
    start = len(text) - len(text.lstrip())
    begins = before.endswith(("=", "(", "[", ",", "{", ":", "return", " in"))
    return start if begins and not re.match(r"[?:&|+*/=<>.-]", text[start:]) else None


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
    for match in re.finditer(r" \? (?=.* :(?: |$))", text):
        start = _condition(text, match.start(), before)
        if start is not None and not re.search(r"\btry\b|\?$|^$", text[start : match.start()]):
            found.append((start, match.start(), "swapped arms"))
    found += [(match.start(), match.end(), "no conversion") for match in _UNIT.finditer(text)]
    found += [(match.start() + 1, match.end() - 1, "the inverse conversion") for match in _CONVERSION.finditer(text)]
    found += [(match.start(), match.end(), "the other extreme") for match in _EXTREME.finditer(text)]
    found += [(match.start(), match.end(), "the other extreme") for match in _EXTREME_OF.finditer(text)]
    # A key path takes no arguments.
    found += [
        (match.start(), match.end(), "the other end") for match in _END.finditer(text)
        if not re.search(r"\\[\w.?]*$", text[: match.start()])
    ]
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
        if fault.kind in INFIX:
            now = was + _digits(number)
        elif fault.kind == "left out":
            now = f"if !Mutants.isOn({number}) {{ {was} }}"
        elif fault.kind == "swapped cases":
            (begin, end), (later, last) = _bodies(code_only(was)) or [(0, 0), (0, 0)]
            swapped = was[:begin] + was[later:last] + was[end:later] + was[begin:end] + was[last:]
            now = f"if Mutants.isOn({number}) {{ {swapped} }} else {{ {was} }}"
        elif fault.kind == "another number":
            now = f"Mutants.more({number}, {was})"
        elif fault.kind == "no conversion":
            now = f"Mutants.one({number}, {was})"
        elif fault.kind == "the other extreme" and source[fault.start - 1] != ".":
            now = f"Mutants.{was}{number}, "
        elif fault.kind in ("the other extreme", "the other end"):
            now = f"{was}mutant: {number}, " if was.endswith("(") else f"{was.removesuffix('()')}(mutant: {number})"
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
        "  static func one<N: Numeric>(_ number: Int, _ value: N) -> N { isOn(number) ? 1 : value }",
        "  static func min<T: Comparable>(_ number: Int, _ first: T, _ rest: T...) -> T {",
        "    rest.reduce(first) { isOn(number) ? Swift.max($0, $1) : Swift.min($0, $1) }",
        "  }",
        "  static func max<T: Comparable>(_ number: Int, _ first: T, _ rest: T...) -> T {",
        "    rest.reduce(first) { isOn(number) ? Swift.min($0, $1) : Swift.max($0, $1) }",
        "  }",
        "}",
        "extension Sequence {",
        "  typealias MutantOrder = (Element, Element) throws -> Bool",
        "  func min(mutant number: Int, by order: MutantOrder) rethrows -> Element? {",
        "    try Mutants.isOn(number) ? self.max(by: order) : self.min(by: order)",
        "  }",
        "  func max(mutant number: Int, by order: MutantOrder) rethrows -> Element? {",
        "    try Mutants.isOn(number) ? self.min(by: order) : self.max(by: order)",
        "  }",
        "}",
        "extension Sequence where Element: Comparable {",
        "  func min(mutant number: Int) -> Element? { Mutants.isOn(number) ? self.max() : self.min() }",
        "  func max(mutant number: Int) -> Element? { Mutants.isOn(number) ? self.min() : self.max() }",
        "}",
        "extension BidirectionalCollection {",
        "  func first(mutant number: Int) -> Element? { Mutants.isOn(number) ? last : first }",
        "  func last(mutant number: Int) -> Element? { Mutants.isOn(number) ? first : last }",
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
        elif fault.kind == "the inverse conversion":
            of, on = "MultiplicationPrecedence", f"Mutants.isOn({number})"
            text.append(f"infix operator {name}: {of}")
            for kind in ("BinaryInteger", "FloatingPoint"):
                ways = {"*": "a * b", "/": "b == 0 ? a : a / b"}
                text.append(
                    f"func {name} <T: {kind}>(a: T, b: T) -> T "
                    f"{{ {on} ? ({ways[CONVERSIONS[sign]]}) : a {sign} b }}")
            continue
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
