"""Dialogs and sheets are part of the address: back, forward, reload, a second window."""

import re

from playwright.sync_api import expect
from test_studio_editing import draft, edit, stored

TIMES = 10


def query(page):
    return page.url.partition("?")[2]


def opened_code(world, page):
    """The code of a tour, opened from the list of tours."""
    page.get_by_role("main").get_by_role("link", name=re.compile("Old Town")).first.click()
    page.get_by_role("button", name="QR code", exact=True).click()
    dialog = page.get_by_role("dialog", name="QR code", exact=True)
    expect(dialog).to_be_visible()
    return dialog


def test_address(world):
    "a dialog has an address: “back” closes it, “forward” and a reload open it, Escape and its button close it"
    page = world.open("/tours", "visitor", size="desktop")
    dialog = opened_code(world, page)
    heading = page.get_by_role("heading", level=1)
    assert query(page) == "dialog=qr", page.url
    tour = page.url.partition("?")[0]
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(tour)
    expect(heading).to_contain_text("Old Town")
    page.go_forward()
    expect(dialog).to_be_visible()
    page.reload()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(tour)
    page.go_forward()
    dialog.get_by_role("button", name="Close", exact=True).click()
    expect(dialog).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile("/tours$"))


def test_no_race(world):
    "ten times forward, back, forward, Escape, without a wait but for what is seen: one entry stays one entry"
    page = world.open("/tours", "visitor", size="desktop")
    dialog = opened_code(world, page)
    tour = page.url.partition("?")[0]
    length = page.evaluate("history.length")
    page.keyboard.press("Escape")
    for _ in range(TIMES):
        expect(dialog).to_have_count(0)
        page.go_forward()
        expect(dialog).to_be_visible()
        page.go_back()
        expect(dialog).to_have_count(0)
        page.go_forward()
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.evaluate("history.length") == length
    assert page.url == tour
    # What is pressed at once, before a step back has arrived, comes after it.
    page.go_forward()
    expect(dialog).to_be_visible()
    page.evaluate("""() => {
      document.querySelector('dialog [aria-label=Close]').click();
      document.querySelector('nav a[href="/people"]').click();
    }""")
    expect(page).to_have_url(f"{world.address}/people")
    page.go_back()
    expect(page).to_have_url(tour)
    expect(dialog).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(f"{world.address}/tours")


def test_second_window(world):
    "the address of a dialog opens it in another window; closed there, its page stays, and nothing is left behind it"
    page = world.open("/tours", "visitor", size="desktop")
    opened_code(world, page)
    other = world.watched(page.context.new_page())
    other.goto(page.url)
    dialog = other.get_by_role("dialog", name="QR code", exact=True)
    expect(dialog).to_be_visible()
    length = other.evaluate("history.length")
    other.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert query(other) == "" and other.evaluate("history.length") == length
    expect(other.get_by_role("heading", level=1)).to_contain_text("Old Town")


NAMED = [
    ("captain", "/people/{team}?dialog=invite", "Invite"),
    ("captain", "/people/{team}?dialog=news", "Tell news"),
    ("captain", "/people/{team}/records?dialog=record", "Add a record"),
    ("ana", "/people/{family}/resources?dialog=add", "Add something to share"),
    ("ana", "/people/{family}/activities?dialog=type", "Add Activity Type"),
    ("visitor", "/people/friends?dialog=add", "Add a friend"),
    ("visitor", "/me/privacy?dialog=erase", "Erase my account"),
    ("visitor", "/t/{tour}?dialog=share", "Share"),
    ("visitor", "/t/{tour}?dialog=keep", "on this device?"),
    ("guide", "/studio?dialog=tour.{tour}", ""),
]


def test_named(world):
    "forms and previews open by their addresses alone"
    pages = {}
    for account, address, name in NAMED:
        page = pages.get(account) or world.open("/help", account)
        pages[account] = page
        page.goto(world.path(address))
        dialog = page.get_by_role("dialog", name=name) if name else page.get_by_role("dialog")
        expect(dialog, address).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog"), address).to_have_count(0)
        assert "dialog" not in page.url, page.url


def test_not_allowed(world):
    "the address of a form that somebody may not use opens nothing"
    page = world.open(world.path("/people/{team}?dialog=invite"), "member")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("list").first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_member(world):
    "what can be done about a member has an address, and what is chosen there takes its place: one “back” closes it"
    page = world.open(world.path("/people/{team}/roster"), "captain", size="desktop")
    before = page.url
    page.get_by_role("button", name=re.compile("^More about Sample member")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert query(page).startswith("dialog=member."), page.url
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(page).to_have_url(re.compile(r"dialog=report\."))
    expect(dialog).to_have_count(1)
    page.reload()
    expect(dialog.get_by_role("button", name="Send the report", exact=True)).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    assert page.url == before


def test_question(world):
    "“back” answers a question with no and leaves its page as it is; after “forward” it is not asked again"
    found = draft(world, "Asked for")
    page = edit(world, found)
    page.get_by_label("Description").fill("Half a sentence")
    page.get_by_role("button", name="Delete tour", exact=True).click()
    dialog = page.get_by_role("dialog", name="Delete “Asked for”?", exact=True)
    expect(dialog).to_be_visible()
    for move in (page.go_back, page.go_forward):
        move()
        expect(dialog).to_have_count(0)
        expect(page).to_have_url(f"{world.address}/studio/tours/{found}")
        expect(page.get_by_label("Description")).to_have_value("Half a sentence")
    assert stored(world, found)["name"] == "Asked for"


def test_sheet(world):
    "how far the sheet is drawn up stands in the address, and stays over a reload"
    page = world.open("/around")
    handle = page.get_by_role("slider", name="Height of the sheet")
    handle.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("sheet=full"))
    page.reload()
    expect(handle).to_have_value("2")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).not_to_have_url(re.compile("sheet="))


def test_asked_before_the_page(world):
    "the menu opens also while the page is still on its way, before and after its place is drawn, and stays"
    for patience in (0, 1200):
        context = world.context("visitor")
        page = world.watched(context.new_page())
        held = []
        page.route("**/assets/help-*.js", lambda route: held.append(route))
        page.goto("/help", wait_until="commit")
        menu_button = page.get_by_role("button", name="Menu", exact=True).first
        menu_button.wait_for()
        page.wait_for_timeout(patience)
        menu_button.click()
        page.wait_for_timeout(300)
        menu = page.get_by_role("dialog", name="Menu", exact=True)
        if patience:
            expect(menu).to_be_visible()
        assert held, "nothing was on its way"
        for route in held:
            route.continue_()
        expect(page.locator("main h1:not([hidden])")).to_have_text("Help")
        expect(menu).to_be_visible()
        page.wait_for_timeout(500)
        expect(menu).to_be_visible()
        page.go_back()
        expect(menu).to_have_count(0)
        expect(page.locator("main h1:not([hidden])")).to_have_text("Help")
