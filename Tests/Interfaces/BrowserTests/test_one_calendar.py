"""One calendar for all: filters, moving, marks, answers in place, series, paper, and that of a family."""

import datetime
import json
import re

from playwright.sync_api import expect
from story_family import home, log_in
from test_calendar import MUSEUM, clear, day, fill, make, set_ways
from world import expect_accessible, expect_layout, settle

HOME = {"lat": 47.1410, "lon": 9.5209, "label": "Home"}
SPORTS_GROUND = {"lat": 47.1690, "lon": 9.5030, "label": "Sports ground"}


def weekday(number):
    """How many days ahead that day of the week after next is: 0 for its Monday."""
    return 14 - datetime.date.today().weekday() + number


def starts(client, title):
    """When the appointments of a name begin, in order."""
    items = client.get("/v1/appointments", limit=200)["items"]
    return [line["startsAt"] for line in items if line["title"] == title]


def line(page, title):
    """The link of an entry, by its hour and name."""
    return page.get_by_role("link", name=re.compile(rf"^\d\d:\d\d {title}"))


def test_whole_days(world):
    "a whole day stands in the month's grid on its own day alone, whatever clocks the reader has"
    client = world.client("captain")
    client.post("/v1/appointments", {
        "title": "Moving house", "start": f"{day(17)}T00:00", "zone": "Europe/Vaduz", "duration": 86400, "allDay": True,
        "confirm": ["unreachable", "overlap"]})
    for zone in ("Europe/Vaduz", "America/New_York", "Pacific/Auckland"):
        page = world.open(f"/calendar?view=month&date={day(17)}", "captain", size="desktop", timezone_id=zone)
        entry = page.locator(".calendar-grid .fc-event").filter(has_text="Moving house")
        expect(entry).to_have_count(1)
        # Drawn in the cell of its day, and no wider than it.
        cell = page.locator(f'.calendar-grid td[data-date="{day(17)}"]')
        inner, outer = entry.bounding_box(), cell.bounding_box()
        assert inner["x"] >= outer["x"] - 1 and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1, zone


def test_whole_days_elsewhere(world):
    "a whole day of another zone is said and shown as its own day, and moved by it"
    client = world.client("visitor")
    clear(client)
    client.post("/v1/appointments", {
        "title": "Open day", "start": "2031-06-12T00:00", "zone": "Europe/Vaduz", "duration": 86400, "allDay": True,
        "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable"]})
    page = world.open("/calendar?view=day&date=2031-06-12", "visitor", timezone_id="America/Toronto")
    timeline = page.get_by_role("list", name="The day with its ways", exact=True)
    expect(timeline).to_contain_text("Open day")
    page.get_by_role("button", name="Move “Open day”", exact=True).click()
    dialog = page.get_by_role("dialog", name="Move “Open day”")
    expect(dialog.get_by_role("status")).to_contain_text(re.compile("Thursday,? 12 June"))
    page.goto("/calendar?view=day&date=2031-06-11")
    expect(page.get_by_role("main").get_by_text("Nothing planned in this time.", exact=True)).to_be_visible()
    expect(page.get_by_text("Open day")).to_have_count(0)
    clear(client)


def test_filters(world):
    "the calendar is filtered by kind and by sub-realm together; every view obeys, and the device remembers it"
    client = world.client("captain")
    made = make(client, "Dentist", 16, "15:00")
    page = world.open(f"/calendar?view=list&date={day(1)}", "captain")
    race = page.get_by_role("link", name=re.compile("Spring race"))
    dentist = page.get_by_role("link", name=re.compile("Dentist"))
    expect(race).to_contain_text("Event · Schaan Runners")
    expect(dentist).to_be_visible()
    # On a phone the days come first, and what hides some of them opens.
    shown = page.get_by_role("group", name="What is shown")
    expect(shown).to_have_count(0)
    page.get_by_role("button", name="Search and filters", exact=True).click()
    every = shown.get_by_role("button", name="All", exact=True)
    expect(every).to_have_attribute("aria-pressed", "true")
    shown.get_by_role("button", name="Events", exact=True).click()
    expect(dentist).to_have_count(0)
    expect(race).to_be_visible()
    page.reload()
    expect(race).to_be_visible()
    expect(dentist).to_have_count(0)
    expect(shown.get_by_role("button", name="Events", exact=True)).to_have_attribute("aria-pressed", "true")
    page.goto(f"/calendar?view=month&date={day(16)}")
    expect(page.locator(".calendar-grid").get_by_text("Spring race")).to_be_visible()
    expect(page.locator(".calendar-grid").get_by_text("Dentist")).to_have_count(0)
    page.goto(f"/calendar?view=day&date={day(16)}")
    expect(page.get_by_role("list", name="The day with its ways")).to_contain_text("Spring race")
    expect(dentist).to_have_count(0)
    shown.get_by_role("button", name="Events", exact=True).click()
    shown.get_by_role("button", name="Appointments", exact=True).click()
    expect(dentist).to_be_visible()
    # By kind and by sub-realm together: no appointment is the team's.
    shown.get_by_role("button", name="Schaan Runners", exact=True).click()
    expect(page.get_by_text("Nothing with these filters in this time.")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name="Show all", exact=True).click()
    expect(race).to_be_visible()
    expect(dentist).to_be_visible()
    expect(every).to_have_attribute("aria-pressed", "true")
    client.call("DELETE", f"/v1/appointments/{made['id']}")


def test_marks(world):
    "TV-RTE-08, TV-APP-19: what overlaps, and what cannot be reached in time, is said in list, day, week and month"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HOME)
    ahead = weekday(2)
    make(client, "Exhibition", ahead, "10:00", place=MUSEUM)
    make(client, "Call", ahead, "10:15")
    make(client, "Football", ahead, "10:50", place=SPORTS_GROUND)
    page = world.open(f"/calendar?view=list&date={day(ahead)}", "visitor", size="desktop")
    expect(line(page, "Exhibition")).to_contain_text("Overlaps “Call”")
    expect(line(page, "Call")).to_contain_text("Overlaps “Exhibition”")
    football = line(page, "Football")
    expect(football).to_contain_text("Cannot be reached in time")
    expect(football).not_to_contain_text("Overlaps")
    grid = page.locator(".calendar-grid")
    for view in ("month", "week", "day"):
        page.goto(f"/calendar?view={view}&date={day(ahead)}")
        expect(grid.get_by_text("⚠ Overlap", exact=True)).to_have_count(2)
        expect(grid.get_by_text("⚠ Not in time", exact=True)).to_have_count(1)
        settle(page)
        expect_accessible(page)
    expect(page.get_by_role("list", name="The day with its ways")).to_contain_text("Overlaps “Call”")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/calendar?view=month&date={day(ahead)}")
    expect(grid.get_by_text("⚠ Overlap", exact=True)).to_have_count(2)
    expect_layout(page)
    clear(client)


def drag(page, title, right=0, down=0):
    """Drags an entry of the grid by so many pixels."""
    entry = page.locator(".calendar-grid .fc-event").filter(has_text=title)
    # Drawn anew when its way has been found.
    settle(page)
    page.wait_for_timeout(1500)
    entry.scroll_into_view_if_needed()
    box = entry.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2 + 3, y + down / 2, steps=6)
    page.mouse.move(x + right, y + down, steps=6)
    page.mouse.up()


def column(page):
    return page.locator(".calendar-grid .fc-timegrid-col, .calendar-grid .fc-daygrid-day").last.bounding_box()["width"]


def test_drag(world):
    "TV-APP-26, TV-APP-16, TV-APP-17: dragged to another time it is asked about as by the form; it can be undone"
    client = world.client("visitor")
    clear(client)
    ahead = weekday(1)
    make(client, "Dentist", ahead, "10:00", place=MUSEUM)
    make(client, "Lecture", ahead + 2, "10:00")
    page = world.open(f"/calendar?view=week&date={day(ahead)}", "visitor", size="desktop")
    expect(page.locator(".calendar-grid").get_by_text("Dentist")).to_be_visible()
    settle(page)
    first = starts(client, "Dentist")[0]
    drag(page, "Dentist", right=column(page))
    expect(page.get_by_text(re.compile("“Dentist” begins now: "))).to_be_visible()
    assert starts(client, "Dentist")[0] > first
    moved = datetime.datetime.fromisoformat(starts(client, "Dentist")[0]) - datetime.datetime.fromisoformat(first)
    assert moved == datetime.timedelta(days=1), moved
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("“Dentist” is back where it was.")).to_be_visible()
    assert starts(client, "Dentist") == [first]
    # Onto another: nothing is stored unless one says so.
    settle(page)
    expect(page.locator(".calendar-grid .fc-event").filter(has_text="Dentist")).to_have_count(1)
    drag(page, "Dentist", right=2 * column(page))
    dialog = page.get_by_role("dialog", name="Check before saving")
    expect(dialog).to_contain_text("It overlaps “Lecture”.")
    dialog.get_by_role("button", name="Cancel", exact=True).click()
    expect(dialog).to_have_count(0)
    assert starts(client, "Dentist") == [first]
    drag(page, "Dentist", right=2 * column(page))
    dialog.get_by_role("button", name="OK", exact=True).click()
    expect(page.get_by_text(re.compile("“Dentist” begins now: "))).to_be_visible()
    assert starts(client, "Dentist") == starts(client, "Lecture")
    # To another day of the month, at the same hour.
    page.goto(f"/calendar?view=month&date={day(ahead)}")
    expect(page.locator(".calendar-grid").get_by_text("Lecture")).to_be_visible()
    settle(page)
    before = starts(client, "Lecture")[0]
    drag(page, "Lecture", right=column(page))
    expect(page.get_by_text(re.compile("“Lecture” begins now: "))).to_be_visible()
    assert starts(client, "Lecture")[0][11:] == before[11:] and starts(client, "Lecture")[0] > before
    clear(client)


def test_not_mine(world):
    "TV-SEC-02: what one may not change is not dragged, and says why"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    ahead = weekday(1)
    made = make(guide, "Garden walk", ahead, "15:00")
    guide.post(f"/v1/appointments/{made['id']}/participants", {"to": [visitor.account["id"]]}, status=200)
    visitor.call("PUT", f"/v1/appointments/{made['id']}/answer", {"answer": "accepted"}).want(200)
    page = world.open(f"/calendar?view=week&date={day(ahead)}", "visitor", size="desktop")
    entry = page.locator(".calendar-grid .fc-event").filter(has_text="Garden walk")
    expect(entry).to_have_attribute("title", re.compile("Only its organizer can move it."))
    settle(page)
    before = starts(visitor, "Garden walk")
    drag(page, "Garden walk", right=column(page))
    expect(page.get_by_role("button", name="Move “Garden walk”", exact=True)).to_have_count(0)
    page.goto(f"/calendar?view=list&date={day(ahead)}")
    page.get_by_role("link", name=re.compile("Garden walk")).focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text("Only its organizer can move it.")).to_be_visible()
    assert starts(visitor, "Garden walk") == before
    guide.call("DELETE", f"/v1/appointments/{made['id']}")
    clear(visitor)


def test_keys(world):
    "By keys alone an appointment is moved step by step, and a series one by one or as a whole"
    client = world.client("visitor")
    clear(client)
    ahead = weekday(1)
    make(client, "Dentist", ahead, "10:00")
    series = make(client, "Choir", ahead, "18:00", recurrence="FREQ=DAILY;COUNT=3")
    page = world.open(f"/calendar?view=list&date={day(ahead)}", "visitor")
    first = starts(client, "Dentist")[0]
    page.get_by_role("link", name=re.compile("Dentist")).focus()
    page.keyboard.press("Alt+ArrowRight")
    dialog = page.get_by_role("dialog", name="Move “Dentist”")
    expect(dialog.get_by_role("status")).to_contain_text("10:00")
    page.keyboard.press("Alt+ArrowDown")
    expect(dialog.get_by_role("status")).to_contain_text("10:15")
    expect_accessible(page)
    dialog.get_by_role("button", name="Move here", exact=True).press("Enter")
    expect(page.get_by_text(re.compile("“Dentist” begins now: "))).to_be_visible()
    moved = datetime.datetime.fromisoformat(starts(client, "Dentist")[0]) - datetime.datetime.fromisoformat(first)
    assert moved == datetime.timedelta(days=1, minutes=15), moved
    # Only one of the series.
    before = starts(client, "Choir")
    page.get_by_role("button", name="Move “Choir”", exact=True).first.click()
    dialog = page.get_by_role("dialog", name="Move “Choir”")
    dialog.get_by_role("button", name="15 min later", exact=True).click()
    dialog.get_by_role("button", name="Move here", exact=True).click()
    expect(dialog).to_contain_text("It repeats. Which do you mean?")
    dialog.get_by_role("button", name="Only this one", exact=True).click()
    expect(page.get_by_text(re.compile("“Choir” begins now: "))).to_be_visible()
    after = starts(client, "Choir")
    assert after[1:] == before[1:] and after[0][11:16] != before[0][11:16], after
    # All of them.
    page.get_by_role("button", name="Move “Choir”", exact=True).last.click()
    dialog.get_by_role("button", name="15 min earlier", exact=True).click()
    dialog.get_by_role("button", name="Move here", exact=True).click()
    dialog.get_by_role("button", name="All of them", exact=True).click()
    expect(page.get_by_text("“Choir” begins now: 17:45.")).to_be_visible()
    assert client.get(f"/v1/appointments/{series['id']}")["start"].endswith("T17:45:00")
    clear(client)


def test_this_and_following(world):
    "this and following of a series are moved, and moved back"
    client = world.client("visitor")
    clear(client)
    ahead = weekday(1)
    make(client, "Choir", ahead, "18:00", recurrence="FREQ=DAILY;COUNT=3")
    page = world.open(f"/calendar?view=list&date={day(ahead)}", "visitor")
    before = starts(client, "Choir")
    page.get_by_role("button", name="Move “Choir”", exact=True).nth(1).click()
    dialog = page.get_by_role("dialog", name="Move “Choir”")
    dialog.get_by_role("button", name="15 min later", exact=True).click()
    dialog.get_by_role("button", name="Move here", exact=True).click()
    dialog.get_by_role("button", name="This and following", exact=True).click()
    expect(page.get_by_text(re.compile("“Choir” begins now: "))).to_be_visible()
    after = starts(client, "Choir")
    assert after[0] == before[0] and all(now != then for now, then in zip(after[1:], before[1:])), after
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text(re.compile("“Choir” is back"))).to_be_visible()
    assert starts(client, "Choir") == before
    clear(client)


def test_answers_in_place(world):
    "BZ-CAL-05, TV-APP-30: in the calendar itself an invitation is answered with accept, deny or maybe"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    made = {title: make(guide, title, 4, "15:00")["id"] for title in ("Garden walk", "Board meeting", "Tasting")}
    for item in made.values():
        guide.post(f"/v1/appointments/{item}/participants", {"to": [visitor.account["id"]]}, status=200)
    page = world.open("/calendar", "visitor")
    waiting = page.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
    expect(waiting).to_have_count(3)
    expect_layout(page)
    for title, button in (("Garden walk", "Maybe"), ("Board meeting", "Deny"), ("Tasting", "Accept")):
        waiting.filter(has_text=title).get_by_role("button", name=button, exact=True).click()
        expect(waiting.filter(has_text=title)).to_have_count(0)
    expect(line(page, "Garden walk")).to_contain_text("Maybe")
    expect(line(page, "Tasting")).to_be_visible()
    answers = {title: {one["name"]: one["answer"] for one in guide.get(f"/v1/appointments/{item}")["participants"]}
               for title, item in made.items()}
    name = visitor.account["name"]
    assert [answers[title][name] for title in made] == ["tentative", "declined", "accepted"], answers
    for item in made.values():
        guide.call("DELETE", f"/v1/appointments/{item}")
    clear(visitor)


def test_recurrence(world):
    "The form repeats until a last day; one of a series is changed or deleted by itself"
    client = world.client("visitor")
    clear(client)
    page = world.open("/calendar/new", "visitor")
    fill(page, "Choir", 2, "18:00", "19:00")
    expect(page.get_by_label("Last day")).to_have_count(0)
    page.get_by_label("Repeats", exact=True).select_option("Every day")
    page.get_by_label("Last day").fill(day(4))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="OK", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Choir"))).to_have_count(3)
    expect(page.get_by_role("link", name=re.compile("Choir")).first).to_contain_text("Repeats")
    page.get_by_role("link", name=re.compile("Choir")).nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choir")
    expect(page.get_by_text(re.compile("Every day, until "))).to_be_visible()
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Only this one", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit appointment")
    expect(page.get_by_text("You change only this one of the series.")).to_be_visible()
    expect(page.get_by_label("Repeats", exact=True)).to_have_count(0)
    page.get_by_label("Name", exact=True).fill("Concert")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="OK", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    page.goto("/calendar")
    expect(page.get_by_role("link", name=re.compile("Concert"))).to_have_count(1)
    expect(page.get_by_role("link", name=re.compile("Choir"))).to_have_count(2)
    page.get_by_role("link", name=re.compile("Choir")).last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choir")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Only this one", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    expect(page.get_by_role("link", name=re.compile("Choir"))).to_have_count(1)
    assert sorted(line["title"] for line in client.get("/v1/appointments", limit=200)["items"]) == ["Choir", "Concert"]
    clear(client)


def test_offline(world):
    "TV-RTE-23, TV-RTE-24: without a network the last plan is shown, and the calendar is there as ever"
    if not world.has_map:
        return "skipped"
    client = world.client("visitor")
    clear(client)
    set_ways(client, ["walk"], HOME)
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    page = world.open(f"/calendar/{made['id']}", "visitor")
    plan = page.get_by_role("region", name="The way there")
    leave = plan.get_by_text(re.compile("^Leave by "))
    expect(leave).to_be_visible()
    said = leave.inner_text().splitlines()[0]
    page.get_by_role("navigation").get_by_role("link", name="Calendar", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    expect(page.get_by_role("link", name=re.compile("Exhibition")).first).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("main").get_by_role("link", name=re.compile("Exhibition")).last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Exhibition")
    expect(leave).to_contain_text(said.split(" in ")[0])
    page.context.set_offline(False)
    clear(client)


def test_estimate(world):
    "TV-RTE-01: a way that is only estimated by the distance says so"
    client = world.client("visitor")
    clear(client)
    made = make(client, "Exhibition", 2, "10:00", place=MUSEUM)
    words = "Estimated on foot by the distance, because no map is imported here."

    def answer(route):
        reply = route.fetch()
        plan = reply.json()
        plan["detail"] = words
        route.fulfill(response=reply, body=json.dumps(plan))

    context = world.context("visitor")
    page = world.watched(context.new_page())
    page.route(re.compile(r"/v1/appointments/[^/]+/plan"), answer)
    page.goto(f"/calendar/{made['id']}")
    expect(page.get_by_role("region", name="The way there").get_by_text(words)).to_be_visible()
    page.unroute_all(behavior="wait")
    clear(client)


def test_print(world):
    "month, week, list and an appointment are printed black on white, with their days and without controls"
    client = world.client("visitor")
    clear(client)
    ahead = weekday(1)
    made = make(client, "Dentist", ahead, "10:00", place=MUSEUM)
    for view in ("list", "week", "month"):
        page = world.open(f"/calendar?view={view}&date={day(ahead)}", "visitor", size="desktop", theme="dark")
        expect(page.get_by_text("Dentist").first).to_be_visible()
        settle(page)
        expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
        span = page.locator(".calendar-span").inner_text()
        page.emulate_media(media="print")
        expect(page.get_by_text(span, exact=True)).to_be_visible()
        expect(page.get_by_text("Dentist").locator("visible=true").first).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
        expect(page.get_by_role("navigation")).to_have_count(0)
        colours = page.evaluate("""() => [getComputedStyle(document.documentElement).backgroundColor,
            getComputedStyle(document.querySelector('h1')).color]""")
        assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], colours
        assert len(page.pdf(format="A4")) > 1000
    page = world.open(f"/calendar/{made['id']}", "visitor")
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dentist")
    expect(page.get_by_text("Landesmuseum", exact=True)).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    clear(client)


def test_family(world):
    "MF-FAM-01, CG-X-12: on a family's calendar all see free or busy, and the details of what they take part in"
    ana, ben = world.client("ana"), world.client("ben")
    for person in (ana, ben):
        for line in person.get("/v1/appointments", limit=200)["items"]:
            if line["kind"] == "appointment":
                person.call("DELETE", f"/v1/appointments/{line['id']}")
    ahead = weekday(1)
    make(ben, "Lawyer", ahead, "10:00")
    shared = make(ben, "Lunch", ahead, "12:00")
    ben.post(f"/v1/appointments/{shared['id']}/participants", {"to": [ana.account["id"]]}, status=200)
    ana.call("PUT", f"/v1/appointments/{shared['id']}/answer", {"answer": "accepted"}).want(200)
    page = world.open(f"/people/{home(ana)}", "ana")
    page.get_by_role("link", name="Everyone's calendar", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone's calendar")
    page.goto(f"{page.url}?date={day(ahead)}")
    date = datetime.date.today() + datetime.timedelta(days=ahead)
    people = page.get_by_role("list", name=f"{date:%A} {date.day} {date:%B}").get_by_role("listitem")
    expect(people).to_have_count(3)
    expect(people.filter(has_text="Ben")).to_contain_text("Busy 10:00 – 10:30")
    expect(people.filter(has_text="Ben").get_by_role("link", name="12:00 – 12:30 Lunch")).to_be_visible()
    expect(people.filter(has_text="Ana").get_by_role("link", name="12:00 – 12:30 Lunch")).to_be_visible()
    expect(people.filter(has_text="Cleo")).to_contain_text("Free")
    assert "Lawyer" not in page.content()
    settle(page)
    expect_accessible(page)
    expect_layout(page)
    own = world.open(f"/calendar/group/{home(ben)}?date={day(ahead)}", "ben")
    expect(own.get_by_role("link", name="10:00 – 10:30 Lawyer")).to_be_visible()
    other = log_in(world.server.port)[2].call(
        "GET", f"/v1/realms/{home(ana)}/calendar?from={day(ahead)}T00:00:00Z&to={day(ahead + 1)}T00:00:00Z")
    assert "Lawyer" not in other.body.decode() and "Lunch" not in other.body.decode()
    stranger = world.open(f"/calendar/group/{home(ana)}", "visitor")
    expect(stranger.get_by_role("main")).not_to_contain_text("Ben")
    for item in ben.get("/v1/appointments", limit=200)["items"]:
        if item["kind"] == "appointment":
            ben.call("DELETE", f"/v1/appointments/{item['id']}")


def test_feed_of_a_group(world):
    "a sub-realm's calendar gets an address of its own, which is renewed and revoked"
    client = world.client("captain")
    page = world.open("/calendar/exchange", "captain")
    page.get_by_label("Calendar", exact=True).select_option("Schaan Runners")
    page.get_by_label("For which program").fill("Phone")
    page.get_by_role("button", name="Make an address", exact=True).click()
    field = page.get_by_label("Address of “Phone”")
    first = field.input_value()

    def read(address):
        return client.call("GET", "/v1" + address.split("/v1", 1)[1])

    assert "SUMMARY:Spring race" in read(first).body.decode()
    row = page.get_by_role("list", name="Subscriptions").get_by_role("listitem")
    expect(row).to_contain_text("Schaan Runners")
    expect_layout(page)
    row.get_by_role("button", name="New address", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="New address", exact=True).click()
    expect(field).not_to_have_value(first)
    assert read(first).status == 404
    assert "SUMMARY:Spring race" in read(field.input_value()).body.decode()
    row.get_by_role("button", name="Revoke", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(page.get_by_text("“Phone” is revoked.")).to_be_visible()


def test_deadline(world):
    "BZ-CAL-04: the page of an event shows until when answers are wanted, and changes it"
    client = world.client("captain")
    race = world.path("/people/events/{race}")
    page = world.open(f"{race}/edit", "captain")
    field = page.get_by_label("Answer until", exact=True)
    expect(field).to_have_value(day(12))
    field.fill(day(10))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    item = "/v1/group-events/" + race.rsplit("/", 1)[1]
    changed = client.get(item)["responseDeadline"]
    assert changed[:10] == day(10), changed
    page.goto(f"{race}/edit")
    expect(field).to_have_value(day(10))
    field.fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring race")
    assert "responseDeadline" not in client.get(item)


def test_ends_on_another_day(world):
    "what ends on another day is said with that day: in the list, on its page, and where it is moved"
    client = world.client("visitor")
    clear(client)
    common = {"zone": "Europe/Vaduz", "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable"]}
    client.post("/v1/appointments", {"title": "Night hike", "start": "2031-06-12T20:00", "duration": 43200, **common})
    client.post("/v1/appointments", {"title": "Camp", "start": "2031-06-14T00:00", "duration": 172800, "allDay": True, **common})
    page = world.open("/calendar?view=list&date=2031-06-12", "visitor")
    lines = page.get_by_role("main").get_by_role("listitem")
    expect(lines.filter(has_text="Night hike")).to_contain_text(re.compile("20:00 – Fri, 13 Jun 2031, 0?8:00"))
    expect(lines.filter(has_text="Camp")).to_contain_text("All day, Sat, 14 Jun 2031 – Sun, 15 Jun 2031")
    page.get_by_role("button", name="Move “Night hike”", exact=True).click()
    dialog = page.get_by_role("dialog", name="Move “Night hike”")
    expect(dialog.get_by_role("status")).to_contain_text(re.compile("20:00 – Fri, 13 Jun 2031, 0?8:00"))
    dialog.get_by_role("button", name="Close", exact=True).first.click()
    page.get_by_role("link", name=re.compile("Night hike")).click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("Thu, 12 Jun 2031, 20:00 – Fri, 13 Jun 2031, 0?8:00"))
    clear(client)
