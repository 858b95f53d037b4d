"""Moving what is planned together on the page of the calendar: events, practices and activities."""

import datetime
import re

from playwright.sync_api import expect
from test_activity_change import planned
from test_calendar import day
from test_one_calendar import column, drag, starts, weekday
from test_people import newcomer
from test_resources import family
from test_team_pages import practice
from test_teams import group
from world import expect_accessible, settle


def hours_between(before, after):
    return (datetime.datetime.fromisoformat(after) - datetime.datetime.fromisoformat(before)) / datetime.timedelta(hours=1)


def regatta(owner, team, ahead):
    return owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "event", "title": "Regatta", "start": f"{day(ahead)}T10:00", "zone": "Europe/Vaduz", "duration": 3600})


def test_event_is_dragged(world):
    "whoever plans for a team drags its event after a question, members are told, and it can be undone"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    ahead = weekday(1)
    regatta(owner, team, ahead)
    page = world.open(f"/calendar?view=week&date={day(ahead)}", host, size="desktop")
    expect(page.locator(".calendar-grid").get_by_text("Regatta")).to_be_visible()
    drag(page, "Regatta", right=column(page))
    dialog = page.get_by_role("dialog", name="Move “Regatta”")
    expect(dialog).to_contain_text("All who are asked to it are told.")
    # Nothing is moved unless one says so.
    dialog.get_by_role("button", name="Cancel", exact=True).click()
    expect(dialog).to_have_count(0)
    event = owner.get(f"/v1/realms/{team['id']}/events")["items"][0]
    assert event["start"] == f"{day(ahead)}T10:00:00", event
    drag(page, "Regatta", right=column(page))
    dialog.get_by_role("button", name="Move here", exact=True).click()
    expect(page.get_by_text(re.compile("“Regatta” begins now: "))).to_be_visible()
    event = owner.get(f"/v1/realms/{team['id']}/events")["items"][0]
    assert event["start"] == f"{day(ahead + 1)}T10:00:00", event
    told = world.open("/notifications", guest)
    expect(told.get_by_role("link", name=re.compile("Regatta")).first).to_be_visible()
    kinds = [note["kind"] for note in world.client(guest).get("/v1/notifications")["items"]]
    assert "eventChange" in kinds, kinds
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("“Regatta” is back where it was.")).to_be_visible()
    event = owner.get(f"/v1/realms/{team['id']}/events")["items"][0]
    assert event["start"] == f"{day(ahead)}T10:00:00", event


def test_member_does_not_move(world):
    "a member who does not plan for the team cannot move its event, and is told why"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    ahead = weekday(1)
    regatta(owner, team, ahead)
    page = world.open(f"/calendar?view=week&date={day(ahead)}", guest, size="desktop")
    entry = page.locator(".calendar-grid .fc-event").filter(has_text="Regatta")
    expect(entry).to_have_attribute("title", re.compile("Only those who plan for its group can move it."))
    drag(page, "Regatta", right=column(page))
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"/calendar?view=list&date={day(ahead)}")
    page.get_by_role("link", name=re.compile("Regatta")).focus()
    expect(page.get_by_role("button", name="Move “Regatta”", exact=True)).to_have_count(0)
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text("Only those who plan for its group can move it.")).to_be_visible()
    event = owner.get(f"/v1/realms/{team['id']}/events")["items"][0]
    assert event["start"] == f"{day(ahead)}T10:00:00", event


def test_practices_by_keys(world):
    "by keys alone one practice of a series is moved, and then the clock time of all of them"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    ahead = weekday(1)
    practice(owner, team, start=f"{day(ahead)}T18:00", recurrence="FREQ=WEEKLY;COUNT=3", duration=3600)

    def times():
        return [event["start"] for event in owner.get(f"/v1/realms/{team['id']}/events")["items"]]

    before = times()
    page = world.open(f"/calendar?view=list&date={day(ahead)}", host)
    page.get_by_role("link", name=re.compile("Rowing")).first.focus()
    expect(page.get_by_role("button", name="Move “Rowing”", exact=True).first).to_be_visible()
    page.keyboard.press("Alt+ArrowDown")
    dialog = page.get_by_role("dialog", name="Move “Rowing”")
    expect(dialog.get_by_role("status")).to_contain_text("18:15")
    expect(dialog).to_contain_text("All who are asked to it are told.")
    expect_accessible(page)
    dialog.get_by_role("button", name="Move here", exact=True).press("Enter")
    expect(dialog).to_contain_text("It repeats. Which do you mean?")
    dialog.get_by_role("button", name="Only this one", exact=True).press("Enter")
    expect(page.get_by_text(re.compile("“Rowing” begins now: "))).to_be_visible()
    assert times() == [f"{day(ahead)}T18:15:00", *before[1:]], times()
    # The days of a series stay; its clock time changes for all.
    settle(page)
    page.get_by_role("button", name="Move “Rowing”", exact=True).last.click()
    dialog.get_by_role("button", name="15 min earlier", exact=True).click()
    dialog.get_by_role("button", name="Move here", exact=True).click()
    dialog.get_by_role("button", name="All of them", exact=True).click()
    expect(page.get_by_text("“Rowing” begins now: 17:45.")).to_be_visible()
    assert times()[1:] == [at.replace("18:00", "17:45") for at in before[1:]], times()


def test_activity(world):
    "the host of an activity moves it, all calendars follow and it can be undone; a guest is told why not"
    (ana, ben), realm = family(world, "Ana", "Ben")
    planned(world, ana, ben, realm)
    host, guest = world.client(ana), world.client(ben)
    first = starts(guest, "Lunch")
    page = world.open(f"/calendar?view=list&date={day(3)}", ana)
    page.get_by_role("button", name="Move “Lunch”", exact=True).click()
    dialog = page.get_by_role("dialog", name="Move “Lunch”")
    dialog.get_by_role("button", name="1 day later", exact=True).click()
    dialog.get_by_role("button", name="Move here", exact=True).click()
    expect(page.get_by_text(re.compile("“Lunch” begins now: "))).to_be_visible()
    assert [hours_between(*pair) for pair in zip(first, starts(guest, "Lunch"))] == [24], starts(guest, "Lunch")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("“Lunch” is back where it was.")).to_be_visible()
    assert starts(guest, "Lunch") == first == starts(host, "Lunch")
    other = world.open(f"/calendar?view=list&date={day(3)}", ben)
    other.get_by_role("link", name=re.compile("Lunch")).focus()
    expect(other.get_by_role("button", name="Move “Lunch”", exact=True)).to_have_count(0)
    other.keyboard.press("Alt+ArrowDown")
    expect(other.get_by_text("Only its host can move it.")).to_be_visible()
