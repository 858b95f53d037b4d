"""Firefox, driven by its own Marionette protocol: lengths and JSON over a socket of this machine.

The driver of the other tests knows no Firefox but one of its own make, which it fetches from a host of
its own. Debian's is the one that people have, and needs nothing beside itself.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from serverharness import free_port
from world import Failed

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "browser.dom.window.dump.enabled": True, "devtools.console.stdout.content": True, "app.update.enabled": False,
    "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1, "extensions.enabled": False,
    # Maps and the drawn world are not what is looked at here, and software draws them slowly.
    "webgl.disabled": True,
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Firefox:
    """One window of a Firefox; each call waits for its answer."""

    def __init__(self, port: int, log: Path):
        self._log = log
        self._read = b""
        self._count = 0
        end = time.monotonic() + 90
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=120)
                break
            except OSError:
                if time.monotonic() > end:
                    raise Failed(f"Firefox does not answer: {log.read_text()[-600:]}") from None
                time.sleep(0.3)
        self._message()
        self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "normal"}}})
        self.call("WebDriver:SetTimeouts", {"implicit": 30_000, "script": 60_000, "pageLoad": 60_000})

    def _message(self) -> Any:
        while b":" not in self._read:
            self._fill()
        length, _, rest = self._read.partition(b":")
        self._read = rest
        while len(self._read) < int(length):
            self._fill()
        text, self._read = self._read[:int(length)], self._read[int(length):]
        return json.loads(text)

    def _fill(self) -> None:
        part = self._socket.recv(65536)
        if not part:
            raise Failed(f"Firefox has ended: {self._log.read_text()[-600:]}")
        self._read += part

    def call(self, command: str, values: dict[str, Any] | None = None) -> Any:
        """What a command answers."""
        self._count += 1
        words = json.dumps([0, self._count, command, values or {}]).encode()
        self._socket.sendall(str(len(words)).encode() + b":" + words)
        _, _, error, answer = self._message()
        if error:
            raise Failed(f"{command}: {error.get('message', error)}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def open(self, address: str) -> None:
        """Goes to a page, and waits until its heading is there and nothing is being loaded."""
        self.call("WebDriver:Navigate", {"url": address})
        self.find("h1")
        self.until("return document.querySelectorAll('.skeleton').length === 0", "the page to be loaded")

    def find(self, selector: str) -> str:
        """The first element, when it is there."""
        found = self.call("WebDriver:FindElement", {"using": "css selector", "value": selector})
        return str(found[ELEMENT])

    def fill(self, selector: str, text: str) -> None:
        self.call("WebDriver:ElementSendKeys", {"id": self.find(selector), "text": text})

    def click(self, selector: str) -> None:
        self.call("WebDriver:ElementClick", {"id": self.find(selector)})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function's body returns; a promise is waited for."""
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})

    def until(self, script: str, what: str) -> None:
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.1)
        raise Failed(f"waited 30 s for {what}")

    def complaints(self) -> list[str]:
        """Errors of scripts and what they complain about, since it was started."""
        words = self._log.read_text(errors="replace").splitlines()
        # RSLoader is Firefox itself, which fetches its settings from afar and cannot here.
        return [line for line in words if line.startswith(("JavaScript error: http", "console.error:"))
                and "RSLoader" not in line]


@contextlib.contextmanager
def firefox(program: str, width: int, height: int) -> Iterator[Firefox]:
    """A Firefox with a profile of its own, ended and forgotten afterwards."""
    with tempfile.TemporaryDirectory() as temporary:
        profile, log = Path(temporary) / "profile", Path(temporary) / "log"
        profile.mkdir()
        port = free_port()
        lines = {**PREFERENCES, "marionette.port": port}
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in lines.items()))
        with log.open("wb") as output:
            process = subprocess.Popen(
                [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile),
                 "--width", str(width), "--height", str(height), "about:blank"],
                stdout=output, stderr=subprocess.STDOUT, env={"HOME": temporary, "PATH": "/usr/bin:/bin",
                                                              "MOZ_HEADLESS_WIDTH": str(width),
                                                              "MOZ_HEADLESS_HEIGHT": str(height)})
        try:
            yield Firefox(port, log)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            process.wait()
