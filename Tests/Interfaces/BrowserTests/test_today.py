"""Today, where one arrives after log-in: what comes next, what waits for an answer, what is in use, what is new."""

import datetime
import json
import re
from zoneinfo import ZoneInfo

from playwright.sync_api import expect
from story_server import PASSWORDS
from test_people import newcomer
from test_resources import family, share
from test_team_pages import practice
from test_teams import group
from world import expect_accessible, expect_layout

ZONE = ZoneInfo("Europe/Vaduz")
PLACE = {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}
OTHERS = re.compile(r"^\d+ more$")
CONFIRMED = ["overlap", "unreachable", "nextUnreachable", "noPosition", "past"]


def soon(hours):
    "An instant so many hours from now, at the full quarter of an hour before."
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=hours)
    return at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)


def at_noon():
    "A zone in which it is noon, so that what is hours away is on the same day."
    ahead = 12 - datetime.datetime.now(datetime.UTC).hour
    return {"timezone_id": f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"}


def text(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def wall(at):
    return at.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M")


def appointment(client, title, at, **more):
    return client.post("/v1/appointments", {
        "title": title, "start": wall(at), "zone": "Europe/Vaduz", "duration": 3600, "confirm": CONFIRMED, **more})


def invite(world, host, guest, title, at):
    "An appointment of one that the other is asked to."
    client = world.client(host)
    made = appointment(client, title, at)
    client.post(f"/v1/appointments/{made['id']}/participants", {"to": [world.client(guest).account["id"]]}, status=200)
    return made


def book(client, resource, start, end, reason):
    return client.post(f"/v1/resources/{resource}/bookings", {
        "start": text(start), "end": text(end), "reason": reason, "priority": "low"})


def poll(client, realm, deadline):
    made = client.post(f"/v1/realms/{realm}/activities", {})["id"]
    client.post(f"/v1/activities/{made}/poll", {"deadline": text(deadline), "options": [
        {"name": "Hike", "description": "Up the hill."}, {"name": "Cinema", "description": "In the evening."}]}, status=200)
    return made


def ride(world, driver, seeker):
    "An event to which somebody asks for a seat in another's car."
    owner, team = group(world, driver, "team", [seeker])
    event = practice(owner, team, "Regatta", hours=50)
    for person, role in ((driver, {"role": "driver", "seats": 2}), (seeker, {"role": "seeker"})):
        client = world.client(person)
        client.call("PUT", f"/v1/group-events/{event['id']}/answer", {"answer": "accepted"}).want(200)
        client.call("PUT", f"/v1/group-events/{event['id']}/rides/own", {
            **role, "start": {"from": "shown", "lat": 47.165, "lon": 9.5096}}).want(200)
    client = world.client(seeker)
    client.call("PUT", f"/v1/group-events/{event['id']}/rides/with/{owner.account['id']}").want(200)
    return event


def busy(world):
    "Somebody for whom all sorts of things wait, and one of their family."
    (ana, ben), realm = family(world, "Ana", "Ben")
    own, other = world.client(ana), world.client(ben)
    tag = own.call("GET", "/v1/me/travel-preferences").want(200).headers["etag"]
    own.call("PUT", "/v1/me/travel-preferences", {
        "modes": ["walk"], "home": {"lat": 47.141, "lon": 9.5209, "label": "Home"}}, headers={"If-Match": tag}).want(200)
    appointment(own, "Dentist", soon(2), place=PLACE)
    car = own.post(f"/v1/realms/{realm}/resources", {"name": "Car", "description": "", "rules": {"sameDay": True}})["id"]
    bath = own.post(f"/v1/realms/{realm}/resources", {
        "name": "Workshop", "description": "", "rules": {"sameDay": True}})["id"]
    book(other, bath, soon(0.3), soon(1.5), "Painting")
    held = book(own, car, soon(30), soon(33), "Shopping")["id"]
    other.post(f"/v1/bookings/{held}/override-requests", {
        "start": text(soon(30)), "end": text(soon(33)), "reason": "Exam", "priority": "high"})
    poll(other, realm, soon(60))
    invite(world, ben, ana, "Museum", soon(40))
    chess = other.post("/v1/realms", {"kind": "group", "name": "Chess", "joinPolicy": "invite"})["id"]
    other.post(f"/v1/realms/{chess}/invitations", {"to": own.account["id"]})
    owner, team = group(world, ben, "team", [ana])
    practice(owner, team, "Rowing", hours=26)
    ride(world, ana, ben)
    owner.post(f"/v1/realms/{team['id']}/news", {"title": "New boats", "text": "Two of them."})
    return ana, ben, realm


def waiting(page):
    return page.get_by_role("list", name="Waiting for your answer").first


def test_first_page(world):
    """MF-ACC-08, MF-ACC-03, SC-UI-04: after every log-in the first page is Today, with the family's activities and what
    it shares; all main functions are there; the sign at the top leads to it from everywhere"""
    (ana, _), realm = family(world, "Ana", "Ben")
    page = world.open("/login")
    page.get_by_label("Email").fill(ana)
    page.get_by_label("Password").fill(PASSWORDS[ana])
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{world.address}/today")
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")
    expect(page.get_by_role("heading", name="A quiet day")).to_be_visible()
    centre = page.get_by_role("navigation", name="Family Centre")
    for name, target in (("Family activities", "activities"), ("RESOURCES", "resources")):
        expect(centre.get_by_role("link", name=name, exact=True)).to_have_attribute("href", f"/people/{realm}/{target}")
    bar = page.get_by_role("navigation", name="Main")
    for name in ("Around", "Tours", "Calendar", "People", "Me"):
        expect(bar.get_by_role("link", name=name, exact=True)).to_be_visible()
    # Nothing that scrolls on a quiet day.
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("main").get_by_role("link", name="New appointment").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New appointment")
    page.get_by_role("banner").get_by_role("link", name="Wayside").click()
    expect(page).to_have_url(f"{world.address}/today")
    page.goto("/around")
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("dialog", name="Menu").get_by_role("link", name="Today", exact=True).click()
    expect(page).to_have_url(f"{world.address}/today")
    # What the address bar alone says leads there, too.
    page.goto("/")
    expect(page).to_have_url(f"{world.address}/today")


def test_others_begin_elsewhere(world):
    "visitors and organizations begin around them, admins with reports"
    for who, place in ((None, "/around"), ("guide", "/around"), ("admin", "/admin/reports")):
        page = world.open("/today", who)
        expect(page).to_have_url(re.compile(re.escape(world.address + place)))


def test_next(world):
    "what comes next says when to leave; what else is on the day stands below; the whole leads to the appointment"
    ana = newcomer(world, "Ana")
    client = world.client(ana)
    tag = client.call("GET", "/v1/me/travel-preferences").want(200).headers["etag"]
    client.call("PUT", "/v1/me/travel-preferences", {
        "modes": ["walk"], "home": {"lat": 47.141, "lon": 9.5209, "label": "Home"}}, headers={"If-Match": tag}).want(200)
    appointment(client, "Later", soon(40))
    appointment(client, "Dentist", soon(3), place=PLACE)
    appointment(client, "Under way", soon(-0.3))
    page = world.open("/today", ana, **at_noon())
    card = page.get_by_role("region", name="Next", exact=True)
    expect(card.get_by_role("link", name=re.compile("Dentist.*Boathouse"))).to_be_visible()
    expect(card.get_by_role("timer")).to_contain_text(re.compile(r"Leave by \d{1,2}:\d\d"))
    expect(card.get_by_role("list", name="Also today").get_by_role("link", name=re.compile("Under way"))).to_be_visible()
    expect(card).not_to_contain_text("Later")
    card.get_by_role("link", name=re.compile("Dentist")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dentist")


def test_answer_in_place(world):
    """what waits is answered where it stands: another's wish for what one has booked, a poll, invitations to an
    appointment and into a group, a practice, and a ride; each goes once it is answered, and the focus stays"""
    ana, ben, realm = busy(world)
    page = world.open("/today", ana, **at_noon())
    rows = waiting(page).get_by_role("listitem")
    everything = page.get_by_role("main")
    page.get_by_text(OTHERS).click()
    # What has to be answered first stands first.
    expect(rows.first).to_contain_text("Ben asks for “Car”")
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("button", name="Approve: “Car” for Ben").click()
    expect(page.get_by_text("Ben has it now. Choose another time for yourself.")).to_be_visible()
    expect(page.get_by_text("Ben asks for “Car”")).to_have_count(0)
    expect(page.get_by_role("heading", name="Waiting for your answer").first).to_be_focused()
    page.get_by_text("Vote", exact=True).click()
    ballot = page.get_by_role("form", name="Poll")
    ballot.get_by_role("button", name="Submit Votes").click()
    expect(ballot.get_by_role("alert")).to_have_text("Choose at least one option.")
    ballot.get_by_role("checkbox", name="Cinema").check()
    ballot.get_by_role("button", name="Submit Votes").click()
    expect(ballot).to_have_count(0)
    everything.get_by_role("listitem").filter(has_text="Museum").get_by_role("button", name="Accept").click()
    expect(page.get_by_text("“Museum” is in your calendar.")).to_be_visible()
    everything.get_by_role("group", name="Your answer to “Rowing”").get_by_role("button", name="No").click()
    expect(everything.get_by_role("group", name="Your answer to “Rowing”")).to_have_count(0)
    ride_row = everything.get_by_role("listitem").filter(has_text="Ben asks for a seat in your car")
    expect(ride_row).to_contain_text("Regatta")
    ride_row.get_by_role("button", name="Accept Ben").click()
    expect(ride_row).to_have_count(0)
    page.get_by_role("button", name="Join Chess").click()
    expect(page.get_by_text("You are in Chess now.")).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting for your answer")).to_have_count(0)
    own = world.client(ana)
    polls = own.get(f"/v1/realms/{realm}/activities")["items"]
    assert [len(one["poll"]["ballot"]) for one in polls] == [1], polls
    assert own.get("/v1/ride-requests")["items"] == []
    assert "Chess" in [one["name"] for one in own.get("/v1/realms")["items"]]


def test_family_and_news(world):
    "what a family has in use shows who has it and until when, as it changes; news lead to themselves, and are read then"
    (ana, ben), realm = family(world, "Ana", "Ben")
    other = world.client(ben)
    car = other.post(f"/v1/realms/{realm}/resources", {"name": "Car", "description": "", "rules": {"sameDay": True}})["id"]
    page = world.open("/today", ana, **at_noon())
    expect(page.get_by_role("heading", name="A quiet day")).to_be_visible()
    booking = book(other, car, soon(0.3), soon(2), "Shopping")["id"]
    used = page.get_by_role("list", name="In use in the family")
    expect(used.get_by_role("link", name=re.compile(r"Car.*Ben, "))).to_be_visible()
    other.call("DELETE", f"/v1/bookings/{booking}").want(204)
    expect(used).to_have_count(0)
    owner, team = group(world, ben, "team", [ana])
    owner.post(f"/v1/realms/{team['id']}/news", {"title": "New boats", "text": "Two of them."})
    news = page.get_by_role("list", name="News")
    news.get_by_role("link", name=re.compile("New boats")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New boats")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")
    expect(news).to_have_count(0)


def test_seven_things(world):
    "at most seven things are shown, in simple mode three, of each sort the first; the others open below"
    ana, *_ = busy(world)
    page = world.open("/today", ana, **at_noon())

    def shows(**counts):
        expect(page.get_by_text(OTHERS)).to_be_visible()
        expect(page.get_by_role("region", name="Next", exact=True)).to_have_count(1)
        names = {"waiting": "Waiting for your answer", "used": "In use in the family", "news": "News"}
        for sort, name in names.items():
            rows = page.get_by_role("list", name=name).get_by_role("listitem")
            expect(rows).to_have_count(counts.get(sort, 0))

    shows(waiting=4, used=1, news=1)
    context = world.context(ana, **at_noon())
    context.add_init_script(f"localStorage.setItem('wayside.settings', '{json.dumps({'simple': True})}')")
    page = world.watched(context.new_page())
    page.goto("/today")
    shows(waiting=1, used=1)
    expect_accessible(page)
    expect_layout(page)
    page.get_by_text(OTHERS).click()
    expect(page.get_by_role("list", name="News").get_by_role("listitem")).to_have_count(1)


def test_partly(world):
    "what could not be read is said, with the rest of it shown, and is tried again"
    (ana, _), _ = family(world, "Ana", "Ben")
    appointment(world.client(ana), "Dentist", soon(3))
    context = world.context(ana, **at_noon())
    # A proxy on the way gives up.
    context.route("**/v1/ride-requests", lambda route: route.fulfill(status=504, body="<h1>Gateway timeout</h1>"))
    page = world.watched(context.new_page())
    page.goto("/today")
    expect(page.get_by_text("Some of it could not be read.", exact=False)).to_be_visible()
    expect(page.get_by_role("region", name="Next", exact=True)).to_contain_text("Dentist")
    expect(page.get_by_role("heading", name="A quiet day")).to_have_count(0)
    context.unroute("**/v1/ride-requests")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Some of it could not be read.", exact=False)).to_have_count(0)
