"""The map of all tours, where some are far from the others."""

from playwright.sync_api import expect
from world import retire

HARBOUR = [[24.9535, 60.1672], [24.9570, 60.1676]]


def far_tour(guide):
    "A published tour in another country, told by a British voice."
    made = guide.post("/v1/tours", {
        "name": "Harbour walk", "description": "Along the quay.", "languages": ["en-GB"],
        "route": {"type": "LineString", "coordinates": HARBOUR},
        "stops": [{"title": title, "text": "Here one listens.", "position": {"lat": lat, "lon": lon}}
                  for title, (lon, lat) in zip(("The quay", "The market"), HARBOUR, strict=True)]})
    guide.post(f"/v1/tours/{made['id']}/publication", status=200)
    return made["id"]


def shown(page):
    "Middle and zoom of the map of tours, once it is there."
    for _ in range(300):
        found = page.evaluate("""() => { const map = document.querySelector('.tours-map')?.map;
            return map && [map.getCenter().lng, map.getCenter().lat, map.getZoom()]; }""")
        if found:
            return found
        page.wait_for_timeout(100)
    raise AssertionError("no map")


def test_map_of_tours_begins_at_one_place(world):
    "the map of tours begins at the tours of the first map, else where the reader is, and not between two countries"
    if not world.has_map:
        return "skipped"
    guide = world.client("guide")
    far = far_tour(guide)
    try:
        page = world.open("/tours?view=map", "visitor")
        row = page.get_by_role("listitem").filter(has_text="Harbour walk")
        expect(row).to_contain_text("2 stops · English")
        expect(row).not_to_contain_text("British")
        lon, lat, zoom = shown(page)
        assert 9.4 < lon < 9.7 and 47 < lat < 47.3 and zoom > 10, (lon, lat, zoom)
        near = world.open("/tours?view=map&near=60.16750,24.95500&nearName=Harbour", "visitor")
        lon, lat, zoom = shown(near)
        assert 24.9 < lon < 25 and 60.1 < lat < 60.2 and zoom > 12, (lon, lat, zoom)
    finally:
        retire(guide, far)
