"""A newcomer's first days, from the start page on: a walk, a report, a plan, an own tour."""

import re
import uuid

from playwright.sync_api import expect
from test_calendar import fill
from test_studio_editing import draw, map_is_there, points
from world import ACCOUNTS, PASSWORDS, fill_sign_up


def somebody(world):
    """The address of somebody who has just signed up, past the pages."""
    email = f"kim-{uuid.uuid4().hex[:8]}@example.org"
    ACCOUNTS[email], PASSWORDS[email] = email, "a long sentence of my own"
    world.client().post("/v1/accounts", {
        "name": "Kim", "email": email, "password": PASSWORDS[email], "acceptTerms": True,
        "isOfRecommendedAge": True})
    return email


def sign_up(world):
    """The address of somebody who came by the start page on a phone, and the page."""
    page = world.open("/", size="small")
    email = f"kim-{uuid.uuid4().hex[:8]}@example.org"
    ACCOUNTS[email], PASSWORDS[email] = email, "a long sentence of my own"
    page.get_by_role("main").get_by_role("link", name="Sign up").first.click()
    fill_sign_up(page, "Kim", email, PASSWORDS[email])
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("region", name="Welcome").get_by_role("button", name="Not now").click()
    return email, page


def go(page, name):
    page.get_by_role("navigation", name="Main").get_by_role("link", name=name).click()


def take_a_tour(page):
    go(page, "Tours")
    page.get_by_role("main").get_by_role("link", name=re.compile("Old Town and Castle")).click()
    stops = page.get_by_role("main").get_by_role("list").filter(has_text="Cathedral of St. Florin")
    expect(stops).to_be_visible()
    count = stops.get_by_role("listitem").count()
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="AR view").click()
    expect(page.get_by_role("group", name="What stands around you")).to_be_visible()
    for order in range(1, count + 1):
        # The drawn world begins at the first stop, which is noticed by itself.
        if order == 2:
            # An arrow at the edge of the picture, with the distance.
            expect(page.locator(".stage").get_by_text("65 m")).to_be_visible()
            expect(page.get_by_text("65 m to the north-east")).to_be_visible()
        if order > 1:
            page.get_by_role("button", name="Walk there").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_contain_text(f"{order}.")
        if order == 1:
            expect(dialog.get_by_text("The stone church with its single pointed tower")).to_be_visible()
        dialog.get_by_role("button", name=re.compile("Next stop|Close")).last.click(no_wait_after=True)
        expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    page.get_by_role("button", name="Leave tour").last.click()


def report_an_object(world, page):
    guide = world.client("guide")
    name = f"Crooked cube {uuid.uuid4().hex[:6]}"
    made = guide.post("/v1/objects", {"name": name, "prompt": "red cube 1 m"})
    instance = guide.post("/v1/instances", {
        "object": made["id"], "realms": ["public"],
        "pose": {"position": {"lat": 47.3101, "lon": 9.6, "h": 460},
                 "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})
    page.goto("/map?at=47.31,9.60")
    page.get_by_role("region", name="Near the middle of the map").get_by_role("button", name=re.compile(name)).or_(
        page.get_by_role("region", name="Near the middle of the map").get_by_role("link", name=re.compile(name))).first.click()
    page.get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What is wrong?").select_option("Dangerous")
    dialog.get_by_label("What should the admins know?").fill("It stands in the road.")
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thank you. An admin will look at it.")).to_be_visible()
    return name, instance["id"]


def plan_a_day(page):
    for title, start, end in (("Market", "10:00", "11:00"), ("Lunch with Ana", "12:30", "13:30")):
        go(page, "Calendar")
        page.get_by_role("link", name="New appointment").first.click()
        fill(page, title, 2, start, end)
        page.get_by_role("button", name="Save").click()
        # Without a place there is no way to it; that is said, and not forbidden.
        expect(page.get_by_role("main").get_by_role("link", name=re.compile(title)).or_(
            page.get_by_role("dialog").get_by_role("button", name="OK", exact=True)).first).to_be_visible()
        if page.get_by_role("dialog").count() > 0:
            page.get_by_role("dialog").get_by_role("button", name="OK", exact=True).click()
        expect(page.get_by_role("main").get_by_role("link", name=re.compile(title))).to_be_visible()


def ask_for_an_organization(page):
    page.goto("/me/organization")
    name = f"Walkers {uuid.uuid4().hex[:6]}"
    page.get_by_label("Name of the organization").fill(name)
    page.get_by_label("What you want to offer").fill("Walks across the fields.")
    page.get_by_role("button", name="Send request").click()
    expect(page.get_by_role("list", name="Requests")).to_contain_text("Waiting")
    return name


def decide(page, organization):
    go(page, "Organization User Requests")
    page.get_by_role("main").get_by_role("link", name=organization).click()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("status").get_by_text("Accepted.")).to_be_visible()


def make_a_tour(page, name):
    page.get_by_role("button", name="Create new tour").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Description").fill("Across the fields.")
    page.get_by_role("button", name="Next: route").click()
    page.get_by_label("Follow the paths of the map").uncheck()
    map_is_there(page)
    draw(page, (0.4, 0.4), (0.5, 0.5), (0.6, 0.4))
    points(page, 3)
    page.get_by_role("button", name="Next: objects and stops").click()
    page.get_by_role("button", name="Add stop").click()
    draw(page, (0.5, 0.5))
    page.get_by_label("Name of the stop").fill("Half way")
    page.get_by_label("Text").fill("Look around.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").get_by_text(f"“{name}” is published.")).to_be_visible()


def test_takes_a_tour(world):
    """TR-FR4.2.a, TR-FR4.2.b: a newcomer signs up from the start page and walks a tour in the drawn world, by
    the buttons alone; an arrow shows where to, and each stop tells its story"""
    if not world.has_map:
        return "skipped"
    _, page = sign_up(world)
    take_a_tour(page)
    expect(page).to_have_url(f"{world.address}/tours")


def test_reports_an_object(world):
    "a newcomer reports an object, and the admin who reads the report removes it"
    page = world.open("/around", somebody(world), size="small")
    reported, instance = report_an_object(world, page)
    admin = world.open("/", "admin", size="desktop")
    go(admin, "AR Object Reports")
    admin.get_by_role("main").get_by_role("link", name=re.compile(reported)).first.click()
    expect(admin.get_by_text("It stands in the road.")).to_be_visible()
    admin.get_by_label("Reason").fill("It stands in the road.")
    admin.get_by_role("button", name="Remove").click()
    expect(admin.get_by_role("status").get_by_text("Removed.")).to_be_visible()
    assert world.client("visitor").call("GET", f"/v1/instances/{instance}").status in (404, 410)


def test_plans_a_day(world):
    "a newcomer plans a day with two appointments"
    page = world.open("/", somebody(world), size="small")
    plan_a_day(page)
    for title in ("Market", "Lunch with Ana"):
        expect(page.get_by_role("main").get_by_role("link", name=re.compile(title))).to_be_visible()


def test_publishes_a_tour(world):
    "a newcomer asks for an organization, the admin accepts it, and a tour is drawn and published"
    if not world.has_map:
        return "skipped"
    email = somebody(world)
    organization = ask_for_an_organization(world.open("/", email, size="small"))
    decide(world.open("/", "admin", size="desktop"), organization)
    # Tours are made at a desk.
    page = world.open("/", email, size="desktop")
    go(page, "Studio")
    name = f"Across the fields {uuid.uuid4().hex[:6]}"
    make_a_tour(page, name)
    go(page, "Tours")
    expect(page.get_by_role("main").get_by_role("link", name=re.compile(name))).to_be_visible()
