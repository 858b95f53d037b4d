"""Simple mode: larger, five things at most, a word below each symbol, nothing that needs a gesture."""

import json

from playwright.sync_api import expect
from world import expect_accessible, expect_layout, settle


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
    page.get_by_text("7 more", exact=True).click()
    expect(rows).to_have_count(12)
    expect_accessible(page)


def test_without_gestures(world):
    "the list of what is near becomes larger and smaller by a button; adding things stands behind a tap"
    page = simple(world, "/around?at=47.1393,9.5215")
    sheet = page.get_by_role("region", name="Near you")
    before = sheet.bounding_box()
    sheet.get_by_role("button", name="Larger list", exact=True).click()
    smaller = sheet.get_by_role("button", name="Smaller list", exact=True)
    expect(smaller).to_be_visible()
    page.wait_for_timeout(400)
    after = sheet.bounding_box()
    assert before and after and after["height"] > before["height"] + 100, (before, after)
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
