"""Who comes into a team, and who decides on it."""

import re
import sqlite3
import time
import uuid
from pathlib import Path

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group
from world import expect_accessible, expect_layout, fill_sign_up


def test_member_becomes_admin(world):
    "BZ-TEAM-01: an admin makes a member an admin, who then runs the team as well"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    _, team = group(world, host, "team", [guest])
    other = world.open(f"/people/{team['id']}", guest)
    expect(other.get_by_role("link", name="Roster")).to_be_visible()
    expect(other.get_by_role("button", name="Invite")).to_have_count(0)
    page = world.open(f"/people/{team['id']}/roster", host)
    page.get_by_role("button", name="More about Ben").click()
    dialog = page.get_by_role("dialog", name="Ben")
    dialog.get_by_label("Role").select_option("Admin")
    dialog.get_by_role("button", name="Give role").click()
    ben = page.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text="Ben")
    expect(ben).to_contain_text("Admin")
    other.reload()
    expect(other.get_by_role("button", name="Invite")).to_be_visible()
    expect(other.get_by_role("link", name="Plan an event")).to_be_visible()


def test_no_way_in_without_an_admin(world):
    "BZ-TEAM-02, BZ-TEAM-03, BZ-TEAM-04: a team is asked, not joined; each admin is told; the accepted is in, the denied is not"
    host, second, ben, cleo = (newcomer(world, name) for name in ("Ana", "Bea", "Ben", "Cleo"))
    owner, team = group(world, host, "team", [second])
    owner.call("PATCH", f"/v1/realms/{team['id']}/members/{world.client(second).account['id']}",
               {"role": "admin"}).want(204)
    for person in (ben, cleo):
        page = world.open(f"/people/find?name={team['name']}", person)
        ask = page.get_by_role("button", name=f"Ask to join {team['name']}")
        expect(ask).to_be_visible()
        expect(page.get_by_role("button", name=f"Join {team['name']}", exact=True)).to_have_count(0)
        refused = world.client(person).call("POST", f"/v1/realms/{team['id']}/members")
        assert refused.status == 409 and refused.json["type"].endswith("request-needed"), refused.json
        ask.click()
        expect(page.get_by_text(f"Asked. {team['name']} decides.")).to_be_visible()
    for admin, name in ((host, "Ben"), (second, "Cleo")):
        told = world.open("/notifications", admin)
        for asking in ("Ben", "Cleo"):
            expect(told.get_by_role("link", name=f"{asking} asks to join {team['name']}.")).to_be_visible()
        told.get_by_role("link", name=f"{name} asks to join {team['name']}.").click()
        told.get_by_role("button", name="Accept" if name == "Ben" else "Deny", exact=True).click()
        expect(told.get_by_role("heading", level=1)).to_have_text(team["name"])
    roster = world.open(f"/people/{team['id']}/roster", host)
    members = roster.get_by_role("list", name="Members")
    expect(members.get_by_role("listitem")).to_have_count(3)
    expect(members).to_contain_text("Ben")
    expect(members).not_to_contain_text("Cleo")
    page = world.open("/people", ben)
    expect(page.get_by_role("list", name="Your groups").get_by_role("link", name=team["name"])).to_be_visible()
    assert world.client(cleo).get("/v1/realms")["items"] == [] or team["id"] not in str(
        world.client(cleo).get("/v1/realms")["items"])


def test_members_neither_add_nor_remove(world):
    "BZ-TEAM-05: a member has no button to add or remove anybody, and the server refuses what a program would send"
    host, ben, cleo = (newcomer(world, name) for name in ("Ana", "Ben", "Cleo"))
    _, team = group(world, host, "team", [ben, cleo])
    world.prove(ben)
    page = world.open(f"/people/{team['id']}", ben)
    expect(page.get_by_role("link", name="Roster")).to_be_visible()
    expect(page.get_by_role("button", name="Invite")).to_have_count(0)
    page.goto(f"/people/{team['id']}?dialog=invite")
    expect(page.get_by_role("link", name="Roster")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"/people/{team['id']}/roster")
    page.get_by_role("button", name="More about Cleo").click()
    dialog = page.get_by_role("dialog", name="Cleo")
    expect(dialog.get_by_role("button", name="Block")).to_be_visible()
    for name in ("Take out of the group", "Give role"):
        expect(dialog.get_by_role("button", name=name)).to_have_count(0)
    member, path = world.client(ben), f"/v1/realms/{team['id']}"
    for method, at, body in (
            ("POST", "/invitations", {"to": "somebody@example.org"}), ("POST", "/invitations", {"link": True}),
            ("DELETE", f"/members/{world.client(cleo).account['id']}", None),
            ("PATCH", f"/members/{member.account['id']}", {"role": "admin"})):
        answer = member.call(method, f"{path}{at}", body)
        assert answer.status == 403, (method, at, answer.status)


def test_invited_by_address(world):
    "US2(b), US2(b)i: an admin invites by email; who has an account sees it at once, another signs up from the mail; both are in"
    host, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    stranger = f"{uuid.uuid4().hex[:10]}@example.net"
    world.prove(host)
    _, team = group(world, host, "team")
    page = world.open(f"/people/{team['id']}", host)
    for address in (ben, stranger):
        page.get_by_role("button", name="Invite").click()
        dialog = page.get_by_role("dialog", name="Invite")
        dialog.get_by_label("Email").fill(address)
        dialog.get_by_role("button", name="Send invitation").click()
        expect(page.get_by_text(f"{address} is invited.")).to_be_visible()
    other = world.open("/notifications", ben)
    other.get_by_role("link", name=f"Ana invites you to {team['name']}.").click()
    other.get_by_role("button", name="Join", exact=True).click()
    expect(other.get_by_role("heading", level=1)).to_have_text(team["name"])
    mail = world.mailed(stranger, "An invitation to Wayside")
    newcomers = world.open(re.search(r"/invitations/\S+", mail).group(0))
    newcomers.get_by_role("link", name=re.compile("Sign up|Create")).first.click()
    fill_sign_up(newcomers, "Emil", stranger)
    newcomers.get_by_role("button", name="Sign up").click()
    expect(newcomers.get_by_role("heading", level=1)).to_have_text(team["name"])
    page.goto(f"/people/{team['id']}/roster")
    for name in ("Ana", "Ben", "Emil"):
        expect(page.get_by_role("list", name="Members")).to_contain_text(name)


def test_link_ends(world):
    "US2(b), US2(b)ii: the admin chooses how long a link works, and reads until when; after its end it says so and lets nobody in"
    host, ben, cleo = (newcomer(world, name) for name in ("Ana", "Ben", "Cleo"))
    _, team = group(world, host, "team")
    page = world.open(f"/people/{team['id']}", host)
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite")
    expect(dialog.get_by_label("It works for")).to_have_value("7")
    dialog.get_by_label("It works for").select_option("1 day")
    with page.expect_request("**/invitations") as sent:
        dialog.get_by_role("button", name="Make a link").click()
    assert sent.value.post_data_json["expiresIn"] == 86_400, sent.value.post_data
    expect(dialog.get_by_text("Whoever has this link can join until")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    link = dialog.get_by_text("/invitations/").inner_text().replace(world.address, "")
    first = world.open(link, ben)
    first.get_by_role("button", name="Join", exact=True).click()
    expect(first.get_by_role("heading", level=1)).to_have_text(team["name"])
    # A day later.
    late = world.open(link, cleo)
    expect(late.get_by_role("button", name="Join", exact=True)).to_be_visible()
    with sqlite3.connect(Path(world.server.data) / "wayside.sqlite", timeout=30) as store:
        ended = store.execute("UPDATE invitations SET expires_at = ? WHERE sub_realm = ?",
                              (int(time.time() * 1000) - 1000, uuid.UUID(team["id"]).bytes)).rowcount
    assert ended == 1, ended
    late.get_by_role("button", name="Join", exact=True).click()
    expect(late.get_by_role("alert").or_(late.get_by_role("status")).filter(
        has_text=re.compile("expired|does not work any more")).first).to_be_visible()
    late.goto(link)
    expect(late.get_by_text(re.compile("expired|does not work any more")).first).to_be_visible()
    expect(late.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    assert team["id"] not in str(world.client(cleo).get("/v1/realms")["items"])
