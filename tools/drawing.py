"""Drawings of places in flat colours: shapes as SVG text, and the file that libvips makes of it.

A drawing is 1200 wide and 800 high; y runs down, things stand on `base`.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
from pathlib import Path

WIDTH, HEIGHT = 1200, 800
BRONZE, PATINA, GRANITE, STONE = "#4d5a4c", "#5f9c86", "#a9705c", "#cfc8ba"
GLASS, INK, WHITE = "#3d566b", "#2b3440", "#fbf8f0"

# name: (sky above, sky below, sun, ground, paving)
LIGHTS = {
    "morning": ("#7fb3d9", "#fde3bd", "#fff3cf", "#d9cbb3", "#c6b69b"),
    "day": ("#4f9ad3", "#cfe8f5", "#fffbe8", "#d5d0c4", "#c1bbad"),
    "evening": ("#4b5a94", "#f6b58b", "#ffe0a6", "#b9a6a0", "#a5918c"),
    "night": ("#141c3c", "#46578c", "#f3efd8", "#59608a", "#4c5379"),
}


def rect(x: float, y: float, w: float, h: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" {more}/>'


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" {more}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}" {more}/>'


def shape(points: list[tuple[float, float]], fill: str, more: str = "") -> str:
    return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="{fill}" {more}/>'


def path(d: str, fill: str = "none", more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}" {more}/>'


def moved(parts: str, x: float, y: float, size: float = 1, flip: bool = False) -> str:
    """What is drawn around (0, 0), put elsewhere."""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({-size if flip else size:.3f} {size:.3f})">{parts}</g>'


def scene(light: str, base: float = 600, sun: tuple[float, float] = (930, 190)) -> str:
    """Sky, sun, clouds and a paved square from `base` down."""
    above, below, disc, ground, paving = LIGHTS[light]
    parts = [
        f'<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{above}"/>'
        f'<stop offset="1" stop-color="{below}"/></linearGradient></defs>',
        rect(0, 0, WIDTH, base + 2, "url(#sky)"),
        circle(*sun, 130, disc, 'opacity="0.18"'), circle(*sun, 58, disc, 'opacity="0.95"'),
    ]
    for x, y, size in ((210, 130, 1.0), (560, 80, 0.7), (1010, 330, 0.8), (70, 290, 0.6)):
        puffs = "".join(ellipse(*puff, "#ffffff") for puff in ((0, 0, 90, 16), (-30, -10, 42, 16), (25, -14, 50, 20)))
        parts.append(f'<g opacity="{0.12 if light == "night" else 0.5}">{moved(puffs, x, y, size)}</g>')
    parts.append(rect(0, base, WIDTH, HEIGHT - base, ground))
    for step in range(1, 6):
        parts.append(rect(0, base + (HEIGHT - base) * (step / 6) ** 1.7, WIDTH, 2.5, paving))
    for x in range(-1800, 3001, 200):
        parts.append(path(f"M{600 + (x - 600) * 0.3:.0f} {base} L{x} {HEIGHT}", more=f'stroke="{paving}" stroke-width="2"'))
    return "".join(parts)


def water(top: float, light: str = "day") -> str:
    colour = {"day": "#3f7fa6", "morning": "#5b8fae", "evening": "#5d5f8f", "night": "#232c56"}[light]
    parts = [rect(0, top, WIDTH, HEIGHT - top, colour)]
    for row in range(7):
        y = top + 14 + row * row * 4.2
        for x in range(-60 + row * 47 % 130, WIDTH, 170 + row * 14):
            parts.append(path(f"M{x} {y:.0f} q22 -9 44 0 t44 0", more='stroke="#ffffff" stroke-opacity="0.35" stroke-width="3"'))
    return "".join(parts)


def windows(x: float, top: float, w: float, h: float, floors: int, bays: int, fill: str = GLASS, arched: bool = False) -> str:
    parts = []
    wide, high = w / bays, h / floors
    for floor in range(floors):
        for bay in range(bays):
            left, upper = x + wide * (bay + 0.28), top + high * (floor + 0.24)
            if arched:
                parts.append(ellipse(left + wide * 0.22, upper + 1, wide * 0.22, wide * 0.22, fill))
            parts.append(rect(left - 2, upper - 2, wide * 0.44 + 4, high * 0.52 + 4, "#ffffff", 'opacity="0.5"'))
            parts.append(rect(left, upper, wide * 0.44, high * 0.52, fill))
            parts.append(rect(left, upper, wide * 0.2, high * 0.52, "#ffffff", 'opacity="0.13"'))
    return "".join(parts)


def house(x: float, base: float, w: float, h: float, floors: int, bays: int, wall: str, roof: str = "#7d5a4c",
          arched: bool = False, panes: str = GLASS) -> str:
    """A house seen from the front, its right quarter in a light shade."""
    return "".join((
        shape([(x - 8, base - h), (x + 14, base - h - 34), (x + w - 14, base - h - 34), (x + w + 8, base - h)], roof),
        rect(x, base - h, w, h, wall), rect(x + w * 0.78, base - h, w * 0.22, h, "#000000", 'opacity="0.05"'),
        rect(x - 8, base - h, w + 16, 10, WHITE), windows(x, base - h + 12, w, h - 20, floors, bays, panes, arched),
        rect(x, base - 12, w, 12, "#000000", 'opacity="0.18"')))


def pillar(x: float, base: float, h: float, w: float, fill: str = WHITE) -> str:
    return "".join((
        shape([(x - w / 2, base), (x - w * 0.42, base - h), (x + w * 0.42, base - h), (x + w / 2, base)], fill),
        rect(x + w * 0.12, base - h, w * 0.3, h, "#000000", 'opacity="0.1"'),
        rect(x - w * 0.72, base - h - w * 0.4, w * 1.44, w * 0.42, fill), rect(x - w * 0.7, base - w * 0.3, w * 1.4, w * 0.3, fill)))


def portico(x: float, base: float, w: float, h: float, count: int, wall: str = "#ece4d2") -> str:
    """A temple front: columns, beam and gable."""
    parts = [rect(x, base - h, w, h, wall), rect(x, base - h, w, h, "#000000", 'opacity="0.12"')]
    wide = w / (count + 0.4) * 0.42
    parts += [pillar(x + w * (i + 0.7) / (count + 0.4), base, h * 0.84, wide) for i in range(count)]
    parts.append(rect(x - 10, base - h, w + 20, h * 0.12, WHITE))
    parts.append(shape([(x - 18, base - h), (x + w / 2, base - h - w * 0.2), (x + w + 18, base - h)], WHITE))
    parts.append(shape([(x + w * 0.1, base - h - 8), (x + w / 2, base - h - w * 0.165), (x + w * 0.9, base - h - 8)], wall))
    return "".join(parts)


def dome(x: float, base: float, r: float, fill: str = PATINA, drum: float = 1.0) -> str:
    tall = r * drum
    parts = [rect(x - r * 0.86, base - tall, r * 1.72, tall, "#f3eee0")]
    parts += [pillar(x - r * 0.78 + r * 1.56 * i / 6, base, tall * 0.86, r * 0.1) for i in range(7)]
    parts += [rect(x - r * 0.98, base - tall - r * 0.1, r * 1.96, r * 0.12, WHITE),
              path(f"M{x - r * 0.9:.1f} {base - tall - r * 0.1:.1f} a{r * 0.9:.1f} {r:.1f} 0 0 1 {r * 1.8:.1f} 0 z", fill),
              path(f"M{x + r * 0.2:.1f} {base - tall - r * 0.1:.1f} a{r * 0.9:.1f} {r:.1f} 0 0 0 {-r * 0.2:.1f} {-r:.1f}"
                   f" a{r * 0.9:.1f} {r:.1f} 0 0 1 {r * 0.9:.1f} {r:.1f} z", "#000000", 'opacity="0.1"'),
              rect(x - r * 0.09, base - tall - r * 1.32, r * 0.18, r * 0.26, WHITE),
              circle(x, base - tall - r * 1.38, r * 0.1, "#e0b13c"), rect(x - 2, base - tall - r * 1.68, 4, r * 0.3, "#e0b13c"),
              rect(x - r * 0.1, base - tall - r * 1.6, r * 0.2, 4, "#e0b13c")]
    return "".join(parts)


def tree(x: float, base: float, size: float = 1, crown: str = "#4e8a4d") -> str:
    blobs = ((0, -190, 78), (-58, -140, 60), (58, -146, 62), (0, -120, 66), (-22, -232, 46), (34, -222, 44))
    return moved(ellipse(0, 2, 80, 9, "#000000", 'opacity="0.15"') + rect(-9, -110, 18, 112, "#5b4433")
                 + "".join(circle(*blob, crown) for blob in blobs)
                 + "".join(circle(bx - 12, by - 12, r * 0.55, "#ffffff", 'opacity="0.1"') for bx, by, r in blobs[:3]), x, base, size)


def figure(x: float, base: float, size: float = 1, fill: str = BRONZE, sits: bool = False) -> str:
    """A robed figure of bronze, as monuments have them."""
    body = ("M-30 0 L-34 -60 Q-40 -120 -22 -150 Q0 -168 22 -150 Q36 -128 34 -92 L66 -84 L64 -20 L70 0 Z" if sits else
            "M-30 0 L-24 -110 Q-34 -170 -24 -196 Q0 -216 24 -196 Q36 -160 26 -110 L32 0 Z")
    head = -186 if sits else -232
    return moved(path(body, fill) + circle(0, head, 21, fill) + path("M6 0 L10 -150 Q30 -120 26 -80 L30 0 Z", "#000000", 'opacity="0.16"')
                 + circle(-6, head - 5, 9, "#ffffff", 'opacity="0.12"'), x, base, size)


def pedestal(x: float, base: float, w: float, h: float, fill: str = GRANITE) -> str:
    return "".join((
        ellipse(x, base + 2, w * 0.85, 9, "#000000", 'opacity="0.18"'), rect(x - w * 0.65, base - h * 0.14, w * 1.3, h * 0.14, fill),
        rect(x - w / 2, base - h, w, h, fill), rect(x + w * 0.12, base - h, w * 0.38, h, "#000000", 'opacity="0.12"'),
        rect(x - w * 0.58, base - h - h * 0.06, w * 1.16, h * 0.1, fill)))


def clock(x: float, y: float, r: float) -> str:
    marks = "".join(circle(x + r * 0.78 * math.sin(i * math.pi / 6), y - r * 0.78 * math.cos(i * math.pi / 6), r * 0.06, INK) for i in range(12))
    return (circle(x, y, r * 1.1, "#c9a24a") + circle(x, y, r, WHITE) + marks
            + path(f"M{x} {y} l{-r * 0.32:.1f} {-r * 0.38:.1f} M{x} {y} l{r * 0.1:.1f} {-r * 0.66:.1f}", more=f'stroke="{INK}" stroke-width="{r * 0.09:.1f}"'))


def tram(x: float, base: float, size: float = 1) -> str:
    parts = [ellipse(200, 4, 215, 10, "#000000", 'opacity="0.2"'), rect(0, -62, 400, 52, "#2e6b46", 'rx="8"'),
             rect(0, -138, 400, 80, "#f0dfae", 'rx="16"'), rect(14, -150, 372, 14, "#9aa1a4", 'rx="6"')]
    parts += [rect(20 + i * 62, -124, 50, 46, GLASS, 'rx="5"') for i in range(6)]
    parts += [circle(cx, -8, 15, INK) for cx in (70, 110, 290, 330)]
    parts.append(path("M180 -150 L210 -188 L240 -150 M196 -190 h30", more=f'stroke="{INK}" stroke-width="4"'))
    parts += [circle(392, -40, 6, "#ffe9a8"), rect(150, -52, 100, 20, "#e8c34b", 'rx="3"')]
    return moved("".join(parts), x, base, size)


def ship(x: float, base: float, size: float = 1) -> str:
    return moved(
        path("M-150 -40 L150 -40 L118 20 L-110 20 Z", "#7a4b2e") + rect(-150, -50, 306, 12, "#f0e4cc")
        + rect(-54, -250, 8, 205, "#5b4433") + rect(52, -285, 8, 240, "#5b4433")
        + path("M-46 -240 L-46 -66 L34 -66 Z", WHITE) + path("M60 -275 L60 -66 L146 -66 Z", WHITE)
        + path("M-62 -230 L-62 -66 L-140 -66 Z", "#f3e2bd") + shape([(60, -285), (98, -275), (60, -263)], "#2f5fa8"), x, base, size)


def stall(x: float, base: float, size: float = 1, roof: str = "#e2762f") -> str:
    goods = "".join(circle(18 + i * 24, -54, 10, ("#b8332e", "#3b4f9c", "#e0b13c", "#5a8f4a")[i % 4]) for i in range(7))
    return moved(rect(0, -150, 6, 150, "#6b5a4a") + rect(174, -150, 6, 150, "#6b5a4a") + rect(0, -50, 180, 50, "#c9a97c") + goods
                 + shape([(-18, -146), (90, -208), (198, -146)], roof) + shape([(90, -208), (198, -146), (130, -146)], "#000000", 'opacity="0.1"')
                 + "".join(path(f"M{-18 + i * 36} -146 a18 16 0 0 0 36 0 z", roof) for i in range(6)), x, base, size)


def gull(x: float, y: float, size: float = 1, flip: bool = False) -> str:
    return moved(path("M-70 -6 Q-34 -40 0 0 Q36 -46 78 -14 Q40 -18 8 14 Q-4 20 -12 12 Q-34 -14 -70 -6 Z", WHITE)
                 + path("M-70 -6 Q-56 -22 -42 -22 L-48 -8 Z M78 -14 Q64 -28 50 -27 L56 -13 Z", INK) + shape([(-10, 10), (-26, 16), (-8, 18)], "#e8a33b"), x, y, size, flip)


def stairs(left: float, right: float, top: float, base: float, count: int, fill: str = "#c9bca6") -> str:
    parts = []
    for i in range(count):
        y = top + (base - top) * i / count
        spread = 90 * i / count
        parts.append(rect(left - spread, y, right - left + 2 * spread, (base - top) / count + 1, fill))
        parts.append(rect(left - spread, y, right - left + 2 * spread, 3, "#ffffff", 'opacity="0.5"'))
    return "".join(parts)


class Painter:
    """Makes WebP files of SVG by libvips, which the server's pictures need too."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libvips.so.42")
        if self.library.vips_init(b"make-pictures"):
            raise RuntimeError("libvips cannot be used")
        for maker in (self.library.vips_image_new_from_buffer, self.library.vips_image_new_from_file):
            maker.restype = ctypes.c_void_p
        self.library.vips_error_buffer.restype = ctypes.c_char_p

    def webp(self, parts: str, file: str) -> None:
        """Writes a drawing."""
        svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{parts}</svg>').encode()
        self.write(self.library.vips_image_new_from_buffer(svg, ctypes.c_size_t(len(svg)), b"", None), file)

    def smaller(self, source: str, file: str) -> None:
        """Writes another picture's file anew."""
        self.write(self.library.vips_image_new_from_file(source.encode(), None), file)

    def write(self, image: int | None, file: str) -> None:
        # Whoever reads meanwhile finds a whole file.
        begun = f"{file.removesuffix('.webp')}.{os.getpid()}.webp"
        if not image or self.library.vips_image_write_to_file(
                ctypes.c_void_p(image), f"{begun}[Q=84,strip]".encode(), None):
            raise RuntimeError(self.library.vips_error_buffer().decode())
        self.library.g_object_unref(ctypes.c_void_p(image))
        os.replace(begun, file)


def list_in(file: Path, listed: object) -> None:
    """Writes a list beside what it lists, in one step."""
    begun = file.with_suffix(f".{os.getpid()}")
    begun.write_text(json.dumps(listed, indent=2) + "\n")
    os.replace(begun, file)
