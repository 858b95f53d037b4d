"""Draws the icons of the map: sheets of small discs with a glyph of Lucide, for MapLibre.

Which icons there are, and in which colours, is read from the tables of the map's style. libvips, which
the server needs for pictures, draws SVG by librsvg; its Debian package brings both.

- Source: MapLibre style specification, "sprite".
"""

from __future__ import annotations

import ctypes
import json
import re
from functools import cache

from web_parts import PARTS, ROOT

MAP = ROOT / "Sources" / "Interfaces" / "WaysideAPI" / "Map"
SIGNS, PALETTE = MAP / "MapSigns.swift", MAP / "MapPalette.swift"
SIDE, COLUMNS = 20, 8
"""Pixels of an icon at density 1, its ring included; icons beside each other."""
GLYPH = 12
"""Pixels of the glyph: half of Lucide's own, so that its lines keep to the grid."""
DENSITIES = {1: "", 2: "@2x"}


def icons() -> list[tuple[str, str]]:
    """Names of icons with the roles of their colours."""
    table = re.search(r'static let table = """\n(.*?)"""', SIGNS.read_text(), re.S)
    return [tuple(line.split()[:2]) for line in table.group(1).splitlines() if line.strip()]


def colours() -> dict[str, dict[str, str]]:
    """The colours of roles, by theme."""
    rows = re.findall(r'"(\w+)": \("(#\w+)", "(#\w+)"\)', PALETTE.read_text())
    return {"light": {role: light for role, light, _ in rows}, "dark": {role: dark for role, _, dark in rows}}


def glyph(name: str) -> str:
    """What is inside the file of an icon."""
    file = PARTS / "icons" / f"{name}.svg"
    if not file.exists():
        raise FileNotFoundError(f"{SIGNS.name}: there is no icon {name}; see https://lucide.dev/icons")
    return re.sub(r"^.*?<svg.*?>|</svg>", "", file.read_text(), flags=re.S)


def place(index: int) -> tuple[int, int]:
    return index % COLUMNS * SIDE, index // COLUMNS * SIDE


def sheet(palette: dict[str, str]) -> bytes:
    """All icons of a theme beside each other, as SVG."""
    listed = icons()
    middle, inset = SIDE / 2, (SIDE - GLYPH) / 2
    cells = []
    for index, (name, role) in enumerate(listed):
        x, y = place(index)
        cells.append(
            f'<g transform="translate({x} {y})"><circle cx="{middle}" cy="{middle}" r="{middle}" '
            f'fill="{palette["halo"]}"/><circle cx="{middle}" cy="{middle}" r="{middle - 1}" '
            f'fill="{palette[role]}"/><g transform="translate({inset} {inset}) scale({GLYPH / 24})" '
            f'fill="none" stroke="{palette["halo"]}" stroke-width="2.4" stroke-linecap="round" '
            f'stroke-linejoin="round">{glyph(name)}</g></g>')
    height = -(-len(listed) // COLUMNS) * SIDE
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{COLUMNS * SIDE}" height="{height}">'
            f'{"".join(cells)}</svg>').encode()


def places(density: int) -> bytes:
    """Where each icon lies, as MapLibre reads it."""
    side = SIDE * density
    return json.dumps({
        name: {"x": place(index)[0] * density, "y": place(index)[1] * density, "width": side,
               "height": side, "pixelRatio": density}
        for index, (name, _) in enumerate(icons())}, separators=(",", ":")).encode()


@cache
def vips() -> ctypes.CDLL:
    library = ctypes.CDLL("libvips.so.42")
    library.vips_image_new_from_buffer.restype = ctypes.c_void_p
    library.vips_error_buffer.restype = ctypes.c_char_p
    if library.vips_init(b"web_sprite"):
        raise OSError(f"libvips does not start: {library.vips_error_buffer().decode()}")
    return library


def png(svg: bytes, density: int) -> bytes:
    """A drawing as PNG with a palette, which is a third of the bytes and looks the same."""
    library = vips()
    image = library.vips_image_new_from_buffer(
        svg, ctypes.c_size_t(len(svg)), b"", b"scale", ctypes.c_double(density), None)
    data, count = ctypes.c_void_p(), ctypes.c_size_t()
    if not image or library.vips_pngsave_buffer(
            ctypes.c_void_p(image), ctypes.byref(data), ctypes.byref(count), b"strip", ctypes.c_int(1),
            b"compression", ctypes.c_int(9), b"palette", ctypes.c_int(1), None):
        raise OSError(f"libvips cannot draw the map's icons: {library.vips_error_buffer().decode()}")
    made = ctypes.string_at(data, count.value)
    library.g_free(data)
    library.g_object_unref(ctypes.c_void_p(image))
    return made


def files() -> dict[str, bytes]:
    """The files of all themes and densities, by name."""
    made = {}
    for theme, palette in colours().items():
        svg = sheet(palette)
        for density, ending in DENSITIES.items():
            made[f"{theme}{ending}.json"] = places(density)
            made[f"{theme}{ending}.png"] = png(svg, density)
    return made
