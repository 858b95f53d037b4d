"""Studio: tours of one's organization, from a file to publication."""

import re
from pathlib import Path

from playwright.sync_api import expect

TRACK = b"""<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>Along the field</name></metadata>
<wpt lat="47.1500" lon="9.5100"><name>Gate</name></wpt>
<trk><name>Along the field</name><trkseg><trkpt lat="47.1500" lon="9.5100"/><trkpt lat="47.1510" lon="9.5110"/>
<trkpt lat="47.1520" lon="9.5115"/></trkseg></trk></gpx>"""


def listed(page):
    "Shows all tours: other tests leave some of their own, more than a list begins with."
    expect(page.get_by_label("Or begin with a file")).to_be_visible()
    rows, more = page.get_by_role("list", name="Studio").get_by_role("listitem"), page.get_by_role("button", name="Show more")
    while more.count():
        before = rows.count()
        more.click()
        expect(rows.nth(before)).to_be_visible()


def test_from_a_file(world):
    "a track becomes a draft, and an unusable file is refused in words"
    page = world.open("/studio", "guide")
    chooser = page.get_by_label("Or begin with a file")
    chooser.set_input_files({"name": "field.gpx", "mimeType": "application/gpx+xml", "buffer": TRACK})
    expect(page.get_by_role("link", name="Edit “Along the field”")).to_be_visible()
    # Other tests leave drafts of their own.
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Edit “Along the field”"))
    expect(row.get_by_text("Draft", exact=True)).to_be_visible()
    chooser.set_input_files({"name": "x.gpx", "mimeType": "application/gpx+xml", "buffer": b"no track"})
    expect(page.get_by_role("status").get_by_text(re.compile("GPX|tour|file", re.I)).first).to_be_visible()


MARKS = b"""<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Up the valley</name>
<Placemark><name>Chapel</name><Point><coordinates>9.5200,47.1600,0</coordinates></Point></Placemark>
<Placemark><name>Up the valley</name><LineString><coordinates>9.5200,47.1600,0 9.5210,47.1610,0 9.5215,47.1620,0
</coordinates></LineString></Placemark></Document></kml>"""


def test_from_marks(world):
    "a KML file becomes a draft with its line and its marks as stops"
    page = world.open("/studio", "guide")
    page.get_by_label("Or begin with a file").set_input_files(
        {"name": "valley.kml", "mimeType": "application/vnd.google-earth.kml+xml", "buffer": MARKS})
    expect(page.get_by_role("status").get_by_text("“Up the valley” is a draft now.")).to_be_visible()
    listed(page)
    link = page.get_by_role("link", name="Edit “Up the valley”", exact=True)
    expect(link).to_be_visible()
    made = world.client("guide").get("/v1/tours/" + link.get_attribute("href").split("/")[-1].split("?")[0])
    assert made["route"]["coordinates"] == [[9.52, 47.16], [9.521, 47.161], [9.5215, 47.162]], made["route"]
    assert [stop["title"] for stop in made["stops"]] == ["Chapel"], made["stops"]


def test_from_a_bundle(world):
    "the bundle of a tour, downloaded on its page in the studio, becomes a draft like it"
    guide = world.client("guide")
    tours = guide.get("/v1/tours", limit=200)["items"]
    shown = guide.get("/v1/tours/" + next(one["id"] for one in tours if one["name"] == "Old Town and Castle"))
    page = world.open(f"/studio/tours/{shown['id']}?part=share", "guide", size="desktop")
    with page.expect_download() as download:
        page.get_by_role("link", name="Tour bundle", exact=True).click()
    page.goto("/studio")
    with page.expect_response("**/v1/tours/import") as answer:
        page.get_by_label("Or begin with a file").set_input_files(
            {"name": "tour.zip", "mimeType": "application/zip", "buffer": Path(download.value.path()).read_bytes()})
    assert answer.value.ok, answer.value.text()
    made = guide.get(f"/v1/tours/{answer.value.json()['id']}")
    listed(page)
    expect(page.locator(f"a[href^='/studio/tours/{made['id']}']").first).to_be_visible()
    assert made["id"] != shown["id"] and made["state"] == "draft", made
    for member in ("name", "description", "route"):
        assert made[member] == shown[member], member
    assert [stop["title"] for stop in made["stops"]] == [stop["title"] for stop in shown["stops"]]
    guide.call("DELETE", f"/v1/tours/{made['id']}", None, {"If-Match": f'"{made["version"]}"'}).want(204)


def test_take_back_and_publish(world):
    "a published tour is taken back, visitors lose it, and it is published again"
    page = world.open("/studio", "guide")
    listed(page)
    page.get_by_role("button", name="Take back “Vineyards and Rhine”").click()
    publish = page.get_by_role("button", name="Publish “Vineyards and Rhine”")
    expect(publish).to_be_visible()
    names = [tour["name"] for tour in world.client().get("/v1/tours", limit=200)["items"]]
    assert "Vineyards and Rhine" not in names, names
    publish.click()
    expect(page.get_by_role("button", name="Take back “Vineyards and Rhine”")).to_be_visible()
    names = [tour["name"] for tour in world.client().get("/v1/tours", limit=200)["items"]]
    assert "Vineyards and Rhine" in names, names


def test_look_before_editing(world):
    "UC3.1-4, UC3.5.1: own tours are listed; one shows its preview, and one goes back or edits"
    page = world.open("/studio", "guide", size="desktop")
    name = "Vineyards and Rhine"
    listed(page)
    page.get_by_role("link", name=name).first.click()
    preview = page.get_by_role("dialog", name=name)
    expect(preview.get_by_role("listitem").first).to_be_visible()
    preview.get_by_role("button", name="Back to all tours").click()
    expect(preview).to_have_count(0)
    expect(page.get_by_role("heading", name="Studio")).to_be_visible()
    page.get_by_role("link", name=name).first.click()
    preview.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    expect(page.get_by_label("Name (English)", exact=True)).to_have_value(name)
