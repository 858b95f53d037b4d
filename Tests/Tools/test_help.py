"""Tests of what the tools say of themselves."""

import subprocess
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


class Help(unittest.TestCase):
    def test_is_the_comment_at_the_head(self):
        for name in ("test", "bench", "demo", "fuzz", "geodata"):
            lines = (TOOLS / name).read_text().splitlines()[1:]
            end = next(index for index, line in enumerate(lines) if not line.startswith("#"))
            expected = [line[2:] for line in lines[:end]]
            said = subprocess.run([TOOLS / name, "--help"], capture_output=True, text=True, check=True)
            with self.subTest(name):
                self.assertEqual(said.stdout.splitlines(), expected)


if __name__ == "__main__":
    unittest.main()
