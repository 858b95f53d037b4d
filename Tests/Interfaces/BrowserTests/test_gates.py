"""What pages must bear: many page changes, many tours, a slow network and a slow device."""

import json
import re
import uuid

from playwright.sync_api import expect
from world import Failed

NAMES = {"/tours": "Tours", "/calendar": "Calendar", "/people": "People", "/me": "Me"}
MANY = 500


def heap(page, session):
    """Bytes that scripts hold after everything loose was collected."""
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]


def test_memory(world):
    "memory is steady after 200 page changes"
    page = world.open("/tours", "visitor", size="desktop")
    session = page.context.new_cdp_session(page)

    def walk(changes):
        for turn in range(changes):
            path = list(NAMES)[(turn + 1) % len(NAMES)]
            page.get_by_role("navigation").get_by_role("link", name=NAMES[path], exact=True).click()
            expect(page).to_have_url(re.compile(re.escape(path) + r"(\?|$)"))

    walk(40)
    before = heap(page, session)
    walk(200)
    grown = heap(page, session) - before
    print(f"        scripts hold {grown / 1e6:.2f} MB more")
    if grown > 2_000_000:
        raise Failed(f"scripts hold {grown / 1e6:.1f} MB more after 200 page changes")


test_memory.slow = True  # type: ignore[attr-defined]


def test_many_tours(world):
    "500 tours are listed, searched and filtered"
    sample = world.client().get("/v1/tours")["items"][0]
    tours = [{**sample, "id": str(uuid.uuid4()), "name": f"Walk number {number}", "distance": 100 * number}
             for number in range(1, MANY + 1)]

    def answer(route):
        cursor = re.search("cursor=([0-9]+)", route.request.url)
        begin = int(cursor[1]) if cursor else 0
        page = {"items": tours[begin:begin + 200]}
        if begin + 200 < MANY:
            page["next"] = str(begin + 200)
        route.fulfill(status=200, content_type="application/json", body=json.dumps(page))

    page = world.watched(world.context("visitor").new_page())
    page.route(re.compile(r"/v1/tours\?"), answer)
    page.goto("/tours")
    expect(page.get_by_text(f"{MANY} tours")).to_be_visible()
    # Not all are drawn at once.
    assert page.get_by_role("main").get_by_role("listitem").count() < 100
    page.get_by_label("Search").fill("number 499")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Search").fill("")
    page.get_by_text("Filters and grouping").click()
    page.get_by_label("Distance").select_option("1000")
    expect(page.get_by_text("10 tours", exact=True)).to_be_visible()


def test_interactions(world):
    "what a tap or a key sets off takes at most 200 ms of the page's time, on every kind of page"
    # Event timing counts waiting for a busy machine, too; the page's own time does not.
    page = world.open("/tours", "visitor")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("""() => {
        globalThis.longest = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, entry.duration);
        }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    }""")

    def spent():
        """Milliseconds of scripts, styles and layout so far."""
        values = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * sum(values[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration"))

    taken = {}

    def measure(name, act, sign):
        before = spent()
        act()
        expect(sign).to_be_visible()
        taken[name] = spent() - before

    main = page.get_by_role("main")
    navigation = page.get_by_role("navigation")
    measure("unfold the filters", page.get_by_text("Filters and grouping").click, page.get_by_label("Group by"))
    measure("search", lambda: page.get_by_label("Search").press("c"), main.get_by_role("listitem").first)
    measure("open a tour", main.get_by_role("link", name=re.compile("Castle")).click,
            page.get_by_role("button", name="Start tour"))
    for name in ("People", "Calendar", "Me"):
        measure(f"go to {name}", navigation.get_by_role("link", name=name).click,
                page.get_by_role("heading", level=1, name=name if name != "Me" else "Sample visitor"))
    measure("open the menu", page.get_by_role("button", name="Menu").first.click, page.get_by_role("dialog"))
    longest = page.evaluate("globalThis.longest")
    print(f"        longest: {max(taken.values()):.0f} ms of the page's time ({max(taken, key=lambda name: taken[name])}); "
          f"{longest:.0f} ms by event timing")
    slow = {name: round(time) for name, time in taken.items() if time > 200}
    if slow:
        raise Failed(f"these take more than 200 ms: {slow}")


def test_slow(world):
    "with a slow network and a slow device the shell is usable, and says what it waits for"
    page = world.watched(world.context(None).new_page())
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1_600_000 // 8, "uploadThroughput": 750_000 // 8})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto("/tours", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours", timeout=30_000)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town"))).to_be_visible(timeout=30_000)
    # How soon is measured in test_budgets.py.


test_slow.slow = True  # type: ignore[attr-defined]
