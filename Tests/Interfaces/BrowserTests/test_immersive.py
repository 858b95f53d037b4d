"""The AR view by the browser's own AR (WebXR), on a device that is stood in for by xr_device.js."""

import re
from pathlib import Path

from playwright.sync_api import expect
from test_around import AR, in_view, place
from world import until

DEVICE = Path(__file__).with_name("xr_device.js")
TURN = """(alpha) => dispatchEvent(new DeviceOrientationEvent(
  'deviceorientationabsolute', { absolute: true, alpha, beta: 90, gamma: 0 }))"""
MOVE = "(change) => Object.assign(xrDevice, change)"


def at_device(world, lat, lon, *, account=None, camera=True):
    """A page on a device with AR that stands somewhere, by its receiver to 8 m."""
    granted = ["geolocation", "accelerometer", "gyroscope", "magnetometer", *(["camera"] if camera else [])]
    context = world.context(
        account, **AR, geolocation={"latitude": lat, "longitude": lon, "accuracy": 8}, permissions=granted)
    context.add_init_script(path=DEVICE)
    return world.watched(context.new_page())


def step_in(page, lat, lon):
    page.goto(f"/around?view=ar&at={lat},{lon}")
    page.get_by_role("button", name="Use camera and position").click()
    expect(page.get_by_text("about 8 m")).to_be_visible()


def test_tracking(world):
    "where the browser has an AR of its own, its tracking moves the eye from where one stands, turned to north by the compass"
    place(world.client("guide"), "Tracked cube", 47.51027, 9.60)
    page = at_device(world, 47.51, 9.60)
    # Tracking began while the device looked to the east.
    page.add_init_script("xrDevice.heading = -90")
    step_in(page, 47.51, 9.60)
    policy = page.request.get("/around", headers={"Accept": "text/html"}).headers["permissions-policy"]
    assert "xr-spatial-tracking=(self)" in policy, policy
    expect(page.get_by_text("No compass: align by houses.")).to_be_visible()
    assert page.evaluate("xrDevice.asked") == [{
        "kind": "immersive-ar", "requiredFeatures": ["local-floor"],
        "optionalFeatures": ["dom-overlay", "hit-test"], "isTapped": True, "root": "BODY"}]
    page.evaluate(TURN, 0)
    expect(page.get_by_text("No compass: align by houses.")).to_have_count(0)
    expect(in_view(page)).to_contain_text("12 o’clock, 30 m")
    label = page.locator(".stage").get_by_text("Tracked cube", exact=True)
    expect(label).to_be_visible()
    # What is behind the page is the device's own picture.
    expect(page.locator(".stage")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert page.evaluate("document.querySelector('video').srcObject") is None
    # Ten metres the way one looks: to the west of where tracking began, to the north in truth.
    page.evaluate(MOVE, {"x": -10})
    expect(in_view(page)).to_contain_text("12 o’clock, 20 m")
    # A turn is tracked without the compass; the compass alone turns nothing at once.
    page.evaluate(MOVE, {"heading": -73})
    expect(in_view(page)).to_contain_text("11 o’clock, 20 m")
    page.evaluate(MOVE, {"heading": 90})
    expect(in_view(page)).to_contain_text("Nothing is in the picture")
    expect(label).not_to_be_visible()
    page.evaluate(MOVE, {"heading": -90, "isKnown": False})
    expect(page.get_by_text("The device does not know where it is.")).to_be_visible()
    page.evaluate(MOVE, {"isKnown": True})
    expect(page.get_by_text("The device does not know where it is.")).to_have_count(0)
    # What is seen is touched where it is seen.
    middle = page.evaluate("[innerWidth / 2, innerHeight / 2]")
    page.mouse.click(middle[0], middle[1] + 30)
    expect(page.get_by_role("heading", name="Tracked cube")).to_be_visible()


# By frames, which software draws slowly beside other work.
test_tracking.slow = True  # type: ignore[attr-defined]


def test_leave_immersive(world):
    "the AR that the person leaves by the browser's button goes over to the camera, and a button leads back"
    place(world.client("guide"), "Left cube", 47.52018, 9.60)
    page = at_device(world, 47.52, 9.60)
    step_in(page, 47.52, 9.60)
    page.evaluate(TURN, 0)
    expect(in_view(page)).to_contain_text("12 o’clock, 20 m")
    page.evaluate("xrDevice.leave()")
    back = page.get_by_role("button", name="Immersive")
    expect(back).to_be_visible()
    expect(page.get_by_text("about 8 m")).to_be_visible()
    page.evaluate(TURN, 0)
    expect(in_view(page)).to_contain_text("12 o’clock, 20 m")
    feed = page.evaluate("(({ videoWidth, paused }) => videoWidth > 0 && !paused)(document.querySelector('video'))")
    assert feed, "the camera's picture does not run"
    back.click()
    expect(back).to_have_count(0)
    assert page.evaluate("xrDevice.session !== null")
    assert page.evaluate("document.querySelector('video').srcObject") is None
    # Another view ends it.
    page.get_by_role("button", name="Map view").click()
    expect(page.locator(".map")).to_be_visible()
    assert page.evaluate("xrDevice.session === null")


def test_immersive_refused(world):
    "a refusal of the browser's AR goes over to the camera and says why; without a camera, too, what to do is said"
    place(world.client("guide"), "Refused cube", 47.53018, 9.60)
    page = at_device(world, 47.53, 9.60)
    page.add_init_script("xrDevice.isRefusing = true")
    step_in(page, 47.53, 9.60)
    expect(page.get_by_text("The browser’s AR was refused: the camera and the compass are used instead.")).to_be_visible()
    page.evaluate(TURN, 0)
    expect(in_view(page)).to_contain_text("12 o’clock, 20 m")
    page.evaluate("xrDevice.isRefusing = false")
    page.get_by_role("button", name="Immersive").click()
    expect(page.get_by_text("The browser’s AR was refused")).to_have_count(0)
    expect(page.get_by_role("button", name="Immersive")).to_have_count(0)
    page.evaluate("""() => {
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); };
    }""")
    page.evaluate("xrDevice.leave()")
    expect(page.get_by_role("alert")).to_contain_text("The camera was refused.")


def test_align_immersive(world):
    "aligned by houses, the tracked view is turned at once, and the compass no longer turns it"
    if not world.has_map:
        return "skipped"
    place(world.client("guide"), "Straight cube", 47.13948, 9.5215)
    page = at_device(world, 47.1393, 9.5215)
    step_in(page, 47.1393, 9.5215)
    page.evaluate(TURN, 0)
    expect(in_view(page)).to_contain_text(re.compile("Straight cube.*12 o’clock", re.S))
    page.get_by_role("button", name="Align by houses", exact=True).click()
    bar = page.get_by_role("group", name="Align by houses")
    for _ in range(3):
        page.mouse.move(20, 250)
        page.mouse.down()
        page.mouse.move(340, 250, steps=4)
        page.mouse.up()
    turned = float(re.search(r"Turned by (-?[\d.]+)°", bar.get_by_role("status").inner_text())[1])
    assert turned > 60, turned
    bar.get_by_role("button", name="They fit", exact=True).click()
    for _ in range(20):
        page.evaluate(TURN, 0)
    expect(in_view(page)).not_to_contain_text("Straight cube")
    page.evaluate(MOVE, {"heading": turned})
    expect(in_view(page)).to_contain_text(re.compile("Straight cube.*12 o’clock", re.S))


# By frames, which software draws slowly beside other work.
test_align_immersive.slow = True  # type: ignore[attr-defined]


def test_floor(world):
    "the floor that the device sees is the map's ground: things stand on it though tracking began too high"
    place(world.client("guide"), "Standing cube", 47.54018, 9.60)
    page = at_device(world, 47.54, 9.60)
    page.add_init_script("xrDevice.y = 2.6; xrDevice.floor = 1")
    step_in(page, 47.54, 9.60)
    page.evaluate(TURN, 0)
    label = page.locator(".stage").get_by_text("Standing cube", exact=True)
    expect(label).to_be_visible()
    high = at_rest(page, label)
    page.evaluate(MOVE, {"hasFloor": False, "y": 3.1})
    until(page, lambda: label.bounding_box()["y"] > high + 8, "half a metre up, what is ahead sinks")
    page.evaluate(MOVE, {"hasFloor": True, "y": 3.1, "floor": 1.5})
    until(page, lambda: abs(label.bounding_box()["y"] - high) < 3, f"on the floor it stands at {high} again")


def at_rest(page, label):
    "How high something stands, once it does not move any more."
    seen = []

    def is_still():
        seen.append(label.bounding_box()["y"])
        return len(seen) > 20 and max(seen[-20:]) - min(seen[-20:]) < 0.5

    until(page, is_still, "it comes to rest")
    return seen[-1]


def test_walk_immersive(world):
    "a tour is walked in the browser's AR: the target's arrow and distance follow the tracked steps"
    page = at_device(world, 47.1440, 9.5215, account="newcomer")
    page.goto(world.path("/t/{tour}"))
    page.get_by_role("button", name="Start tour").click()
    # Where one stands is known before: nothing is come to in the drawn world.
    page.get_by_role("button", name="Show my position").click()
    expect(page.get_by_text("to the south").first).to_be_visible()
    # At the place itself it is the device's own, in the same tap.
    page.get_by_role("button", name="AR view").click()
    expect(page.get_by_role("button", name="Drawn world")).to_be_visible()
    page.evaluate(TURN, 0)
    expect(page.get_by_role("button", name="Use the camera")).to_have_count(0)
    # Away from the target, its arrow stands at the edge and says how far it is.
    arrow = page.locator(".stage-arrow")
    page.evaluate(MOVE, {"heading": 180})
    if not arrow.is_visible():
        page.evaluate(MOVE, {"heading": 0})
    expect(arrow).to_have_text(re.compile(r"^\d+ m$"))
    page.evaluate(MOVE, {"z": -40})
    expect(arrow).to_have_text(re.compile(r"^\d+ m$"))
    north = int(arrow.inner_text().split()[0])
    page.evaluate(MOVE, {"z": 40})
    expect(arrow).not_to_have_text(f"{north} m")
    south = int(arrow.inner_text().split()[0])
    assert 15 < abs(north - south) <= 80, (north, south)
    page.get_by_role("button", name="Leave tour").click()
    page.get_by_role("dialog").get_by_role("button", name="End tour").click()
    expect(page).not_to_have_url(re.compile("/walk"))
    # The page that is left ends the AR.
    page.wait_for_function("() => xrDevice.session === null")


# By frames, which software draws slowly beside other work.
test_walk_immersive.slow = True  # type: ignore[attr-defined]
