"""Lists of several pages: reading on that fails, and changes while later pages are shown."""

import re

from playwright.sync_api import expect
from test_calendar import make
from test_people import newcomer
from test_teams import group, under_way
from world import until

FURTHER = re.compile("[?&]cursor=")
"""Pages behind the first."""
BUSY = {"type": "/problems/unavailable", "title": "The database does not answer.", "status": 503}


def failing(page):
    "Further pages cannot be had: what was asked of them."
    asked = []
    page.route(FURTHER, lambda route: (asked.append(route.request.url), route.fulfill(status=503, json=BUSY)))
    return asked


def expect_once(page, asked):
    "What failed is not asked again and again."
    expect(page.get_by_text("The database does not answer.")).to_be_visible()
    page.wait_for_timeout(1500)
    assert len(asked) <= 2, f"asked {len(asked)} times"


def test_year_that_fails(world):
    "a year whose further entries cannot be had asks once, and again when one wants it"
    account = newcomer(world, "Ana")
    make(world.client(account), "Tablets", 1, "08:00", recurrence="FREQ=DAILY;COUNT=600")
    page = world.open("/people", account)
    asked = failing(page)
    page.goto("/calendar?view=year&date=2027-06-01")
    expect(page.get_by_text("200 appointments in this year; others could not")).to_be_visible()
    expect_once(page, asked)
    page.unroute(FURTHER)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(page.get_by_text("365 appointments in this year", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Try again", exact=True)).to_have_count(0)


def test_month_that_fails(world):
    "a calendar of a team whose further entries cannot be had asks once, and again when one wants it"
    page = world.open("/people", "captain")
    team = world.path("{team}")
    known = world.client("captain").get(f"/v1/realms/{team}/events")["items"][0]
    page.route(re.compile(f"/v1/realms/{team}/events"), lambda route: route.fulfill(json={
        "items": [known], **({} if "cursor=" in route.request.url else {"next": "more"})}))
    asked = failing(page)
    page.goto(f"/people/{team}/calendar?date={known['startsAt'][:10]}")
    expect_once(page, asked)
    page.unroute(FURTHER)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(page.get_by_role("button", name="Try again", exact=True)).to_have_count(0)


def test_end_that_fails(world):
    "a list that reads on at its end asks once for what cannot be had, and goes on when one wants it"
    page = world.open("/people", "member")
    known = world.client("member").get("/v1/communities")

    def answer(route):
        at = int((re.search("cursor=([0-9]+)", route.request.url) or [0, 0])[1])
        route.fulfill(json={
            **known, "items": [{**known["items"][0], "id": f"0-{at}-{index}", "name": f"Club {at} {index}"}
                               for index in range(3)], **({"next": str(at + 1)} if at < 5 else {})})
    page.route(re.compile("/v1/communities[?]"), answer)
    asked = failing(page)
    page.goto("/people/communities")
    expect(page.get_by_role("link", name="Club 0 2")).to_be_visible()
    expect_once(page, asked)
    page.unroute(FURTHER)
    page.get_by_role("button", name="Show more").click()
    # As long as the end is seen, it goes on.
    for name in ("Club 1 2", "Club 2 2", "Club 3 2"):
        page.get_by_role("link", name=name).scroll_into_view_if_needed()
    expect(page.get_by_role("link", name="Club 3 2")).to_be_visible()


def sheet(world, names):
    "The attendance of a practice, two people on each page, as its host sees it; and the list of it."
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team", [newcomer(world, name) for name in names])
    made = under_way(owner, team)
    page = world.watched(world.context(host).new_page())
    page.route("**/attendance?limit=50*", lambda route: route.continue_(
        url=route.request.url.replace("limit=50", "limit=2")))
    page.goto(f"/people/events/{made['id']}")
    listed = page.get_by_role("list", name="Attendance").get_by_role("listitem")
    expect(listed).to_have_count(2)
    return page, listed


def test_change_on_a_later_page(world):
    "whoever is marked on a later page of a list stays in sight, and so does the place in it"
    page, listed = sheet(world, ["Ben", "Cleo", "Dora"])
    page.get_by_role("button", name="Show more").click()
    expect(listed).to_have_count(4)
    present = listed.last.get_by_role("button", name="Present")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(1000)
    expect(listed).to_have_count(4)
    expect(present).to_be_focused()
    page.unroute_all(behavior="wait")


def test_change_while_reading_on(world):
    "a change that comes while a further page is on its way loses no page in between"
    page, listed = sheet(world, ["Ben", "Cleo", "Dora", "Emil", "Fay"])
    page.get_by_role("button", name="Show more").click()
    expect(listed).to_have_count(4)
    before = [line.inner_text().splitlines()[0] for line in listed.all()]
    held = []

    def hold(route):
        if held:
            route.fallback()
        else:
            held.append(route)

    page.route(FURTHER, hold)
    page.get_by_role("button", name="Show more").click()
    until(page, lambda: held, "the next page")
    present = listed.first.get_by_role("button", name="Present")
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    held[0].fallback()
    expect(listed).to_have_count(6)
    names = [line.inner_text().splitlines()[0] for line in listed.all()]
    assert names[:4] == before and len(set(names)) == 6, (before, names)
    page.unroute_all(behavior="wait")
