"""What of the device is in use is said, and can be stopped."""

import re

from playwright.sync_api import expect

PLACE = {"latitude": 47.139, "longitude": 9.5215, "accuracy": 8}


def test_position_in_use(world):
    "a mark shows while the position is in use; the switch behind it stops it"
    context = world.context("visitor", geolocation=PLACE, permissions=["geolocation"])
    page = world.watched(context.new_page())
    page.goto("/map?at=47.14,9.52")
    mark = page.get_by_role("button", name="Your position is in use", exact=True)
    page.get_by_role("button", name="Where am I", exact=True).wait_for()
    expect(mark).to_have_count(0)
    page.get_by_role("button", name="Where am I", exact=True).click()
    expect(mark).to_be_visible()
    expect(page).to_have_url(re.compile("at=47.139"))
    mark.click()
    page.get_by_role("switch", name="Position", exact=True).click()
    expect(page.get_by_text("Your position is no longer used.", exact=True)).to_be_visible()
    expect(mark).to_have_count(0)
    # Nothing is followed any more, until it is asked for again.
    page.get_by_role("button", name="Where am I", exact=True).click()
    expect(mark).to_be_visible()
    page.get_by_role("link", name="Tours", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
    expect(mark).to_have_count(0)


def test_camera_in_use(world):
    "one mark shows while camera and position are in use, with a switch for each; without the camera the drawn world takes its place"
    context = world.context("visitor", geolocation=PLACE, permissions=[
        "geolocation", "camera", "accelerometer", "gyroscope", "magnetometer"])
    page = world.watched(context.new_page())
    page.goto("/around?view=ar")
    page.get_by_role("button", name="Use camera and position").click()
    mark = page.get_by_role("button", name="Camera and position are in use", exact=True)
    expect(mark).to_be_visible()
    assert page.evaluate("document.querySelector('video').srcObject !== null")
    # It lies on nothing else at the top.
    boxes = [one.bounding_box() for one in (mark, page.get_by_role("button", name="AR view", exact=True))]
    assert boxes[1]["x"] + boxes[1]["width"] <= boxes[0]["x"], boxes
    mark.click()
    page.get_by_role("switch", name="Camera", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(mark).to_have_count(0)
    expect(page.get_by_text("The camera is no longer used.", exact=True)).to_be_visible()
    assert page.evaluate("document.querySelector('video').srcObject === null")
