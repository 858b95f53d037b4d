"""Names the tests that failed in a results file of Swift Testing, as filters for `swift test`.

Usage: python3 tools/failed_tests.py RESULTS.xml
A filter a line; nothing where no test failed or the file is not there (the process ended early).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree


def failed_filters(path: Path) -> list[str]:
    """Regular expressions that match one failed test function each, in the order of the file."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    names = [f"{case.get('classname', '')}/{case.get('name', '')}"
             for case in root.iter("testcase") if case.find("failure") is not None]
    return list(dict.fromkeys(f"^{re.escape(name)}" for name in names))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        sys.exit(2)
    print("\n".join(failed_filters(Path(sys.argv[1]))))
