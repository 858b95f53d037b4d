"""The story's step with a camera: what it sees, and what a device may keep of it."""

from typing import Any, Callable


def turn_on_the_spot(device: Any, ground: float, expect: Callable[[bool, str], None]) -> str:
    """Looks in eight directions in the Städtle; `device` posts and gets, `ground` is in metres."""
    here = {"lat": 47.1390, "lon": 9.5215}
    height = ground + 1.6
    shown: set[str] = set()
    occluded, previous, totals = 0, [], set()
    with_houses: list[bool] = []
    for heading in range(0, 360, 45):
        answer = device.post("/v1/view", {
            "pose": {"position": {**here, "h": height}, "angles": {"yaw": 90 - heading, "pitch": 0, "roll": 0}},
            "fieldOfView": {"horizontal": 60, "vertical": 60}, "viewport": {"width": 1080, "height": 1920},
            "range": 500, "realm": "public", "previous": previous}, status=200)
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
    # The houses of a map are indexed in the background, while the first answers are given.
    considered = all(with_houses)
    expect(any(with_houses) or occluded == 0, "nothing hides anything where no map is imported")
    expect(not considered or occluded > 0, "houses hide something in the town")
    cell = device.get("/v1/view/cell", **here, radius=500)
    expect(shown <= {item["id"] for item in cell["items"]}, "all that was seen is in the cell around")
    since = device.get("/v1/view/cell", **here, radius=500, since=cell["sequence"])
    expect(not since["complete"] and since["items"] == [] and since["removed"] == [], "nothing new since")
    walls = "with the houses of the map" if considered else "without houses"
    return f"{len(shown)} seen in 8 directions, {occluded} times one hidden by a house; {walls}"
