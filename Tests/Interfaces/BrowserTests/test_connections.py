"""Between the pages and the server: changes that wait, answers that are lost, what the server tells by itself."""

import re

from playwright.sync_api import expect
from test_calendar import clear, fill, make
from test_me import newcomer
from test_offline_tours import loaded
from test_people import newcomer as named
from test_tours import tour
from world import PASSWORDS, until

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
    return world.client(account).get("/v1/runs", limit=200)["items"]


def expect_runs(world, page, account, count):
    "So many walks are known to the server, soon and still a while later."
    until(page, lambda: len(runs(world, account)) == count, f"{count} walks")
    # Nothing more waits to be sent.
    expect(page.locator(".banner")).to_have_count(0)
    assert len(runs(world, account)) == count, runs(world, account)


def log_in(page, account):
    page.goto("/login")
    page.get_by_label("Email").fill(account)
    page.get_by_label("Password").fill(PASSWORDS[account])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Log in")


def test_session_ends_while_changes_wait(world):
    "what waits outlives the session: whoever made it logs in again and it is sent; somebody else does not send it"
    for is_same in (True, False):
        account = newcomer(world)
        other = account if is_same else newcomer(world)
        page = world.open(f"/t/{tour(world)['id']}", account)
        begin_offline(world, page)
        ended = page.context.request.delete("/v1/sessions/current", headers={"Sec-Fetch-Site": "same-origin"})
        assert ended.ok, ended.text()
        with page.expect_response(lambda answer: answer.status == 401):
            page.context.set_offline(False)
        expect(page.get_by_text("Offline. You see what was last known.")).to_have_count(0)
        expect(page.get_by_text(REFUSED)).to_have_count(0)
        log_in(page, other)
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


def test_all_refused_changes_are_told(world):
    "of many changes that were refused after a time without a network each is told of until it is dismissed"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    titles = [f"Walk number {number}" for number in range(1, 6)]
    made = [make(guide, title, number + 3, "15:00")["id"] for number, title in enumerate(titles)]
    for one in made:
        guide.post(f"/v1/appointments/{one}/participants", {"to": [visitor.account["id"]]}, status=200)
    page = world.open("/calendar", "visitor")
    waiting = page.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
    expect(waiting).to_have_count(5)
    page.context.set_offline(True)
    for number, title in enumerate(titles, start=1):
        waiting.filter(has_text=title).get_by_role("button", name="Deny").click()
        expect(page.get_by_text(re.compile(f"^{number} changes? waits? for the network"))).to_be_visible()
    refusal = {"type": "/problems/conflict", "title": "It is over.", "status": 409}
    page.route("**/v1/appointments/*/answer", lambda route: route.fulfill(status=409, json=refusal))
    page.context.set_offline(False)
    for title in titles:
        expect(page.get_by_text(f"“{title}” {REFUSED}: It is over.", exact=True)).to_be_attached()
    page.get_by_role("button", name="Dismiss", exact=True).last.click()
    expect(page.get_by_text(REFUSED)).to_have_count(4)
    for one in made:
        guide.call("DELETE", f"/v1/appointments/{one}").want(204)
    clear(visitor)


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


def test_stream_is_refused(world):
    "after a refused stream of events it is tried again; what was missed is shown then, and what comes is shown at once"
    # Of one host's invitations not each is told.
    hosts = [world.client(newcomer(world)) for _ in range(2)]
    guest = newcomer(world)
    page = world.watched(world.context(guest).new_page())
    refused = []

    def refuse(route):
        refused.append(route.request.url)
        route.fulfill(status=503, json={"title": "Later."})

    page.route("**/v1/events*", refuse)
    page.goto("/people")
    invitations = page.get_by_role("button", name=re.compile("^Join "))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for count, name in enumerate(("Choir", "Chess"), 1):
        host = hosts[count - 1]
        realm = host.post("/v1/realms", {"kind": "community", "name": name, "joinPolicy": "invite"})["id"]
        host.post(f"/v1/realms/{realm}/invitations", {"to": world.client(guest).account["id"]})
        if count == 1:
            page.wait_for_timeout(500)
            expect(invitations).to_have_count(0)
            page.unroute("**/v1/events*")
        expect(invitations).to_have_count(count)
    assert refused


def test_let_in_while_looking(world):
    "whoever is let into a group sees it on the page that is open"
    host, guest = named(world, "Ana"), named(world, "Dora")
    owner = world.client(host)
    realm = owner.post("/v1/realms", {"kind": "community", "name": "Choir", "joinPolicy": "request"})["id"]
    page = world.open(f"/people/{realm}", guest)
    page.get_by_role("button", name="Ask to join", exact=True).click()
    expect(page.get_by_text("Asked. Choir decides.")).to_be_visible()
    at_host = world.open(f"/people/{realm}", host)
    at_host.get_by_role("button", name="Accept Dora").click()
    expect(page.get_by_role("button", name="Ask to join", exact=True)).to_have_count(0)
    expect(page.get_by_role("list", name="Members")).to_contain_text("Ana")


def test_session_ended_elsewhere(world):
    "a page that is open notices that its session was ended from another device"
    account = newcomer(world)
    page = world.open("/notifications", account)
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_have_count(0)
    other = world.client(account)
    for session in other.get("/v1/sessions")["items"]:
        if session["device"] == "Browser test":
            other.call("DELETE", f"/v1/sessions/{session['id']}").want(204)
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()


def test_form_outlives_a_session(world):
    "what was typed in a form is there after logging in again, and gone after logging out"
    account = newcomer(world)
    page = world.open("/calendar/new", account)
    page.get_by_label("Name", exact=True).fill("A long story")

    def end():
        other = world.client(account)
        for session in other.get("/v1/sessions")["items"]:
            if session["device"] == "Browser test":
                other.call("DELETE", f"/v1/sessions/{session['id']}").want(204)

    end()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Email").fill(account)
    page.get_by_label("Password").fill(PASSWORDS[account])
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile("/calendar/new"))
    expect(page.get_by_label("Name", exact=True)).to_have_value("A long story")
    page.goto("/me")
    page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(world.address + "/login")
    page.goto("/calendar/new")
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('wayside.typed')") is None


def test_another_account_in_another_window(world):
    "who logs out and another account that logs in are noticed by the other window of the browser"
    ana, ben = named(world, "Ana"), named(world, "Ben")
    page = world.open("/me", ana)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ana")
    other = world.watched(page.context.new_page())
    other.goto("/me")
    other.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
    log_in(other, ben)
    expect(heading).to_have_text("Ben")


def test_another_account_of_the_same_kind(world):
    "who is logged in and logs in as somebody else goes on as the other, and is told what the other is told"
    ana, ben = named(world, "Ana"), named(world, "Ben")
    host = world.client(newcomer(world))
    page = world.open("/me", ana)
    log_in(page, ben)
    host.post("/v1/friend-requests", {"to": world.client(ben).account["id"]})
    expect(page.get_by_role("status").get_by_text("Noa")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Me").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben")


KEPT = """async (added) => {
    const database = await new Promise((resolve) => {
        const opening = indexedDB.open('wayside', 1);
        opening.onsuccess = () => resolve(opening.result);
    });
    const store = database.transaction('answers', 'readwrite').objectStore('answers');
    for (let count = 0; count < added; count++) store.put({ path: `/v1/old/${count}`, data: null, etag: null, at: count });
    if (added) store.put({ path: '/v1/tours?near=47.14,9.52', data: null, etag: null, at: Date.now() });
    const paths = await new Promise((resolve) => {
        const reading = store.getAllKeys();
        reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    return paths;
}"""


def test_what_is_kept(world):
    "where somebody was is not kept on the device, and of other answers not more than some hundreds"
    here = {"latitude": 47.14, "longitude": 9.52, "accuracy": 10}
    context = world.context(permissions=["geolocation"], geolocation=here)
    page = world.watched(context.new_page())
    page.goto("/")
    page.get_by_role("button", name="Tours near me", exact=True).click()
    expect(page.get_by_role("list", name="Tours near you", exact=True)).to_be_visible()
    kept = page.evaluate(KEPT, 0)
    assert kept and not [path for path in kept if "47.1" in path], kept
    assert len(page.evaluate(KEPT, 400)) > 400
    page.reload()
    until(page, lambda: len(page.evaluate(KEPT, 0)) <= 310, "the oldest are dropped")
    kept = page.evaluate(KEPT, 0)
    assert "/v1/old/399" in kept and "/v1/old/0" not in kept, kept
    assert not [path for path in kept if "47.1" in path], kept
