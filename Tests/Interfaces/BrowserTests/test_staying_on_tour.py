"""A walk that stays: tried without an account, seen everywhere, paused, gone on with elsewhere, ended, begun anew."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from playwright.sync_api import expect
from world import until

SPY = "globalThis.spoken = []; speechSynthesis.speak = ({ text, lang }) => globalThis.spoken.push(`${lang}: ${text}`);"
"""Keeps what the device would say."""


def tour(world, name="Old Town and Castle"):
    return next(one for one in world.client().get("/v1/tours", limit=200)["items"] if one["name"] == name)


def end_runs(world, account="visitor"):
    """Ends what earlier tests left under way."""
    client = world.client(account)
    for run in client.get("/v1/runs")["items"]:
        if not run.get("endedAt"):
            client.call("DELETE", f"/v1/runs/{run['id']}")


def under_way(world, stops, account="visitor", *, trial=False):
    """A walk, or a trial of one, on which so many stops were reached."""
    end_runs(world, account)
    client = world.client(account)
    shown = tour(world)
    run = client.post(f"/v1/tours/{shown['id']}/runs", {"trial": trial})
    now = datetime.now(timezone.utc)
    places = client.get(f"/v1/tours/{shown['id']}")["stops"][:stops]
    if places:
        client.post(f"/v1/runs/{run['id']}/positions", {"points": [
            {"lat": stop["position"]["lat"], "lon": stop["position"]["lon"], "accuracy": 1,
             "at": (now + timedelta(seconds=order)).isoformat(timespec="milliseconds").replace("+00:00", "Z")}
            for order, stop in enumerate(places)]}, status=200)
    return shown, run


def banner(page):
    return page.get_by_role("region", name="Tour under way")


class Finger:
    """Taps, and counts them."""

    def __init__(self):
        self.taps = 0

    def on(self, thing):
        thing.tap()
        self.taps += 1


def listening(world, account=None, **options):
    """A page whose device keeps what it would say."""
    context = world.context(account, **options)
    context.add_init_script(SPY)
    return world.watched(context.new_page())


def hear(page, finger, story):
    """Waits for a story that is told on arrival, or asks for it."""
    player = page.get_by_role("button", name=re.compile("^(Play|Pause)$")).first
    expect(player).to_be_visible()
    if not page.evaluate("spoken.length"):
        finger.on(player)
    until(page, lambda: any(story in said for said in page.evaluate("spoken")), f"{story} is heard")


def first_story(world, page):
    """The beginning of what is told at the first stop of the tour that the page walks."""
    shown = re.search(r"/t/([^/?]+)/walk", page.url)
    return world.client().get(f"/v1/tours/{shown.group(1)}")["stops"][0]["text"].split(". ")[0][:40]


def test_newcomer_hears_a_story(world):
    "a newcomer hears the first story of a tour within four taps, without an account"
    page = listening(world)
    page.goto("/")
    finger = Finger()
    finger.on(page.get_by_role("button", name="Try it without an account"))
    expect(page).to_have_url(re.compile("/walk"))
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("^1. "))).to_be_visible()
    hear(page, finger, first_story(world, page))
    assert finger.taps <= 4, finger.taps


def test_newcomer_hears_a_story_of_a_chosen_tour(world):
    "a newcomer who chooses the tour hears its first story within four taps, without an account"
    page = listening(world)
    page.goto("/")
    finger = Finger()
    free = next(item for item in world.client().get("/v1/tours", limit=4)["items"] if float(item["price"]) == 0)
    finger.on(page.get_by_role("link", name=re.compile(f"^{re.escape(free['name'])}")))
    expect(page.get_by_role("heading", level=1)).to_have_text(free["name"])
    finger.on(page.get_by_role("button", name="Try it without an account"))
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("^1. "))).to_be_visible()
    hear(page, finger, first_story(world, page))
    assert finger.taps <= 4, finger.taps


def test_trial_ends(world):
    "a trial is gone on with from every page, and ends with what an account adds"
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}")
    page.get_by_role("button", name="Try it without an account").tap()
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("^1. "))).to_be_visible()
    page.goto("/tours")
    expect(banner(page)).to_contain_text(shown["name"])
    banner(page).get_by_role("button", name="Continue · stop 2 of 8").tap()
    expect(page).to_have_url(re.compile("/walk"))
    page.get_by_role("button", name="Leave tour").tap()
    page.get_by_role("dialog").get_by_role("button", name="End tour").tap()
    end = page.get_by_role("dialog", name="That was a trial")
    expect(end.get_by_text("Your walks are kept", exact=False)).to_be_visible()
    end.get_by_role("link", name="Sign up").tap()
    expect(page).to_have_url(re.compile(f"/signup.*{shown['id']}"))
    expect(page.get_by_role("region", name="Trying out")).to_have_count(0)
    expect(banner(page)).to_have_count(0)


def test_trial_with_account(world):
    "what is walked in the drawn world is a trial, which the own walks say, beside the walk itself"
    shown, _ = under_way(world, 2)
    end_runs(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Walk it on the screen").tap()
    expect(page).to_have_url(re.compile("view=ar"))
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("^1. "))).to_be_visible()
    run = world.client("visitor").get("/v1/runs")["items"][0]
    assert run["trial"] is True, run
    page.goto("/me/walks")
    expect(page.get_by_role("list", name="Walks").get_by_role("listitem").first).to_contain_text("Trial")


def test_seen_everywhere(world):
    "a walk under way is seen on every page: Around, tours, the tour's page and others"
    shown, _ = under_way(world, 4)
    page = world.open("/tours", "visitor")
    for path in ("/tours", "/around", "/calendar", "/people", "/me", "/"):
        page.goto(path)
        expect(banner(page)).to_contain_text(shown["name"])
        expect(banner(page).get_by_role("button", name="Continue · stop 5 of 8")).to_be_in_viewport(ratio=1)
    page.goto(f"/t/{shown['id']}")
    expect(banner(page)).to_have_count(1)
    expect(banner(page)).to_contain_text("4 of 8 reached")
    expect(page.get_by_role("button", name="Start tour")).to_have_count(0)
    banner(page).get_by_role("button", name="Continue · stop 5 of 8").tap()
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("5.")
    expect(banner(page)).to_have_count(0)


def test_pause_here_continue_there(world):
    "a tour is paused on one device, which says until when it is kept, and gone on with on another"
    shown, run = under_way(world, 4)
    there = world.open("/tours", "visitor")
    expect(banner(there)).to_be_visible()
    here = world.open(f"/t/{shown['id']}/walk", "visitor")
    here.get_by_role("button", name="Leave tour").tap()
    dialog = here.get_by_role("dialog")
    kept = world.client("visitor").get(f"/v1/runs/{run['id']}")["keptUntil"]
    expect(dialog).to_contain_text(f"kept until {datetime.fromisoformat(kept.replace('Z', '+00:00')).astimezone().day} ")
    dialog.get_by_role("button", name="Pause tour").tap()
    expect(banner(here)).to_contain_text("Your walk is paused")
    assert world.client("visitor").get(f"/v1/runs/{run['id']}")["state"] == "paused"
    # The other device looks when one comes back to it.
    there.evaluate("dispatchEvent(new Event('focus'))")
    expect(banner(there)).to_contain_text("Paused")
    banner(there).get_by_role("button", name="Continue · stop 5 of 8").tap()
    expect(there).to_have_url(re.compile("/walk"))
    expect(there.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("5.")
    assert world.client("visitor").get(f"/v1/runs/{run['id']}")["state"] == "active"


def test_paused_walk_page(world):
    "the page of a walk that is paused offers to go on"
    shown, run = under_way(world, 3)
    world.client("visitor").post(f"/v1/runs/{run['id']}/pause", status=200)
    page = world.open(f"/t/{shown['id']}/walk", "visitor")
    banner(page).get_by_role("button", name="Continue · stop 4 of 8").tap()
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("4.")


def test_paused_elsewhere(world):
    "whoever walks on where the tour was paused by another device is offered to go on, and is not shown an error"
    shown, run = under_way(world, 3)
    begin = shown["start"]
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": begin["lat"], "longitude": begin["lon"], "accuracy": 5})
    # A device that has not heard of it, as no stream comes through.
    context.route("**/v1/events*", lambda route: route.abort())
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}/walk")
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("4.")
    world.client("visitor").post(f"/v1/runs/{run['id']}/pause", status=200)
    page.get_by_role("button", name="Show my position").tap()
    banner(page).get_by_role("button", name="Continue · stop 4 of 8").tap()
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("4.")


def test_end(world):
    "a tour is ended for good"
    shown, run = under_way(world, 7)
    page = world.open(f"/t/{shown['id']}/walk", "visitor")
    page.get_by_role("button", name="Leave tour").tap()
    expect(page.get_by_role("dialog")).to_contain_text("You have reached 7 of 8 stops.")
    page.get_by_role("dialog").get_by_role("button", name="End tour").tap()
    expect(page).to_have_url(f"{world.address}/tours")
    expect(banner(page)).to_have_count(0)
    assert world.client("visitor").get(f"/v1/runs/{run['id']}")["state"] == "left"


def test_start_anew(world):
    "starting anew is a choice of its own, asked first where something would be given up"
    shown, run = under_way(world, 4)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start anew").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You have reached 4 of 8 stops. That is given up.")
    dialog.get_by_role("button", name="Start anew").tap()
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("1.")
    runs = world.client("visitor").get("/v1/runs")["items"]
    assert [one["state"] for one in runs[:2]] == ["active", "left"] and runs[1]["id"] == run["id"], runs[:2]
