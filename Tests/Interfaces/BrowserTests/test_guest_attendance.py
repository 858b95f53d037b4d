"""The attendance of a team that takes part in what another team plans."""

import re

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group, under_way
from world import expect_accessible, expect_layout


def marks(client, path):
    return {line["account"]["name"]: line.get("counted") for line in client.get(path)["items"]}


def test_guest_team(world):
    "BZ-ATT-02, CG-BZ-02: the admin of a guest team marks its members and nobody else's; the host marks its own"
    host, coach, rower = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Cleo")
    player = newcomer(world, "Dora")
    owner, team = group(world, host, "team", [rower])
    guest, other = group(world, coach, "team", [player])
    made = under_way(owner, team)
    event = f"/v1/group-events/{made['id']}"
    owner.call("PUT", f"{event}/teams/{other['id']}").want(200)
    guest.call("PUT", f"/v1/realms/{other['id']}/team-invitations/{made['id']}", {"accept": True}).want(204)
    # The guest team's admin sees its own members alone, and marks them one by one.
    page = world.open(f"/people/events/{made['id']}", coach)
    listed = page.get_by_role("list", name="Attendance", exact=True).get_by_role("listitem")
    expect(listed).to_have_text([re.compile("Ben"), re.compile("Dora")])
    present = page.get_by_role("group", name="Attendance of Dora").get_by_role("button", name="Present")
    absent = page.get_by_role("group", name="Attendance of Ben").get_by_role("button", name="Absent")
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    absent.click()
    expect(absent).to_have_attribute("aria-pressed", "true")
    expect_accessible(page)
    expect_layout(page)
    assert marks(guest, f"{event}/attendance?team={other['id']}") == {"Ben": "absent", "Dora": "present"}
    # The host's admin has those of the host alone, none of them marked.
    own = world.open(f"/people/events/{made['id']}", host)
    listed = own.get_by_role("list", name="Attendance", exact=True).get_by_role("listitem")
    expect(listed).to_have_text([re.compile("Ana"), re.compile("Cleo")])
    assert marks(owner, f"{event}/attendance") == {"Ana": None, "Cleo": None}
    # A player of the guest team marks nobody but herself.
    member = world.open(f"/people/events/{made['id']}", player)
    expect(member.get_by_role("heading", level=1)).to_have_text("Rowing")
    expect(member.get_by_role("group", name=re.compile("^Attendance of "))).to_have_count(0)
    # On the guest team's page of attendance it stands with its own numbers.
    sheet = world.open(f"/people/{other['id']}/attendance", coach).get_by_role("article", name="Rowing")
    sheet.get_by_text("1 present, 1 absent, 0 not marked").click()
    table = sheet.get_by_role("table", name="Rowing")
    expect(table.get_by_role("row", name="Dora Present")).to_be_visible()
    expect(table.get_by_role("row", name="Ben Absent")).to_be_visible()
    expect(table.get_by_role("row")).to_have_count(3)
