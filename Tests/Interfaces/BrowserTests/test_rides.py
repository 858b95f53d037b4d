"""Rides that people who come to an event share."""

import re

from playwright.sync_api import expect
from test_people import newcomer
from test_team_pages import practice
from test_teams import group
from world import expect_accessible, expect_layout


def test_share_a_ride(world):
    "one offers seats, one looks for one: asked, accepted, and only then each sees where the other sets out"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    event = practice(owner, team)
    for person in (host, guest):
        world.client(person).call("PUT", f"/v1/group-events/{event['id']}/answer", {"answer": "accepted"}).want(200)
    path = f"/people/events/{event['id']}"

    def set_out(page, place):
        part = page.get_by_role("region", name="Rides", exact=True)
        part.get_by_role("radio", name="From another place", exact=True).check()
        part.get_by_role("combobox", name="Place where you set out").fill(place)
        page.locator("[role=option]").first.click()
        return part

    driver = world.open(path, host)
    offer = set_out(driver, "47.1653, 9.5096")
    expect_accessible(driver)
    expect_layout(driver)
    offer.get_by_role("combobox", name="Seats to offer", exact=True).select_option("2")
    offer.get_by_role("button", name="Offer seats", exact=True).click()
    expect(offer.get_by_text("You offer 2 seats.")).to_be_visible()
    expect(offer.get_by_text("Nobody on your way looks for a seat yet.")).to_be_visible()

    seeker = world.open(path, guest)
    look = set_out(seeker, "47.1500, 9.5150")
    look.get_by_role("button", name="Look for a seat", exact=True).click()
    expect(look.get_by_text("You look for a seat.")).to_be_visible()
    line = look.get_by_role("listitem").filter(has_text="Ana")
    expect(line).to_contain_text("2 seats left")
    expect(line).to_contain_text(re.compile(r"up to \d*[05] min of detour"))
    expect(line.get_by_role("link", name="The way there", exact=True)).to_have_count(0)
    look.get_by_role("button", name="Ask Ana for a ride", exact=True).click()
    expect(line).to_contain_text("Asked, waits for an answer")

    driver.reload()
    asking = offer.get_by_role("listitem").filter(has_text="Ben")
    expect(asking).to_contain_text("Asks you")
    expect(asking.get_by_role("link", name="The way there", exact=True)).to_have_count(0)
    offer.get_by_role("button", name="Accept Ben", exact=True).click()
    expect(asking).to_contain_text("You ride together")
    expect(asking).to_contain_text("Number 1 in the order of picking up")
    expect_accessible(driver)
    expect_layout(driver)
    asking.get_by_role("link", name="The way there", exact=True).click()
    expect(driver).to_have_url(re.compile(r"/ways/find\?to=47\.15(,|%2C)9\.515(&|$)"))
    expect(driver.get_by_role("heading", level=1)).to_have_text("Find the way")
    driver.go_back()

    seeker.reload()
    expect(line).to_contain_text("You ride together")
    expect(line.get_by_role("link", name="The way there", exact=True)).to_have_attribute(
        "href", re.compile(r"^/ways/find\?to=47\.1653(,|%2C)9\.5096(&|$)"))
    expect_accessible(seeker)
    seeker.set_viewport_size({"width": 1280, "height": 900})
    expect_accessible(seeker)
    expect_layout(seeker)
    look.get_by_role("button", name="No longer ride with Ana", exact=True).click()
    expect(line.get_by_role("link", name="The way there", exact=True)).to_have_count(0)
    look.get_by_role("button", name="Take it back", exact=True).click()
    expect(look.get_by_role("button", name="Look for a seat", exact=True)).to_be_visible()
    driver.reload()
    expect(offer.get_by_text("Nobody on your way looks for a seat yet.")).to_be_visible()
