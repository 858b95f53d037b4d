"""Where something that is planned takes place: found on the map, or in words of one's own."""

import re

from playwright.sync_api import expect
from test_activities import in_days, start
from test_people import newcomer
from test_resources import family
from test_teams import group
from world import expect_accessible, expect_layout


def choose(page, label, text):
    "Looks for a place and takes the first that is found."
    page.get_by_role("combobox", name=label, exact=True).fill(text)
    page.get_by_role("listbox", name=label, exact=True).get_by_role("option").first.click()


def test_location_is_searched(world):
    "PFA1.17a: the location of an activity is searched on the map, and kept with its position; one in own words, too"
    (ana, ben), realm = family(world, "Ana", "Ben")
    client = world.client(ana)
    client.post(f"/v1/realms/{realm}/activity-types", {"name": "Picnic", "tasks": ["Bring salad"]})
    path = start(world, ana, realm, name="Lunch", description="Outside", start=in_days(4, 10), duration=3600,
                 step="details")
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    star = page.locator("label.required", has_text="Location").evaluate("e => getComputedStyle(e, '::after').content")
    assert "*" in star, star
    choose(page, "Location", "Vaduz")
    expect(page.get_by_text("Found on the map.")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    page.get_by_label("Type of activity").select_option(label="Picnic")
    page.get_by_label("Who does “Bring salad”").select_option(label="Ben")
    page.reload()
    expect(page.get_by_text("Found on the map.")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Next").click()
    assert abs(client.get(path)["place"]["lat"] - 47.14) < 0.05, client.get(path)
    expect(page.get_by_label("Location")).to_have_value(re.compile("Vaduz"))
    page.get_by_label("Location").fill("At Aunt Klara’s")
    expect(page.get_by_text("Found on the map.")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Send Invites").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Family activities")
    assert client.get(path)["place"] == {"label": "At Aunt Klara’s"}, client.get(path)


def test_option_is_searched(world):
    "PFA1.5: the place of an option is searched, or set on the map, so that ways to it are known"
    (ana, _), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm)
    page = world.open(f"/people/activities/{path.split('/')[-1]}?by=poll", ana)
    for number, name in enumerate(("Swim", "Read"), 1):
        page.get_by_label(f"Name of option {number}").fill(name)
    page.get_by_text("Time and place of option 1", exact=True).click()
    choose(page, "Place of option 1", "47.1390, 9.5222")
    expect(page.get_by_text("Position: 47.13900, 9.52220")).to_be_visible()
    page.get_by_text("Time and place of option 2", exact=True).click()
    choose(page, "Place of option 2", "Schaan")
    page.get_by_role("group", name="Option 1").get_by_role("button", name="Choose on the map").click()
    expect(page.locator(".place-map canvas")).to_be_attached()
    expect_layout(page)
    page.get_by_role("button", name="Send Poll").click()
    expect(page.get_by_role("list", name="Options")).to_be_visible()
    swim, read = (option["place"] for option in world.client(ana).get(path)["poll"]["options"])
    assert (swim["lat"], swim["lon"]) == (47.139, 9.5222), swim
    assert read["label"].startswith("Schaan") and 47 < read["lat"] < 48, read


def test_event_on_the_map(world):
    "the place of a team's event is searched or set on the map, as everywhere"
    host = newcomer(world, "Ana")
    _, team = group(world, host, "team", [])
    page = world.open(f"/people/{team['id']}/events/new", host)
    choose(page, "Where", "Vaduz")
    expect(page.get_by_text("Found on the map.")).to_be_visible()
    page.get_by_role("button", name="Choose on the map").click()
    expect(page.locator(".place-map canvas")).to_be_attached()
    expect(page.get_by_label("The place is safe for those who come")).to_be_visible()
    page.get_by_role("button", name="Without a place").click()
    expect(page.get_by_label("The place is safe for those who come")).to_have_count(0)
