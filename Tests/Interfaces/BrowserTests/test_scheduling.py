"""When an activity takes place: days, duration, parts of the day, and the times at which all are free."""

import datetime
import json
import re

from playwright.sync_api import expect
from test_activities import start
from test_resources import day, family
from world import expect_accessible, expect_layout


def first_of_next_month():
    "The first day of the next month."
    return (datetime.date.today().replace(day=1) + datetime.timedelta(days=32)).replace(day=1)


def named(date):
    "A day as the month view calls it."
    return re.compile(rf"\b{date.day} {date:%B} {date.year}")


def test_days_and_duration(world):
    "PFA1.11, PFA1.12-13, MF-UI-05b, MF-UI-05c: a month in which first and last day are chosen, a duration with arrows, parts of the day; the calendars of all are asked for just these"
    (ana, ben, cleo), realm = family(world, "Ana", "Ben", "Cleo")
    path = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    month = page.get_by_role("group", name="Days")
    first = first_of_next_month()
    month.get_by_role("combobox", name="Year").select_option(str(first.year))
    month.get_by_role("combobox", name="Month").select_option(label=f"{first:%B}")
    month.get_by_role("button", name=named(first.replace(day=10))).click()
    month.get_by_role("button", name=named(first.replace(day=12))).click()
    expect(page.get_by_role("textbox", name="From")).to_have_value(first.replace(day=10).isoformat())
    expect(page.get_by_role("textbox", name="To")).to_have_value(first.replace(day=12).isoformat())
    expect(month.get_by_role("button", pressed=True)).to_have_count(3)
    for number in (10, 11, 12):
        expect(month.get_by_role("button", name=named(first.replace(day=number)))).to_have_attribute("aria-pressed", "true")
    # By the keyboard: on by arrows, first and last day by Enter.
    month.get_by_role("button", name=named(first.replace(day=12))).press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="From")).to_have_value(first.replace(day=19).isoformat())
    expect(page.get_by_role("textbox", name="To")).to_have_value(first.replace(day=20).isoformat())
    # The year changes at the top, too; what is past cannot be chosen.
    shown = month.get_by_role("combobox", name="Month")
    month.get_by_role("button", name="Month after").click()
    expect(shown).to_have_value(str(first.month % 12))
    month.get_by_role("button", name="Month before").click()
    expect(shown).to_have_value(str(first.month - 1))
    month.get_by_role("combobox", name="Year").select_option(str(first.year + 1))
    expect(month.get_by_role("button", pressed=True)).to_have_count(0)
    month.get_by_role("combobox", name="Year").select_option(str(first.year))
    # Up and down by the arrows at its right side.
    hours = page.get_by_label("Duration in hours")
    expect(hours).to_have_value("2")
    page.get_by_role("button", name="Longer").click()
    page.get_by_role("button", name="Longer").click()
    expect(hours).to_have_value("3")
    assert page.get_by_role("button", name="Longer").bounding_box()["x"] > hours.bounding_box()["x"]
    with page.expect_request("**/slots") as asked:
        page.get_by_role("button", name="Shorter").click()
    expect(hours).to_have_value("2.5")
    with page.expect_request(lambda request: request.url.endswith("/slots")
                             and "evening" in (request.post_data or "")) as asked:
        page.get_by_role("checkbox", name=re.compile("Evening")).check()
    body = json.loads(asked.value.post_data)
    assert body["from"] == first.replace(day=19).isoformat(), body
    assert body["to"] == first.replace(day=20).isoformat(), body
    assert body["duration"] == 150 and body["parts"] == ["morning", "afternoon", "evening"], body
    invited = world.client(ana).get(path)["invitees"]
    assert body["participants"] == [item["id"] for item in invited] and len(invited) == 2, body
    expect(page.get_by_role("button", name=re.compile(" @ ")).first).to_be_visible()
    expect_accessible(page)
    expect_layout(page)


def test_any_length(world):
    "what lasts no quarters of an hour, or longer than a week, goes on as it is"
    (ana, _), realm = family(world, "Ana", "Ben")
    for seconds, last in ((4800, day(4)), (8 * 86_400, day(12))):
        path = start(world, ana, realm, name="Lunch", description="Outside", start=f"{day(4)}T10:00:00Z", duration=seconds,
                     step="scheduling")
        page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
        expect(page.get_by_role("textbox", name="From", exact=True)).to_have_value(day(4))
        expect(page.get_by_role("textbox", name="To", exact=True)).to_have_value(last)
        page.get_by_label("Use calendar service").uncheck()
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.get_by_label("Location")).to_be_visible()
        kept = world.client(ana).get(path)
        begun, ended = (datetime.datetime.fromisoformat(kept[name].replace("Z", "+00:00")) for name in ("start", "end"))
        assert (ended - begun).total_seconds() == seconds, kept


def test_what_is_chosen_stays_free(world):
    "a chosen time that is not free any more is chosen no more"
    (ana, ben), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("textbox", name="From").fill(day(3))
    page.get_by_role("textbox", name="To").fill(day(3))
    page.get_by_role("button", name=re.compile(" @ ")).first.click()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_enabled()
    page.get_by_role("checkbox", name=re.compile("Morning")).uncheck()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()


def test_day_too_short(world):
    "PFA1.12-13: a day whose chosen parts are shorter than the meeting says so"
    (ana, ben), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("textbox", name="From").fill(day(3))
    page.get_by_role("textbox", name="To").fill(day(4))
    page.get_by_role("checkbox", name=re.compile("Afternoon")).uncheck()
    expect(page.get_by_role("button", name=re.compile(" @ ")).first).to_be_visible()
    page.get_by_label("Duration in hours").fill("7")
    expect(page.get_by_text(re.compile("less time is left than it lasts"))).to_have_count(2)
    expect(page.get_by_role("button", name=re.compile(" @ "))).to_have_count(0)


def test_unknown_ways(world):
    "where ways count, it is said of how many they are not known, and of how many there is no map; without names"
    (ana, ben), realm = family(world, "Ana", "Ben")
    client, path = world.client(ana), "/v1/me/travel-preferences"
    client.call("PUT", path, {"modes": ["walk"], "home": {"lat": 0.001, "lon": -30.0}},
                headers={"If-Match": client.call("GET", path).headers["etag"]}).want(200)
    begun = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling",
                  place={"lat": 0.002, "lon": -30.001, "label": "The island"})
    page = world.open(f"/people/activities/{begun.split('/')[-1]}", ana)
    page.get_by_role("textbox", name="From").fill(day(3))
    page.get_by_role("textbox", name="To").fill(day(3))
    expect(page.get_by_role("button", name=re.compile(" @ ")).first).to_be_visible()
    expect(page.get_by_text("A place of 1 person is on no map: the way is a walk in a straight line.")).to_be_visible()
    expect(page.get_by_text("The way of one is not known and does not count.")).to_be_visible()
    expect_layout(page)


def test_refreshes_by_itself(world):
    "PFA1.14: what somebody else enters in a private calendar takes its time away while one looks at the page"
    (ana, ben), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("textbox", name="From", exact=True).fill(day(3))
    page.get_by_role("textbox", name="To", exact=True).fill(day(3))
    first = page.get_by_role("button", name=re.compile(" @ ")).first
    taken = first.inner_text()
    first.click()
    # The page lives on what it is told: nothing is asked for by a clock.
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/slots") else None)
    page.wait_for_timeout(500)
    asked.clear()
    world.client(ben).post("/v1/appointments", {
        "title": "Dentist", "start": f"{day(3)}T00:00", "zone": "UTC", "duration": 86_400,
        "confirm": ["noPosition"]})
    expect(page.get_by_role("button", name=taken, exact=True)).to_have_count(0, timeout=10_000)
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    expect(page.get_by_text("Dentist")).to_have_count(0)
    assert len(asked) >= 1, asked


def test_no_way_into_the_past(world):
    "MF-T-clickNext-schedule, MF-T-clickNext-start: no way on with a time in the past, nor with nobody who is invited"
    (ana, _), realm = family(world, "Ana", "Ben")
    page = world.open(f"/people/{realm}/activities", ana)
    page.get_by_role("button", name="Start Activity").click()
    page.get_by_role("button", name="Change List of Invitees").click()
    page.get_by_role("checkbox", name="Ben").uncheck()
    page.get_by_role("button", name="Manually Enter Activity").click()
    page.get_by_label("Name of the activity").fill("Picnic")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    page.get_by_label("Description").fill("By the lake")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Somebody has to be invited.")).to_be_visible()
    page.get_by_role("checkbox", name="Ben").check()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_label("Use calendar service").uncheck()
    page.get_by_label("Date and time").fill(f"{day(-1)}T15:00")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("The start must not lie in the past.")).to_be_visible()
    expect(page.get_by_label("Location")).to_have_count(0)
    # An earlier hour of a later day is no past (CG-MF-03).
    page.get_by_label("Date and time").fill(f"{day(1)}T00:15")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_label("Location")).to_be_visible()


def test_calendar_elsewhere_fails(world):
    "PFA1.E2.14, PFA1.E2.15-16: whose calendar elsewhere cannot be read is said, not what it holds; what is chosen all the same is marked as unverified"
    (ana, ben, _), realm = family(world, "Ana", "Ben", "Cleo")
    # No public address: the server does not ask inside of its own network.
    world.client(ben).post("/v1/calendar/subscriptions", {"name": "Doctor", "address": "http://127.0.0.1:9/ben.ics"})
    path = start(world, ana, realm, name="Lunch", description="Outside", step="scheduling")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("textbox", name="From").fill(day(3))
    page.get_by_role("textbox", name="To").fill(day(3))
    expect(page.get_by_text("The calendar of Ben cannot be read: whether they are free then is unverified.")).to_be_visible()
    expect(page.get_by_text("Doctor")).to_have_count(0)
    expect(page.get_by_role("button", name="Enter a time by hand")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name=re.compile(" @ ")).first.click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("Location")).to_be_visible()
    note = page.get_by_text("Unverified: not everybody’s calendar was looked at for this time.")
    expect(note).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Enter a time by hand").click()
    page.get_by_label("Date and time").fill(f"{day(3)}T15:00")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("Location")).to_be_visible()
    expect(note).to_be_visible()
