"""Draws the icon of the web client: a place's mark beside a way, paper on spruce green."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

GREEN, PAPER, AMBER = (31, 107, 79), (250, 248, 243), (255, 191, 102)


def svg() -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        '<rect width="100" height="100" rx="22" fill="#1f6b4f"/>'
        '<path d="M50 80C37 62 30 53 30 41a20 20 0 0 1 40 0c0 12-7 21-20 39z" fill="#faf8f3"/>'
        '<circle cx="50" cy="41" r="8.5" fill="#ffbf66"/></svg>').encode()


def colour(x: float, y: float) -> tuple[int, int, int]:
    """The colour at a point of the unit square; no round corners: the phone makes its own."""
    dx, dy = x - 0.5, y - 0.41
    if dx * dx + dy * dy <= 0.085 ** 2:
        return AMBER
    inside = dx * dx + dy * dy <= 0.2 ** 2
    # The point below the circle, as two straight sides from its tangents to the tip.
    if not inside and 0.48 <= y <= 0.8:
        inside = abs(dx) <= 0.187 * ((0.8 - y) / 0.32) ** 0.85
    return PAPER if inside else GREEN


def png(size: int, folder: Path) -> bytes:
    """A square picture of that many pixels a side; kept in the folder, as drawing takes a second."""
    kept = folder / f"icon-{size}.png"
    if kept.exists() and kept.stat().st_mtime > Path(__file__).stat().st_mtime:
        return kept.read_bytes()
    rows = bytearray()
    steps = (0.25, 0.75)
    for row in range(size):
        rows.append(0)
        for column in range(size):
            samples = [colour((column + a) / size, (row + b) / size) for a in steps for b in steps]
            rows.extend(sum(channel) // 4 for channel in zip(*samples))
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")
    folder.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(data)
    return data
