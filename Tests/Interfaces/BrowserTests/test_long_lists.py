"""Lists of several pages: reading on that fails, and changes while later pages are shown."""

import re

from playwright.sync_api import expect
from test_calendar import clear, make

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
    client = world.client("newcomer")
    clear(client)
    make(client, "Tablets", 1, "08:00", recurrence="FREQ=DAILY;COUNT=600")
    page = world.open("/people", "newcomer")
    asked = failing(page)
    page.goto("/calendar?view=year&date=2027-06-01")
    expect(page.get_by_text("200 appointments")).to_be_visible()
    expect_once(page, asked)
    page.unroute(FURTHER)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(page.get_by_text("365 appointments")).to_be_visible()
    expect(page.get_by_role("button", name="Try again", exact=True)).to_have_count(0)
    clear(client)


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
    expect(page.get_by_role("link", name="Club 3 2")).to_be_visible()
