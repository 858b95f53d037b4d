"""tools/mutate tells a fault that tests notice from one with which they do not end."""

import importlib.util
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

from mutation import faults  # noqa: E402

loader = SourceFileLoader("mutate", str(TOOLS / "mutate"))
specification = importlib.util.spec_from_loader("mutate", loader)
assert specification is not None
mutate = importlib.util.module_from_spec(specification)
sys.modules["mutate"] = mutate
sys.dont_write_bytecode = True
loader.exec_module(mutate)

Outcome, Suite = mutate.Outcome, mutate.Suite

TESTS = """#!/bin/sh
case "$WAYSIDE_MUTANT" in
  0) exit 0 ;;
  1) exit 1 ;;
  2) echo '\u2718 Test walks() recorded an issue at A.swift:1'; sleep 60 ;;
  *) sleep 60 ;;
esac
"""
"""A test program: passes, fails, goes on after a failure, does not end."""


class Mutate(unittest.TestCase):
    def test_how_a_run_ends(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "tests"
            program.write_text(TESTS)
            program.chmod(0o755)
            with mock.patch.multiple(mutate, PROGRAM=program, TREE=Path(folder)):
                ended = [mutate.run([Suite("A")], 1.5, {"WAYSIDE_MUTANT": str(number)}) for number in range(4)]
        self.assertEqual(ended, [Outcome.PASSED, Outcome.FAILED, Outcome.FAILED, Outcome.TIMED_OUT])

    def test_what_took_too_long_is_tried_once_more_alone(self) -> None:
        source = "func f() {\n  a < b\n  c < d\n  e < f\n  g < h\n}\n"
        chosen = dict(enumerate(faults("Sources/Ground/Base/A.swift", source)[:4]))
        self.assertEqual(len(chosen), 4)
        late, passed, failed = Outcome.TIMED_OUT, Outcome.PASSED, Outcome.FAILED
        answers = {0: [passed], 1: [late, passed], 2: [late, failed], 3: [late, late]}

        def run(_suites: object, _limit: float, environment: dict[str, str]) -> object:
            return answers[int(environment["WAYSIDE_MUTANT"])].pop(0)

        suites = [Suite("BaseTests.A", 1, frozenset(chosen))]
        with mock.patch.object(mutate, "run", run):
            found = dict(mutate.outcomes(chosen, suites, 600, 2))
        self.assertEqual(found, {0: passed, 1: passed, 2: failed, 3: late})
        self.assertEqual([rest for rest in answers.values() if rest], [])


if __name__ == "__main__":
    unittest.main()
