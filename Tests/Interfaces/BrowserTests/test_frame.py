"""The frame of all pages: navigation by role, keys, offline, new versions."""

from playwright.sync_api import expect


def names(page):
    return [link.inner_text() for link in page.get_by_role("navigation").get_by_role("link").all() if link.is_visible()]


def test_navigation_of_visitors(world):
    "RL-NAV-01: people find Around, Tours, Calendar, People and Me"
    page = world.open("/tours", "visitor")
    assert names(page) == ["Around", "Tours", "Calendar", "People", "Me"], names(page)
    current = page.get_by_role("navigation").get_by_role("link", name="Tours")
    expect(current).to_have_attribute("aria-current", "page")


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
    ready = "Promise.race([navigator.serviceWorker.ready.then(() => true), new Promise((r) => setTimeout(r, 15000, false))])"
    assert page.evaluate(ready), "the service worker is not installed"
    page.reload()
    expect(shown.first).to_be_visible()
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Notifications")
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    expect(shown.first).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_text("Offline. You see what was last known.")).to_have_count(0)


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
