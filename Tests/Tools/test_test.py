"""tools/test with a sanitizer passes only if tests ran and passed; the compiler is played by a script."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"

SWIFT = """#!/bin/sh
[ "$1" = test ] || exit 0
case "$*" in
  *typo*) echo 'Test run with 0 tests passed after 0.001 seconds.' ;;
  *broken*) echo 'Test run with 2 tests failed after 0.001 seconds with 1 issue.'; exit 1 ;;
  *) echo 'Test run with 3 tests passed after 0.001 seconds.' ;;
esac
"""


class Sanitize(unittest.TestCase):
    def test_no_test_is_no_success(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tools = Path(folder) / "tools"
            tools.mkdir()
            shutil.copy(TOOLS / "test", tools)
            for path, text in [("tools/setup", "#!/bin/sh\n"), ("tools/web", "#!/bin/sh\n"), ("swift", SWIFT)]:
                (Path(folder) / path).write_text(text)
                (Path(folder) / path).chmod(0o755)
            environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
            for pattern, code, said in [
                ("typo", 1, 'no test ran: the filter "typo" matches none'),
                ("broken", 1, "Test run with 2 tests failed after 0.001 seconds with 1 issue."),
                ("Walks", 0, "Test run with 3 tests passed after 0.001 seconds."),
            ]:
                done = subprocess.run(
                    [tools / "test", "--sanitize", "thread", "--filter", pattern], env=environment, check=False,
                    capture_output=True, text=True)
                with self.subTest(pattern):
                    self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (code, said))


if __name__ == "__main__":
    unittest.main()
