"""Tests of tools/reached_tests.py."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from reached_tests import opens, reached_pages, reached_targets, tests_of  # noqa: E402

TARGETS = {
    "Base": ("Sources/Ground/Base", []),
    "Routing": ("Sources/Engines/Routing", ["Base"]),
    "Travel": ("Sources/Capabilities/Travel", ["Routing"]),
    "RoutingTests": ("Tests/Engines/RoutingTests", ["Routing"]),
    "TravelTests": ("Tests/Capabilities/TravelTests", ["Travel"]),
}
WEB = "Sources/Interfaces/WebClient/web/"
MODULES = {
    "shell/router.js": "import { places } from './places.js';",
    "shell/places.js": "const tours = () => import('../tours/routes.js');",
    "parts/dialog.js": "import { t } from '../shell/texts.js';",
    "map/map.js": "",
    "tours/walk.js": "import { go } from '../shell/router.js';\nimport '../map/map.js';",
    "tours/routes.js": "path: '/t/:id/walk',\n load: () => import('./walk.js'),",
    "calendar/year.js": "import {\n  openDialog,\n} from '../parts/dialog.js';",
    "calendar/routes.js":
        "de: () => import('./texts.de.js'),\n path: '/calendar',\n load: () => import('./year.js'),",
    "parts/people/texts.js": "de: () => import('./texts.de.js'),",
    "groups/people.js": "",
    "groups/routes.js": "import people from '../parts/people/texts.js';\n"
        "path: '/people',\n load: () => import('./people.js'),",
}
TESTS = """
def walking(world):
    return world.open(f"/t/{1}/walk?view=ar")

def test_walk(world):
    walking(world).click()

def test_year(world):
    page.goto('/calendar?view=year')
"""


class ReachedTests(unittest.TestCase):
    def test_targets_that_import_what_changed(self) -> None:
        self.assertEqual(reached_targets(["Sources/Engines/Routing/Profile.swift"], TARGETS),
                         {"Routing", "Travel", "RoutingTests", "TravelTests"})
        self.assertEqual(reached_targets(["Tests/Engines/RoutingTests/SnapTests.swift"], TARGETS), {"RoutingTests"})
        self.assertEqual(reached_targets(["README.md", WEB + "map/map.js"], TARGETS), set())

    def pages(self, *changed: str) -> set[str]:
        return reached_pages([WEB + name for name in changed], MODULES)

    def test_pages_whose_modules_import_what_changed(self) -> None:
        self.assertEqual(self.pages("map/map.js"), {"/t/:id/walk"})
        self.assertEqual(self.pages("parts/dialog.js"), {"/calendar"})
        self.assertEqual(self.pages("calendar/texts.de.js"), {"/calendar"})
        self.assertEqual(self.pages("parts/people/texts.de.js"), {"/people"})
        self.assertEqual(self.pages("shell/router.js"), {"/t/:id/walk", "/calendar", "/people"})
        self.assertEqual(self.pages("parts/parts.css"), {"/t/:id/walk", "/calendar", "/people"})

    def test_tests_that_open_a_page(self) -> None:
        tests = tests_of(TESTS)
        self.assertEqual([name for name, text in tests.items() if opens(text, "/t/:id/walk")], ["test_walk"])
        self.assertEqual([name for name, text in tests.items() if opens(text, "/calendar")], ["test_year"])
        self.assertEqual([name for name, text in tests.items() if opens(text, "/t/:id")], [])


if __name__ == "__main__":
    unittest.main()
