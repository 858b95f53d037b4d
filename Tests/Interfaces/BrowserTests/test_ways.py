"""A day with its ways: the timeline and the year, ways to choose from, reach, and what would help."""

import datetime
import re
import urllib.parse

from playwright.sync_api import expect
from test_calendar import ZONE, clear, day, fill, make, set_ways
from test_tours import SAMPLES

HALL = {"lat": 47.1410, "lon": 9.5209, "label": "Town hall"}
MUSEUM = {"lat": 47.1390, "lon": 9.5222, "label": "Landesmuseum"}
FAR = {"lat": 47.1653, "lon": 9.5096, "label": "Schaan"}
FIND = "/ways/find?from=47.1653,9.5096&fromName=Schaan&to=47.1390,9.5222&toName=Landesmuseum"


def change(page):
    "Opens what is asked, of which one row is seen once there are answers."
    page.get_by_text("Change", exact=True).click()


def test_timeline(world):
    "a day shows its appointments in order, the way between them, and what is free"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    make(client, "Rehearsal", 2, "13:00", place=HALL)
    page = world.open(f"/calendar?view=day&date={day(2)}", "visitor")
    rows = page.get_by_role("list", name="The day with its ways").get_by_role("listitem")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_text("from home")
    expect(rows.nth(1)).to_contain_text("Exhibition")
    expect(rows.nth(2)).to_contain_text("free")
    expect(rows.nth(3)).to_contain_text("Leave by 12:")
    expect(rows.nth(3)).to_contain_text("from the one before")
    rows.nth(3).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rehearsal")


def test_days_no_longer_shown(world):
    "of days that were looked at before nothing is read again, neither their appointments nor the ways to them"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    for ahead in (2, 3, 4):
        make(client, f"Exhibition {ahead}", ahead, "10:00", place=MUSEUM)
    page = world.open(f"/calendar?view=day&date={day(2)}", "visitor")
    rows = page.get_by_role("list", name="The day with its ways").get_by_role("listitem")
    for ahead in (2, 3, 4):
        expect(rows.first).to_contain_text("from home")
        expect(rows.last).to_contain_text(f"Exhibition {ahead}")
        if ahead < 4:
            page.get_by_role("button", name="Next").click()
    asked = []
    page.on("request", lambda request: asked.append(urllib.parse.urlsplit(request.url)))
    # The server tells of it, and what is shown is read again.
    make(client, "Rehearsal", 4, "13:00", place=HALL)
    expect(rows.last).to_contain_text("Rehearsal")
    expect(rows.nth(-2)).to_contain_text("Leave by 12:")
    page.wait_for_timeout(300)
    # Reminders read what is near, by themselves.
    spans = {query for _, _, path, query, _ in asked if path == "/v1/appointments" and "unanswered" in query}
    assert len(spans) == 1, spans
    ways = {path for _, _, path, _, _ in asked if path.endswith("/plan")}
    assert len(ways) == 2, ways
    # In another view no ways are.
    page.get_by_role("button", name="List", exact=True).click()
    expect(rows).to_have_count(0)
    asked.clear()
    make(client, "Supper", 4, "19:00", place=HALL)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Supper"))).to_be_visible()
    page.wait_for_timeout(300)
    assert not [path for _, _, path, _, _ in asked if path.endswith("/plan")], asked


def test_now(world):
    "SC-CAL-03: the present day is shown with a mark at the present time, before what has not begun"
    client = world.client("visitor")
    clear(client)
    make(client, "Late show", 0, "23:58")
    page = world.open("/calendar?view=day", "visitor")
    rows = page.get_by_role("list", name="The day with its ways").get_by_role("listitem")
    now = rows.filter(has_text=re.compile(r"^\s*\d+:\d\d.*Now$", re.DOTALL))
    expect(now).to_have_count(1)
    expect(now).to_have_attribute("aria-current", "time")
    expect(rows.last).to_contain_text("Late show")
    page.goto(f"/calendar?view=day&date={day(2)}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    expect(page.locator("[aria-current=time]")).to_have_count(0)


def test_year(world):
    "the year shows the days with appointments, and leads to each"
    client = world.client("newcomer")
    clear(client)
    year = datetime.date.today().year + 1
    for date in ("03-10", "03-10", "11-02"):
        client.post("/v1/appointments", {"title": "Meeting", "start": f"{year}-{date}T10:00", "zone": ZONE,
                                         "duration": 600, "confirm": ["noPosition", "overlap"]})
    page = world.open(f"/calendar?view=year&date={year}-01-01", "newcomer", size="desktop")
    expect(page.get_by_role("table")).to_have_count(12)
    expect(page.get_by_text("3 appointments in this year")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("link")).to_have_count(2)
    page.get_by_role("link", name=re.compile("10 March.*2 appointments")).click()
    expect(page.get_by_role("list", name="The day with its ways").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Nothing planned in this time.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("11 March")


def test_year_opens_at_the_month(world):
    "the year opens at the present month, on a phone where the others do not fit beside it"
    page = world.open("/calendar?view=year", "newcomer")
    month = datetime.date.fromisoformat(day(0)).strftime("%B %Y")
    expect(page.get_by_role("table", name=month)).to_be_in_viewport()


def test_no_word_is_broken(world):
    "the month breaks no words: one that is too long for its day is cut at the edge"
    client = world.client("newcomer")
    clear(client)
    make(client, "Kindergeburtstagsvorbereitungen", 1, "10:00")
    page = world.open(f"/calendar?view=month&date={day(1)}", "newcomer")
    entry = page.locator(".fc-daygrid-event").first
    expect(entry).to_contain_text("Kindergeburtstag")
    lines = page.evaluate("""() => { const title = document.querySelector('.fc-daygrid-event .fc-event-title');
        const range = document.createRange(); range.selectNodeContents(title);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size; }""")
    assert lines == 1, lines


def test_leave_next(world):
    "above the calendar stands when to leave next, and in how many minutes"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=90)
    client.post("/v1/appointments", {
        "title": "Exhibition", "start": soon.strftime("%Y-%m-%dT%H:%M"), "zone": "UTC", "duration": 600,
        "place": MUSEUM, "confirm": ["overlap", "unreachable"]})
    page = world.open("/calendar", "visitor")
    expect(page.get_by_role("timer")).to_contain_text(re.compile("Leave by .* for “Exhibition”: in"))


def test_find_ways(world):
    "several ways are compared by time, distance, CO2 and fare; one is chosen, with its steps"
    if not world.has_map:
        return "skipped"
    page = world.open(FIND, "visitor")
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    expect(ways.first).to_contain_text("CO₂")
    # How many differ in trips depends on the hour; one is always on foot.
    assert ways.count() >= 1
    expect(page.get_by_role("combobox", name="From")).to_have_count(0)
    change(page)
    page.get_by_role("button", name="On foot", exact=True).click()
    expect(ways).to_have_count(1)
    expect(ways.first).to_contain_text("0 g CO₂")
    page.get_by_text("Every turn").click()
    expect(page.get_by_text("You have arrived.")).to_be_visible()
    page.reload()
    # From, to, when and means, in one row; map and answers are first.
    expect(page.get_by_text("Schaan → Landesmuseum")).to_be_visible()
    expect(page.get_by_text("Leave now · On foot")).to_be_visible()
    change(page)
    expect(page.get_by_role("button", name="On foot", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("combobox", name="From")).to_have_value("Schaan")


def test_arrive_by(world):
    "ways are asked for by when one has to be there, and the chosen time stays in the address"
    if not world.has_map:
        return "skipped"
    page = world.open(FIND, "visitor")
    change(page)
    page.get_by_label("When").select_option("Arrive by")
    page.get_by_label("Arrive by", exact=True).fill(f"{day(2)}T10:00")
    page.get_by_label("Arrive by", exact=True).blur()
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    expect(ways.first).to_contain_text(re.compile("9:[0-5][0-9] . (9:[0-5][0-9]|10:00)"))
    assert "arriveBy=" in page.url
    # An address that names no time is refused in words, and the page stands.
    page.goto(f"{FIND}&departAt=soon")
    expect(page.get_by_role("heading", name="Find the way")).to_be_visible()
    change(page)
    expect(page.get_by_label("Leave at", exact=True)).to_have_value("")


def test_stops_on_the_way(world):
    "places on the way are called at for as long as one stays, also on a way back to the start, and stay in the address"
    if not world.has_map:
        return "skipped"
    page = world.open(FIND + "&mode=walk", "visitor")
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    expect(ways).to_have_count(1)
    change(page)
    page.get_by_role("button", name="Add a stop on the way").click()
    stop = page.get_by_role("group", name="Stop 1")
    stop.get_by_role("combobox", name="Stop 1").fill(f"{HALL['lat']}, {HALL['lon']}")
    stop.get_by_role("listbox").get_by_role("option").first.click()
    stop.get_by_label("Stay", exact=True).fill("20")
    stop.get_by_label("Stay", exact=True).blur()
    # Places stand off the streets by some metres, which are steps as well.
    rows = page.get_by_role("list", name="Steps of the way").get_by_role("listitem")
    steps = rows.filter(has_not_text="Go about")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text(re.compile(r"Stop 1\s+Stay from .* to "))
    page.get_by_label("Back to the start").check()
    expect(page.get_by_role("combobox", name="To", exact=True)).to_have_count(0)
    expect(ways).to_have_count(1)
    page.get_by_role("button", name="Add a stop on the way").click()
    other = page.get_by_role("group", name="Stop 2")
    other.get_by_role("combobox", name="Stop 2").fill(f"{MUSEUM['lat']}, {MUSEUM['lon']}")
    other.get_by_role("listbox").get_by_role("option").first.click()
    expect(steps).to_have_count(5)
    page.get_by_label("In the quickest order").check()
    expect(steps).to_have_count(5)
    expect(page).to_have_url(re.compile("optimize=yes"))
    page.reload()
    expect(steps).to_have_count(5)
    change(page)
    expect(page.get_by_role("group", name="Stop 1").get_by_label("Stay", exact=True)).to_have_value("20")
    page.get_by_role("button", name="Remove stop 1").click()
    expect(steps).to_have_count(3)
    expect(page.get_by_role("combobox", name="Stop 1")).to_have_value(re.compile("47.139"))


def test_with_a_bicycle(world):
    "bicycle and transit are asked for together, and stay in the address; rides say that bicycles are allowed"
    if not world.has_map:
        return "skipped"
    page = world.open(f"{FIND}&departAt={day(2)}T08:00:00Z", "visitor")
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    expect(ways.first).to_contain_text("CO₂")
    change(page)
    choice = page.get_by_role("button", name="Bicycle and transit", exact=True)
    with page.expect_response(lambda one: "/v1/routes?" in one.url) as answer:
        choice.click()
    assert query(answer.value.url)["mode"] == ["transit,bicycle"], answer.value.url
    assert answer.value.ok
    modes = [[leg["mode"] for leg in way["legs"]] for way in answer.value.json()["itineraries"]]
    assert any("bicycle" in way for way in modes), modes
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(ways).to_have_count(len(modes))
    expect(page).to_have_url(re.compile("mode=withBicycle"))
    aboard = itinerary([("bicycle", 0, 6, {}), ("rail", 8, 20, {"line": "S1", "bicycles": True}), ("bicycle", 20, 24, {})])
    page.route("**/v1/routes?*", lambda route: route.fulfill(json=aboard))
    page.reload()
    change(page)
    expect(choice).to_have_attribute("aria-pressed", "true")
    steps = page.get_by_role("list", name="Steps of the way").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text("Bicycles allowed")
    expect(steps.nth(0)).not_to_contain_text("Bicycles allowed")


def test_park_and_ride(world):
    "a car is left at a park and ride, and the way back leads to where it stands"
    if not world.has_map:
        return "skipped"
    asked = []
    there = itinerary([("car", 0, 10, {"to": "P+R Bahnhof"}), ("walk", 12, 14, {"from": "P+R Bahnhof"}),
                       ("rail", 15, 25, {"line": "S1"}), ("walk", 25, 28, {})])
    back = itinerary([("walk", 0, 3, {}), ("rail", 5, 15, {"line": "S1"}), ("walk", 15, 17, {}), ("car", 17, 27, {})])

    def answer(route):
        asked.append(query(route.request.url))
        route.fulfill(json=back if "carAt" in asked[-1] else there)

    page = world.open(FIND, "visitor")
    expect(page.get_by_role("list", name="Ways found").get_by_role("button").first).to_contain_text("CO₂")
    # Without a car park around, a car still drives all the way.
    change(page)
    with page.expect_response(lambda one: "/v1/routes?" in one.url) as real:
        page.get_by_role("button", name="Park and ride", exact=True).click()
    assert query(real.value.url)["mode"] == ["transit,car,parkAndRide"] and real.value.ok
    page.route("**/v1/routes?*", answer)
    page.reload()
    steps = page.get_by_role("list", name="Steps of the way").get_by_role("listitem")
    expect(steps).to_have_count(4)
    expect(steps.nth(0)).to_contain_text("P+R Bahnhof")
    page.get_by_role("link", name="The way back, by the car", exact=True).click()
    change(page)
    expect(page.get_by_text("The car stands where you left it", exact=False)).to_be_visible()
    expect(page.get_by_role("combobox", name="From", exact=True)).to_have_value("Landesmuseum")
    expect(page.get_by_role("combobox", name="To", exact=True)).to_have_value("Schaan")
    expect(steps).to_have_count(4)
    assert asked[-1]["mode"] == ["transit,car,parkAndRide"] and asked[-1]["carAt"] == ["47.151,9.511"], asked[-1]
    expect(page.get_by_role("link", name="The way back, by the car", exact=True)).to_have_count(0)
    # Over places on the way the car is at hand everywhere, or nowhere.
    page.goto(f"{FIND}&mode=withCar&via=47.1500,9.5150")
    expect(steps).to_have_count(4)
    assert asked[-1]["via"] and asked[-1]["mode"] == ["transit,car"], asked[-1]


def query(url):
    return urllib.parse.parse_qs(urllib.parse.urlparse(url).query)


def itinerary(legs):
    """An answer of one way; legs are (mode, first minute, last minute, more)."""
    start = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(hours=1)

    def at(minute):
        return (start + datetime.timedelta(minutes=minute)).isoformat().replace("+00:00", ".000Z")

    made = [{
        "mode": mode, "departure": at(first), "arrival": at(last), "duration": 60 * (last - first),
        "distance": 1000, "co2": 0, "steps": [],
        "geometry": {"type": "LineString", "coordinates": [[9.51, 47.15], [9.511, 47.151]]}, **more,
    } for mode, first, last, more in legs]
    return {"breaking": [], "co2Source": "", "ordering": {"by": "fastest", "unknownFares": 1}, "itineraries": [{
        "departure": made[0]["departure"], "arrival": made[-1]["arrival"], "duration": 60 * legs[-1][2],
        "distance": 1000 * len(made), "walk": 100, "transfers": 0, "co2": 0, "fare": None, "legs": made}]}


def check_steps(steps, words):
    """Each step says its words and nothing else; None for one along streets."""
    rows = steps.get_by_role("listitem")
    expect(rows).to_have_count(len(words))
    for index, text in enumerate(words):
        if text:
            expect(rows.nth(index)).to_have_text(re.compile(rf"^\s*{re.escape(text)}\s*$"))
        else:
            expect(rows.nth(index)).not_to_contain_text("the street")


def test_plan_off_the_streets(world):
    "the way to an appointment, and the way home, say what lies between a place and the street"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)

    def journey(start, end, **more):
        leg = {"mode": "walk", "departure": made["startsAt"], "arrival": made["startsAt"], "distance": 100,
               "snapped": {"start": start, "end": end, **more}}
        return {"departure": made["startsAt"], "arrival": made["startsAt"], "duration": 0, "distance": 1, "walk": 1,
                "legs": [leg]}

    def answer(route):
        plan = client.get(f"/v1/appointments/{made['id']}/plan")
        route.fulfill(json={**plan, "verdict": "reachable", "detail": "", "journey": journey(2, 80),
                            "home": {"detail": "", "journey": journey(80, 2, overWater=True)}})

    page = world.open("/calendar", "visitor")
    page.route("**/v1/appointments/*/plan*", answer)
    page.goto(f"/calendar/{made['id']}")
    plan = page.get_by_role("region", name="The way there")
    check_steps(plan.get_by_role("list", name="Steps of the way", exact=True),
                [None, "Go about 80 m from the street; the way is not known."])
    check_steps(plan.get_by_role("list", name="Steps of the way home"),
                ["Go about 80 m to the street; water lies between.", None])


def test_later_ways(world):
    "ways before and behind those that are shown are a button away"
    if not world.has_map:
        return "skipped"
    page = world.open(f"{FIND}&departAt={day(2)}T08:00:00Z", "visitor")
    first = page.get_by_role("list", name="Ways found").get_by_role("button").first
    expect(first).to_contain_text("CO₂")
    page.get_by_role("button", name="Later ways").click()
    expect(page).not_to_have_url(re.compile(f"departAt={day(2)}T08(:|%3A)00(:|%3A)00Z"))
    expect(page).to_have_url(re.compile(f"departAt={day(2)}T"))
    expect(first).to_contain_text("CO₂")
    page.get_by_role("button", name="Earlier ways").click()
    expect(page).to_have_url(re.compile("arriveBy="))


def test_later_ways_over_stops(world):
    "over stops on the way, the next page leaves out what the one before has shown; changed words begin anew"
    if not world.has_map:
        return "skipped"

    def answer(*trips):
        ways = [itinerary([("bus", first, last, {"trip": trip, "line": trip})]) for trip, first, last in trips]
        ways[0]["itineraries"] = [way["itineraries"][0] for way in ways]
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        later = (now + datetime.timedelta(hours=1, minutes=trips[0][1])).isoformat().replace("+00:00", ".000Z")
        return {**ways[0], "later": later}

    pages = [answer(("11", 0, 30), ("12", 10, 40), ("15", 60, 80)),
             answer(("12", 10, 40), ("13", 20, 50), ("15", 60, 80)),
             answer(("13", 20, 50), ("14", 30, 60), ("15", 60, 80)), answer(("14", 30, 60), ("15", 60, 80))]
    current = [0]
    page = world.open("/calendar", "visitor")
    page.route("**/v1/routes?*", lambda route: route.fulfill(json=pages[current[0]]))
    page.goto(FIND + "&via=47.1500,9.5150")
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    # Where nothing else is left, what is there is shown all the same.
    for index, lines in enumerate([["11", "12", "15"], ["13"], ["14"], ["14", "15"]]):
        current[0] = index
        if index:
            page.get_by_role("button", name="Later ways").click()
        expect(ways).to_contain_text([f"Bus {line} ·" for line in lines])
        expect(ways).to_have_count(len(lines))
        # Drawn anew, the page knows what stood on those before.
        page.reload()
        expect(ways).to_contain_text([f"Bus {line} ·" for line in lines])
        expect(ways).to_have_count(len(lines))
    change(page)
    page.get_by_role("button", name="On foot", exact=True).click()
    current[0] = 0
    page.get_by_role("button", name="Public transport", exact=True).click()
    expect(ways).to_have_count(3)


def test_chosen_way_stays(world):
    "the way that was chosen stays chosen when the ways are asked again: where it stands elsewhere, and where it has left"
    if not world.has_map:
        return "skipped"

    def answer(*trips):
        ways = [itinerary([("bus", 10 * number, 30 + 10 * number, {
            "trip": trip, "line": trip, "plannedDeparture": f"2031-06-12T{trip}:00:00Z"})]) for number, trip in enumerate(trips)]
        return {**ways[0], "itineraries": [way["itineraries"][0] for way in ways]}

    current = [answer("11", "12")]
    page = world.open("/calendar", "visitor")
    page.clock.install()
    page.route("**/v1/routes?*", lambda route: route.fulfill(json=current[0]))
    page.goto(FIND)
    ways = page.get_by_role("list", name="Ways found").get_by_role("button")
    ways.filter(has_text="Bus 12 ·").click()
    steps = page.get_by_role("list", name="Steps of the way")
    for trips, count in ((("10", "11", "12"), 3), (("13", "14"), 3)):
        current[0] = answer(*trips)
        page.clock.fast_forward(61_000)
        expect(ways.filter(has_text=f"Bus {trips[0]} ·")).to_have_count(1)
        expect(ways).to_have_count(count)
        expect(ways.filter(has_text="Bus 12 ·")).to_have_attribute("aria-pressed", "true")
        expect(steps).to_contain_text("Bus 12")


def test_reach_by_transit(world):
    "what is reached by public transport until a time, with the stops and when one is there"
    if not world.has_map:
        return "skipped"
    page = world.open(
        f"/ways/reach?at=47.1390,9.5222&name=Landesmuseum&mode=transit&minutes=30&departAt={day(2)}T10:00:00Z")
    expect(page.get_by_text(re.compile(r"Leaving at .*, reachable by .*: an area of \d+"))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile(r"\d+ stops reached"))).to_be_visible()
    stops = page.get_by_role("list", name="Stops reached first").get_by_role("listitem")
    expect(stops.first).to_contain_text(re.compile("at "))
    change(page)
    page.get_by_role("button", name="5 min", exact=True).click()
    expect(page).to_have_url(re.compile("minutes=5"))
    page.get_by_role("button", name="On foot", exact=True).click()
    expect(page.get_by_text("In 5 minutes on foot")).to_be_visible()
    expect(stops).to_have_count(0)


def test_reach_until(world):
    "what is reached by a time is asked for as a time, on foot and by public transport, and a senseless one is refused"
    if not world.has_map:
        return "skipped"
    page = world.open(f"/ways/reach?at=47.1390,9.5222&name=Landesmuseum&departAt={day(2)}T10:00:00Z")
    change(page)
    page.get_by_role("button", name="Until a time", exact=True).click()
    by = page.get_by_label("Be there by")
    by.fill(f"{day(2)}T11:20")
    page.get_by_label("Leave at").fill(f"{day(2)}T11:05")
    page.get_by_label("Leave at").press("Tab")
    words = page.get_by_text(re.compile(r"Leaving at 11:05.*, reachable by 11:20.*: an area of [12]\.?\d* km²"))
    expect(words).to_be_visible()
    page.get_by_role("button", name="Public transport", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile(r"\d+ stops? reached"))).to_be_visible()
    by.fill(f"{day(2)}T11:00")
    by.press("Tab")
    expect(page.get_by_text("Choose a time 1 minute to 2 hours after you leave.")).to_be_visible()
    page.get_by_role("button", name="15 min", exact=True).click()
    page.get_by_role("button", name="On foot", exact=True).click()
    expect(page.get_by_text("In 15 minutes on foot")).to_be_visible()


def test_reach(world):
    "what can be reached in 15 minutes has a page of its own, with the tours within"
    if not world.has_map:
        return "skipped"
    page = world.open("/ways/reach?at=47.1390,9.5222&name=Landesmuseum")
    expect(page.get_by_text(re.compile(r"In 15 minutes on foot: an area of [12]\.?\d* km²"))).to_be_visible()
    tours = page.get_by_role("list", name="Tours within reach").get_by_role("listitem")
    # Those that other tests publish may be among them.
    for name in SAMPLES:
        expect(tours.filter(has_text=name)).to_have_count(1)
    change(page)
    page.get_by_role("button", name="5 min", exact=True).click()
    expect(page.get_by_text("In 5 minutes on foot")).to_be_visible()
    expect(page).to_have_url(re.compile("minutes=5"))


def test_what_helps(world):
    "TV-APP-14, TV-APP-16: what cannot be reached says when to leave and when it could start, and moves there"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    make(client, "Lunch", 3, "11:30", place=HALL)
    page = world.open("/calendar/new", "visitor")
    fill(page, "Cinema", 3, "12:10", "13:10")
    page.get_by_label("Place", exact=True).fill(f"{FAR['lat']}, {FAR['lon']}")
    page.get_by_role("listbox").get_by_role("option").first.click()
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Check before saving")
    expect(dialog.get_by_text(re.compile(
        "It cannot be reached in time from “Lunch” with your travel settings"))).to_be_visible()
    for name in ("OK", "Cancel"):
        expect(dialog.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(dialog.get_by_text("OK saves it all the same. Cancel leads back to the form.", exact=True)).to_be_visible()
    expect(dialog.get_by_text(re.compile("Leave at 11:.* On foot to be in time, before “Lunch” ends"))).to_be_visible()
    expect(dialog.get_by_text(re.compile("Or start at 12:.*after “Lunch” one is there at 12:"))).to_be_visible()
    dialog.get_by_role("button", name="Start at 12:").click()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Cinema"))).to_be_visible()
    made = next(one for one in client.get("/v1/appointments")["items"] if one["title"] == "Cinema")
    assert made["verdict"] in ("reachable", "tight"), made


def test_too_late(world):
    "who comes too late is told when one can be there at the earliest, and by how much it is too late; the page has the ways out of it"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    make(client, "Lunch", 3, "11:30", place=HALL)
    made = make(client, "Cinema", 3, "12:10", place=FAR)
    late = re.compile(r"At 12:0\d at the earliest: \d+ minutes too late")
    page = world.open(f"/calendar?view=list&date={day(3)}", "visitor")
    line = page.get_by_role("main").get_by_role("link", name=re.compile("Cinema"))
    expect(line).to_contain_text(late)
    expect(line).not_to_contain_text("Leave by")
    page.goto(f"/calendar?view=day&date={day(3)}")
    expect(page.get_by_role("list", name="The day with its ways")).to_contain_text(late)
    page.goto(f"/calendar/{made['id']}")
    plan = page.get_by_role("region", name="The way there")
    expect(plan.get_by_text(late)).to_be_visible()
    expect(plan.get_by_text("Leave by")).to_have_count(0)
    expect(plan.get_by_text(re.compile("Leave at 11:.* On foot to be in time, before “Lunch” ends"))).to_be_visible()
    plan.get_by_role("button", name="Start at 12:").click()
    expect(plan.get_by_text(re.compile("^Leave by "))).to_be_visible()
    now = client.get(f"/v1/appointments/{made['id']}")
    assert now["startsAt"] != made["startsAt"] and now["duration"] == made["duration"], now


def test_out_of_reach(world):
    "TV-RTE-25: the warning says whether the place could be reached in time without one's own limits, or not even so"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HALL)
    make(client, "Lunch", 3, "11:30", place=HALL)
    page = world.open("/calendar/new", "visitor")
    page.get_by_label("Place", exact=True).fill(f"{FAR['lat']}, {FAR['lon']}")
    page.get_by_role("listbox").get_by_role("option").first.click()
    dialog = page.get_by_role("dialog", name="Check before saving")
    # By car it is some minutes away, and an hour on foot.
    for start, words in (("12:30", "Without your limits it could be reached in time."),
                         ("12:01", "Without your limits it could not be reached in time either.")):
        fill(page, "Cinema", 3, start, "13:10")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(dialog.get_by_text(words, exact=True)).to_be_visible()
        # Beside what would help.
        expect(dialog.get_by_text(re.compile("Or start at 12:.*after “Lunch” one is there at 12:"))).to_be_visible()
        expect(dialog.get_by_text(words, exact=True)).to_be_visible()
        dialog.get_by_role("button", name="Cancel", exact=True).click()
        expect(dialog).to_have_count(0)
    assert len(client.get("/v1/appointments")["items"]) == 1


def test_wrong_area(world):
    "a place without streets says so, and what to do"
    page = world.open("/ways/reach?at=0.5,0.5&name=Sea")
    expect(page.get_by_role("alert").or_(page.get_by_text("No street is near this place.")).first).to_be_visible()
