"""The calendar: appointments by day, making and changing them, invitations, what speaks against them."""

import datetime
import re
import urllib.parse
from zoneinfo import ZoneInfo

from playwright.sync_api import expect
from world import until

ZONE = "Europe/Vaduz"
MUSEUM = {"lat": 47.1390, "lon": 9.5222, "label": "Landesmuseum"}


def day(ahead):
    # Where the browser stands, which is in the next day before this machine may be.
    return (datetime.datetime.now(ZoneInfo(ZONE)).date() + datetime.timedelta(days=ahead)).isoformat()


def make(client, title, ahead, hour, **members):
    """An appointment, whatever speaks against it."""
    return client.post("/v1/appointments", {
        "title": title, "start": f"{day(ahead)}T{hour}", "zone": ZONE, "duration": 1800,
        "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable", "past"], **members})


def clear(client):
    """Deletes all that earlier tests left in the own calendar."""
    for line in client.get("/v1/appointments", limit=200)["items"]:
        client.call("DELETE", f"/v1/appointments/{line['id']}")


def fill(page, title, ahead, start, end):
    page.get_by_label("Name").fill(title)
    page.get_by_label("Start").fill(f"{day(ahead)}T{start}")
    page.get_by_label("End", exact=True).fill(f"{day(ahead)}T{end}")


def test_empty(world):
    "TV-APP-02, TV-APP-23, TV-UI-02: a calendar with nothing in it has nothing to delete, and a new one's form opens"
    clear(world.client("newcomer"))
    page = world.open("/calendar", "newcomer")
    expect(page.get_by_text("Nothing planned in this time")).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="New appointment").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New appointment")
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)


def test_list_and_views(world):
    "TV-APP-01, TV-UI-01: the calendar shows the appointments, as a list by day, by month and by week"
    client = world.client("visitor")
    clear(client)
    make(client, "Dentist", 1, "10:00")
    make(client, "Concert", 1, "19:30")
    make(client, "Far ahead", 40, "10:00")
    page = world.open("/calendar", "visitor")
    tomorrow = page.get_by_role("main").get_by_role("list")
    expect(tomorrow.get_by_role("link")).to_have_count(2)
    expect(tomorrow.get_by_role("link").first).to_contain_text("Dentist")
    expect(page.get_by_role("main").get_by_role("link", name="New appointment").first).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("link", name=re.compile("Far ahead"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=re.compile("Far ahead"))).to_be_visible()
    page.get_by_role("button", name="Today").click()
    page.get_by_role("button", name="Month").click()
    expect(page.locator(".calendar-grid").get_by_text("Dentist")).to_be_visible()
    page.goto(f"/calendar?view=week&date={day(1)}")
    expect(page.locator(".calendar-grid").get_by_text("Concert")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Concert"))).to_be_visible()


def test_make(world):
    "TV-APP-09: an appointment is saved and stands in the calendar"
    clear(world.client("visitor"))
    page = world.open("/calendar", "visitor")
    page.get_by_role("link", name="New appointment").first.click()
    fill(page, "Exhibition", 2, "10:00", "11:00")
    place = page.get_by_label("Place", exact=True)
    place.fill("47.1390, 9.5222")
    page.get_by_role("listbox").get_by_role("option").first.click()
    expect(page.get_by_text("Position: 47.13900, 9.52220")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/calendar(\?|$)"))
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Exhibition"))).to_be_visible()


def test_place_on_the_map(world):
    "TV-APP-08: the position is set on the map, and kept exactly as it was shown"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    page = world.open("/calendar/new", "visitor", size="desktop")
    fill(page, "Picnic", 2, "10:00", "11:00")
    page.get_by_role("button", name="Choose on the map").click()
    chosen = page.locator(".place-map")
    expect(chosen.locator("canvas")).to_be_attached()
    known = page.get_by_text(re.compile(r"^Position: \d+\.\d{5}, \d+\.\d{5}$"))
    # The map listens once it is drawn.
    for _ in range(20):
        chosen.click()
        if known.count() > 0:
            break
        page.wait_for_timeout(500)
    lat, lon = known.inner_text().removeprefix("Position: ").split(", ")
    page.get_by_role("button", name="Save").click()
    listed = page.get_by_role("main").get_by_role("listitem").get_by_role("link", name=re.compile("Picnic"))
    # The middle of the map may be where no way leads.
    anyway = page.get_by_role("dialog").get_by_role("button", name="OK", exact=True)
    expect(listed.or_(anyway).first).to_be_visible()
    if anyway.count() > 0:
        anyway.click()
    expect(listed).to_be_visible()
    line = client.get("/v1/appointments")["items"][0]
    place = client.get(f"/v1/appointments/{line['id']}")["place"]
    assert (f"{place['lat']:.5f}", f"{place['lon']:.5f}") == (lat, lon), place


def test_warning(world):
    "TV-APP-13, TV-APP-19: without a position or at the time of another one is asked before it is saved"
    client = world.client("visitor")
    clear(client)
    make(client, "Lunch", 3, "12:00", place=MUSEUM)
    page = world.open("/calendar/new", "visitor")
    fill(page, "Call", 3, "12:10", "12:20")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Check before saving")
    expect(dialog.get_by_text("It overlaps “Lunch”.")).to_be_visible()
    expect(dialog.get_by_text("It has no position")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert len(client.get("/v1/appointments")["items"]) == 1
    page.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="OK", exact=True).click()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("^12:10 Call"))).to_be_visible()


def test_edit(world):
    "TV-APP-20, TV-APP-24, TV-UI-05: opened from the calendar it can be edited; the form has the earlier data, is stored, and leads back to the calendar"
    client = world.client("visitor")
    clear(client)
    made = make(client, "Choir", 2, "18:00", notes="Bring the score.", place=MUSEUM)
    page = world.open("/calendar", "visitor")
    page.get_by_role("main").get_by_role("listitem").get_by_role("link", name=re.compile("Choir")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choir")
    expect(page.get_by_text("Bring the score.")).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_be_visible()
    page.get_by_role("button", name="Edit").click()
    expect(page.get_by_label("Name")).to_have_value("Choir")
    expect(page.get_by_label("Start")).to_have_value(f"{day(2)}T18:00")
    expect(page.get_by_label("Notes")).to_have_value("Bring the score.")
    page.get_by_label("Name").fill("Choir practice")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    read = client.get(f"/v1/appointments/{made['id']}")
    assert (read["title"], read["notes"]) == ("Choir practice", "Bring the score."), read


def test_conflict(world):
    "what changed meanwhile on another device is shown beside the own version"
    client = world.client("visitor")
    clear(client)
    made = make(client, "Yoga", 2, "07:00", place=MUSEUM)
    page = world.open(f"/calendar/{made['id']}/edit", "visitor")
    page.get_by_label("Name").fill("Yoga outside")
    path = f"/v1/appointments/{made['id']}"
    tag = client.call("GET", path).headers["etag"]
    client.call("PATCH", path, {"title": "Yoga inside"}, headers={"If-Match": tag}).want(200)
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Yoga inside")).to_be_visible()
    dialog.get_by_role("button", name="Keep yours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    assert client.get(path)["title"] == "Yoga outside"


def test_delete(world):
    "TV-APP-21, TV-APP-22: deleting asks first; no leaves it, yes deletes it and leads to the calendar"
    client = world.client("visitor")
    clear(client)
    made = make(client, "Old plan", 2, "10:00")
    page = world.open(f"/calendar/{made['id']}", "visitor")
    page.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete “Old plan”")
    dialog.get_by_role("button", name="Cancel").click()
    assert len(client.get("/v1/appointments")["items"]) == 1
    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(f"{world.address}/calendar")
    assert client.get("/v1/appointments")["items"] == []


def test_invitations(world):
    "TV-APP-30: an invitation waits on top; accepted it stands in the calendar, denied it does not"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    account = visitor.account["id"]
    for title in ("Garden walk", "Board meeting"):
        made = make(guide, title, 4, "15:00")
        guide.post(f"/v1/appointments/{made['id']}/participants", {"to": [account]}, status=200)
    page = world.open("/calendar", "visitor")
    waiting = page.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
    expect(waiting).to_have_count(2)
    waiting.filter(has_text="Board meeting").get_by_role("button", name="Deny").click()
    expect(waiting).to_have_count(1)
    waiting.get_by_role("button", name="Accept").click()
    expect(waiting).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Garden walk"))).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Board meeting"))).to_have_count(0)


def test_invited_for_a_day(world):
    "an invitation to a whole day names the day, by the clocks of its place"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    made = guide.post("/v1/appointments", {
        "title": "Open day", "start": "2031-06-12T00:00", "zone": ZONE, "duration": 86400, "allDay": True,
        "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable"]})
    guide.post(f"/v1/appointments/{made['id']}/participants", {"to": [visitor.account["id"]]}, status=200)
    for zone in (ZONE, "America/Toronto"):
        page = world.open("/calendar", "visitor", timezone_id=zone)
        waiting = page.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
        expect(waiting).to_contain_text("Thu, 12 Jun 2031")
    guide.call("DELETE", f"/v1/appointments/{made['id']}").want(204)
    clear(visitor)


def test_cancelled(world):
    "what its owner cancels is marked, and is kept or removed"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    for title in ("Picnic", "Lecture"):
        made = make(guide, title, 5, "15:00")
        path = f"/v1/appointments/{made['id']}"
        guide.post(f"{path}/participants", {"to": [visitor.account["id"]]}, status=200)
        visitor.call("PUT", f"{path}/answer", {"answer": "accepted"}).want(200)
        guide.call("DELETE", path).want(204)
    page = world.open("/calendar", "visitor")
    lines = page.get_by_role("main").get_by_role("listitem")
    expect(lines.filter(has_text="Picnic")).to_contain_text("Cancelled")
    lines.filter(has_text="Picnic").get_by_role("button", name="Keep").click()
    expect(lines.filter(has_text="Picnic").get_by_text("Cancelled")).to_have_count(0)
    lines.filter(has_text="Lecture").get_by_role("button", name="Remove").click()
    expect(lines.filter(has_text="Lecture")).to_have_count(0)
    assert [line["title"] for line in visitor.get("/v1/appointments")["items"]] == ["Picnic"]


def set_ways(client, modes, home=None):
    """Travel settings, whatever they were."""
    path = "/v1/me/travel-preferences"
    tag = client.call("GET", path).headers["etag"]
    body = {"modes": modes, **({"home": home} if home else {})}
    client.call("PUT", path, body, headers={"If-Match": tag}).want(200)


def test_ways(world):
    "TV-ACC-13, TV-UI-03: each means of transport is switched on or off in the travel settings, and saved"
    client = world.client("visitor")
    set_ways(client, ["walk"])
    names = {"walk": "On foot", "bicycle": "Bicycle", "car": "Car", "parkAndRide": "Park and ride", "bus": "Bus", "tram": "Tram",
             "metro": "Metro", "rail": "Train", "ferry": "Ferry"}
    page = world.open("/ways", "visitor")
    for mode, name in names.items():
        expect(page.get_by_label(name, exact=True)).to_be_checked(checked=mode == "walk")
        page.get_by_label(name, exact=True).check()
    page.get_by_label("Walk at most").fill("1500")
    expect(page.get_by_label("Time to change", exact=True)).to_have_value("2")
    page.get_by_label("Time to change", exact=True).fill("5")
    expect(page.get_by_label("Time at the first stop", exact=True)).to_have_value("1")
    page.get_by_label("Time at the first stop", exact=True).fill("3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Your plans follow.")).to_be_visible()
    kept = client.get("/v1/me/travel-preferences")
    assert (sorted(kept["modes"]), kept["maximumWalk"], kept["changeTime"], kept["boardingTime"]) == (sorted(names), 1500, 300, 180), kept
    for name in names.values():
        page.get_by_label(name, exact=True).uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose at least one means of transport.")).to_be_visible()


def test_avoidances(world):
    "all that can be avoided is offered, and a save keeps what was chosen elsewhere"
    client = world.client("visitor")
    path = "/v1/me/travel-preferences"
    client.call("PUT", path, {"modes": ["walk"], "avoid": ["hills", "unpaved"]},
                headers={"If-Match": client.call("GET", path).headers["etag"]}).want(200)
    page = world.open("/ways", "visitor")
    avoided = page.get_by_role("group", name="Avoid", exact=True)
    for name in ("Motorways", "Tolls", "Ferries", "Steps", "Hills", "Unpaved ways"):
        expect(avoided.get_by_label(name, exact=True)).to_be_checked(checked=name in ("Hills", "Unpaved ways"))
    avoided.get_by_label("Hills", exact=True).uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Your plans follow.")).to_be_visible()
    assert client.get(path)["avoid"] == ["unpaved"], client.get(path)
    set_ways(client, ["walk"])


def test_leave_by(world):
    "TV-RTE-15, TV-RTE-20: it is told that one has to leave; pressing that opens the map with the route drawn in"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], {"lat": 47.1410, "lon": 9.5209, "label": "Home"})
    page = world.open("/tours", "visitor", size="desktop")
    # Notices are told of what comes from now on: the page listens first.
    with page.expect_response("**/v1/notifications**"), page.expect_response("**/v1/events*"):
        page.reload()
    start = datetime.datetime.now(ZoneInfo(ZONE)) + datetime.timedelta(minutes=9)
    made = client.post("/v1/appointments", {
        "title": "Dentist", "start": start.strftime("%Y-%m-%dT%H:%M"), "zone": ZONE, "duration": 1800,
        "place": MUSEUM, "confirm": ["overlap", "unreachable", "nextUnreachable", "past"]})
    told = page.locator(".notices")
    expect(told).to_contain_text(re.compile("Dentist.*minutes?|minutes?.*Dentist"))
    told.get_by_role("button", name="Open", exact=True).first.click()
    expect(page).to_have_url(f"{world.address}/calendar/{made['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dentist")
    way = page.get_by_role("region", name="The way there")
    expect(way.get_by_role("region", name="Map")).to_be_visible()
    expect(way.get_by_role("list", name="Steps of the way", exact=True)).to_contain_text("On foot")
    walked = """() => {
        const map = document.querySelector('.calendar-map')?.map;
        return map?.getLayer('page-walked') ? map.queryRenderedFeatures({ layers: ['page-walked'] }).length : 0;
    }"""
    until(page, lambda: page.evaluate(walked) > 0, "the way is drawn")
    clear(client)


def test_plan(world):
    "TV-UI-04, TV-UI-06, TV-UI-07, TV-RTE-16: an appointment says when to leave, the way leg by leg and on the map"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], {"lat": 47.1410, "lon": 9.5209, "label": "Home"})
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    page = world.open(f"/calendar/{made['id']}", "visitor")
    plan = page.get_by_role("region", name="The way there")
    expect(plan.get_by_text("In time", exact=True)).to_be_visible()
    expect(plan.get_by_text(re.compile("^Leave by 9:|^Leave by 09:"))).to_be_visible()
    expect(plan.get_by_role("list", name="Steps of the way", exact=True)).to_contain_text("On foot")
    expect(plan.get_by_role("region", name="Map")).to_be_visible()
    expect(plan.get_by_text("From Home to Landesmuseum")).to_be_visible()
    plan.get_by_text("Every turn").click()
    expect(plan.get_by_text("You have arrived.")).to_be_visible()
    plan.get_by_role("link", name="Other ways").click()
    expect(page.get_by_role("list", name="Ways found").get_by_role("button").first).to_contain_text("On foot")


def test_plan_of_what_is_over(world):
    "to an appointment that is over no way is shown"
    client = world.client("visitor")
    clear(client)
    over = make(client, "Opening", -1, "10:00", place=MUSEUM)
    ahead = make(client, "Closing", 2, "10:00", place=MUSEUM)
    page = world.open(f"/calendar/{ahead['id']}", "visitor")
    plan = page.get_by_role("region", name="The way there")
    expect(plan).to_be_visible()
    page = world.open(f"/calendar/{over['id']}", "visitor")
    expect(page.get_by_role("heading", name="Opening")).to_be_visible()
    expect(page.get_by_role("region", name="The way there")).to_have_count(0)
    client.call("DELETE", f"/v1/appointments/{over['id']}")
    clear(client)


def test_plan_by_park_and_ride(world):
    "a plan says where the car is left, its line is asked for so, and the way home fetches it"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk", "rail", "parkAndRide"], {"lat": 47.1410, "lon": 9.5209, "label": "Home"})
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    car = {"lat": 47.151, "lon": 9.511, "label": "P+R Bahnhof"}
    asked = []

    def legs(*modes):
        return [{"mode": mode, "departure": made["startsAt"], "arrival": made["startsAt"], "distance": 100,
                 **({"line": "S1"} if mode == "rail" else {})} for mode in modes]

    def journey(*modes, **more):
        return {"departure": made["startsAt"], "arrival": made["startsAt"], "duration": 0, "distance": 1, "walk": 1,
                "legs": legs(*modes), **more}

    def answer(route):
        plan = client.get(f"/v1/appointments/{made['id']}/plan")
        route.fulfill(json={
            **plan, "verdict": "reachable", "detail": "", "journey": journey("car", "rail", carStands=car),
            "home": {"detail": "", "journey": journey("rail", "car", carFetched=car)}})

    page = world.open("/calendar", "visitor")
    page.route("**/v1/appointments/*/plan*", answer)
    page.route("**/v1/routes?*", lambda route: (asked.append(route.request.url), route.abort()))
    page.get_by_role("main").get_by_role("link", name=re.compile("Exhibition")).first.click()
    plan = page.get_by_role("region", name="The way there")
    expect(plan.get_by_text("The car stands at P+R Bahnhof.")).to_have_count(1)
    expect(plan.get_by_role("list", name="Steps of the way home").get_by_role("listitem").last).to_contain_text("Car")
    until(page, lambda: asked, "ways are asked for")
    assert all("mode=parkAndRide,rail" in url for url in asked), asked


def test_plan_by_own_limits(world):
    "the line of a plan is asked for by what the plan rests on: one's limits of that day, and when one is there"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    path = "/v1/me/travel-preferences"
    weekday = datetime.date.fromisoformat(day(2)).strftime("%A").lower()
    client.call("PUT", path, {
        "modes": ["walk", "bus"], "home": {"lat": 47.1410, "lon": 9.5209, "label": "Home"}, "changeTime": 300,
        "days": {weekday: {"modes": ["walk", "bus"], "maximumWalk": 900, "avoid": ["steps", "hills"],
                           "order": "fewestTransfers"}}}, headers={"If-Match": client.call("GET", path).headers["etag"]}).want(200)
    asked = []

    def answer(minutes):
        def at(minute):
            moment = datetime.datetime.fromisoformat(made["startsAt"].replace("Z", "+00:00"))
            return (moment + datetime.timedelta(minutes=minute)).isoformat().replace("+00:00", "Z")

        legs = [{"mode": "walk", "departure": at(minutes - 20), "arrival": at(minutes), "distance": 100}]
        plan = {"verdict": "reachable", "detail": "", "origin": "home", "current": True, "computedAt": at(-600), "journey": {
            "departure": at(minutes - 20), "arrival": at(minutes), "distance": 1, "walk": 1, "legs": legs}}
        return lambda route: route.fulfill(json=plan)

    for minutes, name in ((-5, "arriveBy"), (5, "departAt")):
        asked.clear()
        page = world.open("/calendar", "visitor")
        page.route("**/v1/appointments/*/plan*", answer(minutes))
        page.route("**/v1/routes?*", lambda route: (asked.append(route.request.url), route.abort()))
        page.goto(f"/calendar/{made['id']}")
        until(page, lambda: asked, "ways are asked for")
        query = urllib.parse.parse_qs(urllib.parse.urlparse(asked[0]).query)
        limits = {key: query[key][0] for key in ("maxWalk", "avoid", "order", "changeTime")}
        assert float(limits.pop("maxWalk")) == 900 and sorted(limits.pop("avoid").split(",")) == ["hills", "steps"], query
        assert limits == {"order": "fewestTransfers", "changeTime": "300"}, query
        assert {"arriveBy", "departAt"} & set(query) == {name}, query
    set_ways(client, ["walk"])
    clear(client)


def test_without_limits(world):
    "TV-RTE-09, TV-RTE-11: where the own limits leave no way one is asked for one without them; before, none is shown"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    home = {"lat": 47.1410, "lon": 9.5209, "label": "Home"}
    path = "/v1/me/travel-preferences"
    tag = client.call("GET", path).headers["etag"]
    client.call("PUT", path, {"modes": ["walk"], "home": home, "maximumWalk": 100}, headers={"If-Match": tag}).want(200)
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    page = world.open(f"/calendar/{made['id']}", "visitor")
    plan = page.get_by_role("region", name="The way there")
    steps = plan.get_by_role("list", name="Steps of the way", exact=True)
    expect(plan.get_by_text("Cannot be reached in time", exact=True)).to_be_visible()
    expect(steps).to_have_count(0)
    plan.get_by_role("button", name="Without my limits").click()
    expect(plan.get_by_text("In time", exact=True)).to_be_visible()
    expect(steps).to_contain_text("On foot")
    plan.get_by_role("button", name="Back to the plan").click()
    expect(steps).to_have_count(0)
    clear(client)
    set_ways(client, ["walk"], home)


def test_exchange(world):
    "a calendar file is taken in, the calendar is given out, and a subscription is made and revoked"
    client = world.client("visitor")
    clear(client)
    stamp = day(3).replace("-", "")
    file = "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VEVENT", "UID:one@example.org",
        f"DTSTAMP:{stamp}T000000Z", f"DTSTART:{stamp}T100000Z", f"DTEND:{stamp}T110000Z",
        "SUMMARY:From elsewhere", "END:VEVENT", "END:VCALENDAR", ""])
    page = world.open("/calendar/exchange", "visitor")
    page.get_by_label("Calendar file").set_input_files(
        {"name": "one.ics", "mimeType": "text/calendar", "buffer": file.encode()})
    expect(page.get_by_text("1 added, 0 changed, 0 removed.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the calendar").click()
    assert "From elsewhere" in download.value.path().read_text()
    page.get_by_label("For which program").fill("Phone")
    page.get_by_role("button", name="Make an address").click()
    address = page.get_by_label("Address of “Phone”").input_value()
    assert "From elsewhere" in client.call("GET", "/v1" + address.split("/v1", 1)[1]).body.decode()
    page.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No subscriptions yet.")).to_be_visible()
    assert client.call("GET", "/v1" + address.split("/v1", 1)[1]).status == 404


def test_subscriptions(world):
    "a calendar of others is followed; one that cannot be read says so; one stops following it"
    client = world.client("visitor")
    for one in client.get("/v1/calendar/subscriptions")["items"]:
        client.call("DELETE", f"/v1/calendar/subscriptions/{one['id']}")
    page = world.open("/me", "visitor")
    page.get_by_role("link", name="Calendars").click()
    page.get_by_role("button", name="Follow this calendar").click()
    expect(page.get_by_text("Enter the address of the calendar.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("School")
    # No public address: the server does not ask inside of its own network.
    page.get_by_label("Address of the calendar").fill("webcal://127.0.0.1/school.ics")
    page.get_by_role("button", name="Follow this calendar").click()
    others = page.get_by_role("list", name="Calendars of others")
    expect(others.get_by_text("School")).to_be_visible()
    expect(others.get_by_text("Cannot be read since")).to_be_visible(timeout=15000)
    page.get_by_role("button", name="Stop following “School”").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop following").click()
    expect(page.get_by_text("You follow no calendar yet.")).to_be_visible()
