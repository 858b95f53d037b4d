"""The server of the story on its data folder, and the people and devices that talk to it."""

from __future__ import annotations

import contextlib
import json
import pathlib
import signal
import subprocess
import time
import urllib.parse
from http.client import HTTPConnection
from typing import Any, Optional

PASSWORDS = {
    "admin@example.org": "sample-admin-1",
    "guide@example.org": "sample-guide-1",
    "visitor@example.org": "sample-visitor-1",
    "ana@example.org": "sample-family-1",
    "ben@example.org": "sample-family-2",
    "cleo@example.org": "sample-family-3",
}


class StepFailed(Exception):
    """A step saw something else than it expects."""


def expect(condition: bool, what: str) -> None:
    """Fails the step, saying what was expected."""
    if not condition:
        raise StepFailed(what)


class Reply:
    """An answer of the server."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def want(self, status: int) -> "Reply":
        """This answer, if it has that status."""
        if self.status != status:
            raise StepFailed(f"expected {status}, got {self.status}: {self.body[:400]!r}")
        return self


class Client:
    """One person or device with its own connection and session."""

    def __init__(self, port: int):
        self.port = port
        self.token: Optional[str] = None
        self.account: dict[str, Any] = {}
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def call(self, method: str, path: str, body: Any = None, headers: Optional[dict[str, str]] = None,
             kind: str = "application/json", **query: Any) -> Reply:
        """Sends a request; dictionaries become JSON, keyword arguments the query."""
        headers = dict(headers or {})
        if query:
            path += "?" + urllib.parse.urlencode(query)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", kind)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, body, headers)
                answer = self.connection.getresponse()
                return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
            except (ConnectionError, OSError):
                self.connection.close()
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    def get(self, path: str, **query: Any) -> Any:
        return self.call("GET", path, **query).want(200).json

    def post(self, path: str, body: Any = None, status: int = 201, **options: Any) -> Any:
        reply = self.call("POST", path, body, **options).want(status)
        return reply.json if reply.body else None

    def log_in(self, email: str) -> None:
        answer = self.post("/v1/sessions", {"login": email, "password": PASSWORDS[email]})
        self.token, self.account = answer["token"], answer["account"]


class Server:
    """The server process on a data folder."""

    def __init__(self, binary: str, data: pathlib.Path, store: Optional[str], port: int,
                 extra: Optional[list[str]] = None):
        self.binary, self.data, self.store, self.port = binary, data, store, port
        self.extra = extra or []
        self.process: Optional[subprocess.Popen[bytes]] = None

    def command(self, *arguments: str, text: Optional[str] = None) -> str:
        """Runs a wayside command on the data folder; fails with its own words."""
        line = [self.binary, *arguments, "--data", str(self.data)]
        if self.store:
            line += ["--store", self.store]
        done = subprocess.run(line, input=text, text=True, capture_output=True, check=False)
        expect(done.returncode == 0, f"{' '.join(arguments[:2])}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def import_map(self, extract: pathlib.Path) -> str:
        """Imports streets and map features; may be done while the server runs."""
        line = [self.binary, "import", "osm", str(extract), "--data", str(self.data), "--name",
                extract.name.split(".")[0]]
        done = subprocess.run(line, text=True, capture_output=True, check=False)
        expect(done.returncode == 0, f"import osm: {done.stderr.strip()}")
        return done.stdout.strip()

    def import_timetable(self, feed: pathlib.Path, name: str) -> None:
        """Loads a GTFS feed; timetables lie in the data folder whatever the store is."""
        line = [self.binary, "import", "gtfs", str(feed), "--name", name, "--data", str(self.data)]
        done = subprocess.run(line, text=True, capture_output=True, check=False)
        expect(done.returncode == 0, f"import gtfs: {done.stderr.strip()}")

    def start(self, greets: bool = False) -> None:
        """Starts it and waits until it is ready; with `greets` what it says to a person is seen, the address as link
        and code, while the log goes to its file as ever."""
        line = [self.binary, "serve", "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}", *self.extra]
        if self.store:
            line += ["--store", self.store]
        log = open(self.data / "server.log", "ab")
        before = log.seek(0, 2)
        self.process = subprocess.Popen(line, stdout=log, stderr=None if greets else log)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise StepFailed("the server ended: " + (self.data / "server.log").read_text()[-2000:])
            with contextlib.suppress(OSError):
                connection = HTTPConnection("127.0.0.1", self.port, timeout=2)
                connection.request("GET", "/readyz")
                # Another program's server may have taken the port meanwhile, and be ready.
                own = (self.data / "server.log").read_bytes()[before:]
                if connection.getresponse().status == 200 and b'"event":"ready"' in own:
                    return
            time.sleep(0.02)
        raise StepFailed("the server was not ready within 60 s")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            code = self.process.wait(timeout=30)
            expect(code == 0, f"the server ended with code {code} on SIGTERM")
        self.process = None

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process = None


def sign_up(client: Client, email: str, name: str) -> Any:
    return client.post("/v1/accounts", {
        "name": name, "email": email, "password": PASSWORDS[email], "acceptTerms": True})
