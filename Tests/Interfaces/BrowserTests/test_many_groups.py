"""Somebody in sixty groups, and what the page of a family begins with."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect
from test_bookings import at, book
from test_people import newcomer
from test_resources import family, share
from world import expect_accessible, expect_layout


def test_sixty_groups(world):
    "sixty groups are searched, those with something new stand first, numbers are counted, and the menu has the three used last"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, member = world.client(ana), world.client(ben)
    made = {}
    for number in range(1, 61):
        name = f"Team {number}"
        made[name] = owner.post("/v1/realms", {"kind": "team", "name": name, "joinPolicy": "invite"})["id"]
    for name in ("Team 2", "Team 10", "Team 33", "Team 41", "Team 60"):
        token = owner.post(f"/v1/realms/{made[name]}/invitations", {"link": True})["token"]
        member.post(f"/v1/invitations/{token}/acceptance", status=200)
    page = world.open("/people", ana)
    listed = page.get_by_role("list", name="Your groups").get_by_role("listitem")
    expect(listed).to_have_count(61)
    names = [text.split("\n")[0] for text in listed.all_inner_texts()]
    assert names[1:] == [f"Team {number}" for number in range(1, 61)], names
    search = page.get_by_role("searchbox", name="Search your groups")
    search.fill("team 41")
    expect(listed).to_have_count(1)
    search.fill("nobody's")
    expect(page.get_by_text("None of your groups is called “nobody's”.")).to_be_visible()
    search.fill("")
    expect(listed).to_have_count(61)
    expect_accessible(page)
    expect_layout(page)
    # Few are not searched. What is new stands first, and is marked until one has been there.
    owner.post(f"/v1/realms/{made['Team 41']}/news", {"title": "New boat", "text": "It has come."})
    other = world.open("/people", ben)
    own = other.get_by_role("list", name="Your groups").get_by_role("listitem")
    expect(own).to_have_count(6)
    expect(other.get_by_role("searchbox", name="Search your groups")).to_have_count(0)
    expect(own.first).to_contain_text("Team 41")
    expect(own.first).to_contain_text("New")
    expect(own.filter(has_text="New")).to_have_count(1)
    visits = ("Team 2", "Team 41", "Team 10", "Team 33")
    for name in visits:
        with other.expect_response(re.compile("/visit$")):
            other.goto(f"/people/{made[name]}")
        expect(other.get_by_role("heading", level=1)).to_have_text(name)
    other.goto("/people")
    expect(own).to_have_count(6)
    expect(own.filter(has_text="New")).to_have_count(0)
    other.get_by_role("button", name="Menu", exact=True).first.click()
    menu = other.get_by_role("dialog", name="Menu")
    teams = menu.get_by_role("link", name=re.compile("^Team"))
    expect(teams).to_have_text(["Team 33", "Team 10", "Team 41"])


def test_family_begins_with_now(world):
    "the page of a family begins with who has the car, the open poll and the next activity; buttons come after"
    (ana, ben), realm = family(world, "Ana", "Ben")
    client = world.client(ana)
    car = share(world, ana, realm, "Car")
    now = datetime.fromisoformat(at(1, 10).replace("Z", "+00:00"))
    page = world.open(f"/people/{realm}", ben)
    expect(page.get_by_text("Nobody has what you share, and nothing is planned.")).to_be_visible()
    book(world, ana, car, 1, 9, 11, "Dentist")
    poll = client.post(f"/v1/realms/{realm}/activities", {"name": "Sunday"})
    deadline = (datetime.now(UTC) + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    client.post(f"/v1/activities/{poll['id']}/poll", {
        "deadline": deadline, "options": [{"name": "Hike", "description": ""}, {"name": "Cinema", "description": ""}]}, status=200)
    page.clock.set_fixed_time(now)
    page.reload()
    things = page.get_by_role("list", name="Now and next").get_by_role("listitem")
    expect(things.nth(0)).to_contain_text("Ana has “Car” until")
    expect(things.nth(0)).to_contain_text("Dentist")
    expect(things.nth(1)).to_contain_text("Sunday")
    expect(things.nth(1)).to_contain_text("Ana asks you")
    first = things.nth(0).bounding_box()
    below = page.get_by_role("heading", name="Family Centre").bounding_box()
    assert first["y"] < below["y"], (first, below)
    expect_accessible(page)
    expect_layout(page)
    things.nth(1).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sunday")
    own = world.open(f"/people/{realm}", ana)
    own.clock.set_fixed_time(now)
    own.reload()
    expect(own.get_by_role("list", name="Now and next")).to_contain_text("You have “Car” until")


def test_blocked_in_a_shared_group(world):
    "the page of blocks says what both still see of each other in a group, and it is so"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    mine, theirs = world.client(ana), world.client(ben)
    realm = mine.post("/v1/realms", {"kind": "community", "name": "Walkers", "joinPolicy": "open"})["id"]
    theirs.post(f"/v1/realms/{realm}/members", status=200)

    def place(client):
        made = client.post("/v1/objects", {"name": "Cube", "prompt": "red cube 1 m"})
        return client.post("/v1/instances", {"object": made["id"], "realms": [realm], "pose": {
            "position": {"lat": 47.139, "lon": 9.522, "h": 500}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})["id"]

    placed, own = place(theirs), place(mine)
    mine.call("PUT", f"/v1/blocks/{theirs.account['id']}").want(204)
    page = world.open("/people/blocks", ana)
    shared = page.locator("section").filter(has=page.get_by_role("heading", name="In groups that you are both in"))
    expect(shared).to_contain_text("They still see your name and picture in the list of members")
    expect(shared).to_contain_text("You still see their name, their answers")
    expect(page.get_by_role("list", name="Blocked people")).to_contain_text("Ben")
    expect_accessible(page)
    for client, other in ((mine, theirs), (theirs, mine)):
        members = client.get(f"/v1/realms/{realm}/members")["items"]
        assert other.account["id"] in [member["account"]["id"] for member in members]
    assert mine.call("GET", f"/v1/instances/{placed}").status == 404
    theirs.call("GET", f"/v1/instances/{own}").want(200)
