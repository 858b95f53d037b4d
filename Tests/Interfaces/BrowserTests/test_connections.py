"""Between the pages and the server: changes that wait, answers that are lost."""

import re

from playwright.sync_api import expect
from test_calendar import clear, fill
from test_me import newcomer
from test_offline_tours import loaded
from test_tours import tour
from world import PASSWORDS

WAITS = "1 change waits for the network"
REFUSED = "was refused after you were offline"


def begin_offline(world, page):
    "A walk is begun without a network: the change waits."
    expect(page.get_by_role("button", name="Start tour", exact=True)).to_be_visible()
    loaded(page, "/walk-")
    page.context.set_offline(True)
    page.get_by_role("button", name="Start tour", exact=True).click()
    expect(page.get_by_text("No network: the walk begins on this device", exact=False)).to_be_visible()


def runs(world, account):
    return world.client(account).get("/v1/runs")["items"]


def expect_runs(world, page, account, count):
    "So many walks are known to the server, soon and still a while later."
    for _ in range(150):
        if len(runs(world, account)) == count:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(1000)
    assert len(runs(world, account)) == count, runs(world, account)


def test_session_ends_while_changes_wait(world):
    "what waits outlives the session: whoever made it logs in again and it is sent; somebody else does not send it"
    for is_same in (True, False):
        account = newcomer(world)
        other = account if is_same else newcomer(world)
        page = world.open(f"/t/{tour(world)['id']}", account)
        begin_offline(world, page)
        ended = page.context.request.delete("/v1/sessions/current", headers={"Sec-Fetch-Site": "same-origin"})
        assert ended.ok, ended.text()
        page.context.set_offline(False)
        expect(page.get_by_text("Offline. You see what was last known.")).to_have_count(0)
        page.wait_for_timeout(1000)
        expect(page.get_by_text(REFUSED)).to_have_count(0)
        page.goto("/login")
        page.get_by_label("Email").fill(other)
        page.get_by_label("Password").fill(PASSWORDS[other])
        page.get_by_role("button", name="Log in").click()
        expect(page).to_have_url(f"{world.address}/around")
        expect_runs(world, page, other, 1 if is_same else 0)
        assert len(runs(world, account)) == (1 if is_same else 0)
        expect(page.get_by_text(WAITS)).to_have_count(0)


def test_server_is_down_while_changes_wait(world):
    "a change that meets a server in trouble, or too many requests, is tried again by itself"
    account = newcomer(world)
    page = world.open(f"/t/{tour(world)['id']}", account)
    begin_offline(world, page)
    statuses = [429, 503]

    def answer(route):
        if statuses and route.request.method == "POST":
            route.fulfill(status=statuses.pop(), json={"title": "Later."})
        else:
            route.continue_()

    page.route("**/v1/tours/*/runs", answer)
    page.context.set_offline(False)
    expect_runs(world, page, account, 1)
    assert statuses == []
    expect(page.get_by_text(WAITS)).to_have_count(0)
    expect(page.get_by_text(REFUSED)).to_have_count(0)


def test_two_windows_send_once(world):
    "of two windows one sends what waits; the other refuses nothing that is saved"
    account = newcomer(world)
    page = world.open(f"/t/{tour(world)['id']}", account)
    other = world.watched(page.context.new_page())
    other.goto("/tours")
    expect(other.get_by_role("heading", level=1)).to_have_text("Tours")
    sent = []
    page.context.on("request", lambda request: sent.append(request.url)
                    if request.method == "POST" and request.url.endswith("/runs") else None)
    begin_offline(world, page)
    sent.clear()
    page.context.set_offline(False)
    expect_runs(world, page, account, 1)
    assert len(sent) == 1, sent
    for window in (page, other):
        expect(window.get_by_text(REFUSED)).to_have_count(0)


def test_lost_answer(world):
    "whoever presses again after the answer was lost makes the thing once"
    client = world.client("visitor")
    clear(client)
    page = world.open("/calendar/new", "visitor")

    def enter():
        fill(page, "Choir", 2, "19:00", "21:00")
        page.get_by_label("Place", exact=True).fill("47.1390, 9.5222")
        page.get_by_role("listbox").get_by_role("option").first.click()
        expect(page.get_by_text("Position: 47.13900, 9.52220")).to_be_visible()

    def titles():
        return [line["title"] for line in client.get("/v1/appointments")["items"]]

    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort("connectionreset")
        else:
            route.continue_()

    enter()
    page.route("**/v1/appointments", lose)
    save = page.get_by_role("button", name="Save", exact=True)
    save.click()
    expect(page.get_by_text("This could not be done because of a network error.").first).to_be_visible()
    assert lost == [201] and titles() == ["Choir"], (lost, titles())
    save.click()
    expect(page).to_have_url(re.compile(r"/calendar(\?|$)"))
    assert titles() == ["Choir"], titles()
    clear(client)
