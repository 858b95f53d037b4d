"""Inventory and placement: uploading, making, placing, moving, and the ways back and out."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect
from test_around import in_view, look, place, simulated
from test_pictures import PICTURE
from world import Failed

MODEL = Path(__file__).resolve().parents[3] / "geodata" / "objects" / "crown.glb"


def fill(page, label, text):
    """Types a number of the placement, which is folded away until one asks for it."""
    numbers = page.get_by_role("button", name="Numbers")
    if numbers.get_attribute("aria-expanded") != "true":
        numbers.click()
    page.get_by_label(label).fill(text)
    page.get_by_label(label).press("Tab")


def test_place_in_ar(world):
    "UC5.9: an object from the inventory is placed by controls, confirmed, and stands in the view"
    page = look(world, simulated(47.30, 9.61), "visitor")
    page.get_by_role("button", name="Place object").click()
    page.get_by_role("button", name=re.compile("^Crown")).click()
    expect(page.get_by_role("checkbox", name="Everyone")).to_be_checked()
    page.get_by_role("button", name="Next").click()
    fill(page, "Faces", "90")
    fill(page, "Size", "2")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“Crown” stands here now.")).to_be_visible()
    expect(in_view(page)).to_contain_text("Crown")
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    quaternion = placed["pose"]["quaternion"]
    # Facing east: yaw 90 degrees of a model that faces south unturned.
    if placed["scale"] != 2 or abs(quaternion["z"] - 0.7071) > 1e-3 or abs(quaternion["w"] - 0.7071) > 1e-3:
        raise Failed(f"placed as {placed}")


def test_place_by_keys(world):
    "RL-SCR-10: by keys an object is moved, turned and resized before it is confirmed"
    page = look(world, f"{simulated(47.31, 9.61)}&view=ar&place=choose", "visitor")
    page.get_by_role("button", name=re.compile("^Coin")).click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Numbers").click()
    before = float(page.get_by_label("Latitude").input_value())
    stage = page.locator(".stage")
    stage.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    for key in (".", "+", "PageUp"):
        page.keyboard.press(key)
    expect(page.get_by_label("Faces")).to_have_value("185")
    expect(page.get_by_label("Size")).to_have_value("1.10")
    expect(page.get_by_label("Above the ground")).to_have_value("0.10")
    moved = (float(page.get_by_label("Latitude").input_value()) - before) * 111_200
    if abs(moved - 3) > 0.2:
        raise Failed(f"moved by {moved} m instead of 3 m to the north")


def test_cancel_and_back(world):
    "UC5.3.3, UC5.5.1, UC5.7.2: every step can be left and gone back from, and nothing is placed"
    count = len(world.client("visitor").get("/v1/instances", limit=200)["items"])
    page = look(world, simulated(47.32, 9.61), "visitor")

    def begin():
        page.get_by_role("button", name="Place object").click()
        expect(page.get_by_role("heading", name="Choose an object")).to_be_visible()

    begin()
    page.get_by_role("button", name="Cancel").click()
    expect(in_view(page)).to_be_attached()
    begin()
    page.get_by_role("button", name=re.compile("^Crown")).click()
    page.get_by_role("button", name="Cancel").click()
    expect(in_view(page)).to_be_attached()
    begin()
    page.get_by_role("button", name=re.compile("^Crown")).click()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name=re.compile("^Coin")).click()
    page.get_by_role("checkbox", name="Everyone").uncheck()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Choose at least one group.")).to_be_visible()
    page.get_by_role("checkbox", name="Everyone").check()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Confirm placement")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", name="Who may see it?")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Cancel").click()
    expect(in_view(page)).to_contain_text("Nothing is in the picture")
    after = len(world.client("visitor").get("/v1/instances", limit=200)["items"])
    if after != count:
        raise Failed("something was placed")


def test_from_inventory(world):
    """UC6.1-4, UC6.5.1, UC6.7.2: the inventory shows an object's details and a way to place it; from
    positioning one goes back to the groups, and cancelling leads back to the inventory"""
    page = look(world, "/inventory?simulate=47.33,9.61,0", "visitor", size="desktop")
    page.get_by_role("button", name=re.compile("^Crown")).click()
    card = page.get_by_role("region", name="Crown")
    expect(card.get_by_role("img")).to_be_visible()
    expect(card).to_contain_text("triangles")
    card.get_by_role("link", name="Place object").click()
    groups = page.get_by_role("heading", name="Who may see it?")
    expect(groups).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Confirm placement")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(groups).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile("/inventory"))


def test_place_from_inventory(world):
    "UC6.5-9: from the inventory one goes on by groups and positioning, and ends in the view, where it stands"
    page = look(world, "/inventory?simulate=47.38,9.61,0", "visitor", size="desktop")
    page.get_by_role("button", name=re.compile("^Crown")).click()
    page.get_by_role("region", name="Crown").get_by_role("link", name="Place object").click()
    expect(page.get_by_role("heading", name="Who may see it?")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    fill(page, "Size", "2")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“Crown” stands here now.")).to_be_visible()
    expect(page).to_have_url(re.compile("/around"))
    expect(in_view(page)).to_contain_text("Crown")


def test_place_on_map(world):
    "OP-FR2.3: on the map an object is positioned by numbers and confirmed, as high as what stands nearest"
    place(world.client("guide"), "Milestone", 47.3402, 9.61)
    page = look(world, "/around?view=map&at=47.34,9.61&place=choose", "visitor", size="desktop")
    page.get_by_role("button", name=re.compile("^Signpost")).click()
    page.get_by_role("button", name="Next").click()
    fill(page, "Latitude", "47.3401")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“Signpost” stands here now.")).to_be_visible()
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    if abs(placed["pose"]["position"]["lat"] - 47.3401) > 1e-9 or placed["pose"]["position"]["h"] != 460:
        raise Failed(f"placed at {placed['pose']}")


def on_map(world, lat, lon, account="visitor"):
    """The map of a place with what is to be positioned there."""
    page = look(world, f"/around?view=map&at={lat},{lon}&place=choose", account, size="desktop")
    page.get_by_role("button", name=re.compile("^Signpost")).click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Confirm placement")).to_be_visible()
    return page


def test_place_on_map_at_a_typed_height(world):
    "on the map an object is not placed at sea level where nothing tells how high the ground is: it is asked for"
    page = on_map(world, 46.30, 8.90)
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("Nothing here tells how high the ground is.")).to_be_visible()
    page.get_by_label("Height of the ground (m)").fill("812.5")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“Signpost” stands here now.")).to_be_visible()
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    assert placed["pose"]["position"]["h"] == 812.5, placed


def test_place_on_map_on_imported_heights(world):
    "on the map an object stands on the ground where heights are imported, whatever stands nearby"
    place(world.client("guide"), "High up", 46.3201, 8.90)
    page = on_map(world, 46.32, 8.90)
    page.route("**/v1/heights", lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps({"datum": "ellipsoid", "heights": [301.2]})))
    fill(page, "Above the ground", "2")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“Signpost” stands here now.")).to_be_visible()
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    assert abs(placed["pose"]["position"]["h"] - 303.2) < 0.01, placed


def test_move_on_map(world):
    "on the map a leaning object of a group is moved: it keeps its height above the ground, and its tilt"
    visitor = world.client("visitor")
    group = visitor.post("/v1/realms", {"kind": "group", "name": "Leaning towers", "joinPolicy": "invite"})["id"]
    made = visitor.post("/v1/objects", {"name": "Leaning tower", "prompt": "red cube 1 m"})["id"]
    quaternion = {"x": 0.25881904510252074, "y": 0, "z": 0, "w": 0.9659258262890683}
    instance = visitor.post("/v1/instances", {
        "object": made, "realms": [group],
        "pose": {"position": {"lat": 46.34, "lon": 8.90, "h": 460}, "quaternion": quaternion}})
    page = look(world, f"/around?view=map&at=46.34,8.90&object={instance['id']}", "visitor", size="desktop")

    def move(longitude, lift=None):
        page.get_by_role("button", name="Move", exact=True).click()
        fill(page, "Longitude", longitude)
        if lift:
            page.get_by_label("Higher than before").fill(lift)
        page.get_by_role("button", name="Confirm placement").click()
        expect(page.get_by_text("Moved.")).to_be_visible()
        pose = visitor.get(f"/v1/instances/{instance['id']}")["pose"]
        assert abs(pose["position"]["lon"] - float(longitude)) < 1e-9, pose
        assert all(abs(pose["quaternion"][name] - quaternion[name]) < 1e-6 for name in quaternion), pose
        return pose["position"]["h"]

    assert abs(move("8.901", "1.5") - 461.5) < 0.01, "nothing tells of the ground"
    page.route("**/v1/heights", lambda route: route.fulfill(
        status=200, content_type="application/json",
        body=json.dumps({"datum": "ellipsoid", "heights": [430, 400]})))
    page.goto(f"/around?view=map&at=46.34,8.90&object={instance['id']}")
    assert abs(move("8.902") - 491.5) < 0.01, "uphill"


def test_move(world):
    "an author moves an own object, and it keeps its height"
    _, instance = place(world.client("guide"), "Moved cube", 47.35018, 9.61)
    page = look(world, f"{simulated(47.35, 9.61)}&object={instance['id']}", "guide")
    page.get_by_role("button", name="Move", exact=True).click()
    fill(page, "Longitude", "9.61002")
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("Moved.")).to_be_visible()
    position = world.client("guide").get(f"/v1/instances/{instance['id']}")["pose"]["position"]
    if abs(position["lon"] - 9.61002) > 1e-9 or abs(position["h"] - 460) > 0.01:
        raise Failed(f"moved to {position}")


def test_upload(world):
    "RI-FR4: from the view a scanned object is uploaded; what is no model is refused before it is sent"
    page = look(world, simulated(47.36, 9.61), "visitor")
    page.get_by_role("link", name="Scan an object").click()
    form = page.get_by_role("region", name="Scan an object")
    form.get_by_label("Model file").set_input_files(
        {"name": "holiday.glb", "mimeType": "model/gltf-binary", "buffer": b"JFIF and so on"})
    form.get_by_role("button", name="Upload").click()
    expect(form).to_contain_text("This is not a GLB file")
    form.get_by_label("Model file").set_input_files(
        {"name": "broken.glb", "mimeType": "model/gltf-binary", "buffer": MODEL.read_bytes()[:200]})
    form.get_by_role("button", name="Upload").click()
    # The server's own words.
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Model file").set_input_files(MODEL)
    form.get_by_label("Name").fill("Scanned crown")
    form.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("“Scanned crown” is in your inventory.")).to_be_visible()
    expect(page.get_by_role("region", name="Scanned crown")).to_be_visible()
    objects = world.client("visitor").get("/v1/inventory", origin="scan")["items"]
    if [item["name"] for item in objects] != ["Scanned crown"]:
        raise Failed(f"scans are {objects}")


def test_scan(world):
    "UC5.3.2: from the choice of an object one is scanned, and placing goes on with it"
    page = look(world, "/around?view=map&at=47.37,9.62&place=choose", "guide", size="desktop")
    page.get_by_role("region", name="Choose an object").get_by_role("link", name="Scan an object").click()
    form = page.get_by_role("region", name="Scan an object")
    form.get_by_label("Model file").set_input_files(MODEL)
    form.get_by_label("Name").fill("Scanned on the way")
    form.get_by_role("button", name="Upload").click()
    card = page.get_by_role("region", name="Scanned on the way")
    card.get_by_role("link", name="Place object").click()
    expect(page.get_by_role("heading", name="Who may see it?")).to_be_visible()
    expect(page.get_by_role("region", name="Who may see it?")).to_contain_text("Scanned on the way")


def test_scan_by_photos(world):
    "RI-FR4: photos of an object are sent as a request for a model, and taken back"
    page = world.open("/inventory?add=scan", "visitor")
    form = page.get_by_role("region", name="Scan an object")
    form.get_by_role("button", name="Photos", exact=True).click()
    expect(form).to_contain_text("Whoever runs this server makes a model of them; you are told.")
    form.get_by_label("Photos", exact=True).set_input_files([PICTURE] * 2)
    form.get_by_label("Name").fill("Fountain")
    form.get_by_role("button", name="Send photos").click()
    expect(form).to_contain_text("Choose 3 to 20 photos; you have chosen 2.")
    form.get_by_label("Photos", exact=True).set_input_files([PICTURE] * 3)
    form.get_by_role("button", name="Send photos").click()
    expect(page.get_by_text("The photos of “Fountain” were sent.")).to_be_visible()
    requests = form.get_by_role("list", name="Your requests")
    expect(requests).to_contain_text("Fountain: waits")
    form.get_by_role("button", name="Take back: Fountain").click()
    expect(requests).to_contain_text("Fountain: taken back")
    states = [item["state"] for item in world.client("visitor").get("/v1/scan-requests")["items"]]
    if states != ["withdrawn"]:
        raise Failed(f"the requests are {states}")
    # What is told of one leads to it, and to the model made of one.
    account = world.client("visitor")
    asked = account.get("/v1/scan-requests")["items"][0]["id"]
    page.goto(f"/notifications?open=1&about=scanRequest/{asked}")
    expect(page.get_by_role("list", name="Your requests")).to_contain_text("Fountain: taken back")
    made = account.post("/v1/objects", {"name": "Red cube", "prompt": "red cube 1 m"})["id"]
    page.goto(f"/notifications?open=1&about=object/{made}")
    expect(page.get_by_role("region", name="Red cube")).to_be_visible()


def test_prompt(world):
    "UC5.3.1: from the choice of an object one is made from words, and placing goes on with it"
    page = look(world, "/around?view=map&at=47.37,9.61&place=choose", "visitor", size="desktop")
    page.get_by_role("link", name="Make from words").click()
    page.get_by_label("What shall it be?").fill("blue cone 2 m")
    page.get_by_role("button", name="Make it").click()
    card = page.get_by_role("region", name="blue cone 2 m")
    card.get_by_role("link", name="Place object").click()
    expect(page.get_by_role("heading", name="Who may see it?")).to_be_visible()
    expect(page.get_by_role("region", name="Who may see it?")).to_contain_text("blue cone 2 m")
