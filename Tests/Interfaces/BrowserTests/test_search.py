"""Search: what is found is grouped, chosen by keys, remembered on the device and forgotten."""

import datetime
import re

from playwright.sync_api import expect
from world import until


def search_of(page):
    return page.get_by_role("combobox", name="Search", exact=True)


def found(page, **which):
    return page.get_by_role("listbox", name="Search").get_by_role("option", **which)


PLACES = {"attribution": "", "items": [
    {"kind": kind, "category": kind, "title": title, "context": "Vaduz", "lat": 47.139, "lon": 9.5215, "match": 1, **more}
    for kind, title, more in (
        ("street", "Städtle", {"distance": 80}), ("stop", "Vaduz, Städtle", {}), ("address", "Städtle 6", {}),
        ("tour", "Old Town", {"tour": "{tour}"}), ("calendar", "Städtle Clinic", {}))]}


def answered(world, page):
    """Places that do not hang on which map is imported."""
    body = {**PLACES, "items": [
        {**item, **({"tour": world.path("{tour}")} if "tour" in item else {})} for item in PLACES["items"]]}
    page.route("**/v1/places?*", lambda route: route.fulfill(json=body))


def test_grouped(world):
    "what a search finds stands under the headings of its kinds, is chosen by keys, and Escape closes it"
    page = world.open("/map?at=47.139,9.5215", size="desktop")
    answered(world, page)
    field = search_of(page)
    field.fill("Städtle")
    expect(page.get_by_role("listbox").get_by_role("group", name="Addresses and streets", exact=True).get_by_role("option")
           ).to_have_text([re.compile("^\\s*Städtle\\s*Vaduz"), re.compile("Städtle 6")])
    for name in ("Stops", "Tours", "Places of your calendar"):
        expect(page.get_by_role("listbox").get_by_role("group", name=name, exact=True).get_by_role("option")).to_have_count(1)
    # Down goes in the order that is seen, and past the end to the first.
    field.press("ArrowDown")
    expect(found(page, selected=True)).to_contain_text("Städtle")
    field.press("ArrowUp")
    expect(found(page, selected=True)).to_contain_text("Städtle Clinic")
    field.press("Escape")
    expect(page.get_by_role("listbox", name="Search")).to_have_count(0)
    expect(field).to_have_value("Städtle")
    for _ in range(4):
        field.press("ArrowDown")
    expect(found(page, selected=True)).to_contain_text("Old Town")
    field.press("Enter")
    expect(page).to_have_url(f"{world.address}/t/{world.path('{tour}')}")


def test_enter_before_the_answer(world):
    "Enter takes what is found for the text that stands there, not what was found for an earlier one"
    page = world.open("/map?at=47.139,9.5215", size="desktop")
    other, tour = [{**item, "tour": world.path("{tour}")} if "tour" in item else item
                   for item in PLACES["items"] if item["kind"] in ("stop", "tour")]
    held = []

    def answer(route):
        if "Old" in route.request.url:
            held.append(route)
        else:
            route.fulfill(json={"attribution": "", "items": [other]})

    page.route("**/v1/places?*", answer)
    field = search_of(page)
    field.fill("Vaduz")
    expect(found(page).first).to_be_visible()
    field.fill("Old")
    field.press("Enter")
    until(page, lambda: held, "the search")
    expect(field).to_have_value("Old")
    for route in held:
        route.fulfill(json={"attribution": "", "items": [tour]})
    expect(page).to_have_url(f"{world.address}/t/{tour['tour']}")


def test_places_without_a_name(world):
    "a place of the map without a name is called by what it is, in the reader's language"
    item = {"kind": "poi", "category": "bicycle_parking", "title": "bicycle parking", "context": "Vaduz",
            "lat": 47.139, "lon": 9.5215, "match": 1}
    other = {**item, "title": "Velodepot"}
    for locale, words in (("en-GB", "Bicycle parking"), ("de-DE", "Fahrradabstellplatz")):
        page = world.open("/map?at=47.139,9.5215", locale=locale)
        page.route("**/v1/places?*", lambda route: route.fulfill(json={"items": [item, other], "attribution": ""}))
        page.get_by_role("combobox", name=re.compile("^(Search|Suche)")).fill("bicycle")
        expect(page.get_by_role("listbox").get_by_role("option")).to_have_text([re.compile(rf"^\s*{words}"), re.compile("Velodepot")])


def test_nothing_found(world):
    "a search that finds nothing says so, and what to try"
    page = world.open("/map?at=47.139,9.5215")
    page.route("**/v1/places?*", lambda route: route.fulfill(json={"items": [], "attribution": ""}))
    search_of(page).fill("Nowhere at all")
    expect(page.get_by_text("Nothing found for “Nowhere at all”.", exact=True)).to_be_visible()
    expect(page.get_by_text("Try fewer words, another spelling, or a street or town.", exact=True)).to_be_visible()


def test_recent(world):
    "what was chosen lately is offered again, and is gone when it is cleared, or when one logs out"
    context = world.context("captain")
    page = world.watched(context.new_page())
    page.goto("/map?at=47.139,9.5215")
    field = search_of(page)
    recent = page.get_by_role("group", name="Recent", exact=True)
    for text in ("47.1401, 9.5301", "47.1402, 9.5302", "47.1401, 9.5301"):
        field.fill(text)
        # What was found before stands there until the new answer comes.
        found(page).filter(has_text=text).first.click()
        expect(page.get_by_role("listbox", name="Search")).to_have_count(0)
        # What was chosen is written before the page is left.
        field.fill("")
        field.click()
        expect(recent.get_by_role("option").first).to_contain_text(text)
        field.press("Escape")
    page.goto("/calendar")
    page.get_by_role("heading", level=1, name="Calendar", exact=True).wait_for()
    page.get_by_role("button", name="Search and filters", exact=True).click()
    search_of(page).click()
    expect(recent.get_by_role("option")).to_have_text([re.compile("47.1401, 9.5301"), re.compile("47.1402, 9.5302")])
    page.get_by_role("button", name="Clear recent", exact=True).click()
    expect(recent).to_have_count(0)
    search_of(page).click()
    expect(recent).to_have_count(0)
    # Nothing is kept without an account.
    page.goto("/map?at=47.139,9.5215")
    field.fill("47.1403, 9.5303")
    found(page).filter(has_text="47.1403, 9.5303").first.click()
    page.goto("/me")
    page.get_by_role("button", name="Log out", exact=True).first.click()
    expect(page.get_by_role("link", name="Log in", exact=True).first).to_be_visible()
    world.forget("captain")
    page.goto("/map?at=47.139,9.5215")
    field.fill("47.1404, 9.5304")
    found(page).filter(has_text="47.1404, 9.5304").first.click()
    field.fill("")
    field.click()
    expect(field).to_be_focused()
    expect(recent).to_have_count(0)


def test_calendar(world):
    "on the calendar one finds appointments and groups by name, and the way to a place"
    day = datetime.date.today() + datetime.timedelta(days=3)
    world.client("captain").post("/v1/appointments", {
        "title": "Evening tea", "start": f"{day}T19:00", "zone": "Europe/Vaduz", "duration": 3600,
        "confirm": ["noPosition"]})
    page = world.open("/calendar?view=list", "captain")
    page.get_by_role("heading", level=1, name="Calendar", exact=True).wait_for()
    answered(world, page)
    opens = page.get_by_role("button", name="Search and filters", exact=True)
    field = search_of(page)
    expect(field).to_have_count(0)
    opens.click()
    field.fill("Schaan")
    page.get_by_role("group", name="Your groups", exact=True).get_by_role("option", name=re.compile("Schaan Runners")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Schaan Runners"))
    page.go_back()
    page.get_by_role("heading", level=1, name="Calendar", exact=True).wait_for()
    opens.click()
    field.fill("evening")
    page.get_by_role("group", name="Appointments", exact=True).get_by_role("option", name=re.compile("Evening tea")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Evening tea"))
    page.go_back()
    page.get_by_role("heading", level=1, name="Calendar", exact=True).wait_for()
    opens.click()
    field.fill("Städtle")
    found(page, name=re.compile("Vaduz, Städtle")).click()
    expect(page).to_have_url(re.compile(r"/ways/find\?.*toName=Vaduz"))


def test_tours_near(world):
    "what is searched for among the tours may be a place: tours near it come first, with their distance"
    page = world.open("/tours", "visitor")
    page.route("**/v1/places?*", lambda route: route.fulfill(json={"attribution": "", "items": [PLACES["items"][1]]}))
    page.get_by_label("Search").fill("Städtle")
    page.get_by_role("link", name=re.compile("^Tours near Vaduz, Städtle")).click()
    expect(page.get_by_text("Near Vaduz, Städtle", exact=True)).to_be_visible()
    away = page.get_by_role("main").get_by_text(re.compile(r"^[\d.]+ k?m away$"))
    expect(away.first).to_be_visible()

    def metres(text):
        figure, unit = text.split()[:2]
        return float(figure) * (1000 if unit == "km" else 1)

    ways = [metres(text) for text in away.all_inner_texts()]
    assert ways == sorted(ways), ways
    page.get_by_role("link", name="Tours everywhere", exact=True).click()
    expect(page.get_by_text("Near Vaduz, Städtle", exact=True)).to_have_count(0)
