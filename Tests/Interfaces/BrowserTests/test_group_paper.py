"""The calendars of teams, communities and families on paper."""

import os

from playwright.sync_api import expect
from test_calendar import day
from test_one_calendar import weekday
from test_people import newcomer
from test_resources import family
from test_teams import group
from world import expect_accessible, settle


def on_paper(page, *shown):
    "What is printed says these, in black on white, and has nothing to press."
    page.emulate_media(media="print")
    for text in shown:
        expect(page.get_by_text(text, exact=True).locator("visible=true").first).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("group")).to_have_count(0)
    colours = page.evaluate("""() => [getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(document.querySelector('h1')).color]""")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], colours
    if picture := os.environ.get("WAYSIDE_PAPER"):
        page.screenshot(path=picture, full_page=True)
    assert len(page.pdf(format="A4")) > 1000


def test_team_on_paper(world):
    "BZ-CAL-03: a team's calendar is printed by month, week and day with the team's name and the days that are shown"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    ahead = weekday(1)
    owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "event", "title": "Regatta", "start": f"{day(ahead)}T10:00", "zone": "Europe/Vaduz", "duration": 3600,
        "place": {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}, "placeIsSafe": True})
    for span in ("month", "week", "day"):
        page = world.open(f"/people/{team['id']}/calendar?view={span}&date={day(ahead)}", host, theme="dark")
        expect(page.get_by_role("article", name="Regatta")).to_be_visible()
        # On the screen the way back names the team.
        expect(page.get_by_text(team["name"], exact=True).locator("visible=true")).to_have_count(1)
        expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
        settle(page)
        shown = page.locator(".calendar-span").inner_text()
        on_paper(page, team["name"], "Team calendar", shown, "Regatta")
        expect(page.get_by_role("article", name="Regatta")).to_contain_text("Boathouse")


def test_community_on_paper(world):
    "a community has a calendar of its events, which is printed with its name"
    host = newcomer(world, "Ana")
    owner, community = group(world, host, "community")
    ahead = weekday(1)
    owner.post(f"/v1/realms/{community['id']}/events", {
        "kind": "event", "title": "Clean-up", "start": f"{day(ahead)}T10:00", "zone": "Europe/Vaduz", "duration": 3600})
    page = world.open(f"/people/{community['id']}", host)
    page.get_by_role("link", name="Calendar of events", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar of events")
    page.goto(f"{page.url}?view=week&date={day(ahead)}")
    expect(page.get_by_role("article", name="Clean-up")).to_be_visible()
    expect(page.get_by_role("button", name="Practices", exact=True)).to_have_count(0)
    settle(page)
    expect_accessible(page)
    on_paper(page, community["name"], "Calendar of events", "Clean-up")


def test_family_on_paper(world):
    "a family's calendar is printed with its name and its week"
    (ana, _), realm = family(world, "Ana", "Ben")
    page = world.open(f"/calendar/group/{realm}?date={day(weekday(1))}", ana)
    expect(page.get_by_text("Free").first).to_be_visible()
    settle(page)
    shown = page.locator(".calendar-span").inner_text()
    on_paper(page, "Frick", "Everyone's calendar", shown, "Ben")
