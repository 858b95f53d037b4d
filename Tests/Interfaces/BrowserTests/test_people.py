"""Groups, members and invitations."""

import uuid

from playwright.sync_api import expect
from world import ACCOUNTS, PASSWORDS, sign_up


def newcomer(world, name):
    "An account of the test's own."
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    ACCOUNTS[email] = email
    sign_up(world.client(), email, name)
    return email


def start_group(world, email, name):
    "A group that somebody starts on the page."
    page = world.open("/people", email)
    page.get_by_role("link", name="Start a group").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return page


def test_zone_of_a_group(world):
    "a group that is started on the page has the zone of the device"
    host = newcomer(world, "Ana")
    page = world.open("/people/new", host, timezone_id="America/Toronto")
    page.get_by_label("Name", exact=True).fill("Lake walkers")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lake walkers")
    zones = [realm.get("timeZone") for realm in world.client(host).get("/v1/realms")["items"] if realm["name"] == "Lake walkers"]
    assert zones == ["America/Toronto"], zones


def test_invite_and_join(world):
    "RL-SCR-06: somebody starts a group and invites by address; the invited joins with one tap"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    world.prove(host)
    page = start_group(world, host, "Sunday walkers")
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite")
    dialog.get_by_label("Email").fill(guest)
    dialog.get_by_role("button", name="Send invitation").click()
    expect(page.get_by_text(f"{guest} is invited.")).to_be_visible()
    other = world.open("/people", guest)
    other.get_by_role("button", name="Join Sunday walkers").click()
    expect(other.get_by_role("list", name="Your groups").get_by_role("link", name="Sunday walkers")).to_be_visible()
    expect(page.get_by_role("list", name="Members")).to_contain_text("Ben")


def test_invite_to_appointment(world):
    "whoever is invited to an appointment by address is listed by it, account or not, until the answer is there"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    stranger = f"{uuid.uuid4().hex[:10]}@example.net"
    world.prove(host)
    made = world.client(host).post("/v1/appointments", {
        "title": "Walk", "start": "2090-05-04T15:00", "zone": "Europe/Vaduz", "duration": 1800,
        "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable", "past"]})
    page = world.open(f"/calendar/{made['id']}", host)
    page.get_by_role("button", name="Invite people").click()
    dialog = page.get_by_role("dialog", name="Invite people")
    dialog.get_by_label("Email addresses of people to invite").fill(f"{guest}, {stranger}")
    dialog.get_by_role("button", name="Send invitation").click()
    expect(dialog).to_have_count(0)
    lines = page.get_by_role("list", name="Participants").get_by_role("listitem")
    for address in (guest, stranger):
        expect(lines.filter(has_text=address)).to_contain_text("Invited")
    other = world.open("/calendar", guest)
    waiting = other.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
    waiting.filter(has_text="Walk").get_by_role("button", name="Accept").click()
    page.reload()
    expect(lines.filter(has_text="Ben")).to_contain_text("Accepted")
    expect(lines.filter(has_text=guest)).to_have_count(0)
    lines.filter(has_text=stranger).get_by_role("button", name="Take back").click()
    expect(lines).to_have_count(1)


def test_join_by_link(world):
    "whoever has the link of an invitation joins with it"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Cleo")
    page = start_group(world, host, "Lake swimmers")
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite")
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_text("/invitations/").inner_text()
    other = world.open(link.replace(world.address, ""), guest)
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Lake swimmers")


def test_ask_to_join(world):
    "somebody finds a group, asks to join, and is accepted"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner = world.client(host)
    name = f"Choir {uuid.uuid4().hex[:6]}"
    realm = owner.post("/v1/realms", {"kind": "community", "name": name, "joinPolicy": "request"})
    page = world.open("/people/find", guest)
    page.get_by_role("button", name=f"Ask to join {name}").click()
    expect(page.get_by_text(f"Asked. {name} decides.")).to_be_visible()
    at_host = world.open(f"/people/{realm['id']}", host)
    at_host.get_by_role("button", name="Accept Dora").click()
    expect(at_host.get_by_role("list", name="Members")).to_contain_text("Dora")


def test_ask_on_its_page(world):
    "a community that decides who comes in is asked on its own page, once"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner = world.client(host)
    realm = owner.post(
        "/v1/realms", {"kind": "community", "name": f"Choir {uuid.uuid4().hex[:6]}", "joinPolicy": "request"})
    page = world.open(f"/people/{realm['id']}", guest)
    ask = page.get_by_role("button", name="Ask to join", exact=True)
    ask.click()
    expect(page.get_by_text(f"Asked. {realm['name']} decides.")).to_be_visible()
    expect(ask).to_be_disabled()
    at_host = world.open(f"/people/{realm['id']}", host)
    expect(at_host.get_by_role("button", name="Accept Dora")).to_have_count(1)


def test_block(world):
    "somebody who is blocked stands in the list, and is unblocked there"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Emil")
    owner = world.client(host)
    realm = owner.post("/v1/realms", {"kind": "group", "name": "Games", "joinPolicy": "open"})
    world.client(guest).post(f"/v1/realms/{realm['id']}/members", status=200)
    page = world.open(f"/people/{realm['id']}", host)
    page.get_by_role("button", name="More about Emil").click()
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("Emil is blocked.")).to_be_visible()
    page.goto("/people/blocks")
    page.get_by_role("button", name="Unblock Emil").click()
    expect(page.get_by_text("You have blocked nobody.")).to_be_visible()
