"""tools/web --check finds what breaks the laws of the pages' modules."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
sys.dont_write_bytecode = True

import web_rules  # noqa: E402


class WebRules(unittest.TestCase):
    def found(self, sources: dict[str, str], linted: str = "") -> list[str]:
        return web_rules.findings(sources, linted)

    def test_modules_that_need_each_other(self) -> None:
        circle = {
            "shell/a.js": "import { b } from './b.js';", "shell/b.js": "const c = () => import('../me/c.js');",
            "me/c.js": "import\n  { a }\n  from '../shell/a.js';", "me/d.js": "import { c } from './c.js';",
        }
        self.assertIn("me/c.js: imports itself by way of shell/a.js, shell/b.js", self.found(circle))
        # What only a comment names is not imported.
        self.assertEqual(self.found({
            "shell/a.js": "/** @type {import('./b.js').B} */\n// from './b.js'", "shell/b.js": "import './a.js';",
        }), [])

    def test_places_stand_alone(self) -> None:
        sources = {
            "me/a.js": "import '../tours/b.js';", "tours/b.js": "import '../parts/c.js';", "parts/c.js": "",
            "parts/d.js": "import('../tours/b.js');", "shell/places.js": "import('../tours/b.js');",
            "data/e.js": "import '../parts/list.js';\nimport '../parts/form.js';",
        }
        self.assertEqual([finding.split(";")[0] for finding in self.found(sources)], [
            "me/a.js: a place imports no place", "parts/d.js: what all stand on imports no place",
            "data/e.js: data imports no pages, as parts/form.js",
        ])

    def test_addresses_are_spelled_in_one_folder(self) -> None:
        sources = {
            "me/a.js": "// as '/v1/me'\nsend('/v1/me');", "data/a.js": "send('/v1/me');",
            "shell/api.js": "const all = '/v1/';",
        }
        self.assertEqual(self.found(sources), [
            "me/a.js:2: addresses of the API are spelled in data/",
            "shell/api.js:1: addresses of the API are spelled in data/",
        ])

    def test_functions_are_short(self) -> None:
        linted = (
            "me/a.js:16:8: The function `page` has too many lines (81). Maximum allowed is 50. [Error/x]\n"
            "me/a.js:99:8: The function has too many lines (80). Maximum allowed is 50. [Error/x]\n")
        self.assertEqual(self.found({}, linted), ["me/a.js:16: a function of 81 lines; 80 are the most"])

    def test_what_is_untyped_says_why(self) -> None:
        source = (
            "/** Any of them. @param {{a: any[]}} one @param {string} any */\n"
            "/** @template [T=any] any: callers that do not say */\n")
        self.assertEqual(web_rules.count_any({"me/a.js": source}), 2)
        self.assertEqual(
            self.found({"me/a.js": source}), ["me/a.js:1: `any` without a reason (`any: why`) in its comment"])
        many = "/** @type {any} any: so */\n" * 60
        self.assertEqual(self.found({"me/a.js": many}), ["60 `any`; less than 60 are to remain"])


if __name__ == "__main__":
    unittest.main()
