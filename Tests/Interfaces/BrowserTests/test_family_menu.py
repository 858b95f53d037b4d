"""The menu of a family: its headline, the hamburger of every page, the bell, and what others do."""

import re

from playwright.sync_api import expect
from test_bookings import ask, at, book
from test_people import newcomer
from test_resources import day, family, share
from world import expect_accessible, expect_layout


def test_family_centre(world):
    "MF-ACC-06, MF-ACC-07, MF-ACC-09: beside the headline an arrow opens the account's settings with the way out; the own name stands below"
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
    expect(page).to_have_url(f"{world.address}/login")
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
    # Whoever is in two families has the entries of the one used last; whoever is in none has no such entries.
    other = world.client(ana).post("/v1/realms", {"kind": "family", "name": "Marxer", "joinPolicy": "open"})["id"]
    menu = page.get_by_role("dialog", name="Menu")
    for name, place in (("Frick", "/tours"), ("Marxer", f"/people/{other}")):
        page.goto(place)
        expect(page.get_by_role("heading", level=1)).to_have_text("Tours" if place == "/tours" else name)
        page.get_by_role("button", name="Menu", exact=True).first.click()
        for entry in ("RESOURCES", "Family activities"):
            expect(menu.get_by_role("link", name=f"{entry} · {name}")).to_be_visible()
            expect(menu.get_by_role("link", name=entry)).to_have_count(1)
        page.keyboard.press("Escape")
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


def test_only_logged_in(world):
    "MF-ACC-13: pages of planning and sharing show nothing to whoever is not logged in, and lead to the login screen and back"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 11, "Dentist")
    path = world.client(ana).post(f"/v1/realms/{realm}/activities", {"name": "Picnic"})["id"]
    page = world.open("/tours")
    for place in (f"/people/{realm}", f"/people/{realm}/activities", f"/people/activities/{path}",
                  f"/people/{realm}/resources", f"/people/{realm}/resources/{car}", f"/people/bookings/{booking}"):
        page.goto(place)
        link = page.get_by_role("main").get_by_role("link", name="Log in", exact=True)
        expect(link).to_be_visible()
        for word in ("Car", "Dentist", "Picnic", "Frick"):
            expect(page.get_by_text(word)).to_have_count(0)
        link.click()
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        expect(page.get_by_label("Password", exact=True)).to_be_visible()
    context = world.context()
    for place in (f"/v1/realms/{realm}/activities", f"/v1/realms/{realm}/resources", f"/v1/bookings/{booking}"):
        assert context.request.get(place).status == 401, place


def test_only_the_family(world):
    "MF-FAM-01: whoever is not in the family reads nothing of its activities, its resources, its bookings or when its members are free"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 11, "Dentist")
    owner, stranger = world.client(ana), world.client(newcomer(world, "Eve"))
    activity = owner.post(f"/v1/realms/{realm}/activities", {"name": "Picnic"})["id"]
    span = f"from={at(2, 0)}&to={at(3, 0)}"
    for path in (f"/v1/realms/{realm}/activities", f"/v1/activities/{activity}", f"/v1/realms/{realm}/activity-types",
                 f"/v1/realms/{realm}/resources", f"/v1/resources/{car}", f"/v1/realms/{realm}/bookings?{span}",
                 f"/v1/bookings/{booking}"):
        owner.call("GET", path).want(200)
        refused = stranger.call("GET", path)
        assert refused.status in (403, 404), f"{path}: {refused.status}"
    wish = {"participants": [world.client(ben).account["id"]], "from": day(2), "to": day(2), "duration": 60,
            "parts": ["morning"], "zone": "UTC"}
    owner.call("POST", f"/v1/realms/{realm}/slots", wish).want(200)
    refused = stranger.call("POST", f"/v1/realms/{realm}/slots", wish)
    assert refused.status in (403, 404), refused.status


def test_wording(world):
    "MF-FAM-02: what is put in quotation marks for planning and sharing stands on its page in these very words"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    client = world.client(ana)

    def expect_words(page, *names):
        for name in names:
            expect(page.get_by_text(name, exact=True).first).to_be_visible()

    page = world.open(f"/people/{realm}", ana)
    expect_words(page, "RESOURCES")
    client.post(f"/v1/realms/{realm}/activities", {"name": "Picnic"})
    page.goto(f"/people/{realm}/activities")
    expect_words(page, "Start Activity", "Add Activity Type", "Open")
    page.get_by_role("button", name="Add Activity Type", exact=True).click()
    expect_words(page.get_by_role("dialog"), "Exit")
    page.get_by_role("dialog").get_by_role("button", name="Exit", exact=True).click()
    page.get_by_role("button", name="Start Activity", exact=True).click()
    expect_words(page, "Poll", "Manually Enter Activity", "Change List of Invitees")
    page.get_by_role("button", name="Poll", exact=True).click()
    expect_words(page, "Send Poll", "Back")
    page.get_by_label("Name of option 1").fill("Hike")
    page.get_by_label("Name of option 2").fill("Cinema")
    page.get_by_role("button", name="Send Poll", exact=True).click()
    expect(page.get_by_text("0 of 1 have voted.")).to_be_visible()
    voter = world.open(page.url.removeprefix(world.address), ben)
    expect_words(voter, "Submit Votes", "Close")
    page.goto(f"/people/{realm}/activities")
    page.get_by_role("button", name="Start Activity", exact=True).click()
    page.get_by_role("button", name="Manually Enter Activity", exact=True).click()
    page.get_by_label("Name of the activity").fill("Swim")
    page.get_by_label("Description").fill("In the lake")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Swim")
    expect_words(page, "Next", "Back")
    page.get_by_label("Use calendar service").uncheck()
    page.get_by_label("Date and time").fill(f"{day(3)}T15:00")
    page.get_by_role("button", name="Next", exact=True).click()
    expect_words(page, "Send Invites", "Back", "Add Activity Type")
    # What is shared.
    booking = book(world, ana, car, 2, 9, 11)
    page.goto(f"/people/{realm}/resources")
    expect_words(page, "Book", "Add")
    page.goto(f"/people/{realm}/resources/{car}?from={day(3)}&to={day(3)}")
    expect_words(page, "Submit")
    other = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ben)
    expect_words(other, "Send")
    ask(world, ben, booking, 2, 9, 10)
    page.goto("/notifications")
    page.get_by_role("link", name=re.compile("Ben asks for “Car”")).click()
    expect_words(page, "Approve", "Deny")


def test_small_phone(world):
    "MF-AS-03: planning and sharing fit a small phone that is used by touch, and the client can be installed"
    (ana, _), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    activity = world.client(ana).post(f"/v1/realms/{realm}/activities", {"name": "Picnic"})["id"]
    page = world.open(f"/people/{realm}", ana)
    page.set_viewport_size({"width": 320, "height": 568})
    for place in (f"/people/{realm}", f"/people/{realm}/activities", f"/people/activities/{activity}",
                  f"/people/{realm}/resources", f"/people/{realm}/resources/{car}", "/notifications"):
        page.goto(place)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect_layout(page)
    manifest = page.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone" and manifest["icons"], manifest
