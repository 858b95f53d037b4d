"""Simple mode: larger, five things at most, a word below each symbol, nothing that needs a gesture."""

import json
import re

from playwright.sync_api import expect
from world import Failed, expect_accessible, expect_layout, settle


def simple(world, path, account="visitor", **options):
    "A page as somebody sees it who has chosen simple mode."
    context = world.context(account, **options)
    context.add_init_script(f"localStorage.setItem('wayside.settings', '{json.dumps({'simple': True})}')")
    page = world.watched(context.new_page())
    page.goto(path)
    settle(page)
    return page


def bar(page):
    return page.get_by_role("navigation", name="Main").get_by_role("link")


def test_chosen(world):
    "the setting takes effect at once, holds after a reload, and what is to be pressed is 64 px high"
    page = world.open("/me/display", "guide", size="tablet")
    expect(bar(page).filter(has_text="People")).to_have_count(1)
    page.get_by_role("checkbox", name="Larger type and buttons, fewer things at a time").check()
    for _ in range(2):
        expect(page.get_by_role("link", name="Tours", exact=True)).to_be_visible()
        expect(bar(page).filter(has_text="People")).to_have_count(0)
        page.reload()
    box = page.get_by_role("button", name="Dark", exact=True).bounding_box()
    assert box and box["height"] >= 64, box
    size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size >= 22, size


def test_five_entries(world):
    "SC-UI-14: the bar has five entries at any width, each word below its symbol; the menu has what it leaves out"
    expected = {"visitor": ["Around", "Tours", "Calendar", "People", "Me"],
                "guide": ["Around", "Tours", "Studio", "Calendar", "Me"]}
    for account, size in (("visitor", "phone"), ("guide", "phone"), ("visitor", "tablet"), ("guide", "desktop")):
        page = simple(world, "/tours", account, size=size)
        shown = page.evaluate("""() => [...document.querySelectorAll('.nav ul a')]
            .filter((one) => one.checkVisibility()).map((one) => one.innerText.trim())""")
        assert shown == expected[account], (account, size, shown)
        for name in shown:
            link = page.get_by_role("link", name=name, exact=True).first
            sign, word = link.locator("svg").bounding_box(), link.locator("span").bounding_box()
            assert sign and word and word["y"] >= sign["y"] + sign["height"] - 1, (name, size, sign, word)
        menu = page.get_by_role("button", name="Menu", exact=True)
        expect(menu).to_be_visible()
        expect(menu.get_by_text("Menu")).to_be_visible()
        expect_layout(page)
        if account == "guide":
            menu.click()
            page.get_by_role("dialog").get_by_role("link", name="People", exact=True).click()
            expect(page.get_by_role("heading", level=1)).to_have_text("People")


def test_few_things(world):
    "one's own page shows five things, what most people need first; the others come after a tap"
    page = simple(world, "/me")
    rows = page.get_by_role("main").get_by_role("listitem").locator("visible=true")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Profile")
    expect(rows.nth(2)).to_contain_text("Display")
    page.get_by_text("8 more", exact=True).click()
    expect(rows).to_have_count(13)
    expect_accessible(page)


def test_without_gestures(world):
    "the list of what is near becomes larger and smaller by a button; adding things stands behind a tap"
    page = simple(world, "/around?at=47.1393,9.5215")
    sheet = page.get_by_role("region", name="Near the middle of the map")
    before = sheet.bounding_box()
    sheet.get_by_role("button", name="Larger list", exact=True).click()
    smaller = sheet.get_by_role("button", name="Smaller list", exact=True)
    expect(smaller).to_be_visible()
    for _ in range(100):  # It grows over some frames, of which a busy machine draws few.
        after = sheet.bounding_box()
        if after and before and after["height"] > before["height"] + 100:
            break
        page.wait_for_timeout(50)
    else:
        raise Failed(f"the list stayed as large as it was: {before}, {after}")
    smaller.click()
    expect(sheet.get_by_role("button", name="Larger list", exact=True)).to_be_visible()
    expect(sheet.get_by_role("button", name="Place object", exact=True)).to_be_hidden()
    sheet.get_by_text("Add something here", exact=True).click()
    expect(sheet.get_by_role("button", name="Place object", exact=True)).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    page.goto("/around?simulate=47.1393,9.5215,0")
    expect(page.get_by_role("button", name="List", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Place object", exact=True)).to_have_count(0)


def test_walk_has_words(world):
    "the AR walk's buttons carry words, and turn as they say"
    page = simple(world, "/around?simulate=47.1393,9.5215,0", locale="en-GB")
    walk = page.get_by_role("group", name="Walk in the drawn world")
    expect(walk.get_by_role("button")).to_have_count(4)
    for name, word in (("Turn left", "Left"), ("Walk ahead", "Ahead"), ("Walk back", "Back"), ("Turn right", "Right")):
        button = walk.get_by_role("button", name=name, exact=True)
        expect(button.get_by_text(word, exact=True)).to_be_visible()
    camera = page.get_by_role("button", name="Use camera and position", exact=True)
    assert camera.inner_text().strip() == "Camera", camera.inner_text()
    expect_layout(page)
    walk.get_by_role("button", name="Turn right", exact=True).click()
    expect(page).to_have_url(re.compile(r"simulate=47\.1393\d*%2C9\.5215\d*%2C[1-9]"))


def test_calendar_begins_with_the_list(world):
    "the calendar shows the list of days first at any width; search, other views and ways come after a tap"
    for size in ("phone", "desktop"):
        page = simple(world, "/calendar", size=size)
        expect(page.locator(".calendar-grid")).to_have_count(0)
        search = page.get_by_role("combobox")
        expect(search).to_be_hidden()
        page.get_by_text("Search, other days, and ways", exact=True).click()
        expect(search).to_be_visible()
        page.get_by_role("button", name="Month", exact=True).click()
        expect(page).to_have_url(f"{world.address}/calendar?view=month")
        expect_accessible(page)


def test_people_are_few(world):
    "of seven groups five are shown, and what is seldom needed stands behind a tap"
    visitor = world.client("visitor")
    for number in range(7):
        visitor.post("/v1/realms", {"name": f"Group {number}", "kind": "group"})
    page = simple(world, "/people")
    # The first list; the others are in the second.
    groups = page.get_by_role("list", name="Your groups").first.get_by_role("listitem")
    expect(groups).to_have_count(5)
    expect(page.get_by_role("link", name="Blocked people")).to_be_hidden()
    expect_accessible(page)


MAIN = ("/today", "/around", "/around?simulate=47.1393,9.5215,0", "/tours", "/t/{tour}", "/calendar", "/calendar/new", "/people",
        "/people/friends", "/notifications", "/me", "/me/display", "/inventory", "/help")


def test_accessible(world):
    "SC-UI-14: axe-core finds nothing on any main page in simple mode, on a phone, and nothing is cut or too small"
    failures = []
    page = simple(world, "/tours")
    for path in MAIN:
        page.goto(world.path(path))
        settle(page)
        for look in (expect_accessible, expect_layout):
            try:
                look(page)
            except Failed as failure:
                failures.append(f"{path}: {failure}")
    if failures:
        raise Failed("\n".join(failures))
