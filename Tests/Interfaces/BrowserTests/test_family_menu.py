"""The menu of a family: its headline, the hamburger of every page, the bell, and what others do."""

import re

from playwright.sync_api import expect
from test_bookings import book
from test_people import newcomer
from test_resources import family, share
from world import expect_accessible, expect_layout


def test_family_centre(world):
    "MF-ACC-07, MF-ACC-09: beside the headline an arrow opens the account's settings with the way out; the own name stands below"
    (ana, ben), realm = family(world, "Ana Frick", "Ben Frick")
    page = world.open(f"/people/{realm}", ben)
    expect(page.get_by_role("heading", name="Family Centre")).to_be_visible()
    centre = page.locator("section").filter(has=page.get_by_role("heading", name="Family Centre"))
    expect(centre.get_by_text("Ben Frick", exact=True)).to_be_visible()
    expect(centre.get_by_role("link", name="RESOURCES")).to_be_visible()
    expect(centre.get_by_role("link", name="Family activities")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    centre.get_by_role("button", name="Account settings").click()
    dialog = page.get_by_role("dialog", name="Account settings")
    dialog.get_by_role("link", name="Profile").click()
    expect(page).to_have_url(f"{world.address}/me/profile")
    page.go_back()
    centre.get_by_role("button", name="Account settings").click()
    dialog.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    page.goto(f"/people/{realm}")
    expect(page.get_by_role("heading", name="Family Centre")).to_have_count(0)
    world.forget(ben)


def test_hamburger(world):
    "MF-ACC-10, MF-ACC-11: from every page the hamburger menu leads to the family's activities and to what it shares"
    (ana, _), realm = family(world, "Ana", "Ben")
    page = world.open("/tours", ana)
    places = ["/around", "/tours", "/calendar", "/people", "/me", "/notifications", "/help", f"/people/{realm}"]
    for index, place in enumerate(places):
        page.goto(place)
        for name, target in (("Family activities", "activities"), ("RESOURCES", "resources"))[index % 2:]:
            page.get_by_role("button", name="Menu", exact=True).first.click()
            page.get_by_role("dialog", name="Menu").get_by_role("link", name=name, exact=True).click()
            expect(page).to_have_url(f"{world.address}/people/{realm}/{target}")
            expect(page.get_by_role("heading", level=1)).to_have_text(name)
            expect(page.get_by_role("dialog")).to_have_count(0)
    # Whoever is in two families sees which is which; whoever is in none has no such entries.
    world.client(ana).post("/v1/realms", {"kind": "family", "name": "Marxer", "joinPolicy": "open"})
    page.get_by_role("button", name="Menu", exact=True).first.click()
    menu = page.get_by_role("dialog", name="Menu")
    for name in ("RESOURCES · Frick", "RESOURCES · Marxer", "Family activities · Marxer"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    other = world.open("/tours", newcomer(world, "Cleo"))
    other.get_by_role("button", name="Menu", exact=True).first.click()
    expect(other.get_by_role("dialog", name="Menu").get_by_role("link", name="Notifications")).to_be_visible()
    expect(other.get_by_role("link", name="RESOURCES")).to_have_count(0)


def test_bell(world):
    "MF-NOT-01, MF-NOT-05, MF-AS-04: without leave to notify, what others do shows on the open page and at the bell by itself; the bell opens all notifications of the account"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    page = world.open(f"/people/{realm}/resources", ben)
    assert page.evaluate("Notification.permission") != "granted"
    shared = page.get_by_role("list", name="What you share")
    expect(shared).to_contain_text("Nobody has booked it.")
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    for ahead, reason in ((2, "Dentist"), (3, "Shopping"), (4, "Holiday")):
        book(world, ana, car, ahead, 9, 11, reason)
    expect(shared).to_contain_text("Dentist")
    share(world, ana, realm, "Bathroom")
    expect(shared).to_contain_text("Bathroom")
    page.goto(f"/people/{realm}")
    page.get_by_role("link", name="Notifications, 3 unread").click()
    expect(page).to_have_url(f"{world.address}/notifications")
    told = page.get_by_role("list", name="Notifications")
    for reason in ("Dentist", "Shopping", "Holiday"):
        expect(told.get_by_role("link", name=re.compile(f"Ana has booked “Car”.*{reason}"))).to_be_visible()
    expect(told.get_by_role("listitem")).to_have_count(3)
    mine = world.open("/notifications", ana)
    expect(mine.get_by_text(re.compile("has booked"))).to_have_count(0)
