"""The AR objects that belong to Helsinki, drawn in code; see modelling.py for the shapes."""

from __future__ import annotations

from collections.abc import Callable

from modelling import Model, arch, ball, box, cone, cylinder, lathe, move, prism, stretch, turn


def column() -> Model:
    model = Model()
    model.add("stone", box(0.9, 0.18, 0.9))
    shaft = [(0.4, 0.0), (0.42, 0.1), (0.33, 0.18), (0.33, 0.3), (0.31, 1.6), (0.26, 3.0)]
    model.add("white", move(lathe(shaft, 20), 0, 0.18))
    model.add("white", move(lathe([(0.26, 0), (0.36, 0.16), (0.3, 0.2), (0.42, 0.38)], 16), 0, 3.18))
    model.add("stone", move(box(0.88, 0.14, 0.88), 0, 3.56))
    return model


def anvil() -> Model:
    model = Model()
    model.add("dark-stone", box(1.1, 0.5, 0.9))
    foot = [(-0.35, 0.0), (0.35, 0.0), (0.16, 0.22), (-0.16, 0.22)]
    model.add("iron", move(prism(foot, 0.3), 0, 0.5))
    model.add("iron", move(box(0.24, 0.14, 0.22), 0, 0.7))
    model.add("iron", move(box(0.7, 0.18, 0.28), 0, 0.82))
    model.add("iron", move(turn(cone(0.13, 0.45, 10), "z", 90), -0.34, 0.9))
    model.add("dark-wood", move(turn(cylinder(0.025, 0.75, 8), "z", 62), 0.62, 1.02, 0.05))
    model.add("iron", move(turn(box(0.16, 0.3, 0.16), "z", 62), 0.1, 1.02, 0.05))
    model.add("red", move(box(0.34, 0.05, 0.07), -0.05, 1.0, -0.06))
    return model


def linden() -> Model:
    model = Model()
    model.add("dark-wood", lathe([(0.2, 0), (0.13, 0.5), (0.11, 2.4)], 8))
    for x, y, z, size in ((0, 3.6, 0, 1.25), (0.65, 3.1, 0.2, 0.8), (-0.6, 3.0, -0.25, 0.85),
                          (0.1, 3.0, -0.65, 0.75), (-0.1, 4.5, 0.1, 0.75), (0.05, 2.9, 0.65, 0.7)):
        model.add("green", move(stretch(ball(1, 6, 9), size, size * 0.9, size), x, y, z))
    return model


def fish() -> Model:
    """A herring that leaps from a wave."""
    model = Model()
    body = move(turn(stretch(ball(1, 10, 12), 0.14, 0.22, 0.62), "x", -35), 0, 0.75)
    model.add("silver", body)
    tail = [(0.0, 0.0), (0.3, 0.22), (0.16, 0.0), (0.3, -0.22)]
    model.add("silver", move(turn(turn(prism(tail, 0.03), "y", 90), "x", -35), 0, 0.42, -0.46))
    model.add("blue", move(turn(prism([(-0.16, 0), (0.16, 0), (0.02, 0.16)], 0.03), "y", 90), 0, 0.95, -0.02))
    for side in (-1, 1):
        model.add("white", move(ball(0.04, 5, 8), 0.085 * side, 1.08, 0.4))
        model.add("ink", move(ball(0.022, 5, 6), 0.118 * side, 1.085, 0.41))
    for x in (-0.45, 0.0, 0.45):
        model.add("blue", move(stretch(ball(1, 5, 10), 0.34, 0.14, 0.5), x, 0.1, -0.25))
    model.add("white", move(stretch(ball(1, 4, 8), 0.22, 0.07, 0.22), 0, 0.22, -0.4))
    return model


def ship() -> Model:
    """A two-masted sailing ship of the coast."""
    model = Model()
    for y, width, length, material in ((0.0, 0.7, 3.2, "dark-wood"), (0.3, 1.0, 3.8, "wood")):
        hull = [(-width / 2, -length / 2), (width / 2, -length / 2), (width / 2, length * 0.2),
                (0, length / 2), (-width / 2, length * 0.2)]
        model.add(material, move(turn(prism(hull, 0.32), "x", 90), 0, y + 0.16))
    model.add("white", move(box(0.6, 0.35, 0.8), 0, 0.6, -0.9))
    for z, height in ((-0.6, 3.0), (0.75, 3.4)):
        model.add("dark-wood", move(cylinder(0.05, height, 8), 0, 0.6, z))
        sail = [(0.0, 0.0), (1.15, 0.0), (0.85, height * 0.72), (0.0, height * 0.8)]
        model.add("paper", move(turn(prism(sail, 0.03), "y", 90), 0, 0.95, z - 0.06))
    jib = [(0.0, 0.0), (-1.1, 0.0), (0.0, 2.4)]
    model.add("paper", move(turn(prism(list(reversed(jib)), 0.03), "y", 90), 0, 0.9, 0.82))
    model.add("blue", move(box(0.02, 0.26, 0.5), 0, 3.7, 0.5))
    return model


def gull() -> Model:
    model = Model()
    model.add("dark-wood", cylinder(0.09, 0.9, 8))
    model.add("white", move(turn(stretch(ball(1, 8, 10), 0.12, 0.13, 0.27), "x", -18), 0, 1.12))
    model.add("white", move(ball(0.095, 7, 9), 0, 1.32, 0.22))
    model.add("yellow", move(turn(cone(0.032, 0.14, 6), "x", 97), 0, 1.31, 0.3))
    for side in (-1, 1):
        wing = stretch(ball(1, 6, 8), 0.03, 0.1, 0.29)
        model.add("silver", move(turn(wing, "x", -10), 0.115 * side, 1.14, -0.08))
        model.add("ink", move(ball(0.018, 4, 6), 0.07 * side, 1.36, 0.27))
        model.add("yellow", move(cylinder(0.014, 0.12, 5), 0.05 * side, 0.9, 0.02))
    model.add("ink", move(turn(box(0.1, 0.02, 0.2), "x", 10), 0, 1.06, -0.32))
    return model


def clock_tower() -> Model:
    """A small granite tower with a clock on each side."""
    model = Model()
    model.add("dark-stone", box(1.5, 0.4, 1.5))
    model.add("stone", move(box(1.2, 3.6, 1.2), 0, 0.4))
    for turned in (0, 90, 180, 270):
        face = move(turn(cylinder(0.4, 0.04, 20), "x", 90), 0, 3.3, 0.6)
        model.add("paper", turn(face, "y", turned))
        model.add("ink", turn(move(box(0.05, 0.28, 0.02), 0, 3.3, 0.65), "y", turned))
        model.add("ink", turn(move(turn(box(0.05, 0.2, 0.02), "z", -60), 0, 3.3, 0.66), "y", turned))
        for x in (-0.3, 0.0, 0.3):
            model.add("ink", turn(move(box(0.1, 1.4, 0.02), x, 1.0, 0.605), "y", turned))
    model.add("stone", move(box(1.36, 0.16, 1.36), 0, 4.0))
    model.add("patina", move(lathe([(0.8, 0), (0.72, 0.35), (0.45, 0.6), (0.4, 0.95), (0, 1.25)], 12), 0, 4.16))
    model.add("gold", move(ball(0.09, 6, 8), 0, 5.45))
    return model


def globe_lamp() -> Model:
    """A globe of light on a pillar of granite."""
    model = Model()
    model.add("granite", box(0.8, 0.3, 0.8))
    model.add("granite", move(lathe([(0.34, 0), (0.26, 1.4), (0.34, 1.6)], 8), 0, 0.3))
    model.add("iron", move(lathe([(0.26, 0), (0.3, 0.08), (0.16, 0.16)], 12), 0, 1.9))
    model.add("lamplight", move(ball(0.42, 10, 16), 0, 2.42))
    for turned in (0, 90):
        model.add("iron", turn(move(arch(0.42, 0.45, 0.04, 14), 0, 2.42), "y", turned))
    return model


def tram() -> Model:
    """A green and yellow tram, a third of its real length."""
    model = Model()
    model.add("ink", box(1.1, 0.25, 4.6))
    model.add("dark-green", move(box(1.3, 0.7, 5.0), 0, 0.25))
    model.add("cream", move(box(1.3, 0.85, 5.0), 0, 0.95))
    model.add("stone", move(box(1.2, 0.14, 4.8), 0, 1.8))
    for side in (-1, 1):
        for z in (-1.9, -1.15, -0.4, 0.35, 1.1, 1.85):
            model.add("glass", move(box(0.04, 0.5, 0.6), 0.64 * side, 1.12, z))
        model.add("glass", move(box(1.0, 0.55, 0.04), 0, 1.1, 2.49 * side))
        model.add("yellow", move(box(0.2, 0.12, 0.04), 0.4, 0.5, 2.5 * side))
        model.add("yellow", move(box(0.2, 0.12, 0.04), -0.4, 0.5, 2.5 * side))
        for z in (-1.6, 1.6):
            wheel = turn(cylinder(0.22, 0.1, 12), "z", 90)
            model.add("iron", move(wheel, 0.55 * side, 0.16, z))
    for lean in (-30, 30):
        model.add("iron", move(turn(cylinder(0.025, 0.6, 6), "x", lean), 0, 1.94))
    model.add("iron", move(box(1.0, 0.04, 0.06), 0, 2.44, 0.28))
    model.add("iron", move(box(1.0, 0.04, 0.06), 0, 2.44, -0.28))
    return model


# slug: (name, alternative text, offered to everyone as a preset, how to draw it)
CATALOGUE: dict[str, tuple[str, str, bool, Callable[[], Model]]] = {
    "anvil": ("Anvil", "An iron anvil on a block, with a hammer and a glowing bar.", False, anvil),
    "clock-tower": ("Clock tower", "A granite tower with a clock on each side and a green copper roof.", False, clock_tower),
    "column": ("Column", "A white column with a broad capital on a square base.", False, column),
    "fish": ("Herring", "A silver herring that leaps out of a wave.", False, fish),
    "globe-lamp": ("Globe lamp", "A glowing globe on a pillar of red granite.", False, globe_lamp),
    "gull": ("Gull", "A white gull on a wooden post, looking for food.", False, gull),
    "linden": ("Lime tree", "A lime tree with a round green crown.", False, linden),
    "ship": ("Sailing ship", "A wooden ship with two masts and pale sails.", False, ship),
    "tram": ("Tram", "A green and cream tram with its pantograph up.", False, tram),
}
