"""The story's step with a camera: what it sees, and what a device may keep of it."""

import time
from typing import Any, Callable

# The houses of a map are indexed in the background, from the first look at them on.
INDEXING_SECONDS = 60


def look(device: Any, here: dict[str, float], ground: float, heading: int, previous: list[str]) -> Any:
    """What a phone held upright at eye height sees."""
    return device.post("/v1/view", {
        "pose": {"position": {**here, "h": ground + 1.6}, "angles": {"yaw": 90 - heading, "pitch": 0, "roll": 0}},
        "fieldOfView": {"horizontal": 60, "vertical": 60}, "viewport": {"width": 1080, "height": 1920},
        "range": 500, "realm": "public", "previous": previous}, status=200)


def turn_on_the_spot(device: Any, ground: float, has_map: bool, expect: Callable[[bool, str], None]) -> str:
    """Looks in eight directions in the Städtle; `device` posts and gets, `ground` is in metres."""
    here = {"lat": 47.1390, "lon": 9.5215}
    give_up = time.monotonic() + INDEXING_SECONDS
    while has_map and not look(device, here, ground, 0, [])["considered"]["buildings"]:
        expect(time.monotonic() < give_up, "the houses of the map are considered in time")
        time.sleep(0.1)
    shown: set[str] = set()
    occluded, previous, totals = 0, [], set()
    with_houses: list[bool] = []
    for heading in range(0, 360, 45):
        answer = look(device, here, ground, heading, previous)
        previous = [item["id"] for item in answer["items"]]
        for item in answer["items"]:
            off = (item["bearing"] - heading + 180) % 360 - 180
            expect(abs(off) < 40, f"an object {off:.0f} degrees off the heading is shown")
            screen = item["screen"]
            expect(0 <= screen["x"] and screen["x"] + screen["width"] <= 1080, "within the picture")
        hidden = answer["hidden"]
        with_houses.append(answer["considered"]["buildings"])
        totals.add(len(previous) + sum(hidden.values()))
        occluded += hidden["occluded"]
        shown.update(previous)
    expect(len(totals) == 1, f"every instance is shown or counted in each direction, got {sorted(totals)}")
    expect(len(shown) > 0, "something is seen in some direction")
    expect(with_houses == [has_map] * 8, "houses are considered where a map is imported")
    expect(has_map == (occluded > 0), f"houses hide something in the town, and nothing else does: {occluded}")
    cell = device.get("/v1/view/cell", **here, radius=500)
    expect(shown <= {item["id"] for item in cell["items"]}, "all that was seen is in the cell around")
    since = device.get("/v1/view/cell", **here, radius=500, since=cell["sequence"])
    expect(not since["complete"] and since["items"] == [] and since["removed"] == [], "nothing new since")
    walls = "with the houses of the map" if has_map else "without houses"
    return f"{len(shown)} seen in 8 directions, {occluded} times one hidden by a house; {walls}"
