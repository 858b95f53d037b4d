"""The screens of the catalogue, found as people find them; what is asked, opened and closed again."""

import re
import uuid

from playwright.sync_api import expect
from test_around import look, place, simulated
from test_tours import leave_runs, tour
from world import fill_sign_up


def sign_up(world):
    """A page of somebody who has just signed up."""
    page = world.open("/signup")
    fill_sign_up(page, "Kim", f"kim-{uuid.uuid4().hex[:8]}@example.org")
    page.get_by_role("button", name="Sign up").click()
    return page


def test_tutorial_is_offered(world):
    "TU-FR2, UC1.3-4: after signing up the tutorial is offered; declined, it is not offered again"
    page = sign_up(world)
    offer = page.get_by_role("region", name="Welcome")
    expect(offer.get_by_role("link", name="Start the tutorial")).to_be_visible()
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="A quiet day")).to_be_visible()
    expect(offer).to_have_count(0)


def test_tutorial_is_taken(world):
    "TU-FR3, TU-FR4, UC1.3-4: the tutorial is started when asked, left at any time, and found again in the help"
    page = sign_up(world)
    page.get_by_role("link", name="Start the tutorial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look around")
    page.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(f"{world.address}/help")
    page.get_by_role("link", name=re.compile("Begin|Go on|Start")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look around")


def test_tutorial_in_the_settings(world):
    "TU-FR4: at any time the help page among one's own settings leads to the tutorial, and again when it is done"
    page = world.open("/me", "visitor")
    # Not begun, under way, and done.
    for press, steps in (("Begin", 1), ("Go on", 4), ("Once more", 0)):
        page.get_by_role("main").get_by_role("link", name=re.compile("^Help")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Help")
        page.get_by_role("main").get_by_role("link", name=press, exact=True).click()
        expect(page).to_have_url(f"{world.address}/help/tutorial")
        for _ in range(steps):
            page.get_by_role("button", name="Next", exact=True).click()
        page.goto("/me")


def test_help_for_organizations(world):
    "RL-SCR-09b: the help leads to the form that asks for an organization account"
    page = world.open("/help", "newcomer")
    page.get_by_role("link", name="Ask for an organization account").click()
    expect(page).to_have_url(f"{world.address}/me/organization")
    expect(page.get_by_role("textbox").first).to_be_visible()


def test_settings(world):
    "RL-SCR-08a, RL-SCR-08b, RL-SCR-08c, RL-SCR-08d: settings for reading, display, privacy and profile"
    page = world.open("/me", "visitor")
    for name, heading in (("Display", "Display"), ("Your data", "Your data"), ("Profile", "Profile")):
        page.get_by_role("main").get_by_role("link", name=re.compile(name)).first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        expect(page.get_by_role("main").locator("input, select, button").first).to_be_visible()
        page.go_back()
    page.goto("/me/display")
    for label in ("Type size", "Light and dark"):
        expect(page.get_by_text(label).first).to_be_visible()


def test_logged_off(world):
    "TV-ACC-01, TV-ACC-07: who is logged off finds log-in and sign-up in the place of the calendar, and arrives at it"
    page = world.open("/calendar")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Log in")).to_have_attribute("href", "/login?next=%2Fcalendar")
    expect(main.get_by_role("link", name="Sign up")).to_have_attribute("href", "/signup?next=%2Fcalendar")
    main.get_by_role("link", name="Log in").click()
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_label("Password").fill("sample-visitor-1")
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{world.address}/calendar")
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")


def test_tour_list(world):
    "RL-SCR-02, UC4.7.1: each tour of the list can be started, from the list or from its page; who does not returns"
    leave_runs(world)
    page = world.open("/tours", "visitor")
    listed = page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("link"))
    expect(listed.first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Start “"))).to_have_count(listed.count())
    page.get_by_role("button", name="Start “Old Town and Castle”", exact=True).click()
    expect(page).to_have_url(re.compile("/t/[^/]+/walk$"))
    expect(page.get_by_role("region", name="Next stop")).to_be_attached()
    leave_runs(world)
    page.goto("/tours")
    page.get_by_role("main").get_by_role("link", name=re.compile("Old Town and Castle")).click()
    expect(page.get_by_role("button", name="Start tour")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Tours").click()
    expect(page).to_have_url(f"{world.address}/tours")


def test_walk_views(world):
    "TR-FR4, UC4.10.1: during a tour one switches between map and AR view and back, and the tour goes on"
    leave_runs(world)
    page = world.open(f"/t/{tour(world)['id']}", "visitor")
    page.set_default_timeout(40_000)
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="I am here").click()
    page.get_by_role("dialog").get_by_role("button", name="Next stop").click()
    for name in ("AR view", "Map view", "AR view"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("2.")


def test_close_details(world):
    "UC8.3.1: closing what was opened of an object leaves all as it was"
    # On a tour only what belongs to it is shown.
    leave_runs(world)
    place(world.client("guide"), "Quiet cube", 47.22018, 9.61)
    page = look(world, "/around?at=47.2200,9.6100", "visitor")
    entry = page.get_by_role("button", name="Quiet cube")
    entry.click()
    page.get_by_role("button", name="Close").click()
    expect(entry).to_be_visible()
    entry.click()
    expect(page.get_by_role("heading", name="Quiet cube")).to_be_visible()


def test_placing_starts(world):
    "RI-FR3: a control of the view starts placing an object"
    page = look(world, simulated(47.23, 9.62), "visitor")
    page.get_by_role("button", name="Place object").click()
    expect(page).to_have_url(re.compile("place=choose"))


def test_preview_of_a_report(world):
    "UC11.3-5, UC11.6-10: an admin opens the reported object in 3D, closes it, and the decision is still there"
    guide, visitor = world.client("guide"), world.client("visitor")
    _, instance = place(guide, "Doubtful cube", 47.24, 9.63)
    visitor.post("/v1/reports", {"subject": {"kind": "instance", "id": instance["id"]}, "reason": "other",
                                 "text": "It has no sense here."})
    page = world.open("/admin/reports?kind=instance", "admin", size="desktop")
    page.set_default_timeout(40_000)
    page.get_by_role("main").get_by_role("link", name=re.compile("Doubtful cube")).first.click()
    expect(page.get_by_text("It has no sense here.")).to_be_visible()
    for name in ("Keep", "Remove"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Show in 3D").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Keep")).to_be_visible()


def test_audit(world):
    "what admins decided stands in the audit trail, with who and why"
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("link", name="Audit trail").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Audit trail")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows.filter(has_text="Approved an organization").first).to_contain_text("You")
    expect(rows.filter(has_text="Made an admin")).to_contain_text("Operator")


def test_lost_session(world):
    "a session that ended elsewhere asks to log in, and leads back to the page"
    page = world.open("/me/display", "visitor")
    page.context.clear_cookies()
    page.goto("/people")
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_label("Password").fill("sample-visitor-1")
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{world.address}/people")
