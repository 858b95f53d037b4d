"""Pictures and recordings of the sample tours: made by the generators, brought in as an author would."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

from story_server import Client, StepFailed

TOOLS = pathlib.Path(__file__).resolve().parent
GENERATED = TOOLS.parent / "geodata" / "generated"


def generate() -> pathlib.Path:
    """Draws the pictures and speaks the recordings where they are not there yet; the folder that holds one per place."""
    for program in ("make-pictures", "make-recordings"):
        done = subprocess.run([sys.executable, str(TOOLS / program)], text=True, capture_output=True, check=False)
        if done.returncode:
            raise StepFailed(f"tools/{program}: {done.stderr.strip()}")
    return GENERATED


class Author:
    """One tour's draft, changed step by step as its version goes on."""

    def __init__(self, client: Client, tour: dict[str, Any]):
        self.client, self.path = client, f"/v1/tours/{tour['id']}"
        self.read()

    def read(self) -> None:
        """The draft as it is now: its first change gives its stops other identifiers than the published ones."""
        draft = self.client.call("GET", self.path).want(200)
        self.stops, self.version = [stop["id"] for stop in draft.json["stops"]], draft.headers["etag"]

    def send(self, method: str, path: str, file: pathlib.Path, kind: str, **query: str) -> None:
        reply = self.client.call(method, self.path + path, file.read_bytes(), {"If-Match": self.version}, kind, **query)
        if reply.status not in (200, 201):
            raise StepFailed(f"{file.name}: {reply.status} {reply.body[:300]!r}")
        self.read()


def bring(client: Client, data_set: pathlib.Path) -> None:
    """Gives each tour of a data set its cover, and where there are some its stops' pictures and its recordings, and
    publishes it anew."""
    folder = generate() / data_set.name
    pictures = json.loads((folder / "pictures.json").read_text())
    spoken_file = folder / "recordings.json"
    recordings = json.loads(spoken_file.read_text()) if spoken_file.exists() else {}
    published = client.get("/v1/tours", limit=200)["items"]
    for slug, drawn in pictures.items():
        head = json.loads((data_set / f"{slug}.tour.geojson").read_text())["wayside"]
        author = Author(client, next(tour for tour in published if tour["name"] == head["name"]))
        cover, *others = drawn
        author.send("PUT", "/picture", folder / cover["file"], "image/webp", alt=cover["alt"])
        for order, picture in enumerate(others):
            author.send("POST", f"/stops/{author.stops[order]}/pictures", folder / picture["file"], "image/webp",
                        alt=picture["alt"])
        for order, spoken in enumerate(recordings.get(slug, [])):
            for language, file in spoken.items():
                author.send("PUT", f"/stops/{author.stops[order]}/recording", folder / file, "audio/mpeg",
                            language=language)
        client.call("POST", f"{author.path}/publication").want(200)
