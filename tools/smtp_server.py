#!/usr/bin/env python3
"""A real mail server for tests: takes mail, refuses some of it, and keeps what it took.

Usage: .venv/bin/python3 tools/smtp_server.py FOLDER SECURITY

SECURITY is starttls, tls or none. The certificate lies in FOLDER/certificate.pem. The first line
that is printed is the port. To refused@... it says 550, to later@... 451 the first time; the text
of every mail that it takes lies in FOLDER/N.eml. User wayside, password "open sesame"; with
encryption no mail is taken without them. Ends when standard input does.
"""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult


class Keeper:
    """Decides about recipients and keeps mails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken = 0
        self.asked_before: set[str] = set()

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.startswith("refused@"):
            return "550 5.1.1 No such mailbox"
        if address.startswith("later@") and address not in self.asked_before:
            self.asked_before.add(address)
            return "451 4.7.1 Greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.taken += 1
        (self.folder / f"{self.taken}.eml").write_bytes(envelope.content)
        return "250 Taken"


def check(server, session, envelope, mechanism, data) -> AuthResult:
    # Not handled: the server itself says 535, instead of nothing at all.
    is_right = data.login == b"wayside" and data.password == b"open sesame"
    return AuthResult(success=is_right, handled=False)


def certificate(folder: Path) -> ssl.SSLContext:
    pem, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", pem],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, key)
    return context


async def serve(folder: Path, security: str) -> None:
    keeper = Keeper(folder)
    context = None if security == "none" else certificate(folder)

    def connection() -> SMTP:
        return SMTP(
            keeper, hostname="localhost", authenticator=check,
            auth_required=security != "none", auth_require_tls=security == "starttls",
            require_starttls=security == "starttls",
            tls_context=context if security == "starttls" else None)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        connection, "127.0.0.1", 0, ssl=context if security == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2]))
