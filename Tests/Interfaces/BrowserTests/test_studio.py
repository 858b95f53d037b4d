"""Studio: tours of one's organization, from a file to publication."""

import re

from playwright.sync_api import expect

TRACK = b"""<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>Along the field</name></metadata>
<wpt lat="47.1500" lon="9.5100"><name>Gate</name></wpt>
<trk><name>Along the field</name><trkseg><trkpt lat="47.1500" lon="9.5100"/><trkpt lat="47.1510" lon="9.5110"/>
<trkpt lat="47.1520" lon="9.5115"/></trkseg></trk></gpx>"""


def test_from_a_file(world):
    "a track becomes a draft, and an unusable file is refused in words"
    page = world.open("/studio", "guide")
    chooser = page.get_by_label("Or begin with a file")
    chooser.set_input_files({"name": "field.gpx", "mimeType": "application/gpx+xml", "buffer": TRACK})
    expect(page.get_by_role("link", name="Edit “Along the field”")).to_be_visible()
    expect(page.get_by_text("Draft", exact=True)).to_be_visible()
    chooser.set_input_files({"name": "x.gpx", "mimeType": "application/gpx+xml", "buffer": b"no track"})
    expect(page.get_by_role("status").get_by_text(re.compile("GPX|tour|file", re.I)).first).to_be_visible()


def test_take_back_and_publish(world):
    "a published tour is taken back, visitors lose it, and it is published again"
    page = world.open("/studio", "guide")
    page.get_by_role("button", name="Take back “Vineyards and Rhine”").click()
    publish = page.get_by_role("button", name="Publish “Vineyards and Rhine”")
    expect(publish).to_be_visible()
    names = [tour["name"] for tour in world.client().get("/v1/tours")["items"]]
    assert "Vineyards and Rhine" not in names, names
    publish.click()
    expect(page.get_by_role("button", name="Take back “Vineyards and Rhine”")).to_be_visible()
    names = [tour["name"] for tour in world.client().get("/v1/tours")["items"]]
    assert "Vineyards and Rhine" in names, names


def test_look_before_editing(world):
    "UC3.1-4, UC3.5.1: own tours are listed; one shows its preview, and one goes back or edits"
    page = world.open("/studio", "guide", size="desktop")
    name = "Vineyards and Rhine"
    page.get_by_role("link", name=name).first.click()
    preview = page.get_by_role("dialog", name=name)
    expect(preview.get_by_role("listitem").first).to_be_visible()
    preview.get_by_role("button", name="Back to all tours").click()
    expect(preview).to_have_count(0)
    expect(page.get_by_role("heading", name="Studio")).to_be_visible()
    page.get_by_role("link", name=name).first.click()
    preview.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
