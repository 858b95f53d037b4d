"""Around tells the truth: which place is shown and why, what is off the map, and nothing lies on what one can press."""

import re
import time

from playwright.sync_api import expect

ZURICH = {"latitude": 47.3769, "longitude": 8.5417, "accuracy": 12}
MIDDLE, HERE = "Distances are from the middle of the map.", "Distances are from you."
NO_MAP = "There is no map of this place."

long = True


def around(world, path="/around", account=None, **options):
    page = world.watched(world.context(account, **options).new_page())
    page.goto(path)
    return page


def near(page, name="Near the middle of the map"):
    return page.get_by_role("region", name=name, exact=True)


def test_without_a_position(world):
    "without a position Around says which place it shows and why, and never that a tour starts here"
    page = around(world)
    expect(near(page)).to_contain_text("Vaduz, a sample place" if world.has_map else "A sample place")
    expect(near(page)).to_contain_text(MIDDLE)
    expect(near(page).get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_role("button", name="Show where I am", exact=True)).to_be_visible()
    expect(page.get_by_text("starts here")).to_have_count(0)
    # A place that somebody chose is no sample, and nobody is there either.
    start = world.client().get("/v1/tours", limit=1)["items"][0]["start"]
    page.goto(f"/around?at={start['lat']},{start['lon']}")
    expect(near(page)).to_contain_text(MIDDLE)
    expect(near(page).get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_text("starts here")).to_have_count(0)
    expect(page.get_by_text("sample place")).to_have_count(0)


def test_with_a_position(world):
    "RI-FR5: whoever is where a tour starts is told so once the position is known, and distances are from there"
    tour = next(one for one in world.client().get("/v1/tours", limit=200)["items"] if one["name"] == "Old Town and Castle")
    here = {"latitude": tour["start"]["lat"], "longitude": tour["start"]["lon"], "accuracy": 8}
    page = around(world, geolocation=here, permissions=["geolocation"])
    expect(near(page)).to_contain_text(MIDDLE)
    page.get_by_role("button", name="Show where I am", exact=True).tap()
    expect(near(page, "Near you")).to_contain_text(HERE)
    expect(page.get_by_text("The tour “Old Town and Castle” starts here.")).to_be_visible()
    # Moved away, the map is no longer where one is; the tour still starts there.
    page.locator(".map").evaluate("(one) => one.map.jumpTo({ center: [9.5096, 47.1653] })")
    expect(near(page)).to_contain_text(MIDDLE)


def test_refused(world):
    "where the position is refused one sentence says how to change it, and nothing looks as if it was in use"
    page = around(world)
    page.get_by_role("button", name="Show where I am", exact=True).tap()
    expect(page.get_by_text("Your position was refused: allow it for this page")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("in use"))).to_have_count(0)
    expect(near(page)).to_contain_text("sample place")


def test_off_the_map(world):
    "off the imported maps Around says so, names the nearest tours with distance and direction, and leads back"
    if not world.has_map:
        return "skipped"
    page = around(world, geolocation=ZURICH, permissions=["geolocation"])
    expect(near(page)).to_contain_text("Vaduz, a sample place")
    page.get_by_role("button", name="Where am I", exact=True).tap()
    here = near(page, "Near you")
    expect(here.get_by_text(NO_MAP)).to_be_visible()
    nearest = here.get_by_role("list", name="The nearest tours", exact=True).get_by_role("listitem")
    expect(nearest.filter(has_text="Art and Parliament")).to_contain_text(re.compile(r"7\d km to the east"))
    expect(page.get_by_text("starts here")).to_have_count(0)
    here.get_by_role("button", name="Back to the map", exact=True).tap()
    expect(near(page)).to_contain_text("Vaduz")
    expect(page.get_by_text(NO_MAP)).to_have_count(0)


UNREACHABLE = """() => [...document.querySelectorAll(
    '.maplibregl-ctrl button, .maplibregl-ctrl summary, .map-locate, .around-top :is(button, select, input, a)')].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  if (width === 0 || !one.checkVisibility({ visibilityProperty: true })) return false;
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return !found || !one.contains(found) && !found.contains(one);
}).map((one) => one.ariaLabel ?? one.innerText)"""


def test_buttons_of_the_map(world):
    "the sheet covers no button of the map and no control above it, or takes it out of the order of focus"
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        page = around(world, "/around?at=47.1393,9.5215")
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Where am I", exact=True)).to_be_visible()
        expect(page.locator(".maplibregl-ctrl-attrib")).to_be_attached()
        for stop in ("peek", "half", "full"):
            page.locator("way-sheet").evaluate("(sheet, stop) => sheet.setAttribute('stop', stop)", stop)
            deadline = time.monotonic() + 10
            while (covered := page.evaluate(UNREACHABLE)) and time.monotonic() < deadline:
                page.wait_for_timeout(100)
            assert covered == [], f"{width} x {height}, {stop}: {covered}"


def test_notices_beside_controls(world):
    "what is said covers nothing that one can press, on phones upright and across, and beside wider pages"
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        page = around(world, "/around?at=47.1393,9.5215", geolocation={**ZURICH, "latitude": 47.1393, "longitude": 9.5215},
                      permissions=["geolocation"])
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Where am I", exact=True).click()
        page.get_by_role("button", name="Your position is in use", exact=True).click()
        page.get_by_role("switch", name="Position", exact=True).click()
        expect(page.get_by_text("Your position is no longer used.", exact=True)).to_be_visible()
        said = page.locator(".notice").bounding_box()
        shown = page.get_by_role("main").bounding_box()
        assert said and shown and shown["y"] + shown["height"] <= said["y"], (width, said, shown)


def test_many_tours(world):
    "500 tours are clusters on the map, which a press opens; the list is in an order that one chooses and goes on as one scrolls"
    guide = world.client("guide")
    made = []
    try:
        make_lanes(guide, made)
        look_through_lanes(world)
    finally:
        # Others count on the few of the samples.
        for tour in made:
            for path in (f"/v1/tours/{tour}/publication", f"/v1/tours/{tour}"):
                version = guide.get(f"/v1/tours/{tour}")["version"]
                guide.call("DELETE", path, None, {"If-Match": f'"{version}"'})


def make_lanes(guide, made):
    "500 tours side by side; what they are known by goes into `made`."
    for index in range(500):
        lon, lat = 9.50 + index % 25 * 0.001, 47.05 + index // 25 * 0.001
        line = [[lon, lat], [lon + 0.0005, lat + 0.0005 * (1 + index % 7)]]
        stops = [{"title": title, "text": "Here.", "position": {"lat": y, "lon": x}}
                 for title, (x, y) in zip(("Gate", "Well"), line)]
        tour = guide.post("/v1/tours", {
            "name": f"Lane {index:03}", "description": "From the gate to the well.", "languages": ["en"],
            "route": {"type": "LineString", "coordinates": line}, "stops": stops})["id"]
        made.append(tour)
        guide.post(f"/v1/tours/{tour}/publication", {}, status=200)


def look_through_lanes(world):
    "The tours of `make_lanes` as a list, and on the map of Around."
    place = {"latitude": 47.05, "longitude": 9.5, "accuracy": 8}
    page = around(world, "/tours?q=Lane", geolocation=place, permissions=["geolocation"])
    expect(page.get_by_text("500 tours", exact=True)).to_be_visible()
    order = page.get_by_role("combobox", name="Order", exact=True)
    expect(order.locator("option:checked")).to_have_text("By name")
    links = page.get_by_role("main").get_by_role("link", name=re.compile("Lane"))
    expect(links.first).to_contain_text("Lane 000")
    at_first = links.count()
    assert at_first <= 80, at_first
    for _ in range(40):
        if links.count() > at_first:
            break
        links.last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(100)
    assert links.count() > at_first, "no more rows came"
    order.select_option("Nearest first")
    expect(order.locator("option:checked")).to_have_text("Nearest first")
    expect(links.first).to_contain_text("Lane 000")
    order.select_option("Shortest first")
    expect(links.first).to_contain_text(re.compile("Lane 0(00|07|14|21)"))
    # On the map of Around.
    page.goto("/around?at=47.06,9.512")
    expect(page.locator(".map.maplibregl-map canvas")).to_be_attached()
    rows = page.get_by_role("region", name=re.compile("^Near")).get_by_role("link", name=re.compile("Lane"))
    expect(rows).to_have_count(20)
    rows.last.scroll_into_view_if_needed()
    expect(rows).not_to_have_count(20)
    if not world.has_map:
        return
    counted = """(one) => new Promise((done) => {
      const map = one.map;
      const end = (is) => { map.off('idle', look); clearTimeout(late); done(is); };
      const look = () => {
        const found = map.getLayer('page-tours-clusters') ? map.queryRenderedFeatures({ layers: ['page-tours-clusters'] }) : [];
        if (found.length > 0) end(found.map((feature) => feature.properties.point_count));
      };
      const late = setTimeout(() => end([]), 20000);
      map.on('idle', look);
      map.setZoom(13);
    })"""
    counts = page.locator(".map").evaluate(counted)
    assert counts and max(counts) >= 3, counts


def test_never_in_a_thing(world):
    "whoever would stand in a thing of the drawn world stands before it and looks at it"
    client = world.client("guide")
    made = client.post("/v1/objects", {"name": "Big cube", "prompt": "red cube 9 m", "alt": "Big cube, made for a test"})
    client.post("/v1/instances", {"object": made["id"], "realms": ["public"], "pose": {
        "position": {"lat": 47.2105, "lon": 9.6305, "h": 460}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})
    page = around(world, "/around?simulate=47.2105,9.6305,0", size="small")
    listed = page.get_by_role("region", name="In view", exact=True).get_by_role("listitem").filter(has_text="Big cube")
    expect(listed).to_contain_text(re.compile(r"12 o’clock, ([6-9]|1\d) m"))
