"""What a link of an invitation says before one has an account, and how it is given on."""

import re
import uuid

from playwright.sync_api import expect
from test_people import newcomer, start_group
from world import expect_accessible, expect_layout, fill_sign_up


def linked(world, kind="family", name="The Fricks", host="Ana Maria Frick"):
    "A group of somebody, and the path of a link into it."
    email = newcomer(world, host)
    owner = world.client(email)
    realm = owner.post("/v1/realms", {"kind": kind, "name": name, "joinPolicy": "invite"})["id"]
    made = owner.post(f"/v1/realms/{realm}/invitations", {"link": True})
    return owner, realm, made, f"/invitations/{made['token']}"


def test_who_invites(world):
    "before signing up one sees who invites to what, and nothing else; signing up ends in the group"
    owner, realm, made, path = linked(world)
    page = world.open(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("You are invited")
    expect(page.get_by_role("heading", name="The Fricks")).to_be_visible()
    main = page.get_by_role("main")
    expect(main).to_contain_text("Family · Ana invites you")
    expect(main).to_contain_text("Until")
    for secret in ("Maria", owner.account["id"]):
        assert secret not in main.inner_text(), secret
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("link", name="Sign up and join", exact=True).click()
    fill_sign_up(page, "Emil", f"{uuid.uuid4().hex[:10]}@example.net")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Fricks")
    expect(page.get_by_role("list", name="Members")).to_contain_text("Emil")
    expect(page).to_have_url(f"{world.address}/people/{realm}")


def test_log_in_by_link(world):
    "whoever has an account logs in by the link and is in the group; who only opens it is asked"
    _, realm, _, path = linked(world, "group", "Walkers")
    ben, cleo = newcomer(world, "Ben"), newcomer(world, "Cleo")
    page = world.open(path)
    page.get_by_role("link", name="Log in and join", exact=True).click()
    page.get_by_label("Email").fill(ben)
    page.get_by_label("Password", exact=True).fill("a sample of a password")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Walkers")
    other = world.open(path, cleo)
    expect(other.get_by_role("button", name="Join", exact=True)).to_be_visible()
    assert all(group["id"] != realm for group in world.client(cleo).get("/v1/realms")["items"])


def test_dead_links(world):
    "a link that was taken back says the same as one that never was"
    owner, _, made, path = linked(world)
    owner.call("DELETE", f"/v1/invitations/{made['invitation']['id']}").want(204)
    said = []
    for dead in (path, "/invitations/" + "A" * len(made["token"])):
        page = world.open("/tours")
        page.goto(dead)
        expect(page.get_by_role("heading", name="This invitation does not work any more")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name="Log in", exact=True)).to_be_visible()
        said.append(page.get_by_role("main").inner_text())
        page.close()
    assert said[0] == said[1], said


def test_share_a_link(world):
    "a link is shared by the device, copied where it cannot, and read from the screen as a QR code"
    host = newcomer(world, "Ana")
    realm = world.client(host).post(
        "/v1/realms", {"kind": "team", "name": "Lake swimmers", "joinPolicy": "invite"})["id"]
    for can in (True, False):
        context = world.context(host, permissions=["clipboard-read", "clipboard-write"])
        context.add_init_script("window.shared = []; Object.defineProperty(navigator, 'share', { value: "
                                + ("async (what) => { shared.push(what); }" if can else "undefined") + " });")
        page = world.watched(context.new_page())
        page.goto(f"/people/{realm}")
        page.get_by_role("button", name="Invite").click()
        dialog = page.get_by_role("dialog", name="Invite")
        dialog.get_by_role("button", name="Make a link").click()
        link = dialog.get_by_text("/invitations/").inner_text()
        expect(dialog.get_by_role("img", name="QR code of the invitation to Lake swimmers")).to_be_visible()
        dialog.get_by_role("button", name="Share", exact=True).click()
        if can:
            page.wait_for_function("() => shared.length > 0")
            assert page.evaluate("shared") == [{"title": "Invitation to Lake swimmers", "url": link}]
        else:
            expect(page.get_by_text("The address was copied.", exact=True)).to_be_visible()
            assert page.evaluate("navigator.clipboard.readText()") == link
    expect_accessible(page)
    expect_layout(page)


def test_new_owner(world):
    "whoever becomes owner because the owner has left is told so, and the notification leads to the group"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    page = start_group(world, ana, "Choir")
    realm = page.url.rsplit("/", 1)[1]
    owner = world.client(ana)
    token = owner.post(f"/v1/realms/{realm}/invitations", {"link": True, "role": "admin"})["token"]
    world.client(ben).post(f"/v1/invitations/{token}/acceptance", status=200)
    owner.call("DELETE", f"/v1/realms/{realm}/members/{owner.account['id']}").want(204)
    heir = world.open("/notifications", ben)
    heir.get_by_role("link", name=re.compile("Ana has left Choir. You are its owner now.")).click()
    expect(heir.get_by_role("heading", level=1)).to_have_text("Choir")
    expect(heir.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text="Ben")).to_contain_text(
        "Owner")
