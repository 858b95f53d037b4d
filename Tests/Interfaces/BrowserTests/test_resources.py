"""What families share: booking, asking for a booking, giving it away."""

import datetime
import re

from playwright.sync_api import expect
from test_people import newcomer
from test_pictures import PICTURE, is_drawn
from world import expect_accessible, expect_layout


def family(world, *names):
    "A family with its members; returns their addresses and its identifier."
    people = [newcomer(world, name) for name in names]
    owner = world.client(people[0])
    realm = owner.post("/v1/realms", {"kind": "family", "name": "Frick", "joinPolicy": "open"})["id"]
    for person in people[1:]:
        world.client(person).post(f"/v1/realms/{realm}/members", status=200)
    return people, realm


def share(world, person, realm, name):
    "Something that is shared."
    body = {"name": name, "description": "Keys hang by the door.", "rules": {"sameDay": False}}
    return world.client(person).post(f"/v1/realms/{realm}/resources", body)["id"]


def day(ahead):
    "A day so many days ahead, as a date field has it."
    return (datetime.date.today() + datetime.timedelta(days=ahead)).isoformat()


def fill_booking(page, start, end, reason, priority):
    page.get_by_label("Start", exact=False).fill(start)
    page.get_by_label("End", exact=False).fill(end)
    page.get_by_role("radio", name=priority).check()
    page.get_by_label("Reason").fill(reason)


def test_book(world):
    "CUSR1.1, CUSR1.6-7, CUSR1.A2.1-2, CUSR1.A2.3-5, MF-T-clickBook, MF-T-clickDone, MF-UI-07, MF-UI-08: from RESOURCES to a booking"
    (ana, ben), realm = family(world, "Ana", "Ben")
    page = world.open(f"/people/{realm}", ana)
    page.get_by_role("link", name="RESOURCES").click()
    page.get_by_role("button", name="Add", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add something to share")
    dialog.get_by_label("Name").fill("Car")
    dialog.get_by_label("Description").fill("Keys hang by the door.")
    expect(dialog.get_by_label("It can be booked for today")).not_to_be_checked()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("list", name="What you share")).to_contain_text("Car")
    book = page.get_by_role("button", name="Book", exact=True)
    expect(book).to_be_disabled()
    expect(page.get_by_role("button", name="Delete “Car”")).to_be_visible()
    # Nothing is chosen; no last day; today.
    page.get_by_label("From", exact=False).fill(day(2))
    page.get_by_label("To", exact=False).fill(day(3))
    expect(book).to_be_disabled()
    page.get_by_label("Resource").select_option(label="Car")
    expect(book).to_be_enabled()
    page.get_by_label("To", exact=False).fill("")
    expect(book).to_be_disabled()
    page.get_by_label("To", exact=False).fill(day(3))
    page.get_by_label("From", exact=False).fill(day(0))
    expect(book).to_be_disabled()
    page.get_by_label("From", exact=False).fill(day(2))
    book.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Car")
    expect(page.get_by_text("Keys hang by the door.")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Enter a reason.")).to_be_visible()
    expect(page.get_by_text("Choose a priority.")).to_be_visible()
    fill_booking(page, f"{day(2)}T09:00", f"{day(2)}T11:00", "To the dentist", "Medium")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Car is booked for you.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Frick")
    other = world.open(f"/people/{realm}/resources", ben)
    expect(other.get_by_role("list", name="What you share")).to_contain_text("Ana")
    expect(other.get_by_role("list", name="What you share")).to_contain_text("To the dentist (Priority: Medium)")
    other.goto("/notifications")
    other.get_by_role("link", name=re.compile("Ana has booked “Car”")).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Car")


def test_override(world):
    "CUSR1.A1.6, CUSR1.A1.7, MF-T-clickSend, MF-T-openOverride, MF-T-clickApprove, MF-UI-09: asking the holder, who approves and chooses another time"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    zone = datetime.datetime.now().astimezone()
    start = datetime.datetime.combine(zone.date() + datetime.timedelta(days=2), datetime.time(9)).astimezone()
    world.client(ana).post(
        f"/v1/resources/{car}/bookings",
        {
            "start": start.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "end": (start + datetime.timedelta(hours=2)).astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "reason": "Shopping",
            "priority": "low",
        },
    )
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ben)
    booked = page.get_by_role("list", name="Who has it")
    expect(booked).to_contain_text("Ana")
    taken = page.get_by_role("status").filter(has_text="Ana has it:")
    times = page.evaluate(LOCAL, start.timestamp()), page.evaluate(LOCAL, start.timestamp() + 3600)
    page.get_by_label("Start", exact=False).fill(times[0])
    page.get_by_label("End", exact=False).fill(times[1])
    expect(taken).to_contain_text("Shopping (Priority: Low)")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Enter a reason.")).to_be_visible()
    expect(page.get_by_text("Choose a priority.")).to_be_visible()
    fill_booking(page, *times, "Exam", "High")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Ana is asked and has 24 hours to answer, at most until the time asked for is over.")).to_be_visible()
    holder = world.open("/notifications", ana)
    holder.get_by_role("link", name=re.compile("Ben asks for “Car”")).click()
    expect(holder.get_by_role("heading", level=1)).to_have_text("Resource booking agreement")
    expect(holder.get_by_text("Exam")).to_be_visible()
    expect(holder.get_by_text("High", exact=True)).to_be_visible()
    # The notification's own button says "Approve or deny", too.
    expect(holder.get_by_role("heading", level=1)).to_have_text("Resource booking agreement")
    expect(holder.get_by_role("button", name="Deny", exact=True)).to_be_visible()
    holder.get_by_role("button", name="Approve", exact=True).click()
    expect(holder.get_by_text("Ben has it now.")).to_be_visible()
    # The holder is brought to where another time is booked, at the next that is free.
    expect(holder.get_by_role("heading", level=1)).to_have_text("Car")
    expect(holder.get_by_role("heading", name="Book a time", exact=True)).to_be_visible()
    expect(holder.get_by_role("list", name="Who has it")).to_contain_text("Exam")
    fill_booking(holder, f"{day(3)}T09:00", f"{day(3)}T10:00", "Shopping, a day later", "Low")
    holder.get_by_role("button", name="Submit", exact=True).click()
    expect(holder.get_by_text("Car is booked for you.")).to_be_visible()
    page.goto("/notifications")
    page.get_by_role("link", name=re.compile("Ana gives you “Car”")).click()
    expect(page.get_by_text("It stands")).to_be_visible()


LOCAL = """seconds => {
  const date = new Date(seconds * 1000), two = (n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}"""


def test_rules(world):
    "the rules for booking a thing are set and changed on its page, said in words, and what breaks one is told at the field"
    (ana, ben), realm = family(world, "Ana", "Ben")
    page = world.open(f"/people/{realm}/resources", ana)
    page.get_by_role("button", name="Add", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add something to share")
    dialog.get_by_label("Name").fill("Boat")
    dialog.get_by_label("Where it is").fill("Harbour")
    dialog.get_by_label("One booking lasts at most").fill("900")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text("Enter hours, from a quarter of an hour to 744.")).to_be_visible()
    dialog.get_by_label("One booking lasts at most").fill("4")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("list", name="What you share")).to_contain_text("Boat")
    page.get_by_role("link", name="Change “Boat”").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Change what is shared")
    expect(page.get_by_label("Where it is")).to_have_value("Harbour")
    page.get_by_label("Description").fill("The oars hang by the door.")
    page.get_by_role("checkbox", name="It can be booked for today").uncheck()
    page.get_by_label("Booked so long before, at least").fill("48")
    page.get_by_label("Bookings of one person a week").fill("1")
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Boat")
    expect(page.get_by_text("The oars hang by the door.")).to_be_visible()
    expect(page.get_by_text("Harbour")).to_be_visible()
    rules = page.get_by_role("list", name="Rules for booking it").get_by_role("listitem")
    expect(rules).to_have_text([
        "It is booked for 4 h at most.", "It is booked at least 2 days before.",
        "It is booked for tomorrow at the earliest.", "Everybody may book it once a week."])
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_label("Bookings of one person a week")).to_have_value("1")
    boat = world.client(ana).get(f"/v1/realms/{realm}/resources")["items"][0]
    assert boat["rules"] == {"noticeHours": 48, "longestMinutes": 240, "perWeek": 1, "sameDay": False}
    # Who books breaks one rule after the other.
    address = f"/people/{realm}/resources/{boat['id']}"
    other = world.open(f"{address}?from={day(1)}&to={day(9)}", ben)
    submit = other.get_by_role("button", name="Submit")
    fill_booking(other, f"{day(1)}T09:00", f"{day(1)}T10:00", "Fishing", "Low")
    submit.click()
    expect(other.locator("#field-start-error")).to_have_text("It is booked at least 2 days before.")
    fill_booking(other, f"{day(5)}T09:00", f"{day(5)}T14:00", "Fishing", "Low")
    submit.click()
    expect(other.locator("#field-end-error")).to_have_text("It is booked for 4 h at most.")
    # The week is that of the first booking, whatever day it is today.
    first = datetime.date.today() + datetime.timedelta(days=5)
    second = first + datetime.timedelta(days=1 if first.weekday() < 6 else -1)
    fill_booking(other, f"{first}T09:00", f"{first}T11:00", "Fishing", "Low")
    submit.click()
    expect(other.get_by_text("Boat is booked for you.")).to_be_visible()
    other.goto(f"{address}?from={day(1)}&to={day(9)}")
    fill_booking(other, f"{second}T09:00", f"{second}T11:00", "Fishing", "Low")
    submit.click()
    expect(other.get_by_role("alert").filter(has_text="“Boat” is booked once a week by one at most.")).to_be_visible()
    # An address that names no day is as one without: a week from tomorrow.
    other.goto(f"{address}?from=soon&to=later")
    expect(other.get_by_role("list", name="Who has it").get_by_role("heading")).to_have_count(7)
    expect(other.get_by_label("From", exact=True)).to_have_value(day(1))


def test_photo(world):
    "CG-MF-25: a shared thing gets a photo in its form; its list and its page show it to the others, closely on demand"
    (ana, ben), realm = family(world, "Ana", "Ben")
    page = world.open(f"/people/{realm}/resources", ana)
    page.get_by_role("button", name="Add", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add something to share")
    dialog.get_by_label("Name").fill("Boat")
    dialog.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Add a photo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Change what is shared")
    # What was begun in the form stays while the photo is sent.
    page.get_by_label("Description").fill("The oars hang by the door.")
    field = page.get_by_role("group", name="Photo of it")
    field.get_by_label("Choose a picture").set_input_files(PICTURE)
    field.get_by_role("button", name="Use this picture").click()
    expect(field.get_by_text(re.compile("Say in words"))).to_be_visible()
    field.get_by_label("What is to be seen?").fill("A green boat")
    field.get_by_role("button", name="Use this picture").click()
    is_drawn(field.get_by_alt_text("A green boat"))
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Boat")
    expect(page.get_by_text("The oars hang by the door.")).to_be_visible()
    other = world.open(f"/people/{realm}/resources", ben)
    listed = other.get_by_role("list", name="What you share")
    is_drawn(listed.get_by_alt_text("A green boat"))
    expect_accessible(other)
    listed.get_by_role("link", name="Boat").first.click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Boat")
    is_drawn(other.get_by_alt_text("A green boat"))
    expect_accessible(other)
    expect_layout(other)
    other.get_by_role("button", name="Look closely: A green boat").click()
    is_drawn(other.get_by_role("dialog").get_by_alt_text("A green boat"))
    other.keyboard.press("Escape")
    other.get_by_role("link", name="Edit", exact=True).click()
    other.get_by_role("button", name="Remove picture").click()
    expect(other.get_by_alt_text("A green boat")).to_have_count(0)
    expect(other.get_by_text("Choose a picture")).to_be_visible()
    page.goto(f"/people/{realm}/resources")
    expect(page.get_by_role("list", name="What you share")).to_contain_text("Boat")
    expect(page.get_by_alt_text("A green boat")).to_have_count(0)
