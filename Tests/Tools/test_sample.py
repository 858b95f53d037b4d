"""The suites that tools/test runs on PostgreSQL as a sample are there, and run on one store at a time."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = (ROOT / "tools/test").read_text()


class Sample(unittest.TestCase):
    def setUp(self) -> None:
        match = re.search(r"^sample=\(\n(.*?)^\)", SCRIPT, re.MULTILINE | re.DOTALL)
        self.assertIsNotNone(match)
        self.names = match.group(1).split()

    def test_every_suite_is_there_and_on_the_store_that_is_chosen(self) -> None:
        self.assertGreaterEqual(len(self.names), 8)
        for name in self.names:
            target, suite = name.split(".")
            files = [
                path.read_text() for path in (ROOT / "Tests").glob(f"*/{target}/**/*.swift")
                if re.search(rf"^struct {suite}\b", path.read_text(), re.MULTILINE)]
            self.assertEqual(len(files), 1, f"{name}: a suite that is not there filters nothing")
            # The fixtures open the store that is chosen; rules without a store tell nothing new here.
            self.assertTrue(re.search(r"Fixture|TourStand", files[0]), name)

    def test_every_part_that_stores_something_has_one(self) -> None:
        targets = {name.split(".")[0] for name in self.names}
        self.assertLessEqual(
            {"IdentityTests", "ModerationTests", "ObjectsTests", "PlanningTests", "ToursTests", "TravelTests",
             "WaysideAPITests"}, targets)

    def test_the_filter_names_whole_suites(self) -> None:
        line = next(line for line in SCRIPT.splitlines() if 'IFS=' in line).strip()
        done = subprocess.run(
            ["bash", "-c", f"sample=({' '.join(self.names)}); {line}; printf %s \"$postgres\""], text=True,
            capture_output=True, check=True)
        for name in self.names:
            self.assertRegex(f"{name}/test()", done.stdout)
        self.assertNotRegex(f"{self.names[0]}More/test()", done.stdout)
        self.assertNotRegex(self.names[0].replace(".", "x") + "/test()", done.stdout)


if __name__ == "__main__":
    unittest.main()
