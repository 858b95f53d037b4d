"""The frame of all pages: navigation by role, keys, offline, new versions."""

import contextlib
import json
import re
import uuid

from playwright.sync_api import expect
from world import SITE, Failed


def names(page):
    "The entries' words, without what may be new behind them."
    return [link.locator("span").first.inner_text() for link in page.get_by_role("navigation").get_by_role("link").all() if link.is_visible()]


def test_navigation_of_visitors(world):
    "RL-NAV-01: people find Around, Tours, Calendar, People and Me"
    page = world.open("/tours", "visitor")
    assert names(page) == ["Around", "Tours", "Calendar", "People", "Me"], names(page)
    current = page.get_by_role("navigation").get_by_role("link", name="Tours")
    expect(current).to_have_attribute("aria-current", "page")
    for name in ("Me", "Tours", "Around"):
        page.get_by_role("navigation").get_by_role("link", name=re.compile(f"^{name}")).click()
        expect(page).to_have_url(re.compile(f"/{name.lower()}(\\?|$)"))
    # Where the view of the realm is, and the map beside it.
    for name in ("AR view", "Map view"):
        expect(page.get_by_role("button", name=name)).to_be_visible()


def test_community(world):
    "SC-COM-01: “Community” in the navigation opens the list of all communities; on phones it is in the menu"
    everything = [one["name"] for one in world.client("member").get("/v1/communities")["items"]]
    page = world.open("/people", "member", size="desktop")
    assert names(page) == ["Wayside", "Around", "Tours", "Calendar", "People", "Community", "Me"], names(page)
    navigation = page.get_by_role("navigation", name="Main")
    navigation.get_by_role("link", name=re.compile("^Community")).click()
    expect(page).to_have_url(f"{world.address}/people/communities")
    expect(page.get_by_role("heading", level=1)).to_have_text("Communities")
    for name in everything:
        expect(page.get_by_role("list", name="Communities").get_by_role("link", name=name)).to_be_visible()
    # One entry is the present one.
    expect(navigation.locator("[aria-current=page]")).to_have_text([re.compile("Community")])
    phone = world.open("/around", "member")
    phone.get_by_role("button", name="Menu", exact=True).first.click()
    phone.get_by_role("dialog", name="Menu").get_by_role("link", name=re.compile("^Community")).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Communities")


def test_navigation_of_organizations(world):
    "organization users find Studio beside Tours"
    page = world.open("/tours", "guide")
    assert names(page) == ["Around", "Tours", "Studio", "Calendar", "People", "Me"], names(page)


def test_navigation_of_admins(world):
    "RL-AI-01: admins find the two queues and nothing else"
    page = world.open("/", "admin")
    expect(page).to_have_url(f"{world.address}/admin/reports")
    assert names(page) == ["AR Object Reports", "Organization User Requests"], names(page)
    page.goto("/tours")
    expect(page).to_have_url(f"{world.address}/admin/reports")
    # What is reached from the queue of reports belongs to it.
    page.goto("/admin/geodata")
    expect(page.get_by_role("heading", level=1)).to_have_text("Maps and timetables")
    reports = page.get_by_role("navigation", name="Main").get_by_role("link", name="AR Object Reports", exact=True)
    expect(reports).to_have_attribute("aria-current", "page")


def test_way_back_has_a_name(world):
    "the way back is called “Back” as long as the name of where it leads is not known"
    page = world.open("/people", "captain")
    page.route("**/v1/**/courses/**", lambda route: route.fulfill(status=503, body="{}"))
    page.route("**/v1/courses/**", lambda route: route.fulfill(status=503, body="{}"))
    page.goto(f"/people/courses/{uuid.uuid4()}/edit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit")
    expect(page.get_by_role("main").get_by_role("link", name="Back", exact=True)).to_be_visible()


def test_keys(world):
    "g and a letter goes to a page; ? shows the keys"
    page = world.open("/tours", "visitor", size="desktop")
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page).to_have_url(f"{world.address}/calendar")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_back_and_reload(world):
    "back, forward and reload work everywhere, and the heading is focused after a step"
    page = world.open("/", size="desktop")
    page.get_by_role("navigation").get_by_role("link", name="Tours").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    expect(page.get_by_role("link", name="Look around")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")


def test_theme(world):
    "the menu switches between light and dark, and the choice is kept"
    page = world.open("/about")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Switch light and dark").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_offline(world):
    "without a network the shell opens, says so, and shows what was last known"
    context = world.context("guide", service_workers="allow")
    page = world.watched(context.new_page())
    page.goto("/notifications")
    shown = page.get_by_role("list", name="Notifications").get_by_role("listitem")
    expect(shown.first).to_be_visible()
    world.installed(page)
    page.reload()
    expect(shown.first).to_be_visible()
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Notifications")
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    expect(shown.first).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_text("Offline. You see what was last known.")).to_have_count(0)


def test_answers_of_the_server_in_a_window(world):
    "with the pages installed, what the server answers itself opens in a window as it is, and pages open as ever"
    context = world.context("guide", service_workers="allow")
    page = world.watched(context.new_page())
    page.goto("/operator")
    world.installed(page)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    for address, word in (("/openapi.json", '"openapi"'), ("/readyz", '"status"'), ("/v1/tours", '"items"')):
        page.goto(address)
        assert word in page.locator("body").inner_text(), address
    # There is no storage where the server answers, which the browser's own scripts complain of.
    world.problems.clear()
    for address in ("/", "/tours", "/people"):
        page.goto(address)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()


def test_operator_stops_the_server_first(world):
    "the first steps of an operator say that the server stands still while the first admin is made"
    page = world.open("/operator")
    step = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Make the first admin"))
    expect(step).to_contain_text("Stop the server meanwhile")
    expect(step.get_by_text("wayside admin create")).to_be_visible()


def test_way_back(world):
    "a page whose one thing cannot be had says so in its heading, leads back, and tries again"
    page = world.open("/tours")
    page.get_by_role("link", name="Old Town and Castle").first.wait_for()
    failing = re.compile(r"/v1/tours/[0-9a-f-]+$")
    page.route(failing, lambda route: route.fulfill(status=503, json={"title": "The database does not answer."}))
    page.get_by_role("link", name="Old Town and Castle").first.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("That did not work")
    expect(page.get_by_role("main").get_by_role("link", name="Tours", exact=True)).to_have_attribute("href", "/tours")
    page.unroute(failing)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(heading).to_have_text("Old Town and Castle")


def test_weak_link(world):
    "TV-C-11, TV-IF-02: a weak link is online like a good one, whatever it is made of; without one it is offline"
    context = world.context("guide")
    page = world.watched(context.new_page())
    page.goto("/tours")
    offline = page.get_by_text("Offline. You see what was last known.")
    link = context.new_cdp_session(page)
    for kind in ("wifi", "cellular2g", "ethernet"):
        link.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 900, "downloadThroughput": 60_000, "uploadThroughput": 60_000,
            "connectionType": kind})
        page.get_by_role("navigation").get_by_role("link", name="Calendar").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
        expect(page.locator(".skeleton")).to_have_count(0)
        expect(offline).to_have_count(0)
        page.get_by_role("navigation").get_by_role("link", name="Tours").click()
        expect(page.get_by_role("link", name="Old Town and Castle").first).to_be_visible()
        expect(offline).to_have_count(0)
    context.set_offline(True)
    expect(offline).to_be_visible()
    context.set_offline(False)
    expect(offline).to_have_count(0)


def test_one_version(world):
    "TV-C-01, TV-C-02: whoever comes with whatever browser gets the same pages, as a web application"
    agents = {
        "phone": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Version/16.0 Mobile Safari/604.1",
        "tablet": "Mozilla/5.0 (Android 12; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0",
        "desktop": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36",
    }
    seen, ran = set(), set()
    for account in (None, "visitor", "guide", "admin"):
        for size, agent in agents.items():
            context = world.context(account, size=size, user_agent=agent)
            page = world.watched(context.new_page())
            answer = page.goto("/login" if account is None else "/help")
            seen.add((answer.text(), answer.headers["etag"]))
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            ran.add(page.locator("script[type=module]").first.get_attribute("src"))
            context.close()
    assert len(seen) == 1 and len(ran) == 1, (len(seen), ran)


@contextlib.contextmanager
def released(mark):
    "A new release of the pages at the server, which says so in its head; the old one afterwards."
    files = {name: SITE / name for name in ("sw.js", "index.html", "files.json")}
    before = {name: file.read_text() for name, file in files.items()}
    listing = json.loads(before["files.json"])
    for path in ("/index.html", "/sw.js"):
        listing[path]["tag"] += f"-{mark}"
    try:
        files["sw.js"].write_text(before["sw.js"].replace('"shell-', f'"shell-{mark}-'))
        if files["sw.js"].read_text() == before["sw.js"]:
            raise Failed("the service worker does not name its cache")
        files["index.html"].write_text(
            before["index.html"].replace("<head>", f'<head><meta name="release" content="{mark}">'))
        files["files.json"].write_text(json.dumps(listing))
        yield
    finally:
        for name, file in files.items():
            file.write_text(before[name])


def test_new_release(world):
    "TV-C-05: a new release is offered, is loaded by one press, and what is being typed stays, in every window"
    context = world.context("visitor", service_workers="allow")
    page, other = (world.watched(context.new_page()) for _ in range(2))
    for window in (page, other):
        window.goto("/people/new")
        world.installed(window)
        window.reload()
        window.get_by_label("Name", exact=True).fill("Sunday walkers")
    page.get_by_label("Kind").select_option("Team")
    page.get_by_label("Sport or activity").fill("Walking")
    other.get_by_label("Description").fill("Around the lake")
    release = page.locator("meta[name=release]")
    with released("next"):
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        # Nothing happens before it is wanted.
        expect(release).to_have_count(0)
        expect(page.get_by_label("Name", exact=True)).to_have_value("Sunday walkers")
        page.get_by_role("button", name="Use it", exact=True).click()
        expect(release).to_have_attribute("content", "next")
        expect(other.locator("meta[name=release]")).to_have_attribute("content", "next")
        expect(page.get_by_label("Kind")).to_have_value("team")
        expect(page.get_by_label("Name", exact=True)).to_have_value("Sunday walkers")
        expect(page.get_by_label("Sport or activity")).to_have_value("Walking")
        expect(other.get_by_label("Name", exact=True)).to_have_value("Sunday walkers")
        expect(other.get_by_label("Description")).to_have_value("Around the lake")
        expect(page.get_by_text("A new version is ready.")).to_have_count(0)
        # It is the page's own state again, not only what is seen.
        other.get_by_role("button", name="Start", exact=True).click()
        expect(other.get_by_role("heading", level=1)).to_have_text("Sunday walkers")


def test_policy(world):
    "pages come with a strict policy, and files are kept for good"
    context = world.context()
    answer = context.request.get("/", headers={"Accept": "text/html"})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy, policy
    index = context.request.get("/", headers={"Accept": "application/json"})
    assert index.json()["documentation"] == "/openapi.json"
    script = answer.text().split('src="')[1].split('"')[0]
    assert "immutable" in context.request.get(script).headers["cache-control"]
    licences = context.request.get("/licenses").text()
    for part in ("MapLibre", "three.js", "lit-html", "FullCalendar", "Lucide", "Inter"):
        assert part in licences, part
