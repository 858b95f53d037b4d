"""What the fault tests share: a server under test, a client, and instances to place."""

import http.client
import json
import socket
import subprocess
import time
import uuid

READY_SECONDS = 60
# Metres between neighbours on the test grid: far enough apart to tell instances by position.
STEP_DEGREES = 0.001


class Unusable(Exception):
    """The server does not start or does not speak the expected interface."""


class Client:
    """One kept connection to the server."""

    def __init__(self, port, token=None):
        self.port = port
        self.token = token
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def send(self, method, path, body=None, key=None, match=None):
        """Returns status and decoded body; raises OSError if the server is gone."""
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if key:
            headers["Idempotency-Key"] = key
        if match is not None:
            headers["If-Match"] = f'"{match}"'
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise OSError(str(error)) from error
        return answer.status, json.loads(text) if text else None

    def expect(self, status, method, path, body=None, key=None):
        """Like send, for requests that have to succeed."""
        got, answer = self.send(method, path, body, key)
        if got != status:
            raise Unusable(f"{method} {path}: {got} instead of {status}: {answer}")
        return answer


class Server:
    """The process under test."""

    def __init__(self, command, data, port, log_path):
        self.arguments = command + [
            "serve", "--data", data, "--listen", f"127.0.0.1:{port}", "--rate-limits", "off"]
        self.port = port
        self.log_path = log_path
        self.process = None

    def start(self, path="/readyz"):
        """Starts and waits until the path answers 200; returns the seconds that took."""
        begin = time.monotonic()
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while time.monotonic() - begin < READY_SECONDS:
            if self.process.poll() is not None:
                raise Unusable(
                    f"the server ended with {self.process.returncode}; see {self.log_path}")
            try:
                if Client(self.port).send("GET", path)[0] == 200:
                    return time.monotonic() - begin
            except OSError:
                pass
            time.sleep(0.02)
        raise Unusable(f"the server is not ready after {READY_SECONDS} s; see {self.log_path}")

    def kill(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        if self.process is not None:
            self.process.wait()


def position(number):
    """A place of its own for every instance, on a grid in the South Atlantic."""
    return {"lat": -30 + number // 1000 * STEP_DEGREES, "lon": -20 + number % 1000 * STEP_DEGREES,
            "h": 1.0}


def instance(number, session):
    return {"object": session["object"], "realms": [session["realm"]],
            "pose": {"position": position(number),
                     "quaternion": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}}


def set_up(port):
    """An account with an object; returns what placing instances needs."""
    client = Client(port)
    email = f"crash-{uuid.uuid4().hex}@example.org"
    password = "correct horse battery " + uuid.uuid4().hex
    client.expect(201, "POST", "/v1/accounts", {
        "name": "Crash Cycles", "email": email, "password": password, "acceptTerms": True})
    client.token = client.expect(
        201, "POST", "/v1/sessions", {"login": email, "password": password})["token"]
    realms = client.expect(200, "GET", "/v1/realms")["items"]
    public = [realm["id"] for realm in realms if realm.get("kind") == "public"]
    if not public:
        raise Unusable("GET /v1/realms lists no public sub-realm")
    made = client.expect(
        201, "POST", "/v1/objects", {"name": "Cube", "prompt": "red cube 1 m"}, str(uuid.uuid4()))
    return {"token": client.token, "realm": public[0], "object": made["id"]}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
