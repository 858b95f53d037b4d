"""Events, practices and attendance of teams and communities."""

import re
import uuid
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from test_people import newcomer
from world import expect_accessible, expect_layout, until


def group(world, host, kind, members=()):
    "A team, or another group that anybody may join, and its members, who come by a link."
    owner = world.client(host)
    name = f"Rowers {uuid.uuid4().hex[:6]}"
    policy = "request" if kind == "team" else "open"
    made = owner.post(
        "/v1/realms",
        {"kind": kind, "name": name, "joinPolicy": policy, "timeZone": "Europe/Vaduz"},
    )
    for member in members:
        link = owner.post(f"/v1/realms/{made['id']}/invitations", {"link": True})
        world.client(member).post(f"/v1/invitations/{link['token']}/acceptance", status=200)
    return owner, made


def under_way(owner, team):
    "A practice that began an hour ago."
    return owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "practice", "title": "Rowing", "start": wall(-1), "duration": 14400,
        "place": {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}, "placeIsSafe": True})


def wall(hours):
    "A wall time so many hours from now, in Vaduz or nearly so."
    return (datetime.now(UTC) + timedelta(hours=hours + 1)).strftime("%Y-%m-%dT%H:%M")


def test_plan_and_answer(world):
    "US5(a), US5(c), US8(b): an admin plans an event, a member answers with one tap, the admin sees who"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    _, team = group(world, host, "team", [guest])
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("link", name="Plan an event").click()
    page.get_by_label("What", exact=True).fill("Regatta")
    day = datetime.now(UTC) + timedelta(days=9)
    page.get_by_label("Day", exact=True).fill(day.strftime("%Y-%m-%d"))
    page.get_by_label("Answer until").fill((day - timedelta(days=2)).strftime("%Y-%m-%d"))
    page.get_by_label("Places").fill("4")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Regatta")
    other = world.open("/notifications", guest)
    other.get_by_role("link", name="Regatta").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Regatta")
    answer = other.get_by_role("group", name="Your answer to “Regatta”")
    answer.get_by_role("button", name="Maybe").click()
    expect(answer.get_by_role("button", name="Maybe")).to_have_attribute("aria-pressed", "true")
    answer.get_by_role("button", name="Yes").click()
    expect(answer.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    other.get_by_role("textbox", name="Comment").fill("With cake")
    other.get_by_role("button", name="Save comment").click()
    expect(other.get_by_text("1 of 4 comes")).to_be_visible()
    listed = page.get_by_role("list", name="Answers")
    expect(listed).to_contain_text("“With cake”")


def test_refused_comment(world):
    "a comment that the server refuses is not called saved, and stays in its field"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    event = owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "practice", "title": "Rowing", "start": wall(26), "duration": 3600,
        "place": {"lat": 47.141, "lon": 9.5208}, "placeIsSafe": True})
    answer = f"/v1/group-events/{event['id']}/answer"
    world.client(guest).call("PUT", answer, {"answer": "accepted"}).want(200)
    page = world.open(f"/people/events/{event['id']}", guest)
    comment = page.get_by_role("textbox", name="Comment")
    comment.fill("With cake")
    refusal = {"type": "/problems/conflict", "title": "Answers are closed.", "status": 409}
    page.route(f"**{answer}*", lambda route: route.fulfill(status=409, json=refusal))
    page.get_by_role("button", name="Save comment").click()
    expect(page.get_by_text("Answers are closed.", exact=True)).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_have_count(0)
    expect(comment).to_have_value("With cake")
    page.unroute_all()
    page.get_by_role("button", name="Save comment").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def test_the_clocks_of_an_event(world):
    "A reader elsewhere reads the own clocks and those of the place; a day's end is said as such"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    event = owner.post(
        f"/v1/realms/{team['id']}/events",
        {
            "kind": "event", "title": "Regatta", "start": "2031-06-12T09:00", "zone": "Europe/Vaduz",
            "duration": 3600, "responseDeadline": "2031-06-09",
        },
    )
    path = f"/people/events/{event['id']}"
    page = world.open(path, guest, timezone_id="America/Toronto", locale="en-GB")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Thu, 12 Jun 2031, 3:00 – 4:00")
    expect(main).to_contain_text("There (Europe/Vaduz): Thu, 12 Jun 2031, 9:00")
    expect(main).to_contain_text("End of Mon, 9 Jun 2031")
    page = world.open(path, guest, timezone_id="Europe/Zurich", locale="en-GB")
    expect(page.get_by_role("main")).to_contain_text("Thu, 12 Jun 2031, 9:00 – 10:00")
    expect(page.get_by_role("main")).not_to_contain_text("There (")
    for more, words in (
        ({"start": "2031-06-12T20:00", "duration": 43200}, "Thu, 12 Jun 2031, 20:00 – Fri, 13 Jun 2031, 8:00"),
        ({"start": "2031-06-13T00:00", "duration": 259200, "allDay": True}, "Fri, 13 Jun 2031 – Sun, 15 Jun 2031"),
    ):
        made = owner.post(f"/v1/realms/{team['id']}/events", {"kind": "event", "title": "Camp", "zone": "Europe/Vaduz", **more})
        page = world.open(f"/people/events/{made['id']}", guest, timezone_id="Europe/Zurich", locale="en-GB")
        expect(page.get_by_role("main")).to_contain_text(words)


def test_practice_and_attendance(world):
    "US9(a), BZ-ATT-01, BZ-ATT-02: one says that one was there, the admin marks all"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = owner.post(
        f"/v1/realms/{team['id']}/events",
        {
            "kind": "practice",
            "title": "Rowing",
            "start": wall(-1),
            "duration": 14400,
            "place": {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"},
            "placeIsSafe": True,
        },
    )
    page = world.open(f"/people/events/{made['id']}", guest)
    own = page.get_by_role("group", name="Your attendance")
    own.get_by_role("button", name="Absent").click()
    expect(own.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    own.get_by_role("button", name="Present").click()
    expect(own.get_by_role("button", name="Present")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="Attendance")).to_have_count(0)
    admin = world.open(f"/people/events/{made['id']}", host)
    expect(admin.get_by_role("list", name="Attendance")).to_contain_text("Says: was there")
    marks = admin.get_by_role("group", name="Attendance of Ben")
    marks.get_by_role("button", name="Present").click()
    expect(marks.get_by_role("button", name="Present")).to_have_attribute("aria-pressed", "true")
    marks.get_by_role("button", name="Absent").click()
    expect(marks.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("An admin has marked you absent. That counts.")).to_be_visible()


def test_late_answer(world):
    "of two answers about the same thing the later question's stays, whichever comes last"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = under_way(owner, team)
    page = world.open(f"/people/events/{made['id']}", host)
    marks = page.get_by_role("group", name="Attendance of Ben")
    expect(marks).to_be_visible()
    held = []

    def hold(route):
        if route.request.method != "GET" or held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/attendance?limit=*", hold)
    marks.get_by_role("button", name="Present").click()
    until(page, lambda: held, "the list")
    assert '"admin":"present"' in held[0][1].text(), held[0][1].text()
    marks.get_by_role("button", name="Absent").click()
    expect(marks.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    held[0][0].fulfill(response=held[0][1])
    page.wait_for_timeout(500)
    expect(marks.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    page.unroute_all(behavior="wait")


def test_marking_all(world):
    "BZ-ATT-01: one tap marks all who said yes, those too whom the list does not show yet"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = under_way(owner, team)
    page = world.watched(world.context(host).new_page())

    def halve(route):
        "Both have said yes, and only one is on each page."
        if route.request.method != "GET":
            return route.continue_()
        answer = route.fetch(url=route.request.url.split("&cursor=")[0])
        lines = [{**line, "answer": "accepted"} for line in answer.json()["items"]]
        later = "cursor=" in route.request.url
        body = {"items": lines[1:]} if later else {"items": lines[:1], "next": "more"}
        return route.fulfill(response=answer, json=body)

    page.route("**/attendance?limit=*", halve)
    page.goto(f"/people/events/{made['id']}")
    listed = page.get_by_role("list", name="Attendance")
    expect(listed.get_by_role("listitem")).to_have_count(1)
    with page.expect_response(lambda answer: answer.request.method == "PUT") as marked:
        page.get_by_role("button", name="All who said yes were there").click()
    assert marked.value.status == 204, marked.value.status
    page.unroute_all(behavior="wait")
    lines = owner.get(f"/v1/group-events/{made['id']}/attendance")["items"]
    assert [line.get("admin") for line in lines] == ["present", "present"], lines


def colour(page, button):
    "What the background of a button is: green, red or grey, with nothing pointing at it."
    page.mouse.move(1, 1)
    page.wait_for_timeout(100)
    words = button.evaluate("e => getComputedStyle(e).backgroundColor")
    red, green, blue = (int(part) for part in re.findall(r"\d+", words)[:3])
    if max(red, green, blue) - min(red, green, blue) < 24:
        return "grey"
    return "green" if green > max(red, blue) else "red" if red > max(green, blue) else words


def test_community_event(world):
    "SC-COM-06, SC-EVT-09, SC-EVT-12, SC-EVT-14, SC-EVT-16, SC-EVT-17, SC-EVT-20, SC-COM-11: joining and dropping, in their words"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community")
    address = f"/people/{community['id']}"
    page = world.open(address, guest)
    expect(page.get_by_text("no upcoming events")).to_be_visible()
    path = f"/v1/realms/{community['id']}/events"
    owner.post(path, {"kind": "event", "title": "Tea", "start": wall(48)})
    owner.post(path, {"kind": "event", "title": "Walk", "start": wall(-30)})
    page.reload()
    page.get_by_role("button", name="click to join: Tea").click()
    expect(
        page.get_by_text(
            "Unable to join member exclusive community events. Please join the community first!"
        )
    ).to_be_visible()
    page.get_by_role("button", name="Join community").click()
    expect(page.get_by_role("button", name="Quit community")).to_be_visible()
    join = page.get_by_role("button", name="click to join: Tea", exact=True)
    expect(join).to_have_text("click to join")
    assert colour(page, join) == "green", colour(page, join)
    join.click()
    drop = page.get_by_role("button", name="joined, click to drop: Tea")
    expect(drop).to_have_text("joined, click to drop")
    assert colour(page, drop) == "red", colour(page, drop)
    calendar = world.open("/calendar?view=list", guest)
    expect(calendar.get_by_text("Tea").first).to_be_visible()
    drop.click()
    expect(join).to_have_text("click to join")
    assert colour(page, join) == "green", colour(page, join)
    page.get_by_role("button", name="Show earlier events").click()
    ended = page.get_by_role("button", name="ended: Walk")
    assert colour(page, ended) == "grey", colour(page, ended)
    ended.click()
    expect(page.get_by_text("event has already ended")).to_be_visible()
    page.get_by_role("button", name="Quit community").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()


def test_running_community_event(world):
    "SC-EVT-17: what runs is neither over nor to be dropped; what was cancelled says so"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    path = f"/v1/realms/{community['id']}/events"
    owner.post(path, {"kind": "event", "title": "Tea", "start": wall(-1), "duration": 14400})
    gone = owner.post(path, {"kind": "event", "title": "Walk", "start": wall(-30)})
    owner.call("DELETE", f"/v1/group-events/{gone['id']}").want(204)
    page = world.open(f"/people/{community['id']}", guest)
    earlier = page.get_by_role("button", name="Show earlier events")
    earlier.click()
    tea = page.get_by_role("article", name="Tea")
    expect(tea).to_contain_text("under way")
    expect(tea.get_by_role("button")).to_have_count(0)
    walk = page.get_by_role("article", name="Walk")
    expect(walk).to_contain_text("Cancelled")
    expect(walk.get_by_role("button")).to_have_count(0)


def test_joined_event_in_the_calendar(world):
    "SC-EVT-15: an event that one has joined stands in one's own calendar on its date, and only then and there"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    event = owner.post(
        f"/v1/realms/{community['id']}/events", {"kind": "event", "title": "Tea", "start": wall(72), "zone": "Europe/Vaduz"})
    date, after = (wall(hours)[:10] for hours in (72, 96))
    page = world.open(f"/calendar?view=day&date={date}", guest)
    expect(page.get_by_text("Nothing planned in this time")).to_be_visible()
    page.goto(f"/people/{community['id']}")
    page.get_by_role("button", name="click to join: Tea", exact=True).click()
    expect(page.get_by_role("button", name="joined, click to drop: Tea")).to_be_visible()
    page.goto(f"/calendar?view=day&date={date}")
    stands = page.get_by_role("main").get_by_role("link", name=re.compile("Tea"))
    expect(stands).to_have_count(1)
    page.goto(f"/calendar?view=day&date={after}")
    expect(page.get_by_text("Nothing planned in this time")).to_be_visible()
    expect(stands).to_have_count(0)
    page.goto(f"/calendar?view=list&date={date}")
    stands.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea")
    assert event["id"] in page.url, page.url


def test_every_admin_hears_of_an_answer(world):
    "US8(d): each admin of a team is told of an answer, whoever planned the event; who only plays is not"
    host, other, guest, player = (newcomer(world, name) for name in ("Ana", "Bea", "Cleo", "Dora"))
    owner, team = group(world, host, "team", [other, guest, player])
    path = f"/v1/realms/{team['id']}/members"
    second = world.client(other).account["id"]
    owner.call("PATCH", f"{path}/{second}", {"role": "admin"}).want(204)
    event = owner.post(
        f"/v1/realms/{team['id']}/events", {"kind": "event", "title": "Regatta", "start": wall(72), "zone": "Europe/Vaduz"})
    page = world.open(f"/people/events/{event['id']}", guest)
    answer = page.get_by_role("group", name="Your answer to “Regatta”")
    answer.get_by_role("button", name="Yes").click()
    expect(answer.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    for admin in (host, other):
        told = world.open("/notifications", admin)
        told.get_by_role("link", name=re.compile("Cleo.*Regatta")).click()
        expect(told.get_by_role("heading", level=1)).to_have_text("Regatta")
    kinds = [item["kind"] for item in world.client(player).get("/v1/notifications")["items"]]
    assert "eventAnswer" not in kinds, kinds


def test_communities_and_news(world):
    """SC-COM-01, SC-COM-02, SC-COM-05, SC-EVT-01, SC-EVT-02, SC-EVT-03, SC-EVT-05, SC-EVT-11, SC-COM-22: joined
    first, a dot until one has looked, news"""
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    owner.post(
        f"/v1/realms/{community['id']}/events",
        {"kind": "event", "title": "Open day", "start": wall(48)},
    )
    page = world.open("/people", guest)
    link = page.get_by_role("link", name=re.compile("^Community"))
    expect(link).to_contain_text("1 with something new")
    expect(link.locator(".dot")).to_be_attached()
    page.reload()
    expect(link).to_contain_text("1 with something new")
    link.click()
    rows = page.get_by_role("list", name="Communities").get_by_role("listitem")
    expect(rows.first).to_contain_text(community["name"])
    expect(rows.first).to_contain_text("new events")
    expect(rows.first.locator(".dot")).to_be_attached()
    rows.first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(community["name"])
    page.get_by_role("main").get_by_role("link", name="Back to communities").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Communities")
    expect(rows.first).not_to_contain_text("new events")
    admin = world.open(f"/people/{community['id']}", host)
    admin.get_by_role("button", name="Tell news").click()
    dialog = admin.get_by_role("dialog", name="Tell news")
    dialog.get_by_label("What").fill("New boards")
    dialog.get_by_role("button", name="Tell everybody").click()
    expect(admin.get_by_role("article", name="New boards")).to_be_visible()
    page.goto("/notifications")
    page.get_by_role("link", name="New boards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New boards")


def test_news_after_joining(world):
    "whoever joins a community on its page reads its news there at once"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, community = group(world, host, "community")
    owner.post(f"/v1/realms/{community['id']}/news", {"title": "New boat"})
    page = world.open(f"/people/{community['id']}", guest)
    join = page.get_by_role("button", name="Join community", exact=True)
    expect(join).to_be_visible()
    expect(page.get_by_role("article", name="New boat")).to_have_count(0)
    join.click()
    expect(page.get_by_role("article", name="New boat")).to_be_visible()


def test_roster(world):
    "US7(b), BZ-ROS-01, BZ-ROS-02: positions, and how members are reached by their own consent, gone at once"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    member = world.client(guest)
    owner.call("PATCH", f"/v1/realms/{team['id']}/members/{member.account['id']}", {"position": "Cox"}).want(204)
    world.prove(guest)
    page = world.open(f"/people/{team['id']}/roster", guest)
    share = page.get_by_role("checkbox", name="Show the team how I am reached")
    expect(share).not_to_be_checked()
    other = world.open(f"/people/{team['id']}/roster", host)
    row = other.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text="Ben")
    expect(row).to_contain_text("Cox")
    expect(row.get_by_role("link", name=guest)).to_have_count(0)
    share.check()
    expect(share).to_be_enabled()
    page.wait_for_load_state("networkidle")
    other.reload()
    expect(row.get_by_role("link", name=guest)).to_be_visible()
    share.uncheck()
    page.wait_for_load_state("networkidle")
    other.reload()
    expect(other.get_by_role("list", name="Members")).to_be_visible()
    expect(row.get_by_role("link", name=guest)).to_have_count(0)
    outside = world.client(newcomer(world, "Eve"))
    for part in ("contacts", "members"):
        refused = outside.call("GET", f"/v1/realms/{team['id']}/{part}")
        assert refused.status == 403, f"{part}: {refused.status}"


NETWORK_FAULT = "This could not be done because of a network error. Perhaps this device is offline"


def test_community_without_network(world):
    "SC-COM-04, SC-COM-17, SC-EVT-10, SC-EVT-18, SC-EVT-22: what fails for the network says so and changes nothing"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community")
    event = owner.post(
        f"/v1/realms/{community['id']}/events",
        {"kind": "event", "title": "Tea", "start": wall(48)},
    )
    page = world.open(f"/people/{community['id']}", guest)
    member = world.client(guest)

    def fails(role, name):
        "Presses a button without a network."
        button = page.get_by_role(role, name=name, exact=True)
        expect(button).to_be_visible()
        page.route("**/v1/**", lambda route: route.abort() if route.request.method != "GET" else route.continue_())
        button.click()
        expect(page.get_by_text(NETWORK_FAULT).first).to_be_visible()
        page.unroute("**/v1/**")
        expect(button).to_be_visible()

    def answer():
        return member.get(f"/v1/group-events/{event['id']}")["answer"]

    fails("button", "Join community")
    assert member.get(f"/v1/realms/{community['id']}").get("role") is None
    page.get_by_role("button", name="Join community").click()
    fails("button", "click to join: Tea")
    assert answer() == "none", "nothing is entered"
    page.get_by_role("button", name="click to join: Tea").click()
    expect(page.get_by_role("button", name="joined, click to drop: Tea")).to_be_visible()
    fails("button", "joined, click to drop: Tea")
    assert answer() == "accepted", "one stays entered"
    page.get_by_role("button", name="Quit community").click()
    page.route("**/v1/**", lambda route: route.abort() if route.request.method != "GET" else route.continue_())
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_text(NETWORK_FAULT).first).to_be_visible()
    assert member.get(f"/v1/realms/{community['id']}")["role"] == "member"
    assert answer() == "accepted"
    other = world.watched(world.context(guest).new_page())
    other.route("**/v1/communities*", lambda route: route.abort())
    other.route("**/v1/realms/**", lambda route: route.abort())
    for address in ("/people/communities", f"/people/{community['id']}"):
        other.goto(address)
        expect(other.get_by_text(re.compile(
            "because of a network error.*offline, the connection is weak, or the server")).first).to_be_visible()


def test_joined_events_in_the_calendar(world):
    "SC-CAL-02, SC-CAL-04, SC-CAL-05, SC-CAL-06: joined events by week, day, year and month, and on the page of theirs"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    # Both in one hour, and so on one day.
    hour = wall(26)[:14]
    start = f"{hour}10"
    events = [
        owner.post(
            f"/v1/realms/{community['id']}/events",
            {"kind": "event", "title": title, "start": hour + minute, "zone": "Europe/Vaduz"},
        )
        for title, minute in (("Supper", "40"), ("Tea", "10"))
    ]
    far = (datetime.now(UTC).replace(day=15) + timedelta(days=31)).strftime("%Y-%m-15T10:00")
    later = owner.post(
        f"/v1/realms/{community['id']}/events",
        {"kind": "event", "title": "Next month", "start": far, "zone": "Europe/Vaduz"},
    )
    member = world.client(guest)
    for made in (*events, later):
        member.call("PUT", f"/v1/group-events/{made['id']}/answer", {"answer": "accepted"}).want(200)
    page = world.open(f"/calendar?view=day&date={start[:10]}", guest)
    for view in ("day", "week", "month"):
        page.goto(f"/calendar?view={view}&date={start[:10]}")
        listed = page.get_by_role("main").get_by_role("link", name=re.compile("Tea|Supper"))
        expect(listed).to_have_count(2)
        expect(listed.nth(0)).to_contain_text("Tea")
        expect(listed.nth(1)).to_contain_text("Supper")
    shown = page.locator(".calendar-span")
    month = datetime.fromisoformat(start).strftime("%B")
    expect(shown).to_have_text(f"{month} {start[:4]}")
    page.goto(f"/calendar?view=year&date={start[:10]}")
    expect(shown).to_have_text(start[:4])
    day = re.compile(f"\\b{int(start[8:10])} {month}: 2 appointments")
    expect(page.get_by_role("table").get_by_role("link", name=day)).to_be_visible()
    page.goto("/calendar?view=month")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Next month").first).to_be_visible()
    page.get_by_role("button", name="Former").click()
    expect(page.get_by_text("Next month")).to_have_count(0)


def test_more_communities(world):
    "SC-COM-03: the list scrolls down to more communities"
    host = newcomer(world, "Ana")
    owner = world.client(host)
    for number in range(32):
        owner.post("/v1/realms", {"kind": "community", "name": f"Club {number:02}", "joinPolicy": "invite"})
    page = world.open("/people/communities", host)
    rows = page.get_by_role("list", name="Communities").get_by_role("listitem")
    expect(rows.first).to_contain_text("Club 00")
    expect(page.get_by_text("Club 31")).to_have_count(0)
    rows.last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 2000)
    expect(page.get_by_text("Club 31")).to_be_visible()


def test_scrolling_upward(world):
    "SC-EVT-08: scrolling upward shows earlier events"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    path = f"/v1/realms/{community['id']}/events"
    for title, hours in (("Walk", -30), ("Hike", -60), ("Tea", 48)):
        owner.post(path, {"kind": "event", "title": title, "start": wall(hours)})
    page = world.open(f"/people/{community['id']}", guest)
    expect(page.get_by_role("article", name="Tea")).to_be_visible()
    expect(page.get_by_role("article", name="Walk")).to_have_count(0)
    page.get_by_role("article", name="Tea").hover()
    page.mouse.wheel(0, -300)
    shown = page.get_by_role("list", name="Earlier events").get_by_role("article")
    expect(shown).to_have_count(2)
    expect(shown.nth(0)).to_contain_text("Hike")
    expect(shown.nth(1)).to_contain_text("Walk")


def test_month_of_joined_events(world):
    "SC-CAL-01: “Calendar” shows the joined events of the month in order of time, with today highlighted"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    member = world.client(guest)
    start = datetime.now(UTC) + timedelta(minutes=2)
    for title, minutes in (("Second", 40), ("First", 0), ("Not joined", 20)):
        made = owner.post(
            f"/v1/realms/{community['id']}/events",
            {"kind": "event", "title": title, "zone": "UTC",
             "start": (start + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M")})
        if title != "Not joined":
            member.call("PUT", f"/v1/group-events/{made['id']}/answer", {"answer": "accepted"}).want(200)
    page = world.open("/around", guest, size="desktop")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Calendar").click()
    expect(page.get_by_role("button", name="Month", exact=True)).to_have_attribute("aria-pressed", "true")
    listed = page.get_by_role("main").get_by_role("link", name=re.compile("First|Second"))
    expect(listed).to_have_count(2)
    expect(listed.nth(0)).to_contain_text("First")
    expect(listed.nth(1)).to_contain_text("Second")
    expect(page.get_by_text("Not joined")).to_have_count(0)
    expect(page.get_by_role("heading", level=2, name=re.compile("Today"))).to_be_visible()
    today = page.locator(".fc-day-today")
    expect(today.first).to_be_visible()
    assert today.first.evaluate("e => getComputedStyle(e).backgroundColor") not in ("rgba(0, 0, 0, 0)", "transparent")


def test_team_as_guest(world):
    "BZ-CAL-02: one team invites another, whose admin accepts; it stands in both calendars and is answered in both"
    host, guest, member = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Cleo")
    owner, team = group(world, host, "team")
    _, other = group(world, guest, "team", [member])
    event = owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "event", "title": "Regatta", "start": wall(48), "zone": "Europe/Vaduz", "duration": 3600})
    page = world.open(f"/people/events/{event['id']}", host)
    page.get_by_label("Name of the team").fill(other["name"])
    page.get_by_role("button", name="Find teams", exact=True).click()
    page.get_by_role("button", name=f"Invite {other['name']}", exact=True).click()
    listed = page.get_by_role("list", name="Other teams", exact=True)
    expect(listed).to_contain_text("Invited, has not answered yet")
    # Its admin is told and led to where one answers.
    admin = world.open("/notifications", guest)
    admin.get_by_role("link", name="Regatta").click()
    expect(admin.get_by_role("heading", level=1)).to_have_text(other["name"])
    invited = admin.get_by_role("list", name="Your team is invited", exact=True)
    expect(invited).to_contain_text(f"From {team['name']}")
    admin.get_by_role("button", name="Accept Regatta", exact=True).click()
    expect(invited).to_have_count(0)
    expect(admin.get_by_role("article", name="Regatta")).to_be_visible()
    expect(listed).to_contain_text("Takes part")
    # A member of the other team finds it in the calendar of that team, and answers.
    view = world.open(f"/people/{other['id']}/calendar?view=month&date={wall(48)[:10]}", member)
    view.get_by_role("link", name="Regatta").first.click()
    expect(view.get_by_role("heading", level=1)).to_have_text("Regatta")
    expect(view.get_by_role("link", name=other["name"])).to_be_visible()
    expect(view.get_by_text(f"{team['name']}, {other['name']}")).to_be_visible()
    answer = view.get_by_role("group", name="Your answer to “Regatta”")
    answer.get_by_role("button", name="Yes").click()
    expect(answer.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("1 comes")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    # Its admin takes it out again.
    admin.get_by_role("link", name="Regatta").first.click()
    admin.get_by_role("button", name=f"Take {other['name']} out", exact=True).click()
    admin.get_by_role("dialog").get_by_role("button", name="Take out", exact=True).click()
    expect(admin.get_by_role("heading", level=1)).to_have_text(other["name"])
    expect(admin.get_by_role("article", name="Regatta")).to_have_count(0)
