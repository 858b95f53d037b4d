"""What leaves from a stop: found from the map, a search and a way; late, cancelled, later and none at all."""

import datetime
import re

from playwright.sync_api import expect
from world import expect_accessible, expect_layout, settle

BOARD = "/stops/liechtenstein:vaduz-post"
DEPARTURES = re.compile(r"/v1/stops/[^/]+/departures")


def rows(page):
    return page.get_by_role("list", name=re.compile("^Departures from")).get_by_role("listitem")


def at(minutes):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def departure(planned, late=0, **more):
    return {"mode": "bus", "line": "11", "headsign": "Sargans", "agency": "Buses", "trip": str(planned),
            "planned": at(planned), "expected": at(planned + late), "delay": 60 * late, **more}


def board(page, items):
    """Answers with departures; a list that a test may change."""
    stop = {"id": "liechtenstein:vaduz-post", "name": "Vaduz, Post", "lat": 47.138684, "lon": 9.521756,
            "timetable": "liechtenstein", "timeZone": "Europe/Vaduz", "firstDay": "2024-01-01", "lastDay": "2035-12-31"}
    page.route(DEPARTURES, lambda route: route.fulfill(json={"stop": stop, "items": items}))


def test_from_around(world):
    "the stops near a place lead from its list to what leaves there, and from there back to the map"
    page = world.open("/around?at=47.1387,9.5218&sheet=full")
    page.get_by_role("list", name="Departures").get_by_role("link", name="Vaduz, Post").click()
    expect(page).to_have_url(re.compile("/stops/liechtenstein"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Vaduz, Post")
    expect(page).to_have_title(re.compile("^Vaduz, Post"))
    expect(page.get_by_role("main").get_by_role("listitem").first).to_contain_text(re.compile(r"\d:\d\d.*Bus.*to ", re.DOTALL))
    page.get_by_role("link", name="On the map").click()
    expect(page).to_have_url(re.compile("/around.*at=47.138"))


def test_from_search(world):
    "a stop that is searched for on the map leads to its departures"
    page = world.open("/around?at=47.1387,9.5218")
    page.get_by_role("combobox").first.fill("Vaduz, Post")
    found = page.get_by_role("option").filter(has_text="Departures")
    expect(found.first).to_contain_text("Vaduz, Post")
    found.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Vaduz, Post")


def test_from_a_way(world):
    "from where a way boards one looks what else leaves there"
    if not world.has_map:
        return "skipped"
    from test_calendar import day
    from test_ways import FIND
    page = world.open(f"{FIND}&mode=transit&departAt={day(2)}T08:00:00Z")
    page.get_by_role("list", name="Ways found").get_by_role("button").filter(has_text=re.compile("Bus")).first.click()
    link = page.get_by_role("link", name=re.compile("^Departures from")).first
    name = link.inner_text().removeprefix("Departures from ")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page).to_have_url(re.compile("/stops/liechtenstein"))


def test_search_for_a_stop(world):
    "without a stop one is searched for by its name; by keys alone"
    page = world.open("/stops")
    expect(page.get_by_text("Search for a stop to see what leaves")).to_be_visible()
    field = page.get_by_role("combobox", name="Stop or place")
    field.fill("quäderle")
    expect(page.get_by_role("option").first).to_contain_text("Vaduz, Quäderle")
    field.press("ArrowDown")
    field.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vaduz, Quäderle")
    page.goto("/stops?near=47.2,9.9")
    expect(page.get_by_text("No stop of an imported timetable is within 1 km.")).to_be_visible()


def test_late_and_cancelled(world):
    "TV-RTE-04: what is late says when it leaves in fact and when it should; what does not come is marked"
    page = world.watched(world.context().new_page())
    items = [departure(3, late=5, platform="2"), departure(12, cancelled=True), departure(30, late=-2), departure(70)]
    board(page, items)
    page.goto(BOARD)
    shown = page.locator(".board").get_by_role("listitem")
    expect(shown).to_have_count(4)
    expect(shown.nth(0)).to_contain_text(re.compile(r"planned for.*Bus.*11.*to Sargans.*5 min late.*Platform 2.*in [78] min", re.DOTALL))
    expect(shown.nth(1)).to_contain_text("Cancelled")
    expect(shown.nth(1)).not_to_contain_text("in 1")
    expect(shown.nth(2)).to_contain_text("2 min early")
    # Whose buses they are is said where there is a choice.
    expect(shown.filter(has_text="Buses")).to_have_count(0)
    for quiet in ("late", "early", "Cancelled", "in "):
        expect(shown.nth(3)).not_to_contain_text(quiet)
    expect(page.get_by_text("Times by the clocks there")).to_have_count(0)
    expect_accessible(page)
    expect_layout(page)


def test_refresh(world):
    "the board is looked up again by itself, and what has left goes"
    page = world.watched(world.context().new_page())
    page.clock.install()
    items = [departure(4), departure(9)]
    board(page, items)
    page.goto(BOARD)
    shown = page.locator(".board").get_by_role("listitem")
    expect(shown).to_have_count(2)
    expect(shown.nth(0)).not_to_contain_text("late")
    items[0] = departure(4, late=7)
    page.clock.run_for(31_000)
    expect(shown.filter(has_text="7 min late")).to_have_count(1)
    # Nothing is heard from the server any more: what has left goes all the same.
    page.unroute(DEPARTURES)
    page.route(DEPARTURES, lambda route: route.abort())
    page.clock.run_for(11 * 60_000)
    expect(shown).to_have_count(1)


def test_later(world):
    "later departures are added below, by days; any other time is chosen, and stays in the address"
    page = world.open(f"{BOARD}?from=2026-06-10T20:00:00Z")
    settle(page)
    all_rows = page.locator(".board").get_by_role("listitem")
    expect(all_rows).to_have_count(20)
    first = all_rows.first.inner_text()
    page.get_by_role("button", name="Later").click()
    expect(all_rows).to_have_count(40)
    assert all_rows.first.inner_text() == first
    expect(page.get_by_role("heading", level=2).last).to_contain_text("11")
    page.reload()
    expect(all_rows).to_have_count(40)
    page.get_by_label("Leaving from").fill("2026-06-12T10:00")
    page.get_by_label("Leaving from").blur()
    expect(all_rows).to_have_count(20)
    expect(page).to_have_url(re.compile("from=2026-06-12T08"))
    expect(all_rows.first).to_contain_text(re.compile("10:"))
    page.get_by_role("button", name="Now").click()
    expect(page).not_to_have_url(re.compile("from="))


def test_nothing_leaves(world):
    "where nothing leaves the page says why: the timetable has ended, or the day is over"
    page = world.open(f"{BOARD}?from=2036-02-01T10:00:00Z")
    expect(page.get_by_role("heading", name="No departures")).to_be_visible()
    expect(page.get_by_text(re.compile("The timetable ends on .*31.*2035"))).to_be_visible()
    expect_accessible(page)
    page.goto(f"{BOARD}?from=2023-02-01T10:00:00Z")
    expect(page.get_by_text(re.compile("The timetable begins on .*1.*2024"))).to_be_visible()
    board(page, [])
    page.goto(BOARD)
    expect(page.get_by_text("Nothing leaves from here within 24 hours")).to_be_visible()


def test_wrong(world):
    "a stop that is in no timetable leads to the search; a server in trouble is asked again"
    page = world.open("/stops/liechtenstein:nowhere")
    expect(page.get_by_text("This stop is in no timetable here.")).to_be_visible()
    page.get_by_role("link", name="Search for a stop").click()
    expect(page.get_by_role("combobox", name="Stop or place")).to_be_visible()
    page.route(DEPARTURES, lambda route: route.fulfill(status=500, json={
        "type": "/problems/internal", "title": "Something went wrong", "status": 500}))
    page.goto(BOARD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Vaduz, Post")
    page.unroute(DEPARTURES)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".board").get_by_role("listitem").first).to_be_visible()


def test_clocks(world):
    "times are those of the clocks at the stop; where the reader's differ, the page says so"
    page = world.watched(world.context(timezone_id="America/New_York").new_page())
    page.goto(f"{BOARD}?from=2026-06-10T08:00:00Z")
    expect(page.get_by_text(re.compile(r"Times by the clocks there \(Europe/Vaduz\)"))).to_be_visible()
    expect(page.locator(".board").get_by_role("listitem").first).to_contain_text(re.compile("10:"))
