"""The form of an appointment: what it proposes, what it needs, and that keys alone are enough."""

import datetime
import re
from zoneinfo import ZoneInfo

from playwright.sync_api import expect
from test_calendar import ZONE, clear


def test_form(world):
    "TV-APP-03, TV-APP-04: the form has all its fields, and a star at those that must be filled in"
    page = world.open("/calendar/new", "visitor")
    for label in ("Name", "Start", "End", "Place", "Reminder", "Notes"):
        expect(page.get_by_label(label, exact=True)).to_be_visible()
    expect(page.get_by_label("Other means of transport than usual")).to_be_attached()
    needed = page.get_by_role("main").locator("label.required")
    expect(needed).to_have_text(["Name", "Start", "End"])
    for label in needed.all():
        assert "*" in label.evaluate("label => getComputedStyle(label, '::after').content"), label.inner_text()


def test_presets(world):
    "TV-APP-05, TV-APP-06: the start is preset to the full half hour after an hour from now, the reminder to 10 minutes"
    page = world.open("/calendar/new", "visitor")
    start = datetime.datetime.fromisoformat(page.get_by_label("Start").input_value())
    ahead = start - datetime.datetime.now(ZoneInfo(ZONE)).replace(tzinfo=None)
    assert datetime.timedelta(minutes=55) < ahead < datetime.timedelta(minutes=91), ahead
    assert start.minute in (0, 30), start
    end = datetime.datetime.fromisoformat(page.get_by_label("End").input_value())
    assert end - start == datetime.timedelta(hours=1), end
    expect(page.get_by_label("Reminder")).to_have_value("10")


def test_start_moves_end(world):
    "another start takes the end with it, by days and hours; another end stays as it is entered"
    page = world.open("/calendar/new", "visitor")
    page.get_by_label("Start", exact=True).fill("2031-05-05T09:00")
    page.get_by_label("End", exact=True).fill("2031-05-05T11:30")
    page.get_by_label("Start", exact=True).fill("2031-05-06T14:15")
    expect(page.get_by_label("End", exact=True)).to_have_value("2031-05-06T16:45")
    page.get_by_label("All day").check()
    expect(page.get_by_label("End", exact=True)).to_have_value("2031-05-06")
    page.get_by_label("Start", exact=True).fill("2031-06-01")
    expect(page.get_by_label("End", exact=True)).to_have_value("2031-06-01")


def test_suggestions_in_sight(world):
    "what is suggested for a place opens where it can be seen: above the bar, or above its field"
    page = world.open("/calendar/new", "visitor", size="small")
    place = page.get_by_role("combobox", name="Place")
    suggested = page.get_by_role("listbox", name="Place")
    for block in ("end", "center", "start"):
        place.fill("")
        place.evaluate("(one, block) => one.scrollIntoView({ block })", block)
        place.press_sequentially("47.1390, 9.5222")
        expect(suggested.get_by_role("option").first).to_be_visible()
        page.evaluate("new Promise(requestAnimationFrame)")
        box = suggested.bounding_box()
        bar = page.get_by_role("navigation", name="Main").bounding_box()
        assert box and bar and 0 <= box["y"] and box["y"] + box["height"] <= bar["y"] + 1, (block, box, bar)
        place.press("Escape")


def test_series_by_keys(world):
    "a recurring appointment is made by keys alone: name, place, day and time, how often, until when"
    client = world.client("visitor")
    clear(client)
    page = world.open("/calendar", "visitor")
    keys = page.keyboard

    def tab_to(label):
        "Goes on by the key, to what has the label."
        for _ in range(60):
            name = page.evaluate("""() => { const one = document.activeElement;
                return one.labels?.[0]?.innerText ?? one.getAttribute('aria-label') ?? one.innerText; }""")
            if name and name.strip().split("\n")[0] == label:
                return
            keys.press("Tab")
        raise AssertionError(f"{label} is not reached by keys")

    tab_to("New appointment")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("New appointment")
    tab_to("Name")
    keys.type("Choir")
    tab_to("Start")
    # As the browser writes dates; a year has four digits, and what follows comes by itself.
    keys.type("050520310730PM")
    expect(page.get_by_label("Start", exact=True)).to_have_value("2031-05-05T19:30")
    expect(page.get_by_label("End", exact=True)).to_have_value("2031-05-05T20:30")
    tab_to("Place")
    keys.type("47.1390, 9.5222")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.get_by_text("Position: 47.13900, 9.52220")).to_be_visible()
    tab_to("Repeats")
    for _ in range(3):
        keys.press("ArrowDown")
    expect(page.get_by_label("Repeats")).to_have_value("FREQ=WEEKLY")
    tab_to("Last day")
    keys.type("06302031")
    expect(page.get_by_label("Last day")).to_have_value("2031-06-30")
    tab_to("Save")
    keys.press("Enter")
    expect(page).to_have_url(re.compile(r"/calendar\?date=2031-05-05"))
    made = client.get("/v1/appointments?from=2031-05-01T00:00:00Z&to=2031-05-20T00:00:00Z")["items"]
    assert [one["startsAt"][:16] for one in made] == [f"2031-05-{date:02}T17:30" for date in (5, 12, 19)], made


def test_needs(world):
    "TV-APP-11, TV-APP-12: without a name or a means of transport nothing is saved, and it is said why"
    client = world.client("visitor")
    clear(client)
    page = world.open("/calendar/new", "visitor")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    page.get_by_label("Name").fill("Nowhere")
    page.get_by_label("Other means of transport than usual").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose at least one means of transport.")).to_be_visible()
    assert client.get("/v1/appointments")["items"] == []
