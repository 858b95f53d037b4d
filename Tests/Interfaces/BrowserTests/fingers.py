"""Fingers on a page: what the browser's own mouse cannot do, two at once."""

from __future__ import annotations

import math

from playwright.sync_api import Page

Spot = tuple[float, float]


class Fingers:
    """Touches a page as a hand does, in CSS pixels."""

    def __init__(self, page: Page):
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *spots: Spot) -> None:
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]})

    def tap(self, spot: Spot) -> None:
        self._send("touchStart", spot)
        self._send("touchEnd")

    def drag(self, start: Spot, end: Spot, steps: int = 6) -> None:
        self._send("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        self._send("touchEnd")

    def pinch(self, middle: Spot, apart: Spot, twist: float = 0, steps: int = 6) -> None:
        """Two fingers around a middle, `apart` pixels from each other at first and at last, turned clockwise."""
        def both(part: float) -> tuple[Spot, Spot]:
            half = (apart[0] + (apart[1] - apart[0]) * part) / 2
            angle = math.radians(twist * part)
            x, y = half * math.cos(angle), half * math.sin(angle)
            return (middle[0] - x, middle[1] - y), (middle[0] + x, middle[1] + y)
        first, second = both(0)
        self._send("touchStart", first)
        self._send("touchStart", first, second)
        for step in range(1, steps + 1):
            self._send("touchMove", *both(step / steps))
        self._send("touchEnd", both(1)[0])
        self._send("touchEnd")
