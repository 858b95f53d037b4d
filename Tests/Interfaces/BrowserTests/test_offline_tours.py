"""Tours where there is no network: walking, and what is kept on the device."""

import re
import signal

from playwright.sync_api import expect
from test_tours import leave_runs, tour
from world import until


def loaded(page, name):
    """Waits until a part of the pages has been fetched."""
    fetched = "(name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name))"
    until(page, lambda: page.evaluate(fetched, name), f"{name} is fetched")


def reach(page, order):
    """Reaches the next stop by a press, and closes what it tells."""
    target = page.get_by_role("region", name="Next stop", exact=True)
    expect(target.get_by_role("heading")).to_contain_text(f"{order}.")
    page.get_by_role("button", name="I am here", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text(f"{order}.")
    dialog.get_by_role("button", name=re.compile("Next stop|Close")).last.click()


def runs(world):
    return world.client("visitor").get("/v1/runs", limit=200)["items"]


def settled(page, world, wanted):
    """The newest walk, once the server knows as much of it as is wanted."""
    def is_known():
        newest = next(iter(runs(world)), None)
        return newest and all(newest[name] == value for name, value in wanted.items())

    until(page, is_known, f"the server knows {wanted}")


ON_DEVICE = "No network: your walk goes on here, and is sent when the network is back."


def test_start_offline(world):
    "a walk is begun, and stops are reached, without a network; the server is told when it is back"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    before = len(runs(world))
    expect(page.get_by_role("button", name="Start tour", exact=True)).to_be_visible()
    loaded(page, "/walk-")
    page.context.set_offline(True)
    page.get_by_role("button", name="Start tour", exact=True).click()
    expect(page.get_by_text("No network: the walk begins on this device, and is sent when the network is back.", exact=True)).to_be_visible()
    reach(page, 1)
    reach(page, 2)
    expect(page.get_by_text(ON_DEVICE, exact=True)).to_be_visible()
    expect(page.get_by_text(f"2 of {shown['stopCount']} reached", exact=True)).to_be_visible()
    assert len(runs(world)) == before
    page.context.set_offline(False)
    settled(page, world, {"tour": shown["id"], "state": "active", "reached": 2})
    assert len(runs(world)) == before + 1
    expect(page.get_by_text(ON_DEVICE, exact=True)).to_have_count(0)
    # From here on it is the server's walk.
    reach(page, 3)
    settled(page, world, {"tour": shown["id"], "reached": 3})


def test_leave_offline(world):
    "a stop is reached and the walk is left without a network: both are sent, in order, when it is back"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour", exact=True).click()
    reach(page, 1)
    # The list of tours is what one comes to.
    page.context.set_offline(True)
    reach(page, 2)
    page.get_by_role("button", name="Leave tour", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="End tour", exact=True).click()
    expect(page.get_by_text("No network: that you have left is sent when the network is back.", exact=True)).to_be_visible()
    expect(page).to_have_url(f"{world.address}/tours")
    assert runs(world)[0]["state"] == "active" and runs(world)[0]["reached"] == 1
    page.context.set_offline(False)
    settled(page, world, {"tour": shown["id"], "state": "left", "reached": 2})


def expect_map(page, world):
    "The map shows streets and houses with its icons, not only the route, and complains of nothing."
    if not world.has_map:
        return
    with_icons = "() => document.querySelector('.maplibregl-map')?.map?.hasImage('utensils') ?? false"
    of_tiles = """() => {
      const map = document.querySelector('.maplibregl-map')?.map;
      if (!map?.isStyleLoaded()) return 0;
      return map.queryRenderedFeatures().filter(({ layer }) => !layer.id.startsWith('page-')).length;
    }"""
    # Asked from outside: a function that the page itself would evaluate again is refused by its policy.
    until(page, lambda: page.evaluate(of_tiles) > 20 and page.evaluate(with_icons), "the map has its features")
    expect(page.locator(".map-failure, .map-note")).to_have_count(0)


def test_kept(world):
    "a tour is kept on the device: its size is said before, it opens and is walked without a network, and it is removed"
    leave_runs(world)
    shown = tour(world)
    context = world.context("visitor", service_workers="allow")
    page = world.watched(context.new_page())
    page.goto("/tours")
    world.installed(page)
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Keep on this device", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Keep “{shown['name']}” on this device?", exact=True)
    expect(dialog.get_by_text(re.compile(r"^About \d[\d.,]* [kM]B are downloaded"))).to_be_visible()
    dialog.get_by_role("button", name="Download", exact=True).click()
    expect(page.get_by_text(re.compile(r"^The tour works without a network now \(\d[\d.,]* [kM]B\)\.$"))).to_be_visible()
    kept = page.locator(".mark").get_by_text(re.compile(r"On this device \(\d[\d.,]*\s[kM]B\)"))
    expect(kept).to_be_visible()
    addresses = page.evaluate("""caches.open('downloads').then((cache) => cache.keys())
        .then((keys) => keys.map((key) => new URL(key.url).pathname))""")
    icons = {f"/v1/map/sprites/{theme}{ending}" for theme in ("light", "dark")
             for ending in (".json", ".png", "@2x.json", "@2x.png")}
    assert not world.has_map or icons <= set(addresses), icons - set(addresses)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(shown["name"])
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    expect(kept).to_be_visible()
    expect_map(page, world)
    page.get_by_role("button", name="Start tour", exact=True).click()
    expect_map(page, world)
    reach(page, 1)
    context.set_offline(False)
    settled(page, world, {"tour": shown["id"], "reached": 1})
    # A network that hangs, as in a tunnel, does not fail: the kept tour opens all the same, before requests end.
    world.server.process.send_signal(signal.SIGSTOP)
    try:
        page.goto(f"/t/{shown['id']}", wait_until="commit")
        expect(page.get_by_role("heading", level=1)).to_have_text(shown["name"], timeout=15_000)
        # Perhaps it is only slow.
        given = page.evaluate("(path) => fetch(path).then(({ headers }) => headers.get('Wayside-Kept'))", f"/v1/tours/{shown['id']}")
        assert given == "late", given
    finally:
        world.server.process.send_signal(signal.SIGCONT)
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Remove from this device", exact=True).click()
    expect(page.get_by_role("button", name="Keep on this device", exact=True)).to_be_visible()
    assert page.evaluate("caches.open('downloads').then((cache) => cache.keys()).then((keys) => keys.length)") == 0


def test_gone_after_log_out(world):
    "what was kept of tours and pictures leaves the device with whoever logs out"
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Keep on this device", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Download", exact=True).click()
    expect(page.get_by_role("button", name="Remove from this device", exact=True)).to_be_visible()
    page.evaluate("caches.open('wayside-thumbnails')")
    assert page.evaluate("caches.has('downloads')")
    page.goto("/me")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.", exact=True)).to_be_visible()
    world.forget("visitor")
    left = page.evaluate("caches.keys()")
    assert not {"downloads", "wayside-thumbnails"} & set(left), left
