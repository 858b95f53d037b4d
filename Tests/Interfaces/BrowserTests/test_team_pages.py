"""The pages of a team: its home, calendar, roster, attendance, statistics, settings."""

import uuid
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group, under_way, wall


def practice(owner, team, title="Rowing", hours=26, **more):
    "A practice so many hours from now."
    return owner.post(
        f"/v1/realms/{team['id']}/events",
        {"kind": "practice", "title": title, "start": wall(hours), "zone": "Europe/Vaduz",
         "place": {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}, "placeIsSafe": True, **more})


def test_create_team(world):
    "US1(a), US1(b), BZ-UI-06: a team is started with a name and a sport, which is completed while typing"
    host = newcomer(world, "Ana")
    page = world.open("/people/new", host)
    page.get_by_label("Kind").select_option("Team")
    page.get_by_label("Name", exact=True).fill("Lake Eight")
    sport = page.get_by_role("combobox", name="Sport or activity")
    sport.fill("Row")
    offered = page.locator("datalist option")
    values = [option.get_attribute("value") for option in offered.all()]
    assert "Rowing" in values, values
    sport.fill("Rowing")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lake Eight")
    expect(page.get_by_text("Rowing")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Settings", exact=True).click()
    expect(page.get_by_role("combobox", name="Sport or activity")).to_have_value("Rowing")
    page.get_by_role("combobox", name="Sport or activity").fill("Canoeing")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Canoeing")).to_be_visible()
    # Whoever starts it runs it.
    teams = [realm for realm in world.client(host).get("/v1/realms")["items"] if realm["kind"] == "team"]
    assert [(realm["name"], realm["role"]) for realm in teams] == [("Lake Eight", "owner")], teams


def test_join_team(world):
    "BZ-UI-07: names of teams are completed while typing, by the server"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner = world.client(host)
    mark = uuid.uuid4().hex[:6]
    for name in (f"Otters {mark}", f"Others {mark}"):
        owner.post("/v1/realms", {"kind": "team", "name": name, "joinPolicy": "request"})
    page = world.open("/people/find", guest)
    page.get_by_role("combobox", name="Name").fill("otte")
    expect(page.locator(f'datalist option[value="Otters {mark}"]')).to_have_count(1)
    expect(page.locator(f'datalist option[value="Others {mark}"]')).to_have_count(0)
    page.get_by_role("combobox", name="Name").fill(f"Otters {mark}")
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("button", name=f"Ask to join Otters {mark}").click()
    expect(page.get_by_text(f"Asked. Otters {mark} decides.")).to_be_visible()


def test_team_home(world):
    "BZ-UI-08: one picks a team and arrives at its home, from which all its pages open"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    page = world.open("/people", guest)
    page.get_by_role("list", name="Your groups").get_by_role("link", name=team["name"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(team["name"])
    pages = page.get_by_role("navigation", name=f"Pages of {team['name']}")
    for name, title in (("Team calendar", "Team calendar"), ("Roster", "Roster"), ("Attendance", "Attendance"),
                        ("Statistics and records", "Statistics and records"), ("My statistics", "Statistics of Ben"),
                        ("Resources", None)):
        pages.get_by_role("link", name=name, exact=True).or_(
            pages.get_by_role("link", name=name.upper(), exact=True)).click()
        expect(page.get_by_role("heading", level=1)).not_to_have_text(team["name"])
        if title:
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text(team["name"])


def test_team_calendar(world):
    "BZ-UI-09a, BZ-CAL-03, US8(a), BZ-CAL-05: a page by month, week and day, filtered, where one answers"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    day = (datetime.now(UTC).replace(day=15) + timedelta(days=31)).strftime("%Y-%m-15")
    practice(owner, team, start=f"{day}T18:00")
    owner.post(f"/v1/realms/{team['id']}/events",
               {"kind": "event", "title": "Regatta", "start": f"{day}T10:00", "zone": "Europe/Vaduz"})
    owner.post(f"/v1/realms/{team['id']}/events",
               {"kind": "event", "title": "Party", "start": f"{day[:8]}26T10:00", "zone": "Europe/Vaduz"})
    page = world.open(f"/people/{team['id']}/calendar?date={day}", guest)
    shown = page.get_by_role("list", name="Team calendar").get_by_role("article")
    titles = shown.get_by_role("heading")
    expect(titles).to_have_text(["Regatta", "Rowing", "Party"])
    page.get_by_role("button", name="Practices", exact=True).click()
    expect(titles).to_have_text(["Rowing"])
    page.get_by_role("button", name="Events", exact=True).click()
    expect(titles).to_have_text(["Regatta", "Party"])
    page.get_by_role("button", name="All", exact=True).click()
    for span in ("Week", "Day"):
        page.get_by_role("button", name=span, exact=True).click()
        expect(titles).to_have_text(["Regatta", "Rowing"])
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Nothing is planned then.")).to_be_visible()
    page.get_by_role("button", name="Former", exact=True).click()
    answer = page.get_by_role("group", name="Your answer to “Regatta”")
    answer.get_by_role("button", name="Yes").click()
    expect(answer.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")


def test_registration_page(world):
    "BZ-CAL-06: an event in the team's calendar leads to its own page, where the answer is given"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    owner.post(f"/v1/realms/{team['id']}/events", {"kind": "event", "title": "Regatta", "start": wall(1)})
    page = world.open(f"/people/{team['id']}/calendar", guest)
    page.get_by_role("link", name="Regatta").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Regatta")
    answer = page.get_by_role("group", name="Your answer to “Regatta”")
    answer.get_by_role("button", name="No").click()
    expect(answer.get_by_role("button", name="No")).to_have_attribute("aria-pressed", "true")


def test_change_shows(world):
    "BZ-CAL-09, BZ-NOT-03, US3(c): a change shows on open pages and rings within a minute; the bell opens the event"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = practice(owner, team, hours=2)
    page = world.open(f"/people/{team['id']}/calendar?view=day&date={made['start'][:10]}", guest)
    expect(page.get_by_role("link", name="Rowing")).to_be_visible()
    path = f"/v1/group-events/{made['id']}"
    tag = owner.call("GET", path).headers["etag"]
    owner.call("PATCH", path, {"title": "Rowing on the lake"}, headers={"If-Match": tag}).want(200)
    expect(page.get_by_role("link", name="Rowing on the lake")).to_be_visible(timeout=60_000)
    bell = world.open("/notifications", guest)
    bell.get_by_role("list", name="Notifications").get_by_role("link", name="Rowing on the lake").first.click()
    expect(bell.get_by_role("heading", level=1)).to_have_text("Rowing on the lake")


def test_offline_member(world):
    "BZ-NOT-06: a member without a network gets what was told meanwhile as soon as there is one"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    page = world.open("/notifications", guest)
    expect(page.get_by_role("heading", level=1)).to_have_text("Notifications")
    page.context.set_offline(True)
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    owner.post(f"/v1/realms/{team['id']}/news", {"title": "New boat"})
    expect(page.get_by_role("link", name="New boat")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="New boat")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name="New boat")).to_have_count(1)


def test_roster_page(world):
    "US7(a), BZ-UI-09c, BZ-STA-03, BZ-STA-04: the roster, where a member changes the own biography and an admin everybody's"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    _, team = group(world, host, "team", [guest])
    page = world.open(f"/people/{team['id']}/roster", guest)
    members = page.get_by_role("list", name="Members").get_by_role("listitem")
    expect(members).to_have_count(2)
    for name in ("Ana", "Ben"):
        expect(page.get_by_role("button", name=f"More about {name}")).to_be_visible()
    page.get_by_role("button", name="More about Ben").click()
    page.get_by_role("button", name="Biography and position").click()
    dialog = page.get_by_role("dialog", name="About Ben")
    expect(dialog.get_by_label("Position")).to_have_count(0)
    dialog.get_by_label("Biography").fill("On the left.")
    dialog.get_by_role("button", name="Save").click()
    expect(members.filter(has_text="Ben")).to_contain_text("On the left.")
    admin = world.open(f"/people/{team['id']}/roster", host)
    admin.get_by_role("button", name="More about Ben").click()
    admin.get_by_role("button", name="Biography and position").click()
    dialog = admin.get_by_role("dialog", name="About Ben")
    dialog.get_by_label("Biography").fill("On the left since 2019.")
    dialog.get_by_label("Position").fill("Cox")
    dialog.get_by_label("Number").fill("7")
    dialog.get_by_role("button", name="Save").click()
    row = admin.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text="Ben")
    for text in ("On the left since 2019.", "Cox", "number 7"):
        expect(row).to_contain_text(text)
    page.get_by_role("button", name="More about Ana").click()
    expect(page.get_by_role("button", name="Biography and position")).to_have_count(0)


def test_attendance_page(world):
    "BZ-UI-09b: a page of its own shows the own attendance, and to admins that of all"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = practice(owner, team, hours=-30, duration=3600)
    member = world.client(guest)
    member.call("PUT", f"/v1/group-events/{made['id']}/attendance/own", {"mark": "present"}).want(200)
    page = world.open(f"/people/{team['id']}/attendance", guest)
    article = page.get_by_role("article", name="Rowing")
    expect(article).to_contain_text("You: Present")
    expect(article.get_by_role("table")).to_have_count(0)
    admin = world.open(f"/people/{team['id']}/attendance", host)
    summary = admin.get_by_text("1 present, 0 absent, 1 not marked")
    summary.click()
    table = admin.get_by_role("table", name="Rowing")
    expect(table.get_by_role("row", name="Ben Present")).to_be_visible()
    expect(table.get_by_role("row", name="Ana Not marked")).to_be_visible()


def test_own_attendance_far_down(world):
    "an admin of a large team marks the own attendance although its line is on a later page; the overview counts all"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    made = under_way(owner, team)
    page = world.watched(world.context(host).new_page())

    def halve(route):
        "The own line is on the second page."
        if route.request.method != "GET":
            return route.continue_()
        answer = route.fetch(url=route.request.url.split("&cursor=")[0])
        lines = sorted(answer.json()["items"], key=lambda line: line["account"]["id"] == owner.account["id"])
        body = {"items": lines[1:]} if "cursor=" in route.request.url else {"items": lines[:1], "next": "more"}
        return route.fulfill(json=body)

    page.route("**/attendance?limit=*", halve)
    page.goto(f"/people/events/{made['id']}")
    present = page.get_by_role("group", name="Your attendance").get_by_role("button", name="Present")
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="Attendance").get_by_role("listitem")).to_have_count(1)
    page.goto(f"/people/{team['id']}/attendance")
    expect(page.get_by_role("article", name="Rowing")).to_contain_text("You: Present")
    expect(page.get_by_text("1 present, 0 absent, 1 not marked")).to_be_visible()
    page.unroute_all(behavior="wait")


def test_player_pages(world):
    "BZ-STA-02, BZ-UI-09d, BZ-UI-09e: pages of their own show the own statistics and another player's"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    member = world.client(guest)
    path = f"/v1/realms/{team['id']}/records"
    for account, metric in ((member.account["id"], "500 m"), (owner.account["id"], "1000 m")):
        owner.post(path, {"account": account, "metric": metric, "value": 98.4, "unit": "s", "day": "2026-05-04"})
    page = world.open(f"/people/{team['id']}", guest)
    page.get_by_role("link", name="My statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics of Ben")
    expect(page.get_by_role("table", name="500 m")).to_contain_text("98.4")
    expect(page.get_by_text("1000 m")).to_have_count(0)
    page.goto(f"/people/{team['id']}/roster")
    page.get_by_role("link", name="Statistics of Ana").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics of Ana")
    expect(page.get_by_role("table", name="1000 m")).to_contain_text("98.4")
    expect(page.get_by_text("500 m", exact=True)).to_have_count(0)


def test_settings_of_team(world):
    "BZ-UI-10, BZ-SEC-03: the settings have the requests to join, and urge admins to protect their passwords"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner = world.client(host)
    team = owner.post("/v1/realms", {"kind": "team", "name": "Rowers", "joinPolicy": "request"})
    world.client(guest).post(f"/v1/realms/{team['id']}/requests", {})
    page = world.open(f"/people/{team['id']}/edit", host)
    expect(page.get_by_text("You run this group")).to_be_visible()
    expect(page.get_by_role("link", name="Password and devices")).to_have_attribute("href", "/me/security")
    page.get_by_role("button", name="Accept Dora").click()
    expect(page.get_by_text("Nobody waits for an answer.")).to_be_visible()
    assert world.client(guest).get(f"/v1/realms/{team['id']}")["role"] == "member"


def test_report_member(world):
    "BZ-SAF-03, BZ-SAF-04: a member reports another; the admin reads it and removes that one"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    bully = newcomer(world, "Cleo")
    _, team = group(world, host, "team", [guest, bully])
    page = world.open(f"/people/{team['id']}/roster", guest)
    page.get_by_role("button", name="More about Cleo").click()
    page.get_by_role("button", name="Report", exact=True).click()
    dialog = page.get_by_role("dialog", name="Report Cleo")
    dialog.get_by_label("Why").select_option("Something else")
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_text("Say what happened.")).to_be_visible()
    dialog.get_by_label("Why").select_option("Bullying")
    dialog.get_by_label("What happened").fill("After the race.")
    dialog.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you. Those who decide will look at it.")).to_be_visible()
    admin = world.open("/notifications", host)
    admin.get_by_role("link", name="Cleo was reported").click()
    expect(admin.get_by_role("list", name="Reports on members")).to_contain_text("“After the race.”")
    admin.goto(f"/people/{team['id']}/roster")
    admin.get_by_role("button", name="More about Cleo").click()
    admin.get_by_role("button", name="Take out of the group").click()
    expect(admin.get_by_role("list", name="Members").get_by_role("listitem")).to_have_count(2)
    gone = world.open(f"/people/{team['id']}/calendar", bully)
    expect(gone.get_by_role("list", name="Team calendar")).to_have_count(0)


def test_look_of_pages(world):
    "BZ-UI-01, BZ-UI-04, BZ-UI-05: all pages have the navigation, of icons with words, and share their look"
    host = newcomer(world, "Ana")
    _, team = group(world, host, "team")
    page = world.open("/people", host)
    looks = set()
    own = [f"/people/{team['id']}{part}"
           for part in ("", "/calendar", "/roster", "/attendance", "/records", "/edit", "/events/new")]
    for address in (*own, "/people", "/tours", "/calendar", "/me", "/notifications", "/help"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        links = page.get_by_role("navigation", name="Main").get_by_role("link")
        for name in ("Around", "Tours", "Calendar", "People", "Me"):
            link = links.filter(has_text=name)
            expect(link).to_be_visible()
            expect(link.locator("svg")).to_have_count(1)
        looks.add(page.evaluate(
            "(() => { const s = getComputedStyle(document.body); const h = getComputedStyle(document.querySelector('h1'));"
            " return [s.backgroundColor, s.color, s.fontFamily, h.fontFamily, h.color].join('|'); })()"))
    assert len(looks) == 1, looks


# How many appointments of others the device knows, as soon as it knows any.
KNOWN_ON_DEVICE = """new Promise((known) => {
  const opening = indexedDB.open('wayside', 1);
  opening.onsuccess = () => {
    const look = () => {
      const read = opening.result.transaction('answers').objectStore('answers').get('reminders');
      read.onsuccess = () => {
        const count = (read.result?.data ?? []).length;
        if (count > 0) {
          opening.result.close();
          known(count);
        } else requestAnimationFrame(look);
      };
    };
    look();
  };
})"""


def test_offline_reminder(world):
    "BZ-NOT-05: without a network, a page that is opened reminds once of an event that one has accepted"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    member = world.client(guest)
    soon = datetime.now(UTC) + timedelta(minutes=20)
    for title, answer in (("Regatta", "accepted"), ("Party", "declined")):
        made = owner.post(f"/v1/realms/{team['id']}/events",
                          {"kind": "event", "title": title, "start": soon.strftime("%Y-%m-%dT%H:%M"), "zone": "UTC"})
        member.call("PUT", f"/v1/group-events/{made['id']}/answer", {"answer": answer}).want(200)
    context = world.context(guest, service_workers="allow")
    page = world.watched(context.new_page())
    # An hour before: the event is known, and it is too early to say anything.
    page.clock.set_fixed_time(soon - timedelta(hours=1))
    page.goto("/people")
    expect(page.get_by_role("heading", level=1)).to_have_text("People")
    world.installed(page)
    page.reload()
    assert page.evaluate(KNOWN_ON_DEVICE) >= 1
    expect(page.get_by_text("“Regatta” begins at")).to_have_count(0)
    # No page is open when its time comes.
    page.goto("/licenses")
    context.set_offline(True)
    page.clock.set_fixed_time(soon - timedelta(minutes=15))
    page.goto("/people")
    expect(page.get_by_text("“Regatta” begins at")).to_be_visible()
    expect(page.get_by_text("“Party” begins at")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    expect(page.get_by_text("“Regatta” begins at")).to_have_count(0)
    context.set_offline(False)
