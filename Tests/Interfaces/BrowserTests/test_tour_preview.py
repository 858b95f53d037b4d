"""What is seen of a tour before one goes, and in which language."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect
from test_staying_on_tour import Finger, hear, listening, tour
from world import Failed


def test_stops_open(world):
    "a stop is opened in the preview with its text, and is heard"
    page = listening(world)
    page.goto(f"/t/{tour(world)['id']}")
    page.get_by_role("button", name="Cathedral of St. Florin").tap()
    dialog = page.get_by_role("dialog", name="1. Cathedral of St. Florin")
    expect(dialog.get_by_text("Friedrich von Schmidt", exact=False)).to_be_visible()
    hear(page, Finger(), "Friedrich von Schmidt")
    # It has an address.
    expect(page).to_have_url(re.compile(r"dialog=stop\.1"))


def test_stops_of_a_priced_tour(world):
    "before it is bought the preview says what the price includes, and a stop what is missing"
    page = world.open(f"/t/{tour(world, 'Art and Parliament')['id']}")
    expect(page.get_by_text("What 8 stops tell", exact=False)).to_be_visible()
    stops = page.get_by_role("listitem").filter(has=page.locator(".tour-number"))
    expect(stops).to_have_count(8)
    stops.first.get_by_role("button").tap()
    expect(page.get_by_role("dialog").get_by_text("comes with the tour, for CA$4.50", exact=False)).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play")).to_have_count(0)


def test_way_there(world):
    "the preview says how far away the tour starts, and leads to the way there"
    shown = tour(world)
    begin = shown["start"]
    context = world.context(None, permissions=["geolocation"], geolocation={
        "latitude": begin["lat"] + 0.01, "longitude": begin["lon"], "accuracy": 5})
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}")
    part = page.get_by_role("region", name="Getting there")
    expect(part.get_by_role("status")).to_have_text("It starts at “Cathedral of St. Florin”.")
    part.get_by_role("button", name="How far is it?").tap()
    expect(part.get_by_role("status")).to_have_text("It starts 1.1 km from you, at “Cathedral of St. Florin”.")
    part.get_by_role("link", name="Way there").tap()
    expect(page).to_have_url(re.compile(r"/ways/find\?to=47\.1\d+%2C9\.52\d+&toName=Cathedral"))


def made(world, language, title, text):
    """A published tour in one language."""
    guide = world.client("guide")
    draft = guide.post("/v1/tours", {
        "name": title, "description": text, "languages": [language], "place": "Ruggell",
        "route": {"type": "LineString", "coordinates": [[9.53, 47.23], [9.532, 47.232], [9.53, 47.234]]},
        "stops": [{"titles": {language: title}, "texts": {language: text}, "position": {"lat": 47.23, "lon": 9.53}}]})
    guide.post(f"/v1/tours/{draft['id']}/publication", status=200)
    return draft["id"]


def test_only_in_another_language(world):
    "a tour that is not in the reader's language is shown in its first one and marked so, both ways"
    english = made(world, "en", "Mill by the brook", "It still turns.")
    german = made(world, "de", "Mühle am Bach", "Sie dreht sich noch.")
    for tour_id, locale, mark, title, text, tag in (
            (english, "de-CH", "auf Englisch", "Mill by the brook", "It still turns.", "en"),
            (german, "en-GB", "in German", "Mühle am Bach", "Sie dreht sich noch.", "de")):
        page = world.open(f"/t/{tour_id}", locale=locale)
        expect(page.get_by_role("main").get_by_text(mark, exact=True)).to_be_visible()
        expect(page.get_by_text(text, exact=True)).to_have_attribute("lang", tag)
        page.get_by_role("list").get_by_role("button", name=title).tap()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(mark, exact=True)).to_be_visible()
        expect(dialog.get_by_text(text, exact=True)).to_have_attribute("lang", tag)


def test_own_language(world):
    "a German reader gets the German stops of a tour in two languages, unmarked"
    page = world.open(f"/t/{tour(world)['id']}", locale="de-CH")
    page.get_by_role("button", name="Kathedrale St. Florin").tap()
    dialog = page.get_by_role("dialog", name="1. Kathedrale St. Florin")
    expect(dialog.locator(".tour-text")).to_have_attribute("lang", "de")
    expect(dialog.get_by_text("auf Englisch")).to_have_count(0)


def test_names_per_language(world):
    "a tour's name and description are in the reader's language, in the list and in the preview"
    guide = world.client("guide")
    draft = guide.post("/v1/tours", {
        "names": {"en": "Round the pond", "de": "Um den Weiher"},
        "descriptions": {"en": "Ducks and reeds.", "de": "Enten und Schilf."},
        "languages": ["en", "de"], "place": "Ruggell",
        "route": {"type": "LineString", "coordinates": [[9.53, 47.23], [9.532, 47.232], [9.53, 47.234]]},
        "stops": [{"titles": {"en": "Pond", "de": "Weiher"}, "texts": {"en": "Wet.", "de": "Nass."},
                   "position": {"lat": 47.23, "lon": 9.53}}]})
    guide.post(f"/v1/tours/{draft['id']}/publication", status=200)
    for locale, name, description in (("de-CH", "Um den Weiher", "Enten und Schilf."),
                                      ("en-GB", "Round the pond", "Ducks and reeds.")):
        page = world.open("/tours", locale=locale)
        page.get_by_role("main").get_by_role("link", name=re.compile(f"^{name}")).tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.get_by_text(description, exact=True)).to_be_visible()
        expect(page.locator(".spoken-in")).to_have_count(0)


def test_search_finds_a_stop(world):
    "a search finds the tour of which a stop is called so, and says which stop"
    page = world.open("/tours")
    page.get_by_role("searchbox").fill("Kathedrale")
    found = page.get_by_role("main").get_by_role("listitem").filter(has_text="Old Town and Castle")
    expect(found).to_contain_text("Stop 1: ")
    expect(page.get_by_text("2 tours", exact=True)).to_be_visible()


def hill(file):
    """Heights of the square degree around: 400 m in the south, a tenth steep to the north up to 47.2325, then down."""
    side = 1201
    rows = []
    for row in range(side):
        north = (1 - row / (side - 1)) * 111_200
        top = 279 / 1200 * 111_200
        metres = 400 + (north if north < top else 2 * top - north) / 10
        rows.append(struct.pack(">h", round(metres)) * side)
    file.write_bytes(b"".join(rows))


def test_climb(world):
    "where heights are imported the preview of a tour says its climb, and shows the elevation along its way"
    heights = Path(world.server.data) / "elevation"
    assert not heights.exists(), "the sample has no heights"
    path = f"/t/{made(world, 'en', 'Over the hill', 'Up, and down on the other side.')}"
    page = world.open(path)
    expect(page.get_by_text("No heights are known here", exact=False)).to_be_visible()
    client, question = world.client(), {"positions": [[9.53, 47.232]]}

    def known():
        return client.post("/v1/heights", question, status=200)["heights"][0]
    with tempfile.TemporaryDirectory() as folder:
        tile = Path(folder) / "N47E009.hgt"
        hill(tile)
        line = [world.server.binary, "import", "elevation", str(tile), "--data", str(world.server.data)]
        done = subprocess.run(line, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    try:
        until(lambda: known() is not None, "the server knows the heights")
        page.reload()
        # A tenth of 278 m up and of 167 m down; heights are of whole metres, and looked at every some metres.
        climb = page.get_by_role("term").filter(has_text="Climb")
        expect(climb.locator("xpath=following-sibling::dd[1]")).to_have_text(re.compile(r"^2[678] m$"))
        figure = page.get_by_role("figure").filter(has=page.get_by_role("heading", name="Elevation"))
        chart = figure.get_by_role("img", name=re.compile(r"above the sea: 2[678] m up, 1[5678] m down\.$"))
        expect(chart).to_be_visible()
        figure.get_by_text("As a table").tap()
        expect(figure.get_by_role("row").nth(1)).to_be_visible()
    finally:
        shutil.rmtree(heights)
        until(lambda: known() is None, "the server has forgotten the heights")


def until(holds, what):
    """Waits for something that the server comes to know by itself."""
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    raise Failed(f"not in 30 s: {what}")
