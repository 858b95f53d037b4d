"""What is asked at the first log-in: how one gets about."""

from playwright.sync_api import expect
from test_calendar import set_ways
from test_people import newcomer
from world import PASSWORDS, expect_accessible, expect_layout, settle

TITLE = "How do you get about?"
WAYS = "/v1/me/travel-preferences"


def question(page):
    return page.get_by_role("dialog", name=TITLE, exact=True)


def log_in(page, email):
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(PASSWORDS[email])
    page.get_by_role("button", name="Log in").click()


def test_first_log_in(world):
    """TV-ACC-12, CG-TV-19: at the first log-in a pop-up asks how one gets about, before all else; dismissed, it comes
    again at the next start, and until it is answered walking and all that is public count"""
    email = newcomer(world, "Kim")
    page = world.open("/login?for=calendar")
    log_in(page, email)
    asked = question(page)
    expect(asked.get_by_role("checkbox", name="On foot", exact=True)).to_be_focused()
    assert page.evaluate("document.querySelector('dialog').matches(':modal')")
    expect_accessible(page)
    expect_layout(page)
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    page.get_by_role("navigation").get_by_role("link", name="Calendar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    client = world.client(email)
    usual = client.get(WAYS)
    assert not usual["configured"], usual
    assert usual["modes"] == ["walk", "bus", "tram", "metro", "rail", "ferry"], usual
    # The next start.
    page = world.watched(page.context.new_page())
    page.goto("/calendar")
    asked = question(page)
    boxes = asked.get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    for box in boxes.all():
        box.uncheck()
    asked.get_by_role("button", name="Save", exact=True).click()
    expect(asked.get_by_role("alert")).to_have_text("Choose at least one means of transport.")
    for name in ("On foot", "Bicycle"):
        asked.get_by_role("checkbox", name=name, exact=True).check()
    asked.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved. Your plans follow.", exact=True)).to_be_visible()
    expect(asked).to_have_count(0)
    kept = client.get(WAYS)
    assert kept["configured"] and kept["modes"] == ["walk", "bicycle"], kept
    # From then on nothing is asked.
    page = world.watched(page.context.new_page())
    page.goto("/calendar")
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    settle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_in_nobodys_way(world):
    """a page for one purpose does not ask how one gets about, the next main page does; put off, it is asked again
    after the next log-in; admins are not asked, nor is whoever came for something else"""
    email = newcomer(world, "Kim")
    tour = world.path("/t/{tour}")
    page = world.open(f"/login?for=calendar&next={tour}")
    log_in(page, email)
    expect(page).to_have_url(f"{world.address}{tour}")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith(WAYS) else None)
    for path in ("/notifications", "/ways/find", "/me/profile"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert asked == [], asked
    page.get_by_role("navigation").get_by_role("link", name="People").click()
    question(page).get_by_role("button", name="Later", exact=True).click()
    expect(question(page)).to_have_count(0)
    page.get_by_role("navigation").get_by_role("link", name="Me", exact=True).click()
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    log_in(page, email)
    expect(question(page)).to_be_visible()
    # Answered elsewhere meanwhile, it is saved all the same or said to be another's: nothing is lost.
    set_ways(world.client(email), ["car"])
    question(page).get_by_role("button", name="Save", exact=True).click()
    expect(question(page).get_by_role("alert")).to_be_visible()
    assert world.client(email).get(WAYS)["modes"] == ["car"]
    world.forget(email)
    admin = world.open("/login?for=calendar")
    log_in(admin, "admin@example.org")
    admin.on("request", lambda request: asked.append(request.url) if request.url.endswith(WAYS) else None)
    admin.get_by_role("navigation").get_by_role("link", name="Organization User Requests").click()
    expect(admin.get_by_role("heading", level=1)).to_have_text("Organization User Requests")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    assert len([one for one in asked if "admin" in one]) == 0, asked
    other = world.open("/login")
    log_in(other, newcomer(world, "Jo"))
    for name in ("Calendar", "Around"):
        other.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(other.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
    expect(other.get_by_role("dialog")).to_have_count(0)
