"""The data folder of the demo: made once for each store, and made anew if that did not come to its end."""

from __future__ import annotations

import hashlib
import pathlib
import shutil
from typing import Optional

from story_server import StepFailed

# Stands in a folder that is ready to be served.
PREPARED = "prepared"
# Stands in a folder while it is made, and names what was in it before.
PREPARING = "preparing"
# What folders of PostgreSQL stores are called, below that of the store in a file.
OTHER = "postgres-"


def folder_of(store: Optional[str], root: pathlib.Path) -> pathlib.Path:
    """Where the data of a store lie: media, the service key and the mark that all is ready are one store's."""
    if store is None:
        return root
    return root / (OTHER + hashlib.sha256(store.encode()).hexdigest()[:8])


def is_prepared(data: pathlib.Path, store: Optional[str]) -> bool:
    """Whether the sample data are there."""
    return (data / PREPARED).exists() and (store is not None or (data / "wayside.sqlite").exists())


def begin(data: pathlib.Path, is_own: bool) -> None:
    """Notes what is in a folder before the demo fills it; what a start that failed has left goes first.

    `is_own` says that nothing but the demo ever writes there; what others have put into a folder stays.
    """
    mark = data / PREPARING
    before = {path.name for path in data.iterdir()} - {PREPARING}
    if mark.exists():
        kept = set(mark.read_text().splitlines())
    elif is_own:
        kept = {"settings.json"}
    elif "wayside.sqlite" in before:
        raise StepFailed(f"{data} holds a database that the demo has not made; name an empty folder with --data")
    else:
        kept = before
    for name in before - kept:
        if name.startswith(OTHER):
            continue
        if (data / name).is_dir() and not (data / name).is_symlink():
            shutil.rmtree(data / name)
        else:
            (data / name).unlink()
    mark.write_text("".join(f"{name}\n" for name in sorted(before & kept)))


def finish(data: pathlib.Path) -> None:
    """Says that the folder is ready."""
    (data / PREPARED).touch()
    (data / PREPARING).unlink()
