"""tools/mutation.py makes the faults it says, where it says, and none in texts and comments."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

from mutation import apart, faults, support, written  # noqa: E402

SOURCE = """
struct Sample {
  func sample(_ numbers: [Int]) -> Bool {
    // if a < 5 {
    let text = "a < 5"
    if numbers.count < 5 && numbers.isEmpty {
      print(text)
    }
    for i in 0..<numbers.count { note(i + 1) }
    return true
  }
}
"""

TRAVEL = """
struct Travel {
  var stops = [3.0, 1.0, 2.0]
  func post(
    _ text: String, to person: String
  ) { print(text, person) }
  func hours(_ seconds: Int) -> Int {
    seconds / 3600
  }
  func metres(_ kilometres: Double) -> Double {
    return 1000 * kilometres
  }
  func radians(_ degrees: Double) -> Double {
    return degrees * .pi / 180
  }
  func nearest() -> Double? {
    return stops.min()
  }
  func highest() -> Double? {
    return stops.max { $0 < $1 }
  }
  func lowest() -> Double? {
    return stops.max(by: { $1 < $0 })
  }
  func begin() -> Double? {
    return stops.first
  }
  func end() -> String {
    return stops.last?.description ?? ""
  }
  func clamped(_ value: Double) -> Double {
    return min(value, 9.5)
  }
  func side(_ isLeft: Bool, _ count: Int) -> String {
    return isLeft && count > 0 ? "left" : "right"
  }
  func tell(_ isLate: Bool) {
    if isLate {
      post(
        "late", to: "ana")
    }
    let paths = stops.map(\\.description.first)
    print(paths.count, isLate ? stops.max() ?? 0 : nearest() ?? 0)
  }
  func word(_ isIn: Bool) -> String {
    switch isIn {
    case true: "in"
    case false: "out"
    }
  }
  func say(_ count: Int?) {
    switch count {
    case .none:
      print("none")
    case .some:
      let text = "some"
      print(text)
    }
    switch count {
    case .some(let count): print(count)
    case nil: break
    }
  }
}
"""

MAIN = """
let travel = Travel()
print(travel.hours(7200), travel.metres(2), travel.radians(90), travel.nearest() ?? 0, travel.highest() ?? 0)
print(travel.lowest() ?? 0, travel.begin() ?? 0, travel.end(), travel.clamped(30), travel.side(true, 1))
travel.tell(true)
print(travel.word(true))
travel.say(nil)
"""


class Faults(unittest.TestCase):
    def setUp(self) -> None:
        self.found = faults("Sample.swift", SOURCE)

    def test_finds_each_kind_where_it_is(self) -> None:
        seen = {(fault.line, fault.kind, fault.was) for fault in self.found}
        self.assertEqual(seen, {
            (6, "another bound", "<"), (6, "another condition", "&&"), (6, "another number", "5"),
            (6, "the opposite", "numbers.count < 5 && numbers.isEmpty"), (7, "left out", "print(text)"),
            (9, "a shorter range", "..<"), (9, "another sum", "+"), (9, "another number", "1"),
            (10, "another answer", "true"),
        })

    def test_writes_one_of_a_line_and_leaves_the_rest(self) -> None:
        first = next(fault for fault in self.found if fault.was == "<")
        left_out = next(fault for fault in self.found if fault.kind == "left out")
        text = written(SOURCE, {3: first, 4: left_out})
        self.assertIn("if numbers.count <~| 5 && numbers.isEmpty {", text)
        self.assertIn("      if !Mutants.isOn(4) { print(text) }", text)
        self.assertEqual(text.replace("<~| 5", "< 5").replace("if !Mutants.isOn(4) { print(text) }", "print(text)"), SOURCE)

    def test_every_operator_that_is_written_is_declared(self) -> None:
        infix = {number: fault for number, fault in enumerate(self.found) if fault.was in ("<", "&&", "..<", "+")}
        names = re.findall(r"^infix operator (\S+): ", support(infix), re.MULTILINE)
        self.assertEqual(len(names), 4)
        for number, fault in infix.items():
            self.assertTrue(any(name in written(SOURCE, {number: fault}) for name in names), fault)

    def test_long_lines_are_read_in_no_time(self) -> None:
        faults("Long.swift", "  " + "aB9" * 5000 + "(" + ")" * 3 + "\n")

    def test_finds_units_arms_extremes_ends_and_notices(self) -> None:
        seen = {(fault.line, fault.kind, fault.was) for fault in faults("Travel.swift", TRAVEL)}
        self.assertLessEqual({
            (8, "no conversion", "3600"), (8, "the inverse conversion", "/"), (11, "no conversion", "1000"),
            (14, "no conversion", "180"), (14, "the inverse conversion", "*"), (14, "the inverse conversion", "/"),
            (17, "the other extreme", "min()"), (20, "the other extreme", "max"), (23, "the other extreme", "max("),
            (26, "the other end", "first"), (29, "the other end", "last"), (32, "the other extreme", "min("),
            (35, "swapped arms", "isLeft && count > 0"), (43, "swapped arms", "isLate"),
            (39, "left out", 'post(\n        "late", to: "ana")'),
        }, seen)
        # A key path takes no other end.
        self.assertNotIn((42, "the other end", "first"), seen)

    def test_the_condition_of_arms_is_all_of_it(self) -> None:
        for line, condition in [
            ("    let a = b + 1 == c ? d : e", "b + 1 == c"), ("    f(a, b == c ? d : e)", "b == c"),
            ("    a += isIn ? 1 : 0", "isIn"), ("    list.map { $0 > 1 ? 1 : 2 }", "$0 > 1"),
            ("    return (a < b ? a : b, c)", "a < b"), ("    x.map { a in a.isIn ? 1 : 2 }", "a.isIn"),
            ("    let begin = a ? b : c", "a"),
        ]:
            found = [fault.was for fault in faults("A.swift", f"  func f() {{\n{line}\n  }}\n") if fault.kind == "swapped arms"]
            self.assertEqual(found, [condition], line)
        for line in ["    && b ? c : d", "    let a = try b() ? c : d", "    let a: Int? = b", "      ? c : d"]:
            found = [fault for fault in faults("A.swift", f"  func f() {{\n{line}\n  }}\n") if fault.kind == "swapped arms"]
            self.assertEqual(found, [], line)

    def test_two_cases_are_swapped_unless_one_binds(self) -> None:
        found = [fault.line for fault in faults("Travel.swift", TRAVEL) if fault.kind == "swapped cases"]
        self.assertEqual(found, [46, 52])
        three = "  func f() {\n    switch a {\n    case 1: b()\n    case 2: c()\n    default: d()\n    }\n  }\n"
        same = "  func f() {\n    switch a {\n    case 1: b()\n    default: b()\n    }\n  }\n"
        for text in (three, same):
            self.assertEqual([fault for fault in faults("A.swift", text) if fault.kind == "swapped cases"], [], text)

    def test_none_is_chosen_within_another(self) -> None:
        every = faults("Travel.swift", TRAVEL)
        notice = next(fault for fault in every if "\n" in fault.was)
        inside = [fault for fault in every if fault.line == notice.line + 1]
        chosen = apart([notice, *inside, *every])
        self.assertIn(notice, chosen)
        self.assertFalse(set(inside) & set(chosen))
        self.assertEqual(len({fault.line for fault in chosen}), len(chosen))

    def test_each_compiles_and_does_what_it_says(self) -> None:
        kinds = {"no conversion", "the inverse conversion", "the other extreme", "the other end", "swapped arms", "swapped cases"}
        every = [fault for fault in faults("Travel.swift", TRAVEL) if fault.kind in kinds or "\n" in fault.was]
        chosen = dict(enumerate(every))
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            texts = {"Travel.swift": written(TRAVEL, chosen), "Mutants.swift": support(chosen), "main.swift": MAIN}
            for name, text in texts.items():
                (Path(folder) / name).write_text(text)
            done = subprocess.run(
                ["swiftc", "-o", program, *texts], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

            def said(number: int) -> str:
                return subprocess.run(
                    [program], env=os.environ | {"WAYSIDE_MUTANT": str(number)}, check=True, capture_output=True,
                    text=True).stdout

            right = said(-1)
            self.assertEqual(
                right.split(), "2 2000.0 1.5707963267948966 1.0 3.0 1.0 3.0 2.0 9.5 left late ana 3 3.0 in none".split())
            for number, fault in chosen.items():
                self.assertNotEqual(said(number), right, fault)


if __name__ == "__main__":
    unittest.main()
