"""A walk that goes on while another page is shown, on other devices and by the keys of headphones; trials among walks."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from test_people import newcomer
from test_staying_on_tour import banner, tour, under_way
from test_walk_aloud import at, begin, beside, castle, waits

MEDIA_KEYS = """
    globalThis.keys = {};
    navigator.mediaSession.setActionHandler = (action, call) => { keys[action] = call; };
"""


def to_page(page, name):
    page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).tap()
    expect(page).to_have_url(re.compile(f"/{name.lower()}$"))


def test_walk_goes_on_on_another_page(world):
    "position, arrivals, guidance and voice go on while another page is shown, whose bar says what comes next, live"
    shown = castle(world)
    first, second = shown["stops"][:2]
    page = begin(world, shown, beside(first["position"], north=-60))
    to_page(page, "Me")
    expect(banner(page)).to_contain_text(f"1. {first['title']} · 60 m to the north")
    expect(page.get_by_role("button", name="Your position is in use", exact=True)).to_be_visible()
    page.context.set_geolocation(at(beside(first["position"], north=-40)))
    expect(banner(page)).to_contain_text("40 m to the north")
    page.context.set_geolocation(at(first["position"]))
    expect(page.get_by_text(f"You have reached stop 1: {first['title']}", exact=True)).to_be_visible()
    waits(page, "spoken.includes('Cathedral of St. Florin.')", "the story on another page")
    expect(banner(page)).to_contain_text(f"2. {second['title']} · ")
    expect(banner(page).get_by_role("button", name=f"Continue · stop 2 of {len(shown['stops'])}", exact=True)).to_be_visible()
    page.evaluate("goOn(20)")
    page.context.set_geolocation(at(beside(first["position"], north=0, east=-150)))
    waits(page, r"(goOn(5), spoken.some((one) => one.startsWith('You have left the route')))", "guidance on another page")
    to_page(page, "Tours")
    banner(page).get_by_role("button", name=re.compile("^Continue")).tap()
    expect(page.get_by_role("dialog", name=re.compile(first["title"]))).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Next stop", exact=True).tap()
    expect(page.get_by_role("region", name="Next stop", exact=True)).to_contain_text(second["title"])
    expect(page.get_by_role("listitem").filter(has_text=first["title"])).to_contain_text("(reached)")


def test_arrival_elsewhere_leads_to_its_words(world):
    "an arrival on another page is said there, and leads to what the stop tells"
    shown = castle(world)
    first = shown["stops"][0]
    page = begin(world, shown, beside(first["position"], north=-60))
    to_page(page, "Me")
    page.context.set_geolocation(at(first["position"]))
    page.get_by_role("button", name="Show it", exact=True).tap()
    expect(page.get_by_role("dialog", name=re.compile(first["title"]))).to_be_visible()
    expect(page).to_have_url(re.compile("/walk"))


def test_walk_ends_with_its_end(world):
    "once the tour is paused or ended, or its walker has logged out, the position is no longer in use"
    shown = castle(world)
    start = beside(shown["stops"][0]["position"], north=-60)
    for button in ("Pause tour", "End tour"):
        page = begin(world, shown, start)
        in_use = page.get_by_role("button", name="Your position is in use", exact=True)
        expect(in_use).to_be_visible()
        page.get_by_role("button", name="Leave tour").tap()
        page.get_by_role("dialog").get_by_role("button", name=button).tap()
        expect(page).not_to_have_url(re.compile("/walk"))
        expect(in_use).to_have_count(0)
    page = begin(world, shown, start)
    to_page(page, "Me")
    expect(page.get_by_role("button", name="Your position is in use", exact=True)).to_be_visible()
    page.get_by_role("button", name="Log out", exact=True).tap()
    world.forget("visitor")
    expect(page.get_by_role("button", name="Your position is in use", exact=True)).to_have_count(0)


def test_end_of_a_tour_on_another_page(world):
    "a tour whose last stop is reached on another page follows the position no longer, and its page shows the end"
    shown = castle(world)
    *before, last = shown["stops"]
    page = begin(world, shown, beside(before[0]["position"], north=-60))
    to_page(page, "Me")
    in_use = page.get_by_role("button", name="Your position is in use", exact=True)
    expect(in_use).to_be_visible()
    client = world.client("visitor")
    run = client.get("/v1/runs", open="true")["items"][0]
    for stop in before:
        place = stop["position"]
        client.post(f"/v1/runs/{run['id']}/positions", {"points": [
            {"lat": place["lat"], "lon": place["lon"], "accuracy": 1, "at": now()}]}, status=200)
    expect(banner(page)).to_contain_text(f"{last['order']}. {last['title']}")
    page.context.set_geolocation(at(last["position"]))
    expect(page.get_by_text("Tour completed", exact=True)).to_be_visible()
    expect(in_use).to_have_count(0)
    page.go_back()
    expect(page).to_have_title(re.compile(shown["name"]))
    expect(page.get_by_role("region", name="Next stop", exact=True)).to_have_count(0)


def test_walks_that_cannot_be_read(world):
    "where the walks cannot be read, the page of one says so, and asks again"
    shown = castle(world)
    page = world.open(f"/t/{shown['id']}", newcomer(world, "Ana"))
    walks = re.compile(r"/v1/runs\?limit=10$")
    # A proxy on the way gives up.
    page.route(walks, lambda route: route.fulfill(status=504, body="<h1>Gateway timeout</h1>"))
    page.goto(f"/t/{shown['id']}/walk")
    expect(page.get_by_role("alert").get_by_text("cannot be reached")).to_be_visible()
    page.unroute(walks)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(page.get_by_role("link", name="To the tour", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_other_devices_learn_by_themselves(world):
    "a start, an arrival, a pause and an end are shown on the account's other devices, though nobody touches those"
    under_way(world, 0)
    client = world.client("visitor")
    shown = tour(world)
    stops = client.get(f"/v1/tours/{shown['id']}")["stops"]
    for run in client.get("/v1/runs", open="true")["items"]:
        client.call("DELETE", f"/v1/runs/{run['id']}").want(204)
    page = world.open("/tours", "visitor")
    expect(page.get_by_role("heading", name="Tours", exact=True)).to_be_visible()
    expect(banner(page)).to_have_count(0)
    run = client.post(f"/v1/tours/{shown['id']}/runs")
    expect(banner(page)).to_contain_text(shown["name"])
    place = stops[0]["position"]
    client.post(f"/v1/runs/{run['id']}/positions", {"points": [
        {"lat": place["lat"], "lon": place["lon"], "accuracy": 1, "at": run["startedAt"]}]}, status=200)
    expect(banner(page).get_by_role("button", name=f"Continue · stop 2 of {len(stops)}", exact=True)).to_be_visible()
    client.post(f"/v1/runs/{run['id']}/pause", status=200)
    expect(banner(page)).to_contain_text("Paused")
    client.call("DELETE", f"/v1/runs/{run['id']}").want(204)
    expect(banner(page)).to_have_count(0)


def test_page_of_the_walk_follows_other_devices(world):
    "the page of a walk shows what another device of the walker does: its arrivals, which are not told twice, and a pause"
    shown = castle(world)
    page = begin(world, shown, beside(shown["stops"][0]["position"], north=-60))
    client = world.client("visitor")
    run = client.get("/v1/runs", open="true")["items"][0]
    place = shown["stops"][0]["position"]
    told = client.get(f"/v1/runs/{run['id']}")
    client.post(f"/v1/runs/{run['id']}/positions", {"points": [
        {"lat": place["lat"], "lon": place["lon"], "accuracy": 1, "at": later(told["startedAt"])}]}, status=200)
    expect(page.get_by_role("region", name="Next stop", exact=True)).to_contain_text(shown["stops"][1]["title"])
    assert page.evaluate("spoken.filter((one) => one.startsWith('Cathedral'))") == []
    client.post(f"/v1/runs/{run['id']}/pause", status=200)
    expect(banner(page)).to_contain_text("Your walk is paused")


def now():
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def later(moment):
    "An hour after a moment: later than what the page has sent."
    return (datetime.fromisoformat(moment.replace("Z", "+00:00")) + timedelta(hours=1)).isoformat().replace("+00:00", "Z")


def test_drawn_world_alone_is_a_trial(world):
    "“Start tour”, walked in the drawn world without a position, is a trial from its first stop on, and says so"
    from test_tours import leave_runs
    leave_runs(world)
    shown = castle(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour", exact=True).tap()
    expect(page.get_by_role("button", name="I am here", exact=True)).to_be_visible()
    client = world.client("visitor")
    run = client.get("/v1/runs", open="true")["items"][0]
    assert run["trial"] is False, run
    page.get_by_role("button", name="AR view", exact=True).tap()
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("^1. "))).to_be_visible()
    assert client.get(f"/v1/runs/{run['id']}")["trial"] is True
    page.goto("/me/walks")
    expect(page.get_by_role("list", name="Walks").get_by_role("listitem").first).to_contain_text("Trial")


def test_keys_of_headphones(world):
    "the keys of headphones and of the lock screen pause and go on, go back, repeat, and go to the next story"
    shown = castle(world)
    first, second = shown["stops"][:2]
    page = begin(world, shown, beside(first["position"], north=-60), before=MEDIA_KEYS)
    page.context.set_geolocation(at(first["position"]))
    waits(page, "spoken.includes('Cathedral of St. Florin.')", "the name")
    wanted = ["nexttrack", "pause", "play", "previoustrack", "seekbackward", "stop"]
    assert page.evaluate("Object.keys(keys).filter((key) => keys[key]).sort()") == wanted
    assert page.evaluate("navigator.mediaSession.metadata.title") == first["title"]
    assert page.evaluate("navigator.mediaSession.playbackState") == "playing"
    dialog = page.get_by_role("dialog", name=re.compile(first["title"]))
    page.evaluate("keys.pause()")
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("[navigator.mediaSession.playbackState, goOn(0)]") == ["paused", 0]
    page.evaluate("keys.play()")
    expect(dialog.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.evaluate("goOn()")
    waits(page, "spoken.at(-1) !== 'Cathedral of St. Florin.'", "into the story")
    page.evaluate("keys.seekbackward({ action: 'seekbackward' })")
    waits(page, "spoken.at(-1) === 'Cathedral of St. Florin.'", "15 s back")
    page.evaluate("goOn(2)")
    page.evaluate("keys.previoustrack()")
    waits(page, "spoken.at(-1) === 'Cathedral of St. Florin.'", "from its beginning")
    page.context.set_geolocation(at(second["position"]))
    expect(dialog.get_by_role("button", name="Next story", exact=True)).to_be_visible()
    page.evaluate("keys.nexttrack()")
    waits(page, f"spoken.at(-1) === {second['title'] + '.'!r}", "the next story")
    page.evaluate("keys.stop()")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_have_count(0)
    assert page.evaluate("Object.keys(keys).filter((key) => keys[key])") == []


def test_dark_screen_in_help(world):
    "help says what a web page cannot do with the screen off, and what comes back by itself"
    page = world.open("/help")
    page.get_by_label("Search").last.fill("dark")
    page.get_by_text("What happens on a walk when the screen is dark?", exact=True).tap()
    for words in ("browsers give a web page no position", "“Pocket” makes the page black", "the position comes back by itself"):
        expect(page.get_by_text(words, exact=False)).to_be_visible()
