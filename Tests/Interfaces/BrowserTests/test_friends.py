"""Friends, and the settings of groups."""

import re
import uuid

from playwright.sync_api import expect
from test_people import newcomer
from test_pictures import PICTURE, is_drawn


def befriend(world, one, other):
    "Makes two people friends past the pages."
    asked = world.client(one).post("/v1/friend-requests", {"to": world.client(other).account["id"]})
    world.client(other).post(f"/v1/invitations/{asked['id']}/acceptance", status=200)


def friends_of(page):
    return page.get_by_role("list", name="Your friends", exact=True)


def test_friend_request(world):
    "RL-SCR-07: somebody is asked by address, accepts, and both have each other among their friends"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    world.prove(ana)
    page = world.open("/people", ana)
    page.get_by_role("main").get_by_role("link", name="Friends", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friends")
    expect(page.get_by_text("No friend request.", exact=True)).to_be_visible()
    expect(page.get_by_text("No friend yet.")).to_be_visible()
    page.get_by_role("button", name="Add a friend", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add a friend")
    dialog.get_by_role("button", name="Send request", exact=True).click()
    expect(dialog.get_by_text("Enter an email address or a telephone number.")).to_be_visible()
    dialog.get_by_label("Email or telephone number").fill(ben)
    dialog.get_by_label("Message").fill("From the choir")
    dialog.get_by_role("button", name="Send request", exact=True).click()
    expect(page.get_by_role("list", name="Asked by you")).to_contain_text(ben)

    other = world.open("/people/friends", ben)
    requests = other.get_by_role("list", name="Friend requests")
    expect(requests).to_contain_text("“From the choir”")
    other.get_by_role("button", name="Accept Ana", exact=True).click()
    expect(other.get_by_text("Ana is your friend now.", exact=True)).to_be_visible()
    expect(friends_of(other).get_by_role("link", name=re.compile("^Ana"))).to_be_visible()
    expect(requests).to_have_count(0)
    expect(friends_of(page)).to_contain_text("Ben")
    expect(page.get_by_role("list", name="Asked by you")).to_have_count(0)


def test_decline_and_take_back(world):
    "a request is declined on the page of people, another is taken back: nobody is a friend then"
    ana, ben, eve = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Eve")
    client = world.client(ana)
    for other in (ben, eve):
        client.post("/v1/friend-requests", {"to": world.client(other).account["id"]})
    at_ben = world.open("/people", ben)
    at_ben.get_by_role("button", name="Decline Ana", exact=True).click()
    expect(at_ben.get_by_text("Would like to be your friend")).to_have_count(0)
    page = world.open("/people/friends", ana)
    asked = page.get_by_role("list", name="Asked by you")
    expect(asked.get_by_role("listitem")).to_have_text([re.compile("Eve")])
    page.get_by_role("button", name="Take back the request to Eve", exact=True).click()
    expect(asked).to_have_count(0)
    assert world.client(eve).get("/v1/invitations")["items"] == []
    assert client.get("/v1/friends")["items"] == []


def test_manage_friends(world):
    "RL-SCR-07: friends stand by name, are found, let go and blocked; members of a group are asked"
    ana, ben, cleo = newcomer(world, "Ana"), newcomer(world, "Ben"), newcomer(world, "Cleo")
    befriend(world, cleo, ana)
    owner = world.client(ana)
    group = owner.post("/v1/realms", {"kind": "group", "name": "Games", "joinPolicy": "open"})
    world.client(ben).post(f"/v1/realms/{group['id']}/members", status=200)
    page = world.open(f"/people/{group['id']}", ana)
    page.get_by_role("button", name="More about Ben", exact=True).click()
    page.get_by_role("button", name="Add as a friend", exact=True).click()
    expect(page.get_by_text("Ben is asked.", exact=True)).to_be_visible()
    request = world.client(ben).get("/v1/invitations")["items"][0]
    world.client(ben).post(f"/v1/invitations/{request['id']}/acceptance", status=200)

    page.goto("/people/friends")
    rows = friends_of(page).get_by_role("listitem")
    expect(rows).to_have_text([re.compile("Ben"), re.compile("Cleo")])
    page.get_by_label("Name", exact=True).fill("cle")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(rows).to_have_text([re.compile("Cleo")])
    page.get_by_role("button", name="More about Cleo", exact=True).click()
    page.get_by_role("button", name="Block", exact=True).click()
    sure = page.get_by_role("dialog", name="Block Cleo")
    sure.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_text("Cleo is blocked.", exact=True)).to_be_visible()
    expect(page.get_by_text("No friend whose name begins with “cle”.")).to_be_visible()
    assert [one["name"] for one in owner.get("/v1/blocks")["items"]] == ["Cleo"]

    page.goto("/people/friends")
    page.get_by_role("button", name="More about Ben", exact=True).click()
    page.get_by_role("button", name="End the friendship", exact=True).click()
    sure = page.get_by_role("dialog", name="End the friendship with Ben")
    sure.get_by_role("button", name="Cancel", exact=True).click()
    expect(rows).to_have_text([re.compile("Ben")])
    page.get_by_role("button", name="More about Ben", exact=True).click()
    page.get_by_role("button", name="End the friendship", exact=True).click()
    sure.get_by_role("button", name="End the friendship", exact=True).click()
    expect(page.get_by_text("No friend yet.")).to_be_visible()
    assert world.client(ben).get("/v1/friends")["items"] == []


def test_group_settings(world):
    "RL-SCR-08e: from one's settings one comes to those of a group: name, picture, zone, roles, deletion"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner = world.client(ana)
    name = f"Choir {uuid.uuid4().hex[:6]}"
    group = owner.post("/v1/realms", {"kind": "group", "name": name, "joinPolicy": "open"})
    path = f"/v1/realms/{group['id']}"
    world.client(ben).post(f"{path}/members", status=200)
    page = world.open("/me", ana)
    page.get_by_role("main").get_by_role("link", name=re.compile("^Groups")).click()
    page.get_by_role("list", name="Your groups").get_by_role("link", name=re.compile(name)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Group settings")
    field = page.get_by_role("group", name="Picture of the group")
    field.get_by_label("Choose a picture").set_input_files(PICTURE)
    field.get_by_label("What is to be seen?").fill("All who sing")
    field.get_by_role("button", name="Use this picture").click()
    is_drawn(field.get_by_alt_text("All who sing"))
    page.get_by_role("button", name="More about Ben", exact=True).click()
    dialog = page.get_by_role("dialog", name="Ben", exact=True)
    dialog.get_by_label("Role").select_option("Moderator")
    dialog.get_by_role("button", name="Give role", exact=True).click()
    expect(page.get_by_role("list", name="Members")).to_contain_text("Moderator")
    page.get_by_label("Name", exact=True).fill(f"{name} West")
    page.get_by_label("Who can join").select_option("Nobody else")
    page.get_by_label("Time zone").select_option("Europe/Vaduz")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{name} West")
    kept = owner.get(path)
    assert kept["joinPolicy"] == "closed" and kept["timeZone"] == "Europe/Vaduz", kept
    assert kept["picture"]["alt"] == "All who sing", kept
    roles = {one["account"]["name"]: one["role"] for one in owner.get(f"{path}/members")["items"]}
    assert roles == {"Ana": "owner", "Ben": "moderator"}, roles

    member = world.open(f"/people/{group['id']}", ben)
    member.get_by_role("main").get_by_role("link", name="Settings", exact=True).click()
    expect(member.get_by_text("Name, picture and who can join are changed by those who run the group.")).to_be_visible()
    expect(member.get_by_label("Name", exact=True)).to_have_count(0)
    expect(member.get_by_role("button", name="Delete the group")).to_have_count(0)
    member.get_by_role("button", name="Leave the group", exact=True).click()
    member.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(member.get_by_text(f"You left {name} West.", exact=True)).to_be_visible()

    page.goto(f"/people/{group['id']}/edit")
    page.get_by_role("button", name="Delete the group", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the group", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("People")
    assert owner.call("GET", path).status == 404
