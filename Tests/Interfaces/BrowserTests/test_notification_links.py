"""What a tap on a notification opens."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from playwright.sync_api import expect
from test_people import newcomer
from test_team_pages import practice
from test_teams import group
from world import PASSWORDS, expect_accessible


def test_invitations(world):
    "US3(c): a notification of an invitation opens that invitation, where it is answered, also after it is done with"
    host, other, guest = (newcomer(world, name) for name in ("Ana", "Cleo", "Ben"))
    (owner, first), (another, second) = group(world, host, "group"), group(world, other, "group")
    me = world.client(guest).account["id"]
    for person, client, made in ((host, owner, first), (other, another, second)):
        world.prove(person)
        client.post(f"/v1/realms/{made['id']}/invitations", {"to": me})
    page = world.open("/notifications", guest)
    page.get_by_role("link", name=f"Ana invites you to {first['name']}.").click()
    expect(page.get_by_role("heading", name=first["name"])).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text(second["name"])
    expect_accessible(page)
    address = page.url
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(first["name"])
    page.goto("/notifications")
    page.get_by_role("link", name=f"Cleo invites you to {second['name']}.").click()
    page.get_by_role("button", name="Decline", exact=True).click()
    expect(page.get_by_text(f"Declined: {second['name']}.")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/people")
    page.goto(address)
    expect(page.get_by_text(re.compile("does not work any more"))).to_be_visible()


def test_wish_to_join(world):
    "US3(c): a notification of who asks to join opens that wish, for an admin"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    _, made = group(world, host, "team")
    world.client(guest).post(f"/v1/realms/{made['id']}/requests", {"message": "I row, too."})
    page = world.open("/notifications", host)
    page.get_by_role("link", name=f"Ben asks to join {made['name']}.").click()
    expect(page.get_by_text("“I row, too.”")).to_be_visible()
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(made["name"])
    assert world.client(guest).get(f"/v1/realms/{made['id']}")["role"] == "member"


def test_friend_request(world):
    "US3(c): a notification of a friend request opens that request"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    world.prove(ana)
    me = world.client(ben).account["id"]
    world.client(ana).post("/v1/friend-requests", {"to": me})
    page = world.open("/notifications", ben)
    page.get_by_role("link", name="Ana would like to be your friend.").click()
    expect(page.get_by_role("heading", name="Ana")).to_be_visible()
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page).to_have_url(f"{world.address}/people")
    assert len(world.client(ben).get("/v1/friends")["items"]) == 1
    page = world.open("/notifications", ana)
    page.get_by_role("link", name="Ben is your friend now.").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friends")
    expect(page.get_by_role("main")).to_contain_text("Ben")


def test_changed_password(world):
    "US3(c): a notification of a changed password opens the page of the password, and is worded as the page is"
    ana = newcomer(world, "Ana")
    changed = {"current": PASSWORDS[ana], "new": "another sample of a password"}
    world.client(ana).call("PUT", "/v1/me/password", changed).want(204)
    PASSWORDS[ana] = changed["new"]
    world.forget(ana)
    page = world.open("/notifications", ana, locale="de-LI")
    page.get_by_role("link", name="Ihr Passwort wurde geändert.").click()
    expect(page).to_have_url(f"{world.address}/me/security")
    page = world.open("/notifications", ana)
    expect(page.get_by_role("link", name="Your password was changed.")).to_be_visible()


def test_member_report(world):
    "US3(c), BZ-SAF-03: a notification of a reported member opens the report"
    host, guest, other = (newcomer(world, name) for name in ("Ana", "Ben", "Cleo"))
    _, made = group(world, host, "team", [guest, other])
    reported = world.client(other).account["id"]
    world.client(guest).call("PUT", f"/v1/realms/{made['id']}/members/{reported}/report",
                             {"reason": "bullying", "text": "After the race."}).want(204)
    page = world.open("/notifications", host)
    page.get_by_role("link", name=re.compile("Cleo was reported")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reports on members")
    expect(page.get_by_text("“After the race.”")).to_be_visible()
    page.get_by_role("button", name=re.compile("Cleo")).click()
    expect(page.get_by_text("No report waits.")).to_be_visible()


def test_occurrence(world):
    "US3(c): a notification of one practice of a series opens that one, from the list and from a push"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    event = practice(owner, team, kind="event", recurrence="FREQ=WEEKLY;COUNT=4")
    starts = datetime.fromisoformat(event["startsAt"]) + timedelta(days=14)
    third = starts.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    world.client(guest).call("PUT", f"/v1/group-events/{event['id']}/answer?occurrence={third}",
                             {"answer": "accepted"}).want(200)
    page = world.open("/notifications", host)
    page.get_by_role("link", name=re.compile("Ben comes to")).click()
    opened = f"{world.address}/people/events/{event['id']}?occurrence={quote(third, safe='')}"
    expect(page).to_have_url(opened)
    expect(page.locator(f"time[datetime='{third}']").first).to_be_visible()
    page.goto(f"/notifications?open=1&about=event/{event['id']}/{third}")
    expect(page).to_have_url(opened)


def test_own_report(world):
    "US3(c), UC11.5.1: the notification of a decision opens one's own report with what was decided, and Me leads to all of them"
    owner, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    client = world.client(owner)
    made = client.post("/v1/objects", {"name": "Red cube", "prompt": "red cube 1 m"})
    realm = next(r for r in client.get("/v1/realms")["items"] if r["kind"] == "public")
    client.post("/v1/instances", {"object": made["id"], "realms": [realm["id"]], "pose": {
        "position": {"lat": 47.139, "lon": 9.522, "h": 500}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})
    report = world.client(guest).post("/v1/reports", {
        "subject": {"kind": "object", "id": made["id"]}, "reason": "offensive", "text": "It points at children."})
    page = world.open("/me", guest)
    page.get_by_role("link", name=re.compile("^Your reports")).click()
    expect(page.get_by_role("list", name="Your reports")).to_contain_text("Is being examined")
    expect_accessible(page)
    world.client("admin").post(f"/v1/admin/reports/{report['id']}/decision", {
        "decision": "keep", "reason": "Art may point."}, 200)
    page.goto("/notifications")
    page.get_by_role("link", name=re.compile("Your report on Red cube was examined")).click()
    expect(page).to_have_url(f"{world.address}/me/reports/{report['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Red cube")
    expect(page.get_by_text("It was kept")).to_be_visible()
    expect(page.get_by_text("“It points at children.”")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("Art may point.")
    expect_accessible(page)
    page.get_by_role("link", name="Your reports", exact=True).click()
    expect(page.get_by_role("list", name="Your reports")).to_contain_text("It was kept")
