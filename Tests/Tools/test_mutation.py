"""tools/mutation.py makes the faults it says, where it says, and none in texts and comments."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

from mutation import faults, support, written  # noqa: E402

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


if __name__ == "__main__":
    unittest.main()
