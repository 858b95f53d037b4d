"""tools/check finds each broken construct in a small package that has it, and nothing else there."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

PACKAGE = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "sample",
  targets: [
    .target(name: "Upper", dependencies: {upper}, path: "Sources/Ground/Upper"),
    .target(name: "Lower", dependencies: {lower}, path: "Sources/Ground/Lower"),
  ])
"""


class Sample:
    """A package of two targets in a folder of its own."""

    def __init__(self, lower: str = "", upper_needs: str = "[]", lower_needs: str = '["Upper"]'):
        self.folder = tempfile.TemporaryDirectory()
        self.write("Package.swift", PACKAGE.replace("{upper}", upper_needs).replace("{lower}", lower_needs))
        self.write("Sources/Ground/Upper/Upper.swift", "struct Upper {}\n")
        self.write("Sources/Ground/Lower/Lower.swift", lower or "struct Lower {}\n")

    def write(self, name: str, content: str) -> None:
        path = Path(self.folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def findings(self, rule: str) -> list[str]:
        """What the rule finds; the sample is gone afterwards."""
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "check", rule], capture_output=True, text=True, check=False,
            env={**os.environ, "WAYSIDE_CHECK_ROOT": self.folder.name})
        self.folder.cleanup()
        return done.stdout.splitlines()[:-1]


class CheckTests(unittest.TestCase):
    def test_imports_on_one_line(self) -> None:
        self.assertEqual(Sample("import Upper\n").findings("imports"), [])
        for line in ("import Upper; import Nowhere\n", "import Foundation;import Nowhere\n"):
            found = Sample(line).findings("imports")
            self.assertEqual(len(found), 1, found)
            self.assertIn("Lower.swift:1: imports: Nowhere", found[0])

    def test_order_of_targets(self) -> None:
        found = Sample(upper_needs='["Lower"]', lower_needs="[]").findings("imports")
        self.assertEqual(len(found), 1, found)
        self.assertIn("Upper depends on Lower, which stands below it", found[0])

    def test_unchecked_claims(self) -> None:
        claim = "final class Lower: @unchecked Sendable {}\n"
        self.assertEqual(Sample("// Invariant: it has no state.\n" + claim).findings("unchecked"), [])
        for broken in (
            claim, "// Invariant:\n" + claim, "// Invariant: -\n" + claim,
            "final class Lower: @unchecked\n  Sendable {}\n", "nonisolated( unsafe ) var x = 1\n",
        ):
            self.assertEqual(len(Sample(broken).findings("unchecked")), 1, broken)

    def test_labels(self) -> None:
        self.assertEqual(Sample("func f(caller: Caller, by other: Callers) {}\n").findings("labels"), [])
        for broken in ("func f(by caller: Caller) {}\n", "func f(\n  _ x: Int, for caller: Caller\n) {}\n"):
            self.assertEqual(len(Sample(broken).findings("labels")), 1, broken)

    def test_docstrings(self) -> None:
        said = "/// What it is.\n// Invariant: none.\n@frozen\npublic struct S {\n  public var x = 0\n  func f() {}\n}\n"
        witness = "protocol P { func run() }\nextension S: P { public func run() {} }\n"
        self.assertEqual(Sample(said + witness).findings("docstrings"), [])
        for broken in ("public struct S {}\n", "extension S {\n  public static func f() {}\n}\n",
                       "// not for readers\n@discardableResult\npublic func f() -> Int { 1 }\n"):
            self.assertEqual(len(Sample(broken).findings("docstrings")), 1, broken)

    def test_preconditions(self) -> None:
        check = "func f(_ x: Int) { precondition(x > 0) }\n"
        self.assertEqual(Sample("// Invariant: only literals are given.\n" + check).findings("preconditions"), [])
        self.assertEqual(Sample("// precondition(x) in a comment\n").findings("preconditions"), [])
        for broken in (check, "func f() { assertionFailure() }\n", "func f() { preconditionFailure() }\n"):
            self.assertEqual(len(Sample(broken).findings("preconditions")), 1, broken)

    def test_public_functions_that_nothing_calls(self) -> None:
        work = "public func work() {}\n"
        self.assertEqual(Sample(work + "func start() { work() }\n").findings("unreached"), [])
        for broken in (work, work + "// work()\n", work + "public func work(_ more: Int) {}\n"):
            found = Sample(broken).findings("unreached")
            self.assertEqual(len(found), broken.count("public"), broken)
            self.assertIn("nothing in the program calls work", found[0])

    def test_traps(self) -> None:
        for broken in ("func f() { fatalError() }\n", "let x = try! f()\n", "let y = z as! Int\n"):
            self.assertEqual(len(Sample(broken).findings("traps")), 1, broken)
        self.assertEqual(Sample("let x = try? f() // not try!\n").findings("traps"), [])


if __name__ == "__main__":
    unittest.main()
