"""Changing what is planned."""

import re

from playwright.sync_api import expect
from test_activities import in_days, start
from test_planning_places import choose
from test_resources import day, family
from world import expect_accessible, expect_layout


def planned(world, host, guest, realm):
    "An activity that stands in the calendars; its path at the server."
    client = world.client(host)
    client.post(f"/v1/realms/{realm}/activity-types", {"name": "Picnic", "tasks": ["Bring salad"]})
    guest = client.get(f"/v1/realms/{realm}/members")["items"][1]["account"]["id"]
    path = start(world, host, realm, name="Lunch", description="Outside", start=in_days(4, 10), duration=3600,
                 step="details", place={"label": "Station"}, type="Picnic",
                 tasks=[{"title": "Bring salad", "assignee": guest}])
    client.post(f"{path}/invites", status=200)
    return path


def test_change(world):
    "CG-MF-24: the host changes time, place and words of what is planned; calendars follow, those who take part are told"
    (ana, ben), realm = family(world, "Ana", "Ben")
    path = planned(world, ana, ben, realm)
    address = f"/people/activities/{path.split('/')[-1]}"
    page = world.open(address, ana)
    page.get_by_role("button", name="Change activity").click()
    form = page.get_by_role("form", name="Change activity")
    expect(form.get_by_label("Name of the activity")).to_have_value("Lunch")
    expect_accessible(page)
    expect_layout(page)
    form.get_by_label("Name of the activity").fill("")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    form.get_by_label("Name of the activity").fill("Late lunch")
    form.get_by_label("Start").fill(f"{day(6)}T13:00")
    form.get_by_label("End").fill(f"{day(6)}T12:00")
    choose(page, "Location", "Vaduz")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The end must lie after the start.")).to_be_visible()
    form.get_by_label("End").fill(f"{day(6)}T15:00")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The activity is changed. Those who take part are told.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Late lunch")
    expect(form).to_have_count(0)
    facts = page.get_by_role("main")
    expect(facts).to_contain_text("Vaduz")
    expect(facts).to_contain_text(re.compile(r"1:00|13:00"))
    guest = world.open("/notifications", ben)
    expect(guest.get_by_role("link", name=re.compile("Ana has changed “Late lunch”"))).to_be_visible()
    guest.goto(address)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Late lunch")
    expect(guest.get_by_role("button", name="Change activity")).to_have_count(0)
    # The way out leaves all as it is.
    page.get_by_role("button", name="Change activity").click()
    form.get_by_label("Name of the activity").fill("Supper")
    form.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Late lunch")
    page.get_by_role("button", name="Change activity").click()
    expect(form.get_by_label("Name of the activity")).to_have_value("Late lunch")


def test_changed_meanwhile(world):
    "what was changed elsewhere meanwhile is shown beside one's own; nothing is lost unasked"
    (ana, ben), realm = family(world, "Ana", "Ben")
    path = planned(world, ana, ben, realm)
    client = world.client(ana)

    def elsewhere(words):
        tag = client.call("GET", path).headers["etag"]
        client.call("PATCH", path, {"description": words}, headers={"If-Match": tag}).want(200)

    page = world.open(f"/people/activities/{path.split('/')[-1]}?edit=1", ana)
    form = page.get_by_role("form", name="Change activity")
    form.get_by_label("Name of the activity").fill("Dinner")
    elsewhere("In the garden")
    form.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Changed by somebody else meanwhile")
    expect(dialog).to_contain_text("In the garden")
    dialog.get_by_role("button", name="Keep theirs").click()
    expect(form.get_by_label("Name of the activity")).to_have_value("Lunch")
    expect(form.get_by_label("Description")).to_have_value("In the garden")
    form.get_by_label("Name of the activity").fill("Dinner")
    elsewhere("In the kitchen")
    form.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Keep yours").click()
    expect(form).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dinner")
    kept = client.get(path)
    assert (kept["name"], kept["description"]) == ("Dinner", "In the garden"), kept
