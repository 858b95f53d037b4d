"""Events of communities: who is told, in which order they stand, joining and dropping."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group, wall

ZONE = "Europe/Vaduz"


def publish(owner, community, title, start):
    "An event of a community."
    return owner.post(f"/v1/realms/{community['id']}/events",
                      {"kind": "event", "title": title, "start": start, "zone": ZONE, "duration": 3600})


def test_no_news_of_others(world):
    "SC-EVT-06, SC-COM-12: no dot and no notification of communities that one never joined or has quit"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    (other, never), (owner, quitted), (keeper, kept) = (
        group(world, host, "community", members) for members in ([], [guest], [guest]))
    page = world.open(f"/people/{quitted['id']}", guest, size="desktop")
    entry = page.get_by_role("navigation").get_by_role("link", name=re.compile("^Community"))
    page.get_by_role("button", name="Quit community").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    publish(other, never, "Tea", wall(48))
    publish(owner, quitted, "Walk", wall(48))
    # What comes of a joined community later shows that the others would have come by then.
    expect(entry).to_have_accessible_name("Community")
    publish(keeper, kept, "Song", wall(48))
    expect(entry).to_have_accessible_name(re.compile("1 community with something new"))
    page.goto("/people/communities")
    for made, has_dot in ((never, False), (quitted, False), (kept, True)):
        line = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=re.compile(made["name"])))
        expect(line.first).to_be_visible()
        expect(line.locator(".mark .dot")).to_have_count(1 if has_dot else 0)
    page.goto("/notifications")
    expect(page.get_by_role("link", name=re.compile("Song"))).to_be_visible()
    for title in ("Tea", "Walk"):
        expect(page.get_by_role("link", name=re.compile(title))).to_have_count(0)


def test_order_of_events(world):
    "SC-EVT-07: the page of a community lists its events of today and later in the order of their time, and no earlier one"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    today = datetime.now(ZoneInfo(ZONE)).replace(hour=0, minute=0)
    plan = {"In three days": (3, 9), "Yesterday": (-1, 20), "Early today": (0, 0), "Tomorrow": (1, 9),
            "Late today": (0, 23), "Tomorrow evening": (1, 20)}
    for title, (days, hour) in plan.items():
        publish(owner, community, title, (today + timedelta(days=days, hours=hour)).strftime("%Y-%m-%dT%H:%M"))
    page = world.open(f"/people/{community['id']}", guest)
    listed = page.get_by_role("list", name="Events", exact=True).get_by_role("heading", level=3)
    expect(listed).to_have_text(
        ["Early today", "Late today", "Tomorrow", "Tomorrow evening", "In three days"])


def test_join_and_drop(world):
    "SC-EVT-13, SC-EVT-19, SC-EVT-21: “click to join” enters one as participant; “joined, click to drop” ends it, in the calendar, too"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    event = publish(owner, community, "Tea", wall(72))
    at_host = world.open(f"/people/events/{event['id']}", host)
    dora = at_host.get_by_role("list", name="Answers").get_by_role("listitem").filter(has_text="Dora")
    page = world.open(f"/people/{community['id']}", guest)
    calendar = world.open(f"/calendar?view=day&date={wall(72)[:10]}", guest)
    stands = calendar.get_by_role("main").get_by_role("link", name=re.compile("Tea"))
    expect(calendar.get_by_text("Nothing planned in this time")).to_be_visible()
    join = page.get_by_role("button", name="click to join: Tea", exact=True)
    expect(join).to_have_text("click to join")
    join.click()
    drop = page.get_by_role("button", name="joined, click to drop: Tea", exact=True)
    expect(drop).to_have_text("joined, click to drop")
    expect(at_host.get_by_text("1 comes")).to_be_visible()
    expect(dora).to_contain_text("Comes")
    expect(stands).to_have_count(1)
    drop.click()
    expect(join).to_have_text("click to join")
    expect(at_host.get_by_text("1 comes")).to_have_count(0)
    expect(dora).not_to_contain_text("Comes")
    expect(stands).to_have_count(0)
    calendar.reload()
    expect(calendar.get_by_text("Nothing planned in this time")).to_be_visible()


def test_expired_event_stays_joined(world):
    "SC-EVT-23: a joined event that has expired has no “joined, click to drop” any more, and cannot be dropped"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    event = publish(owner, community, "Tea", wall(72))
    path = f"/v1/group-events/{event['id']}"
    page = world.open(f"/people/events/{event['id']}", guest)
    page.get_by_role("button", name="click to join: Tea", exact=True).click()
    drop = page.get_by_role("button", name="joined, click to drop: Tea", exact=True)
    expect(drop).to_be_visible()
    tag = owner.call("GET", path).headers["etag"]
    owner.call("PATCH", path, {"start": wall(-30)}, {"If-Match": tag}).want(200)
    member = world.client(guest)
    page.reload()
    ended = page.get_by_role("button", name="ended: Tea")
    ended.click()
    expect(page.get_by_text("event has already ended")).to_be_visible()
    expect(drop).to_have_count(0)
    member.call("PUT", f"{path}/answer", {"answer": "declined"}).want(409)
    assert member.get(path)["answer"] == "accepted", member.get(path)
    expect(page.get_by_text("1 comes")).to_be_visible()
