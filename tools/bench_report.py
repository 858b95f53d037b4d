"""Compares results of `tools/bench save`, or shows them as a Markdown table.

Usage: bench_report.py FOLDER compare A B [PERCENT]
       bench_report.py FOLDER table NAME
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from typing import Any

HIGHER_IS_BETTER = {"1/s"}

Case = dict[str, Any]


def load(folder: str, name: str) -> tuple[Case, dict[str, Case]]:
    """The machine's line and the cases by name."""
    path = pathlib.Path(folder) / f"{name}.jsonl"
    if not path.exists():
        sys.exit(f"tools/bench: there are no results {name}; make them with tools/bench save {name}")
    machine: Case = {}
    cases: dict[str, Case] = {}
    for line in path.read_text().splitlines():
        value = json.loads(line)
        if "machine" in value:
            machine = value
        elif "case" in value:
            cases[value["case"]] = value
    return machine, cases


def compare(folder: str, first: str, second: str, percent: float) -> int:
    """Prints each case's change; 1 if one got worse by more than `percent`."""
    _, before = load(folder, first)
    _, after = load(folder, second)
    worse = 0
    for name in sorted(before.keys() & after.keys()):
        old, new = before[name]["median"], after[name]["median"]
        if not old or new is None:
            continue
        change = (new / old - 1) * 100
        cost = -change if before[name]["unit"] in HIGHER_IS_BETTER else change
        mark = "  WORSE" if cost > percent else ""
        worse += bool(mark)
        print(f"{name:44} {old:>14.3f} {new:>14.3f} {before[name]['unit']:5} {change:+7.1f} %{mark}")
    for name in sorted(before.keys() - after.keys()):
        print(f"{name:44} missing in {second}")
    print(f"{worse} of {len(before.keys() & after.keys())} cases worse by more than {percent:g} %")
    return 1 if worse else 0


def plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def baseline(name: str, cases: dict[str, Case]) -> str:
    """What a case is set beside: the empty answer, or our own answer to the same query."""
    if found := re.fullmatch(r"Nearby\.http/.*/c(\d+)", name):
        empty = cases.get(f"Empty.http/livez/c{found[1]}")
        if empty and empty["median"]:
            return f"{cases[name]['median'] / empty['median']:.2f} of the empty answer's rate"
    if found := re.fullmatch(r"Peers\.[^/]+/(.*)", name):
        ours = cases.get(f"Catalog.nearby/{found[1]}")
        if ours and ours["median"]:
            return f"{cases[name]['median'] / ours['median']:.1f} times ours"
    return ""


def table(folder: str, name: str) -> int:
    machine, cases = load(folder, name)
    if machine:
        print(f"{machine['cores']} cores ({machine['machine']}), {machine['memoryGiB']} GiB, "
              f"load {machine['load']} at the start.\n")
    print("| case | median | p50 µs | p99 µs | beside |")
    print("| --- | ---: | ---: | ---: | --- |")
    for key, case in cases.items():
        p50, p99 = (plain(case[k]) if case.get(k) is not None else "" for k in ("p50", "p99"))
        unit = case["unit"].replace("us", "µs")
        print(f"| `{key}` | {plain(case['median'])} {unit} | {p50} | {p99} | {baseline(key, cases)} |")
    return 0


def main(arguments: list[str]) -> int:
    match arguments:
        case [folder, "compare", first, second]:
            return compare(folder, first, second, 10)
        case [folder, "compare", first, second, percent]:
            return compare(folder, first, second, float(percent))
        case [folder, "table", name]:
            return table(folder, name)
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
