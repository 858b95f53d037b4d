"""Drawings for the tours of Vaduz: their covers."""

from __future__ import annotations

from drawing import (
    circle, ellipse, house, moved, path, rect, scene, shape, tree, water, windows,
)

ROCK, WALL, SHINGLE = "#8d8a80", "#e8e0cf", "#8a4a38"


def mountains(base: float, snow: str = "#ffffff") -> str:
    """The ridge in the east, with snow on its tops."""
    ridge = ((-40, base - 120), (140, base - 330), (260, base - 250), (430, base - 420), (560, base - 290), (720, base - 390),
             (880, base - 240), (1040, base - 340), (1240, base - 150))
    tops = "".join(shape([(x - 58, y + 78), (x, y), (x + 62, y + 84), (x + 20, y + 62), (x - 14, y + 88)], snow, 'opacity="0.9"')
                   for x, y in (ridge[1], ridge[3], ridge[5], ridge[7]))
    return shape([(-40, base), *ridge, (1240, base)], "#7f96a3") + tops


def castle(x: float, base: float, size: float = 1) -> str:
    """Round towers of grey stone, a white house with red shutters between them."""
    keep = rect(-40, -250, 130, 250, WALL) + shape([(-56, -250), (25, -340), (106, -250)], SHINGLE)
    hall = rect(90, -180, 210, 180, "#f3ecdd") + shape([(80, -180), (120, -246), (270, -246), (310, -180)], SHINGLE)
    shutters = "".join(rect(left, top, 20, 34, "#a8362c") + rect(left + 6, top, 8, 34, "#3d566b")
                       for top in (-150, -90) for left in (112, 160, 208, 256))
    round_tower = (rect(-190, -170, 160, 170, ROCK) + ellipse(-110, -170, 80, 16, "#a5a298")
                   + "".join(rect(left, -196, 22, 30, ROCK) for left in (-188, -152, -116, -80, -54))
                   + rect(-80, -170, 50, 170, "#000000", 'opacity="0.12"'))
    slits = "".join(rect(left, -120, 8, 34, "#2b3440") for left in (-160, -116)) + windows(-30, -236, 110, 120, 2, 2)
    flag = rect(23, -400, 4, 62, "#5b4433") + rect(27, -400, 54, 16, "#1f3f8f") + rect(27, -384, 54, 16, "#b8242f")
    return moved(round_tower + hall + keep + shutters + slits + flag, x, base, size)


def castle_on_the_rock() -> str:
    cliff = shape([(250, 620), (330, 470), (470, 420), (860, 415), (960, 480), (1060, 620)], ROCK)
    cracks = "".join(path(f"M{x} {y} l{dx} 70 l-14 60", more='stroke="#6f6c63" stroke-width="6"')
                     for x, y, dx in ((420, 470, -26), (560, 440, 18), (700, 440, -16), (850, 470, 24)))
    wood = "".join(tree(x, base, size, crown) for x, base, size, crown in (
        (90, 640, 1.0, "#3f7a4c"), (200, 660, 0.8, "#4e8a4d"), (1010, 640, 0.9, "#3f7a4c"), (1130, 660, 1.1, "#4e8a4d")))
    town = (house(60, 770, 230, 120, 2, 5, "#efdcae", SHINGLE) + house(330, 780, 190, 100, 2, 4, "#e3b9a0", SHINGLE)
            + house(720, 775, 210, 120, 2, 4, "#f0e6d2", SHINGLE) + house(960, 782, 200, 96, 2, 4, "#cfd9c4", SHINGLE))
    return scene("morning", 620, (1030, 130)) + mountains(620) + cliff + cracks + castle(620, 424) + wood + town


def parliament() -> str:
    """The steep gable of yellow brick, the government beside it, the hill behind."""
    hill = path("M-20 620 Q260 300 620 430 Q900 520 1220 330 V620 Z", "#6f9a63")
    gable = shape([(360, 620), (360, 440), (600, 130), (840, 440), (840, 620)], "#d9b979")
    courses = "".join(rect(362, y, 476, 2, "#b99350", 'opacity="0.6"') for y in range(452, 620, 14))
    roof = "".join(path(f"M{600 + i * 12} {140 + abs(i) * 15.5} L{600 + i * 24} {170 + abs(i) * 27}", more='stroke="#b99350" stroke-width="2"')
                   for i in range(-9, 10))
    door = rect(560, 500, 80, 120, "#5b4433") + "".join(rect(x, 470, 18, 90, "#3d566b") for x in (430, 480, 702, 752))
    palace = house(880, 620, 330, 220, 3, 8, "#efdcae", "#6d4a3c", arched=True)
    horses = "".join(moved(path("M-60 0 L-56 -60 Q-62 -96 -30 -100 L30 -102 Q42 -140 60 -146 L78 -124 L58 -114 Q54 -80 46 -60 L50 0 H38"
                                " L30 -54 L-34 -52 L-46 0 Z", "#4d5a4c"), x, 730, 0.9) for x in (150, 260, 370))
    return (scene("day", 620, (180, 150)) + mountains(560, "#f4f8fb") + hill + house(20, 620, 280, 180, 2, 6, "#dfe3dc", "#85705a")
            + gable + courses + roof + door + palace + horses)


def vineyard_and_bridge() -> str:
    """Rows of vines, the covered wooden bridge over the Rhine, mountains beyond."""
    field = path("M0 800 V610 Q420 560 760 640 L560 800 Z", "#7f9f55")
    rows = "".join(path(f"M{-60 + i * 74} 800 Q{60 + i * 70} 690 {130 + i * 58} {604 + i * 3}", more='stroke="#476b3a" stroke-width="13"')
                   + "".join(circle(-60 + i * 74 + step * 44, 790 - step * 62, 11 - step * 2, "#57365e") for step in range(3))
                   for i in range(9))
    bridge = (rect(560, 486, 640, 92, "#8b6140") + shape([(540, 490), (580, 430), (1200, 430), (1200, 490)], "#6d4a3c")
              + "".join(rect(x, 500, 30, 40, "#3b2a1e") for x in range(590, 1200, 62))
              + "".join(path(f"M{x} 578 l46 -40 M{x + 46} 578 l-46 -40", more='stroke="#5b3f29" stroke-width="5"') for x in range(580, 1180, 62)))
    piers = "".join(rect(x, 578, 46, 70, "#b7ab98") for x in (660, 880, 1100))
    torkel = house(70, 600, 260, 120, 1, 4, "#efe3c8", "#8a4a38") + tree(380, 610, 0.7)
    return scene("evening", 560, (880, 150)) + mountains(560, "#fbe3d2") + water(590, "evening") + piers + bridge + field + rows + torkel


# By tour: the cover's drawing; what it shows.
PICTURES = {
    "old-town-and-castle": ((castle_on_the_rock, "A castle with a round tower on its rock above the roofs of a town, snowy mountains behind."),),
    "art-and-parliament": ((parliament, "The steep gable of the parliament in yellow brick, three bronze horses before it."),),
    "vineyards-and-rhine": ((vineyard_and_bridge, "Rows of vines above the Rhine, a covered wooden bridge and mountains in evening light."),),
}
