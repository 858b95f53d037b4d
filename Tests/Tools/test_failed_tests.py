"""Tests of tools/failed_tests.py."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from failed_tests import failed_filters  # noqa: E402

RESULTS = """<testsuites><testsuite name="TestResults" errors="0" tests="3" failures="2">
  <testcase classname="GeodesyTests.RulerTests" name="near()" time="0.1" />
  <testcase classname="StorageTests.PowerCutTests" name="seeds(_:)" time="0.1">
    <failure message="Expectation failed: 1 == 2" />
    <failure message="Expectation failed: 2 == 3" />
  </testcase>
  <testcase classname="BaseTests" name="free()" time="0.1"><failure message="x" /></testcase>
</testsuite></testsuites>"""


class FailedTests(unittest.TestCase):
    def filters(self, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.xml"
            file.write_text(text)
            return failed_filters(file)

    def test_each_failed_test_once(self):
        first, second = self.filters(RESULTS)
        self.assertTrue(re.search(first, "StorageTests.PowerCutTests/seeds(_:)/PowerCutTests.swift:12:4"))
        self.assertIsNone(re.search(first, "StorageTests.PowerCutTests/seedsOfOld(_:)"))
        self.assertTrue(re.search(second, "BaseTests/free()"))

    def test_nothing_where_the_process_ended_early(self):
        self.assertEqual(self.filters("<testsuites><testsuite"), [])
        self.assertEqual(failed_filters(Path("/nowhere/results.xml")), [])


if __name__ == "__main__":
    unittest.main()
