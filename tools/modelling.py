"""Low-poly modelling: shapes made of triangles, and binary glTF 2.0 files made of shapes.

Units are metres; +Y is up, the front faces +Z, the ground is y = 0.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable

Vector = tuple[float, float, float]
Corner = tuple[Vector, Vector]
"""A position and the unit normal there."""
Shape = list[tuple[Corner, Corner, Corner]]
"""Triangles, counter-clockwise when seen from outside."""

TAU = 2 * math.pi

# name: (red, green, blue in linear light, metallic, roughness)
MATERIALS: dict[str, tuple[float, float, float, float, float]] = {
    "wood": (0.26, 0.13, 0.05, 0.0, 0.8),
    "dark-wood": (0.10, 0.05, 0.02, 0.0, 0.9),
    "iron": (0.10, 0.10, 0.11, 0.9, 0.5),
    "gold": (0.90, 0.58, 0.14, 1.0, 0.3),
    "silver": (0.75, 0.75, 0.78, 1.0, 0.35),
    "stone": (0.45, 0.43, 0.40, 0.0, 0.95),
    "dark-stone": (0.22, 0.21, 0.20, 0.0, 0.95),
    "roof": (0.33, 0.07, 0.03, 0.0, 0.9),
    "white": (0.80, 0.80, 0.76, 0.0, 0.7),
    "paper": (0.85, 0.80, 0.66, 0.0, 0.9),
    "ink": (0.03, 0.03, 0.04, 0.0, 0.8),
    "yellow": (0.85, 0.55, 0.02, 0.0, 0.6),
    "blue": (0.01, 0.05, 0.35, 0.0, 0.6),
    "red": (0.52, 0.01, 0.02, 0.0, 0.6),
    "green": (0.07, 0.26, 0.03, 0.0, 0.8),
    "grape": (0.09, 0.01, 0.14, 0.0, 0.4),
    "hide": (0.24, 0.12, 0.06, 0.0, 0.9),
    "horn": (0.60, 0.53, 0.40, 0.0, 0.7),
    "bronze": (0.33, 0.20, 0.08, 0.8, 0.5),
    "feather": (0.16, 0.12, 0.10, 0.0, 0.9),
    "patina": (0.16, 0.42, 0.33, 0.2, 0.7),
    "granite": (0.36, 0.18, 0.14, 0.0, 0.9),
    "lamplight": (0.95, 0.82, 0.45, 0.0, 0.3),
    "dark-green": (0.02, 0.14, 0.06, 0.0, 0.6),
    "cream": (0.86, 0.72, 0.42, 0.0, 0.6),
    "glass": (0.08, 0.13, 0.17, 0.2, 0.2),
}


# Vectors


def minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def unit(v: Vector) -> Vector:
    length = math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
    return (v[0] / length, v[1] / length, v[2] / length)


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


# Shapes


def face(*points: Vector) -> Shape:
    """A flat convex face; its corners counter-clockwise when seen from outside."""
    normal = unit(cross(minus(points[1], points[0]), minus(points[2], points[0])))
    first = points[0]
    return [
        ((first, normal), (points[i], normal), (points[i + 1], normal))
        for i in range(1, len(points) - 1)
    ]


def box(width: float, height: float, depth: float) -> Shape:
    """A box that stands on y = 0, centred on the y axis."""
    return prism([(-width / 2, 0), (width / 2, 0), (width / 2, height), (-width / 2, height)], depth)


def prism(outline: list[tuple[float, float]], depth: float) -> Shape:
    """A convex outline in x and y, counter-clockwise seen from +Z, drawn out along z."""
    front = [(x, y, depth / 2) for x, y in outline]
    back = [(x, y, -depth / 2) for x, y in outline]
    shape = face(*front) + face(*reversed(back))
    for i, j in ring(len(outline)):
        shape += face(back[i], back[j], front[j], front[i])
    return shape


def arch(inner: float, outer: float, depth: float, steps: int) -> Shape:
    """A half ring from +x over the top to -x, drawn out along z."""
    shape: Shape = []
    for step in range(steps):
        a, b = math.pi * step / steps, math.pi * (step + 1) / steps
        shape += prism(
            [
                (inner * math.cos(a), inner * math.sin(a)),
                (outer * math.cos(a), outer * math.sin(a)),
                (outer * math.cos(b), outer * math.sin(b)),
                (inner * math.cos(b), inner * math.sin(b)),
            ],
            depth,
        )
    return shape


def lathe(profile: list[tuple[float, float]], sides: int) -> Shape:
    """A profile of (radius, y), from the bottom up, turned around the y axis; ends are closed."""
    shape: Shape = []
    rings = [
        [(r * math.cos(TAU * s / sides), y, -r * math.sin(TAU * s / sides)) for s in range(sides)]
        for r, y in profile
    ]
    for (low, (low_radius, low_y)), (high, (high_radius, high_y)) in zip(
        zip(rings, profile), zip(rings[1:], profile[1:])
    ):
        for i, j in ring(sides):
            if high_radius == 0:
                shape += face(low[i], low[j], (0, high_y, 0))
            elif low_radius == 0:
                shape += face((0, low_y, 0), high[j], high[i])
            else:
                shape += face(low[i], low[j], high[j], high[i])
    if profile[0][0] > 0:
        shape += face(*reversed(rings[0]))
    if profile[-1][0] > 0:
        shape += face(*rings[-1])
    return shape


def cylinder(radius: float, height: float, sides: int) -> Shape:
    return lathe([(radius, 0), (radius, height)], sides)


def cone(radius: float, height: float, sides: int) -> Shape:
    return lathe([(radius, 0), (0, height)], sides)


def ball(radius: float, rings: int, sides: int) -> Shape:
    """A smooth ball around the origin."""

    def corner(row: int, column: int) -> Corner:
        polar, around = math.pi * row / rings, TAU * (column % sides) / sides
        normal = (
            math.sin(polar) * math.cos(around),
            -math.cos(polar),
            -math.sin(polar) * math.sin(around),
        )
        return (normal[0] * radius, normal[1] * radius, normal[2] * radius), normal

    shape: Shape = []
    for row in range(rings):
        for column in range(sides):
            a, b = corner(row, column), corner(row, column + 1)
            c, d = corner(row + 1, column + 1), corner(row + 1, column)
            if row > 0:
                shape.append((a, b, c))
            if row < rings - 1:
                shape.append((a, c, d))
    return shape


def ring(count: int) -> list[tuple[int, int]]:
    """Neighbours along a closed outline."""
    return [(i, (i + 1) % count) for i in range(count)]


# Placing


def mapped(shape: Shape, point: Callable[[Vector], Vector], normal: Callable[[Vector], Vector]) -> Shape:
    return [tuple((point(p), normal(n)) for p, n in triangle) for triangle in shape]  # type: ignore


def move(shape: Shape, x: float = 0, y: float = 0, z: float = 0) -> Shape:
    return mapped(shape, lambda p: (p[0] + x, p[1] + y, p[2] + z), lambda n: n)


def stretch(shape: Shape, x: float, y: float, z: float) -> Shape:
    return mapped(
        shape,
        lambda p: (p[0] * x, p[1] * y, p[2] * z),
        lambda n: unit((n[0] / x, n[1] / y, n[2] / z)),
    )


def turn(shape: Shape, axis: str, degrees: float) -> Shape:
    """Turns counter-clockwise around an axis, seen from its positive end."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turned(v: Vector) -> Vector:
        x, y, z = v
        if axis == "x":
            return (x, c * y - s * z, s * y + c * z)
        if axis == "y":
            return (c * x + s * z, y, c * z - s * x)
        return (c * x - s * y, s * x + c * y, z)

    return mapped(shape, turned, turned)


class Model:
    """Shapes by material."""

    def __init__(self) -> None:
        self.parts: dict[str, Shape] = {}

    def add(self, material: str, shape: Shape) -> None:
        self.parts.setdefault(material, []).extend(shape)


# Writing glTF


def rounded(corner: Corner) -> tuple[float, ...]:
    """To a tenth of a millimetre, so that every machine writes the same bytes."""
    return tuple(round(value, 4) + 0.0 for vector in corner for value in vector)


def as_float32(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


def glb(slug: str, model: Model) -> bytes:
    """The model as a binary glTF 2.0 file (glTF 2.0 specification, section 4.4)."""
    payload = bytearray()
    views: list[dict] = []
    accessors: list[dict] = []
    primitives: list[dict] = []

    def view(data: bytes, target: int) -> int:
        views.append(
            {"buffer": 0, "byteOffset": len(payload), "byteLength": len(data), "target": target}
        )
        payload.extend(data + b"\0" * (-len(data) % 4))
        return len(views) - 1

    for number, material in enumerate(sorted(model.parts)):
        corners: dict[tuple[float, ...], int] = {}
        indices = [
            corners.setdefault(rounded(corner), len(corners))
            for triangle in model.parts[material]
            for corner in triangle
        ]
        positions = [corner[:3] for corner in corners]
        normals = [corner[3:] for corner in corners]
        first = len(accessors)
        for values in (positions, normals):
            data = b"".join(struct.pack("<3f", *value) for value in values)
            accessors.append(
                {"bufferView": view(data, 34962), "componentType": 5126, "count": len(values), "type": "VEC3"}
            )
        accessors[first]["min"] = [as_float32(min(p[i] for p in positions)) for i in range(3)]
        accessors[first]["max"] = [as_float32(max(p[i] for p in positions)) for i in range(3)]
        data = struct.pack(f"<{len(indices)}H", *indices)
        accessors.append(
            {"bufferView": view(data, 34963), "componentType": 5123, "count": len(indices), "type": "SCALAR"}
        )
        primitives.append(
            {"attributes": {"POSITION": first, "NORMAL": first + 1}, "indices": first + 2, "material": number}
        )

    document = {
        "asset": {"version": "2.0", "generator": "wayside make-objects"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": slug}],
        "meshes": [{"name": slug, "primitives": primitives}],
        "materials": [gltf_material(material) for material in sorted(model.parts)],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(payload)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(payload)
    header = struct.pack("<4sII", b"glTF", 2, total)
    return (
        header
        + struct.pack("<I4s", len(text), b"JSON") + text
        + struct.pack("<I4s", len(payload), b"BIN\0") + bytes(payload)
    )


def gltf_material(name: str) -> dict:
    red, green, blue, metallic, roughness = MATERIALS[name]
    return {
        "name": name,
        "pbrMetallicRoughness": {
            "baseColorFactor": [red, green, blue, 1.0],
            "metallicFactor": metallic,
            "roughnessFactor": roughness,
        },
    }
