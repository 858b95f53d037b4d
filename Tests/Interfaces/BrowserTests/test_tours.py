"""Tours: finding one, its preview, buying, and the walk to its end."""

import json
import re
from datetime import datetime, timedelta, timezone

from playwright.sync_api import expect
from world import until


SAMPLES = ("Art and Parliament", "Old Town and Castle", "Vineyards and Rhine")


def tour(world, free=True):
    """A sample tour; those that other tests publish may have one stop only."""
    tours = world.client().get("/v1/tours", limit=200)["items"]
    return next(tour for tour in tours if tour["name"] in SAMPLES and (float(tour["price"]) == 0) == free)


def leave_runs(world):
    """Ends what earlier tests left under way."""
    visitor = world.client("visitor")
    for run in visitor.get("/v1/runs")["items"]:
        if not run.get("endedAt"):
            visitor.call("DELETE", f"/v1/runs/{run['id']}")


def test_list(world):
    "TR-FR2.1: the list shows the available tours, and search and filters narrow it"
    page = world.open("/tours", "visitor")
    everything = world.client().get("/v1/tours")["items"]
    # Not the places of that name, which are found a moment later.
    names = "|".join(re.escape(tour["name"]) for tour in everything)
    links = page.get_by_role("main").get_by_role("listitem").get_by_role("link", name=re.compile(f"^({names})"))
    expect(links).to_have_count(len(everything))
    page.get_by_label("Search").fill("castle")
    expect(links).to_have_count(1)
    expect(page.get_by_role("link", name=re.compile("Old Town and Castle"))).to_be_visible()
    page.reload()
    expect(page.get_by_label("Search")).to_have_value("castle")
    page.get_by_label("Search").fill("nothing is called that")
    page.get_by_role("button", name="Show all tours").click()
    expect(links).to_have_count(len(everything))
    page.get_by_text("Filters and grouping").click()
    page.get_by_label("Price").select_option("Free")
    free = [tour for tour in everything if float(tour["price"]) == 0]
    expect(links).to_have_count(len(free))


def test_grouping(world):
    "TR-FR2.1.g: the list is grouped by organization, or by place"
    page = world.open("/tours", "visitor")
    expect(page.get_by_role("heading", name="Vaduz Walks")).to_be_visible()
    page.get_by_text("Filters and grouping").click()
    page.get_by_label("Group by").select_option("Place")
    expect(page.get_by_role("heading", name="Vaduz Walks")).to_have_count(0)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


def test_wheelchair(world):
    "the studio says how far a wheelchair gets; the list of tours tells and is narrowed by it, as is the preview"
    guide = world.client("guide")
    made = {}
    for name, wheelchair in (("Level walk", "yes"), ("Helped walk", "limited"), ("Steep walk", "no"), ("Silent walk", None)):
        draft = guide.post("/v1/tours", {
            "name": name, "description": "For a test.", "languages": ["en"], "place": "Ruggell",
            **({"wheelchair": wheelchair} if wheelchair else {}),
            "route": {"type": "LineString", "coordinates": [[9.53, 47.23], [9.532, 47.232], [9.53, 47.234]]},
            "stops": [{"title": {"en": "Church"}, "text": {"en": "Old."}, "position": {"lat": 47.23, "lon": 9.53}}]})
        guide.post(f"/v1/tours/{draft['id']}/publication", status=200)
        made[name] = draft["id"]
    try:
        page = world.open("/tours?q=for+a+test", "visitor")
        links = page.get_by_role("main").locator("a[href^='/t/']")
        expect(links).to_have_count(4)
        expect(links.filter(has_text="Level walk")).to_contain_text("Without steps")
        # Without a picture the route itself is on the cover.
        expect(links.first.locator(".route-cover .route")).to_have_attribute("d", re.compile(r"^M[\d. ]+L[\d. ]+L[\d. ]+$"))
        page.get_by_text("Filters and grouping").click()
        page.get_by_label("Wheelchair").select_option("Without steps")
        expect(links).to_have_text([re.compile("Level walk")])
        page.get_by_label("Wheelchair").select_option("Without steps, or with help")
        expect(links).to_have_text([re.compile("Helped walk"), re.compile("Level walk")])
        links.filter(has_text="Helped walk").click()
        expect(page.get_by_role("term").filter(has_text="Wheelchair")).to_be_visible()
        expect(page.get_by_text("With help, or in part", exact=True)).to_be_visible()

        editor = world.open(f"/studio/tours/{made['Silent walk']}", "guide", size="desktop")
        editor.get_by_label("By wheelchair").select_option("With help, or without some stops")
        editor.get_by_role("button", name="Save draft", exact=True).click()
        silent = f"/v1/tours/{made['Silent walk']}"
        until(editor, lambda: guide.get(silent).get("wheelchair") == "limited", "what was chosen is kept")
    finally:
        for tour_id in made.values():
            version = guide.get(f"/v1/tours/{tour_id}")["version"]
            guide.call("DELETE", f"/v1/tours/{tour_id}", None, {"If-Match": f'"{version}"'})


def test_preview(world):
    """TR-FR3(a), TR-FR3(b), TR-FR3(c), TR-FR3(d), TR-FR3(e), TR-FR3(g): the preview shows name, description,
    links, distance, time and price"""
    shown = tour(world, free=False)
    page = world.open(f"/t/{shown['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text(shown["name"])
    expect(page.get_by_text(shown["description"])).to_be_visible()
    facts = page.locator("dl").inner_text()
    assert "540" in facts and "22 min" in facts and "4.50" in facts, facts
    link = page.get_by_role("link", name=re.compile("Kunstmuseum"))
    expect(link).to_have_attribute("href", "https://www.kunstmuseum.li/")
    expect(page.get_by_role("link", name="Log in to start")).to_be_visible()
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name=re.compile("QR code that opens"))).to_be_visible()


def hill(route):
    """Answers for heights: a hill of 60 m in the middle of what is asked for; evened out it has 57 m."""
    positions = json.loads(route.request.post_data)["positions"]
    last = max(1, len(positions) - 1)
    heights = [450 + 60 * (1 - abs(2 * index / last - 1)) for index in range(len(positions))]
    route.fulfill(status=200, content_type="application/json",
                  body=json.dumps({"datum": "geoid", "heights": heights}))


def test_elevation(world):
    "the preview shows the elevation along the route as a picture, in words and as a table"
    page = world.watched(world.context().new_page())
    page.route("**/v1/heights", hill)
    page.goto(f"/t/{tour(world)['id']}")
    figure = page.get_by_role("figure").filter(has=page.get_by_role("heading", name="Elevation"))
    expect(figure.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"^From 450 m to (507|510) m above the sea: (57|60) m up, (57|60) m down\.$"))
    figure.get_by_text("As a table").click()
    rows = figure.get_by_role("table").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("450 m")
    assert re.search("(57|60) m", page.locator("dl").inner_text())


def test_no_elevation(world):
    "where no heights are imported there is no elevation, which is said, and no complaint"
    page = world.watched(world.context().new_page())
    with page.expect_response("**/v1/heights") as answer:
        page.goto(f"/t/{tour(world)['id']}")
    assert set(answer.value.json()["heights"]) == {None}
    expect(page.get_by_role("heading", name="Stops")).to_be_visible()
    expect(page.get_by_role("heading", name="Elevation")).to_have_count(0)
    expect(page.get_by_text("No heights are known here: how much it climbs cannot be shown.", exact=True)).to_be_visible()


def test_buy(world):
    "RL-TR-01: a priced tour is bought before it can be started"
    shown = tour(world, free=False)
    page = world.open(f"/t/{shown['id']}", "newcomer")
    expect(page.get_by_role("button", name="Start tour")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Buy for")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Buy for")).click()
    expect(page.get_by_role("button", name="Start tour")).to_be_visible()
    expect(page.get_by_text("Paid", exact=True)).to_be_visible()


def test_walk(world):
    "UC4.15, UC4.16, UC4.17-19: a tour is walked stop by stop to its end, which shows time and distance"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour").click()
    expect(page).to_have_url(re.compile("/walk$"))
    target = page.get_by_role("region", name="Next stop")
    for order in range(1, shown["stopCount"] + 1):
        expect(target.get_by_role("heading")).to_contain_text(f"{order}.")
        page.get_by_role("button", name="I am here").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_contain_text(f"{order}.")
        dialog.get_by_role("button", name=re.compile("Next stop|Close")).last.click()
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    expect(page.get_by_text("Time taken")).to_be_visible()
    expect(page.get_by_text("Distance walked")).to_be_visible()
    page.get_by_role("button", name="Leave tour").last.click()
    expect(page).to_have_url(f"{world.address}/tours")


def test_completed_is_left_later(world):
    "UC4.18.1: a tour that was completed and not left is found again after a reload and from the own walks, and left"
    leave_runs(world)
    shown = tour(world)
    visitor = world.client("visitor")
    run = visitor.post(f"/v1/tours/{shown['id']}/runs")
    now = datetime.now(timezone.utc)
    stops = visitor.get(f"/v1/tours/{shown['id']}")["stops"]
    visitor.post(f"/v1/runs/{run['id']}/positions", {"points": [
        {"lat": stop["position"]["lat"], "lon": stop["position"]["lon"], "accuracy": 1,
         "at": (now + timedelta(seconds=order)).isoformat(timespec="milliseconds").replace("+00:00", "Z")}
        for order, stop in enumerate(stops)]}, status=200)
    page = world.open(f"/t/{shown['id']}/walk", "visitor")
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    page.goto("/me/walks")
    page.get_by_role("list", name="Walks").get_by_role("link", name=re.compile(re.escape(shown["name"]))).first.click()
    expect(page).to_have_url(re.compile("/walk$"))
    page.get_by_role("button", name="Leave tour", exact=True).last.click()
    expect(page).to_have_url(f"{world.address}/tours")
    assert visitor.get(f"/v1/runs/{run['id']}").get("endedAt")


def test_position(world):
    "UC4.10-11: the position shows how far the target is, and reaching it is noticed"
    leave_runs(world)
    shown = tour(world)
    first = world.client().get(f"/v1/tours/{shown['id']}")["stops"][0]["position"]
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": first["lat"] - 0.002, "longitude": first["lon"], "accuracy": 5})
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Show my position").click()
    expect(page.get_by_text("220 m to the north", exact=True)).to_be_visible()
    context.set_geolocation({"latitude": first["lat"], "longitude": first["lon"], "accuracy": 5})
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text("1.")


def drawn(page, wanted, where=".walk-map"):
    """Which of these layers of the map have something in the picture, when all have, or after 30 s."""
    for _ in range(100):
        found = page.evaluate("""([wanted, where]) => {
            const { map } = document.querySelector(where);
            const layers = wanted.filter((name) => map?.getLayer(name));
            return layers.filter((layer) => map.queryRenderedFeatures({ layers: [layer] }).length > 0);
        }""", [wanted, where])
        if len(found) == len(wanted):
            break
        page.wait_for_timeout(300)
    return found


def test_preview_map(world):
    "TR-FR3(f): the preview has a map with the route and the objects"
    if not world.has_map:
        return "skipped"
    page = world.open(f"/t/{tour(world)['id']}", size="desktop")
    expect(page.locator(".tours-map canvas")).to_be_attached()
    wanted = ["page-route", "page-objects"]
    assert drawn(page, wanted, ".tours-map") == wanted, drawn(page, wanted, ".tours-map")


def test_walk_map(world):
    """TR-FR4.1.a, TR-FR4.1.b, TR-FR4.1.c, TR-FR4.1.d: the map of a walk outlines the tour's area and shows
    where one is, the route with its direction, and the objects"""
    leave_runs(world)
    shown = tour(world)
    begin = shown["start"]
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": begin["lat"] + 0.001, "longitude": begin["lon"], "accuracy": 5})
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Show my position").click()
    wanted = ["page-area", "page-here", "page-route", "page-direction", "page-objects"]
    assert drawn(page, wanted) == wanted, drawn(page, wanted)


def test_leave(world):
    "UC4.14.1: a tour can be left before its end, and leads back to the list"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Leave tour").click()
    page.get_by_role("dialog").get_by_role("button", name="End tour").click()
    expect(page).to_have_url(f"{world.address}/tours")
    assert world.client("visitor").get("/v1/runs")["items"][0]["state"] == "left"


def test_far_from_all_tours(world):
    "TR-FR2.1: the tours of another continent are listed with their distance, too, and none near a place is said as such"
    leave_runs(world)
    shown = tour(world)
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": 43.65, "longitude": -79.38, "accuracy": 5})
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Show my position").click()
    expect(page.get_by_text(re.compile(r"^[\d,]+ km to the "))).to_be_visible()
    page.get_by_role("button", name="Leave tour").click()
    page.get_by_role("dialog").get_by_role("button", name="End tour").click()
    expect(page).to_have_url(f"{world.address}/tours")
    row = page.get_by_role("main").get_by_role("listitem").filter(has_text=shown["name"])
    expect(row.first).to_contain_text("km away")
    page.goto("/tours?near=43.65,-79.38&nearName=Toronto")
    expect(page.get_by_text("No tour starts within 100 km of Toronto.", exact=True)).to_be_visible()


def test_organization_users_do_not_walk(world):
    "TR-FR1: organization users see the tour and cannot start it"
    page = world.open(f"/t/{tour(world)['id']}", "guide")
    expect(page.get_by_text("Tours are walked with a general account.")).to_be_visible()
    expect(page.get_by_role("button", name="Start tour")).to_have_count(0)
