"""What a team plans: places that are taken, age, attendance at the place, one of a series, the way there."""

import json
import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from test_calendar import set_ways
from test_people import newcomer
from test_teams import group, wall
from world import expect_accessible, expect_layout

BOATHOUSE = {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}


def plan(owner, team, **more):
    "An event of a team, on the side of the server."
    body = {"kind": "event", "title": "Regatta", "start": wall(72), **more}
    return owner.post(f"/v1/realms/{team['id']}/events", body)


def at(lat, lon):
    "A browser that knows where it is."
    return {"geolocation": {"latitude": lat, "longitude": lon, "accuracy": 8}, "permissions": ["geolocation"]}


def test_recurring_practice(world):
    "US4(a): a practice of every week is planned in the form; its last day is one by the clocks of the team's place"
    host = newcomer(world, "Ana")
    owner = world.client(host)
    team = owner.post("/v1/realms", {"kind": "team", "name": "Rowers of Toronto", "timeZone": "America/Toronto"})
    page = world.open(f"/people/{team['id']}/events/new", host, timezone_id="America/Toronto")
    page.get_by_label("Kind").select_option(label="Practice")
    page.get_by_label("What").fill("Rowing")
    first = (datetime.now(UTC) + timedelta(days=7)).date()
    page.get_by_label("Day", exact=True).fill(first.isoformat())
    # In Toronto half past nine in the evening is the next day in UTC.
    page.get_by_label("Begins at").fill("21:30")
    page.get_by_label("Where").fill("Vaduz")
    page.get_by_role("listbox").get_by_role("option").first.click()
    page.get_by_label("The place is safe for those who come").check()
    page.get_by_label("Every week").check()
    page.get_by_label("Last day").fill((first + timedelta(days=14)).isoformat())
    page.get_by_role("button", name="Plan it", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    lines = owner.get(f"/v1/realms/{team['id']}/events", limit=50)["items"]
    days = [(line["kind"], line["start"]) for line in lines]
    assert days == [("practice", f"{first + timedelta(days=7 * week)}T21:30:00") for week in range(3)], lines


def test_clocks_of_an_event(world):
    "the form of an event says whose clocks its times are by, where the reader's show something else"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    year = datetime.now(UTC).year + 1
    made = plan(owner, team, start=f"{year}-01-15T18:00", zone="Europe/Vaduz")
    path = f"/people/events/{made['id']}/edit"
    page = world.open(path, host, timezone_id="America/New_York", locale="en-GB")
    words = page.get_by_text("Times by the clocks there (Europe/Vaduz)")
    expect(words).to_contain_text("which show 18:00 when yours show 12:00")
    # It follows what is entered; in the night it is another day here.
    page.get_by_label("Begins at").fill("03:00")
    expect(words).to_contain_text(re.compile(rf"15 Jan {year}, 0?3:00 when yours show .*14 Jan {year}, 21:00"))
    page.get_by_label("Day", exact=True).fill("")
    expect(words).to_be_visible()
    expect_layout(page)
    expect_accessible(page)
    # Who plans one learns it as well; where the clocks agree there is nothing to say.
    new = world.open(f"/people/{team['id']}/events/new", host, timezone_id="America/New_York")
    expect(new.get_by_text("Times by the clocks there (Europe/Vaduz)")).to_be_visible()
    home = world.open(path, host)
    expect(home.get_by_label("Begins at")).to_have_value("18:00")
    expect(home.get_by_text("Times by the clocks")).to_have_count(0)
    # In Nairobi the clocks stay in summer: what counts of a series is what is to come.
    series = plan(owner, team, start=f"{year}-01-15T18:00", zone="Europe/Vaduz", recurrence="FREQ=WEEKLY;COUNT=50")
    away = world.watched(world.context(host, timezone_id="Africa/Nairobi").new_page())
    away.clock.set_fixed_time(f"{year}-07-20T12:00:00Z")
    away.goto(f"/people/events/{series['id']}/edit")
    expect(away.get_by_text("Times by the clocks")).to_contain_text("which show 18:00 when yours show 19:00")


def test_check_in(world):
    "US9(a): whoever stands at the place is asked whether to be marked present; nothing is sent before, and no coordinates are kept"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = plan(owner, team, kind="practice", title="Rowing", start=wall(-1), duration=14400,
                place=BOATHOUSE, placeIsSafe=True)
    page = world.open(f"/people/events/{made['id']}", guest, **at(47.160, 9.5215))
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "PUT" else None)
    page.get_by_role("button", name="I am here", exact=True).click()
    expect(page.get_by_text(re.compile("Boathouse is 2.3 km away."))).to_be_visible()
    expect(page.get_by_role("button", name="Check in", exact=True)).to_have_count(0)
    page.context.set_geolocation({"latitude": 47.1392, "longitude": 9.5215, "accuracy": 8})
    expect(page.get_by_text("You are at Boathouse. Shall you be marked present?")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    assert not sent, "where one is was sent unasked"
    page.get_by_role("button", name="Check in", exact=True).click()
    expect(page.get_by_text("Checked in at the place.")).to_be_visible()
    own = page.get_by_role("group", name="Your attendance")
    expect(own.get_by_role("button", name="Present")).to_have_attribute("aria-pressed", "true")
    assert len(sent) == 1
    kept = world.client(guest).get("/v1/me/export")
    assert [line["source"] for line in kept["attendance"]] == ["place"]
    assert "47.1392" not in json.dumps(kept)
    admin = world.open(f"/people/events/{made['id']}", host)
    expect(admin.get_by_role("list", name="Attendance")).to_contain_text("Says: was there (at the place)")


def test_check_in_is_proposed(world):
    "US9(a): where one's position is known, Around says what goes on there and leads to checking in, and not after that; nobody is asked for the position"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    plan(owner, team, kind="practice", title="Rowing", start=wall(-1), duration=14400,
         place=BOATHOUSE, placeIsSafe=True)
    page = world.open("/map?at=47.1390,9.5215", guest, **at(47.1391, 9.5215))
    expect(page.get_by_role("list", name="Soon near here", exact=True)).to_contain_text("Rowing")
    proposal = page.get_by_text("“Rowing” is going on here.")
    expect(proposal).to_have_count(0)
    page.get_by_role("button", name="Where am I", exact=True).click()
    expect(proposal).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("link", name="Check in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    expect(page.get_by_text("You are at Boathouse. Shall you be marked present?")).to_be_visible()
    page.get_by_role("button", name="Check in", exact=True).click()
    expect(page.get_by_text("Checked in at the place.")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("list", name="Soon near here", exact=True)).to_contain_text("Rowing")
    expect(proposal).to_have_count(0)


def test_check_in_without_position(world):
    "where the position is refused, one says without it that one was there"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = plan(owner, team, start=wall(-1), duration=14400, place=BOATHOUSE, placeIsSafe=True)
    page = world.open(f"/people/events/{made['id']}", guest, permissions=[])
    page.get_by_role("button", name="I am here", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Your position is not known.")).to_be_visible()
    own = page.get_by_role("group", name="Your attendance")
    own.get_by_role("button", name="Present").click()
    expect(own.get_by_role("button", name="Present")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Checked in at the place.")).to_have_count(0)


def test_waiting_list(world):
    "whoever accepts when all places are taken waits, and moves up when one becomes free"
    host, first, second = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Cleo")
    owner, team = group(world, host, "team", [first, second])
    made = plan(owner, team, capacity=1)
    address = f"/people/events/{made['id']}"
    page = world.open(address, first)
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.get_by_text("1 of 1 comes")).to_be_visible()
    other = world.open(address, second)
    other.get_by_role("button", name="Yes", exact=True).click()
    expect(other.get_by_text("All places are taken. You are on the list")).to_be_visible()
    expect(other.get_by_text("1 waits for a place")).to_be_visible()
    admin = world.open(address, host)
    answers = admin.get_by_role("list", name="Answers")
    expect(answers.get_by_role("listitem").filter(has_text="Cleo")).to_contain_text("Waits for a place")
    page.get_by_role("button", name="No", exact=True).click()
    expect(answers.get_by_role("listitem").filter(has_text="Cleo")).to_contain_text("Comes")
    expect(other.get_by_text("1 waits for a place")).to_have_count(0)
    other.goto("/notifications")
    expect(other.get_by_role("link", name=re.compile("Regatta")).first).to_be_visible()


def test_bulk_attendance(world):
    "BZ-ATT-02: with one tap all who said yes are marked present, the others are left as they are"
    host, first, second = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Cleo")
    owner, team = group(world, host, "team", [first, second])
    made = plan(owner, team, start=(datetime.now(UTC) + timedelta(seconds=6)).strftime("%Y-%m-%dT%H:%M:%S"),
                zone="UTC")
    path = f"/v1/group-events/{made['id']}"
    for who, answer in ((first, "accepted"), (second, "declined")):
        world.client(who).call("PUT", f"{path}/answer", {"answer": answer}).want(200)
    page = world.open(f"/people/events/{made['id']}", host)
    button = page.get_by_role("button", name="All who said yes were there")
    for _ in range(20):
        if button.count():
            break
        page.wait_for_timeout(1000)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Regatta")
        expect(page.get_by_text("Who comes")).to_be_visible()
    button.click()
    marks = page.get_by_role("group", name="Attendance of Ben").get_by_role("button", name="Present")
    expect(marks).to_have_attribute("aria-pressed", "true")
    others = page.get_by_role("group", name="Attendance of Cleo").get_by_role("button")
    for index in range(2):
        expect(others.nth(index)).to_have_attribute("aria-pressed", "false")
    expect(button).to_be_disabled()


def test_age(world):
    "BZ-SAF-02: where alcohol is served only those come who say to be 21; no date of birth is asked"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    page = world.open(f"/people/{team['id']}/events/new", host)
    page.get_by_label("What", exact=True).fill("Beer tasting")
    page.get_by_label("Day", exact=True).fill((datetime.now(UTC) + timedelta(days=9)).strftime("%Y-%m-%d"))
    page.get_by_label("From the age of").fill("21")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beer tasting")
    made = owner.get(f"/v1/realms/{team['id']}/events")["items"][0]
    other = world.open(f"/people/events/{made['id']}", guest)
    yes = other.get_by_role("button", name="Yes", exact=True)
    yes.click()
    expect(other.get_by_text(re.compile("This event is for those who are 21 or older"))).to_be_visible()
    expect(yes).to_have_attribute("aria-pressed", "false")
    expect(other.get_by_label(re.compile("birth", re.I))).to_have_count(0)
    other.get_by_role("button", name="I am 21 or older").click()
    expect(other.get_by_text("Kept. Your date of birth is not asked.")).to_be_visible()
    yes.click()
    expect(yes).to_have_attribute("aria-pressed", "true")


def test_way_there(world):
    "from an event one comes to the ways there"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    made = plan(owner, team, place=BOATHOUSE, placeIsSafe=True)
    page = world.open(f"/people/events/{made['id']}", host)
    page.get_by_role("link", name="The way there").click()
    expect(page).to_have_url(re.compile(r"/ways/find\?to=47\.139(,|%2C)9\.5215&toName=Boathouse"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Find the way")


def test_asked(world):
    """TV-APP-01, TV-RTE-01: a practice that one has not answered stands in one's calendar and says so, and its page
    when to leave; answered with no, it is gone"""
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    set_ways(world.client(guest), ["walk"], {"lat": 47.1371, "lon": 9.5248, "label": "Home"})
    plan(owner, team, kind="practice", title="Rowing", place=BOATHOUSE, placeIsSafe=True)
    page = world.open("/calendar?view=list", guest)
    line = page.get_by_role("main").get_by_role("listitem").filter(has_text="Rowing")
    expect(line.get_by_text("Not answered yet", exact=True)).to_be_visible()
    expect(line.get_by_text(team["name"])).to_be_visible()
    expect_accessible(page)
    wide = world.open("/calendar?view=month", guest, size="desktop")
    expect(wide.get_by_text("Not answered yet").first).to_be_visible()
    expect_accessible(wide)
    wide.get_by_text("Rowing").first.click()
    expect(wide).to_have_url(re.compile("/people/events/"))
    line.get_by_role("link", name=re.compile("Rowing")).click()
    way = page.get_by_role("region", name="The way there")
    expect(way.get_by_text(re.compile("^Leave by "))).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    event = page.url
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.get_by_role("button", name="Yes", exact=True)).to_have_attribute("aria-pressed", "true")
    page.goto("/calendar?view=list")
    expect(line.get_by_text(team["name"])).to_be_visible()
    expect(line.get_by_text("Not answered yet", exact=True)).to_have_count(0)
    page.goto(event)
    expect(way.get_by_text(re.compile("^Leave by "))).to_be_visible()
    page.get_by_role("button", name="No", exact=True).click()
    expect(way).to_have_count(0)
    page.goto("/calendar?view=list")
    expect(page.get_by_text("Rowing")).to_have_count(0)


def series(owner, team):
    "A practice on a day of each week, for four weeks."
    begin = datetime.now(UTC) + timedelta(days=3)
    return plan(owner, team, kind="practice", title="Rowing", start=begin.strftime("%Y-%m-%dT18:00"),
                zone="Europe/Vaduz", recurrence="FREQ=WEEKLY;COUNT=4", place=BOATHOUSE, placeIsSafe=True)


def test_one_of_a_series(world):
    "US4(c): only this one of a recurring practice is changed, the others stay"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    series(owner, team)
    events = f"/v1/realms/{team['id']}/events?limit=10"
    before = [event["start"] for event in owner.get(events)["items"]]
    assert len(before) == 4
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("link", name="Rowing").nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_label("What changes")).to_have_value("one")
    page.get_by_label("Begins at").fill("19:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    expect(page.get_by_text(re.compile("19:30"))).to_be_visible()
    after = [event["start"] for event in owner.get(events)["items"]]
    assert after == [before[0], before[1].replace("T18:00", "T19:30"), *before[2:]]


def test_all_of_a_series(world):
    "US4(b), US4(c): time and place of all of a recurring practice change, and none of its days"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    series(owner, team)
    events = f"/v1/realms/{team['id']}/events?limit=10"
    before = [event["start"] for event in owner.get(events)["items"]]
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("link", name="Rowing").nth(2).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("What changes").select_option(label="All from now on")
    expect(page.get_by_label("Day", exact=True)).to_have_count(0)
    page.get_by_label("Begins at").fill("19:30")
    where = page.get_by_role("combobox", name="Where")
    where.fill("Old mill")
    expect(page.get_by_text("Nothing found for “Old mill”.")).to_be_visible()
    where.blur()
    page.get_by_role("checkbox", name="The place is safe for those who come").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Old mill")).to_be_visible()
    after = owner.get(events)["items"]
    assert [event["start"] for event in after] == [start.replace("T18:00", "T19:30") for start in before]
    assert {event["place"]["label"] for event in after} == {"Old mill"}


def test_this_and_following(world):
    "a practice and all that follow change and are cancelled; the earlier ones stay"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    series(owner, team)
    events = f"/v1/realms/{team['id']}/events?limit=10"
    before = [event["start"] for event in owner.get(events)["items"]]
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("link", name="Rowing").nth(1).click()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("What changes").select_option(label="This and following")
    page.get_by_label("Begins at").fill("19:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rowing")
    expect(page.get_by_text(re.compile("19:30"))).to_be_visible()
    after = owner.get(events)["items"]
    assert [event["start"] for event in after] == [
        before[0], *(start.replace("T18:00", "T19:30") for start in before[1:])]
    page = world.open(f"/people/events/{after[2]['id']}?occurrence={after[2]['startsAt']}", host)
    page.get_by_role("button", name="Cancel it").click()
    page.get_by_role("dialog").get_by_role("button", name="This and following", exact=True).click()
    expect(page.get_by_text("Cancelled. Everybody in the group is told.")).to_be_visible()
    assert [event["status"] for event in owner.get(events)["items"]] == [
        "confirmed", "confirmed", "cancelled", "cancelled"]


def test_change_record(world):
    "US6(a), US6(b): an admin changes a record of a member and of the team, deletes one and puts it back"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    path = f"/v1/realms/{team['id']}/records"
    player = world.client(guest).get("/v1/me")["id"]
    for day, value, whose in (("2026-04-01", 101.5, {}), ("2026-04-02", 95, {"account": player})):
        owner.post(path, {"metric": "500 m", "value": value, "unit": "s", "season": "2026", "day": day, **whose})
    page = world.open(f"/people/{team['id']}/records", host)
    for day, value, name in (("2026-04-01", "99.75", "The team"), ("2026-04-02", "93.25", "Ben")):
        page.get_by_role("button", name=f"Change 500 m of {day}").click()
        dialog = page.get_by_role("dialog", name="Change the record")
        expect(dialog.get_by_label("Player")).to_have_value(player if name == "Ben" else "")
        dialog.get_by_label("Value").fill(value)
        dialog.get_by_role("button", name="Save").click()
        expect(page.get_by_role("row").filter(has_text=value)).to_contain_text(name)
    expect_layout(page)
    page.get_by_role("button", name="Delete 500 m of 2026-04-02").click()
    expect(page.get_by_role("row").filter(has_text="93.25")).to_have_count(0)
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_role("row").filter(has_text="93.25")).to_contain_text("Ben")
    kept = {(item["value"], item.get("account", {}).get("id")) for item in owner.get(path)["items"]}
    assert kept == {(99.75, None), (93.25, player)}
    other = world.open(f"/people/{team['id']}/records", guest)
    expect(other.get_by_role("row").filter(has_text="93.25")).to_be_visible()
    expect(other.get_by_role("button", name=re.compile("^(Change|Delete) "))).to_have_count(0)


def test_day_of_a_record(world):
    "the day that is offered for a record is the one of the device, also in an evening in America"
    host = newcomer(world, "Ana")
    _, team = group(world, host, "team")
    page = world.watched(world.context(host, timezone_id="America/Los_Angeles").new_page())
    page.clock.set_fixed_time("2027-01-01T03:00:00Z")
    page.goto(f"/people/{team['id']}/records")
    page.get_by_role("button", name="Add a record").click()
    dialog = page.get_by_role("dialog", name="Add a record")
    expect(dialog.get_by_label("Day")).to_have_value("2026-12-31")
    expect(dialog.get_by_label("Season")).to_have_value("2026")


def test_records_as_a_table(world):
    "the records of a team are had as a table for a spreadsheet"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    owner.post(f"/v1/realms/{team['id']}/records", {
        "metric": "500 m, sprint", "value": 101.5, "unit": "s", "season": "2026", "day": "2026-04-01"})
    page = world.open(f"/people/{team['id']}/records", host)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Table for a spreadsheet").click()
    lines = waiting.value.path().read_text().splitlines()
    assert len(lines) == 2
    assert '"500 m, sprint"' in lines[1]
    assert "101.5" in lines[1]
    assert "2026-04-01" in lines[1]


def test_who_publishes(world):
    "CG-SC-18: the admins of a community say under what it is found, and whether moderators plan its events"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    account = world.client(guest).get("/v1/me")["id"]
    owner.call("PATCH", f"/v1/realms/{community['id']}/members/{account}", {"role": "moderator"}).want(204)
    address = f"/people/{community['id']}"
    other = world.open(address, guest)
    expect(other.get_by_role("heading", level=2, name="Events")).to_be_visible()
    expect(other.get_by_role("link", name="Plan an event")).to_have_count(0)
    page = world.open(f"{address}/edit", host)
    page.get_by_label("Category").fill("Tea and cake")
    page.get_by_label("Who plans events").select_option(label="Moderators and admins")
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(community["name"])
    found = world.open("/people/communities", guest)
    found.get_by_role("navigation", name="Categories").get_by_role("link", name="Tea and cake").click()
    expect(found.get_by_role("list", name="Communities")).to_contain_text(community["name"])
    other.goto(address)
    other.get_by_role("link", name="Plan an event").click()
    other.get_by_label("What", exact=True).fill("Tea")
    other.get_by_label("Day", exact=True).fill((datetime.now(UTC) + timedelta(days=9)).strftime("%Y-%m-%d"))
    other.get_by_role("button", name="Plan it").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Tea")


def test_records(world):
    "US6(a), BZ-STA-01, BZ-UI-09f: an admin adds records, a member sees them as a curve and a table"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    path = f"/v1/realms/{team['id']}/records"
    owner.post(path, {"metric": "500 m", "value": 101.5, "unit": "s", "day": "2026-04-01"})
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("link", name="Statistics and records").click()
    page.get_by_role("button", name="Add a record").click()
    dialog = page.get_by_role("dialog", name="Add a record")
    dialog.get_by_label("Metric").fill("500 m")
    dialog.get_by_label("Value").fill("98.4")
    dialog.get_by_label("Unit").fill("s")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("table", name="500 m")).to_contain_text("98.4")
    other = world.open(f"/people/{team['id']}/records", guest)
    expect(other.get_by_role("img", name="500 m over time")).to_be_visible()
    expect(other.get_by_role("table", name="500 m").get_by_role("row")).to_have_count(3)
    expect(other.get_by_role("button", name="Add a record")).to_have_count(0)


def test_records_of_several(world):
    "US6(a), BZ-STA-01: each player has a curve of the own, and a season is shown alone"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    accounts = [one["account"]["id"] for one in owner.get(f"/v1/realms/{team['id']}/members")["items"]]
    for index, account in enumerate(accounts):
        for season in ("2024", "2025"):
            for month in ("04", "06"):
                owner.post(f"/v1/realms/{team['id']}/records", {
                    "account": account, "metric": "500 m", "value": 100 + 10 * index, "unit": "s",
                    "season": season, "day": f"{season}-{month}-01"})
    page = world.open(f"/people/{team['id']}/records", guest)
    expect(page.locator(".chart-figure .chart-curve polyline")).to_have_count(4, timeout=10_000)
    curves = page.get_by_role("list", name="Curves").get_by_role("listitem")
    expect(curves).to_have_text(["Ana", "Ben"])
    rows = page.get_by_role("table", name="500 m").get_by_role("row")
    expect(rows).to_have_count(9)
    lines = page.get_by_role("img").locator("polyline")
    expect(lines).to_have_count(2)
    for line in lines.all():
        heights = {point.split(",")[1] for point in line.get_attribute("points").split()}
        assert len(heights) == 1, "no line leads from one player to the other"
    page.get_by_label("Season").select_option("2024")
    expect(rows).to_have_count(5)
    expect(page.get_by_role("table", name="500 m")).not_to_contain_text("2025")
    expect(page.get_by_role("link", name="Table for a spreadsheet")).to_have_attribute(
        "href", re.compile(r"records\.csv\?season=2024$"))
    page.reload()
    expect(rows).to_have_count(5)
    page.get_by_label("Season").select_option("All")
    expect(rows).to_have_count(9)


def test_records_of_several_units(world):
    "BZ-STA-01, BZ-UI-09f: what is measured in several units has a chart for each, with its unit in the title, and a table of it"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    for unit, value, day in (("s", 101.5, "04-01"), ("min", 1.7, "04-02"), ("s", 98.5, "05-01"), ("min", 1.5, "05-02")):
        owner.post(f"/v1/realms/{team['id']}/records", {
            "metric": "500 m", "value": value, "unit": unit, "season": "2026", "day": f"2026-{day}"})
    page = world.open(f"/people/{team['id']}/records", host)
    for title, low, high, values in (("500 m in min", "1.5", "1.7", ["1.7", "1.5"]),
                                     ("500 m in s", "98.5", "101.5", ["101.5", "98.5"])):
        chart = page.get_by_role("figure").filter(has=page.get_by_role("heading", name=title, exact=True))
        unit = title.rsplit(" ", 1)[-1]
        expect(chart.get_by_role("img", name=f"500 m over time, from {low} to {high} {unit}.")).to_be_visible()
        expect(chart.locator("svg .points")).to_have_attribute("d", re.compile(r"^(M[\d.]+,[\d.]+h0){2}$"))
        chart.get_by_text("As a table").click()
        cells = chart.get_by_role("table", name=title).get_by_role("cell")
        expect(cells).to_have_text(values)
    expect_accessible(page)
    expect_layout(page)
