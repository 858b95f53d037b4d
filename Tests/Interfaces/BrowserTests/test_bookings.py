"""Bookings of what a family shares: free and taken times, changes, requests to the holder."""

import datetime
import re

from playwright.sync_api import expect
from test_resources import day, family, fill_booking, share
from world import expect_layout

ZONE = "Europe/Vaduz"


def at(ahead, hour):
    "An instant so many days ahead at an hour of the browser's clock, as the server takes it."
    from zoneinfo import ZoneInfo
    wall = datetime.datetime.combine(datetime.date.today() + datetime.timedelta(days=ahead), datetime.time(hour))
    return wall.replace(tzinfo=ZoneInfo(ZONE)).astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def book(world, person, resource, ahead, start, end, reason="Shopping", priority="low"):
    "A booking from one hour to another; its identifier."
    body = {"start": at(ahead, start), "end": at(ahead, end), "reason": reason, "priority": priority}
    return world.client(person).post(f"/v1/resources/{resource}/bookings", body)["id"]


def ask(world, person, booking, ahead, start, end, reason="Exam"):
    body = {"start": at(ahead, start), "end": at(ahead, end), "reason": reason, "priority": "high"}
    return world.client(person).post(f"/v1/bookings/{booking}/override-requests", body)["id"]


def test_free_and_taken(world):
    "CUSR1.4-5, MF-T-selectUsageTimeSlot, CUSR1.A4.5-6, MF-RES-04: a time within what is free is booked, to its very ends; what is not leads to its holder; other days are read anew"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    book(world, ana, car, 2, 8, 10)
    book(world, ana, car, 2, 12, 14, "Dentist")
    book(world, ana, car, 9, 12, 14, "Holiday")
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(3)}", ben)
    held = page.get_by_role("list", name="Who has it")
    expect(held).to_contain_text("Dentist (Priority: Low)")
    # Each end a quarter of an hour too far: not available, its holder is asked instead.
    for start, end in (("09:45", "12:00"), ("10:00", "12:15"), ("09:00", "13:00")):
        fill_booking(page, f"{day(2)}T{start}", f"{day(2)}T{end}", "Exam", "High")
        expect(page.get_by_role("heading", name="Ask its holder")).to_be_visible()
        expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Submit")).to_have_count(0)
    # A time on days that are not shown is looked up all the same.
    page.get_by_label("Start", exact=False).fill(f"{day(9)}T12:00")
    page.get_by_label("End", exact=False).fill(f"{day(9)}T13:00")
    expect(page.get_by_role("status").filter(has_text="Ana has it:")).to_contain_text("Holiday")
    expect(held).not_to_contain_text("Holiday")
    page.get_by_label("From", exact=False).fill(day(9))
    page.get_by_label("To", exact=False).fill(day(9))
    expect(held).to_contain_text("Holiday")
    expect(held).not_to_contain_text("Dentist")
    # Exactly what is free between two bookings.
    page.get_by_label("Start", exact=False).fill(f"{day(2)}T10:00")
    page.get_by_label("End", exact=False).fill(f"{day(2)}T12:00")
    expect(page.get_by_role("heading", name="Book a time")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Car is booked for you.")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/people/{realm}")
    expect(page.get_by_role("link", name="RESOURCES")).to_be_visible()


def test_becomes_free(world):
    "MF-T-after1, MF-T-whenAvailable: while it is taken the time is looked at every second and the page stays; once it is free, it is booked in the ordinary way"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 11)
    context = world.context(ben)
    # No events come through: the page has to look by itself.
    context.route("**/v1/events*", lambda route: route.abort())
    page = world.watched(context.new_page())
    page.goto(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}")
    fill_booking(page, f"{day(2)}T09:00", f"{day(2)}T10:00", "Exam", "High")
    expect(page.get_by_role("heading", name="Ask its holder")).to_be_visible()

    def looks(request):
        return f"from={at(2, 9)[:-1]}" in request.url

    times = []
    for _ in range(4):
        with page.expect_request(looks):
            pass
        times.append(datetime.datetime.now(datetime.UTC))
        expect(page.get_by_role("heading", name="Ask its holder")).to_be_visible()
    apart = [(later - sooner).total_seconds() for sooner, later in zip(times, times[1:])]
    assert max(apart) < 5, apart
    world.client(ana).call("DELETE", f"/v1/bookings/{booking}").want(204)
    expect(page.get_by_role("heading", name="Book a time")).to_be_visible()
    # What was entered is still there.
    expect(page.get_by_label("Reason")).to_have_value("Exam")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Car is booked for you.")).to_be_visible()


def test_denied(world):
    "CUSR1.A1.8, MF-T-clickDeny, MF-T-givenDenied: the holder reads the request, denies it and is back at the menu; the requester is brought to choose another time"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    ask(world, ben, book(world, ana, car, 2, 9, 11), 2, 9, 10)
    holder = world.open("/notifications", ana)
    holder.get_by_role("link", name=re.compile(
        r"Ben asks for “Car”, \w+, \d+ \w+ \d{4} at \d\d:\d\d \(UTC\), with high priority: Exam\. Approve or deny")).click()
    # The notification's own button says "Approve or deny", too.
    expect(holder.get_by_role("heading", level=1)).to_have_text("Resource booking agreement")
    expect(holder.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    holder.get_by_role("button", name="Deny", exact=True).click()
    expect(holder.get_by_text("Denied. Ben is told.")).to_be_visible()
    expect(holder).to_have_url(f"{world.address}/people/{realm}")
    page = world.open("/notifications", ben)
    page.get_by_role("link", name=re.compile("“Car”.*the request was denied")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Car")
    expect(page.get_by_text("This request was denied. The booking stays.")).to_be_visible()
    fill_booking(page, f"{day(2)}T12:00", f"{day(2)}T13:00", "Exam", "High")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Car is booked for you.")).to_be_visible()


def test_approved(world):
    "MF-T-givenApproved: the requester finds the approval in the notifications, and the booking behind it"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    request = ask(world, ben, book(world, ana, car, 2, 9, 11), 2, 9, 10)
    world.client(ana).post(f"/v1/override-requests/{request}/decision", {"decision": "approve"}, status=200)
    page = world.open("/notifications", ben)
    page.get_by_role("link", name=re.compile("Ana gives you “Car”.*It is booked for you")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Car")
    facts = page.get_by_role("main")
    expect(facts.get_by_text("Exam (Priority: High)")).to_be_visible()
    expect(facts.get_by_text("It stands")).to_be_visible()
    expect(facts.get_by_text("Ben", exact=True)).to_be_visible()


def test_change_and_give_up(world):
    "MF-RES-10, MF-RES-01: the booker moves a booking and gives it up; the others see it on the open page: who, when and why"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    book(world, ana, car, 2, 9, 11, "Shopping")
    other = world.open(f"/people/{realm}/resources", ben)
    shared = other.get_by_role("list", name="What you share")
    expect(shared).to_contain_text(re.compile("Ana · .*9:00 to 11:00.*Shopping"))
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ana)
    page.get_by_role("list", name="Who has it").get_by_role("link", name="Change your booking").click()
    # The page before has fields of the same names.
    expect(page.get_by_role("heading", name="Change your booking")).to_be_visible()
    start = page.get_by_label("Start", exact=False)
    expect(start).to_have_value(f"{day(2)}T09:00")
    start.fill(f"{day(3)}T13:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The end must lie after the start.")).to_be_visible()
    page.get_by_label("End", exact=False).fill(f"{day(3)}T15:00")
    page.get_by_label("Reason").fill("To the mountains")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your booking is changed. The others are told.")).to_be_visible()
    expect(shared).to_contain_text(re.compile("Ana · .*13:00 to 15:00.*To the mountains"))
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Given up. The time is free again.")).to_be_visible()
    expect(shared).to_contain_text("Nobody has booked it.")
    other.goto("/notifications")
    for text in ("Ana has moved the booking of “Car”", "Ana does not need “Car”"):
        expect(other.get_by_role("link", name=re.compile(text))).to_be_visible()


def test_delete_resource(world):
    "MF-T-clickDeleteResource, MF-RES-02: what is deleted leaves the list, after a question; a priority is one of three"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    share(world, ana, realm, "Bathroom")
    book(world, ana, car, 2, 9, 11)
    page = world.open(f"/people/{realm}/resources/{car}", ben)
    expect(page.get_by_role("group", name="Priority").get_by_role("radio")).to_have_count(3)
    for name in ("High", "Medium", "Low"):
        expect(page.get_by_role("radio", name=name, exact=True)).not_to_be_checked()
    page.goto(f"/people/{realm}/resources")
    rows = page.get_by_role("list", name="What you share").get_by_role("listitem")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Delete “Car”").click()
    dialog = page.get_by_role("dialog", name="Delete “Car”")
    expect(dialog.get_by_text("Its bookings go with it")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Delete “Car”").click()
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Car is deleted.")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Bathroom")
    expect(page.get_by_label("Resource").get_by_role("option", name="Car")).to_have_count(0)
    holder = world.open("/notifications", ana)
    expect(holder.get_by_text("“Car” is shared no more; your booking of it has ended.")).to_be_visible()


def test_outside_calendar_fails(world):
    "CUSR1.E2.4, CUSR1.E2.6, CUSR1.E2.7-8, CUSR1.E2.9: while its calendar cannot be read it is booked with time, reason and priority, acknowledged by all, and comes into the calendar when nothing fails any more"
    (ana, ben, cleo), realm = family(world, "Ana", "Ben", "Cleo")
    # No public address: the server does not ask inside of its own network.
    body = {"name": "Hall", "calendarAddress": "webcal://127.0.0.1/hall.ics"}
    hall = world.client(ana).post(f"/v1/realms/{realm}/resources", body)["id"]
    page = world.open(f"/people/{realm}/resources/{hall}?from={day(2)}&to={day(2)}", ana)
    expect(page.get_by_text("The calendar of Hall")).to_be_visible()
    expect(page.get_by_text("Whether it is free cannot be checked")).to_be_visible()
    fill_booking(page, f"{day(2)}T09:00", f"{day(2)}T10:00", "Choir", "High")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("All who share Hall are asked. You are told when it is booked.")).to_be_visible()
    for person in (ben, cleo):
        other = world.open("/notifications", person)
        other.get_by_role("link", name=re.compile(r"Ana wants to book “Hall”.*Choir \(priority: high\)")).click()
        expect(other.get_by_role("heading", level=1)).to_have_text("Hall")
        expect(other.get_by_text("Waits to be acknowledged")).to_be_visible()
        other.get_by_role("button", name="Acknowledge", exact=True).click()
        expect(other.get_by_text("Acknowledged. Ana is told when all have.")).to_be_visible()
        expect(other.get_by_role("button", name="Acknowledge", exact=True)).to_have_count(0)
    page.goto("/notifications")
    page.get_by_role("link", name=re.compile("All have acknowledged it: “Hall”")).click()
    expect(page.get_by_text("It stands", exact=True)).to_be_visible()
    waits = page.get_by_text("It comes into your calendar when the calendar of Hall can be read again.")
    expect(waits).to_be_visible()
    client = world.client(ana)
    tag = client.call("GET", f"/v1/resources/{hall}").want(200).headers["etag"]
    client.call("PUT", f"/v1/resources/{hall}", {"name": "Hall"}, headers={"If-Match": tag}).want(200)
    expect(waits).to_have_count(0)
    entries = client.get(f"/v1/appointments?from={at(2, 0)}&to={at(3, 0)}")["items"]
    assert [entry["title"] for entry in entries] == ["Hall"], entries


def test_rest_is_kept(world):
    "asked for 9 to 10 of a booking from 9 to 12, the holder keeps 10 to 12 in the same step; another who asked reads that the time went to somebody else"
    (ana, ben, cleo), realm = family(world, "Ana", "Ben", "Cleo")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 12, "Shopping")
    request = ask(world, ben, booking, 2, 9, 10, "Exam")
    other = ask(world, cleo, booking, 2, 9, 11, "Doctor")
    page = world.open(f"/people/override-requests/{request}", ana)
    expect(page.get_by_role("heading", level=1)).to_have_text("Resource booking agreement")
    page.get_by_role("button", name="Approve, keep 10:00 to 12:00", exact=True).click()
    expect(page.get_by_text("Ben has it now. You keep 10:00 to 12:00.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Car")
    found = world.client(ana).get(f"/v1/realms/{realm}/bookings?from={at(2, 0)}&to={at(3, 0)}")["items"]
    shown = [(entry["holder"]["name"], entry["start"][:16], entry["end"][:16]) for entry in found]
    assert shown == [("Ben", at(2, 9)[:16], at(2, 10)[:16]), ("Ana", at(2, 10)[:16], at(2, 12)[:16])], shown
    page = world.open(f"/people/override-requests/{other}", cleo)
    expect(page.get_by_text("The time was given to another who has asked for it, too.")).to_be_visible()
    expect(page.get_by_text("was denied")).to_have_count(0)


def test_swapped_calendars(world):
    "CUSR1.A1.11: after approval the calendars of the resource and of both members show the cancelled and the new booking"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 11, "Shopping")
    request = ask(world, ben, booking, 2, 9, 10, "Exam")
    world.client(ana).call("POST", f"/v1/override-requests/{request}/decision", {"decision": "approve"}).want(200)
    for person, title, is_cancelled in ((ana, "Shopping", True), (ben, "Exam", False)):
        page = world.open(f"/calendar?view=list&date={day(2)}", person)
        line = page.get_by_role("main").get_by_role("listitem").filter(has_text="Car")
        expect(line).to_have_count(1)
        expect(line.get_by_text("Cancelled", exact=True)).to_have_count(1 if is_cancelled else 0)
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ana)
    shown = page.get_by_role("list", name="Who has it")
    expect(shown).to_contain_text("Exam")
    gone = shown.locator(".list-row").filter(has_text="Shopping")
    expect(gone).to_contain_text("Given to another")
    # Nothing is left to change of it.
    expect(shown.get_by_role("button", name="Give up")).to_have_count(0)


def test_given_up_is_seen(world):
    "CUSR1.A1.11: a booking that was given up stays in the resource's calendar as cancelled; its time is free"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    book(world, ben, car, 2, 9, 11, "Shopping")
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ben)
    shown = page.get_by_role("list", name="Who has it")
    expect(shown.get_by_text("Free all day")).to_have_count(0)
    shown.get_by_role("button", name="Give up").click()
    expect(shown).to_contain_text(re.compile("Ben · .*Cancelled"))
    expect(shown.get_by_text("Free all day")).to_be_visible()
    expect(shown.get_by_role("button", name="Give up")).to_have_count(0)
    other = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ana)
    expect(other.get_by_role("list", name="Who has it")).to_contain_text(re.compile("Ben · .*Cancelled"))
    expect_layout(other)


def test_no_answer(world):
    "CUSR1.E1.10: who has waited for 24 hours in vain is told, and chooses another time; the booking stays"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    booking = book(world, ana, car, 2, 9, 11, "Shopping")
    request = ask(world, ben, booking, 2, 9, 10)
    page = world.open("/tours", ben)

    def expired(route):
        "The answer of the server a day later."
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "state": "expired"})

    page.route(f"**/v1/override-requests/{request}", expired)
    page.goto(f"/people/override-requests/{request}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Car")
    expect(page.get_by_text("Nobody has answered in time. The booking stays.")).to_be_visible()
    expect(page.get_by_role("list", name="Who has it")).to_contain_text("Shopping")
    fill_booking(page, f"{day(3)}T09:00", f"{day(3)}T10:00", "Exam", "High")
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_text("Car is booked for you.")).to_be_visible()
    # The page asks every second: no answer is left under way when it is closed.
    page.unroute_all(behavior="wait")
    assert world.client(ana).get(f"/v1/bookings/{booking}")["state"] == "confirmed"
