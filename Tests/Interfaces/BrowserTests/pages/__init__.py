"""Every page of the client, for what is looked at everywhere: accessibility, layout, pictures.

Each place of the menu has a file here with its own `PAGES`.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass


@dataclass(frozen=True)
class PageEntry:
    """A page as it is looked at."""

    name: str
    address: str
    account: str | None = None
    """Whose page it is; None without an account."""
    empty: str | None = None
    """Who sees it without content, if anybody does: usually `newcomer`."""
    needs_map: bool = False
    quick: bool = True
    """Whether it is looked at in quick runs, too."""


def every_page() -> list[PageEntry]:
    found: list[PageEntry] = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        found += importlib.import_module(f"{__name__}.{module.name}").PAGES
    return found
