"""Names the tests that can notice what changed since a commit.

Usage: python3 tools/reached_tests.py COMMIT
Prints `swift A,B` (test targets; missing where all are reached, empty where none is) and a line `pages FILE.TEST`
for each page test, of more than 150 for as many of them.

Swift: a test target is reached by a change in it and in every target that it imports, directly or not; the tests of
whole programs by a change in anything that the program is made of. A page is reached by a
change in its module and in what that imports; a page test by the pages whose addresses it names. What changed behind
the interface reaches the tests of the interface, not those of the pages.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = "Sources/Interfaces/WebClient/web/"
PAGE_TESTS = "Tests/Interfaces/BrowserTests/"
MOST_PAGES = 150
"""Page tests that take some minutes; of more, as many are taken from all over them."""
PROGRAM = "wayside"
PROGRAM_TESTS = "EndToEndTests"
IMPORT = re.compile(r"(?:from|import)\s*\(?\s*'(\.{1,2}/[^']+)'")


def changed_files(commit: str) -> list[str]:
    """Files that differ from a commit, those that git does not know yet among them."""
    listed = [["git", "diff", "--name-only", commit], ["git", "ls-files", "--others", "--exclude-standard"]]
    return [name for command in listed
            for name in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
            if name]


def reached_targets(changed: Iterable[str], targets: Mapping[str, tuple[str, list[str]]]) -> set[str]:
    """The targets that a change reaches; `targets`: folder and dependencies by name."""
    reached = {name for name, (folder, _) in targets.items()
               if any(file.startswith(f"{folder}/") and not file.startswith(WEB) for file in changed)}
    while more := {name for name, (_, needs) in targets.items() if name not in reached and reached & set(needs)}:
        reached |= more
    return reached


def package_targets() -> dict[str, tuple[str, list[str]]]:
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = {}
    for target in json.loads(dump.stdout)["targets"]:
        needs = [next(iter(need.values()))[0] for need in target["dependencies"]]
        if target["name"] == PROGRAM_TESTS:
            needs.append(PROGRAM)
        targets[target["name"]] = (target["path"], needs)
    return targets


def imported(modules: Mapping[str, str]) -> dict[str, set[str]]:
    """By module of the pages, by its path below `web/`, the modules that it imports, directly or not."""
    direct = {name: {str((Path("/") / Path(name).parent / found).resolve())[1:] for found in IMPORT.findall(text)}
              for name, text in modules.items()}
    all_of: dict[str, set[str]] = {}
    for name in modules:
        seen, waiting = set(), [name]
        while waiting:
            for one in direct.get(waiting.pop(), set()) - seen:
                seen.add(one)
                # The router names every place: what it loads is none of the page that imports it.
                if not one.endswith("shell/places.js"):
                    waiting.append(one)
        all_of[name] = seen
    return all_of


def reached_pages(changed: Iterable[str], modules: Mapping[str, str]) -> set[str]:
    """The addresses, such as `/t/:id/walk`, of the pages that a change below `web/` reaches."""
    files = {file.removeprefix(WEB) for file in changed if file.startswith(WEB)}
    uses = imported(modules)
    # Styles are one sheet, and of what is in the shell every page is made.
    everywhere = any(file.startswith("shell/") or file.endswith(".css") for file in files)
    reached = set()
    for routes, text in modules.items():
        place = routes.removesuffix("routes.js")
        texts = {f"{place}{Path(name).name}" for name in re.findall(r"import\('\./(texts[^']*)'\)", text)}
        for catalogue in re.findall(r"from '\.\./(parts/[^']*texts\.js)'", text):
            texts |= {catalogue, *uses.get(catalogue, ())}
        for path, module in re.findall(r"path: '([^']+)',\s+load: \(\) => import\('\./([^']+)'\)", text):
            parts = {routes, place + module, *uses.get(place + module, ()), *texts}
            if everywhere or files & parts:
                reached.add(path)
    return reached


def opens(text: str, page: str) -> bool:
    """Whether a test's source names an address of a page."""
    for address in re.findall(r"[\"'](/[^\"'?#\s]*)", text):
        if len(parts := address.split("/")) == len(own := page.split("/")) and \
                all(one == other or other.startswith(":") for one, other in zip(parts, own)):
            return True
    return False


def tests_of(source: str) -> dict[str, str]:
    """The sources of a file's tests by name, with those of the file's own functions that each calls."""
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    texts = {name: ast.get_source_segment(source, node) or "" for name, node in functions.items()}

    def whole(name: str, seen: set[str]) -> str:
        seen.add(name)
        called = {node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)} & set(functions) - seen
        return "\n".join([texts[name], *(whole(one, seen) for one in sorted(called) if one not in seen)])

    return {name: whole(name, set()) for name in functions if name.startswith("test_")}


def main(commit: str) -> None:
    changed = changed_files(commit)
    if "Package.swift" not in changed:
        targets = package_targets()
        reached = reached_targets(changed, targets)
        print("swift " + ",".join(sorted(name for name in reached if targets[name][0].startswith("Tests/")
                                         and name.endswith("Tests"))))
    web = ROOT / WEB
    modules = {str(file.relative_to(web)): file.read_text() for file in web.rglob("*.js")}
    pages = reached_pages(changed, modules)
    reached = []
    for file in sorted((ROOT / PAGE_TESTS).glob("test_*.py")):
        own = f"{PAGE_TESTS}{file.name}" in changed
        for name, text in tests_of(file.read_text()).items():
            if own or any(opens(text, page) for page in pages):
                reached.append(f"{file.stem}.{name}")
    for index in range(min(MOST_PAGES, len(reached))):
        print("pages", reached[index * len(reached) // min(MOST_PAGES, len(reached))])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1])
