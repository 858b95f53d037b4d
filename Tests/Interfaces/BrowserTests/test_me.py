"""One's own pages."""

import json
import re
import uuid
from pathlib import Path

from playwright.sync_api import expect
from world import ACCOUNTS, PASSWORDS, sign_up


def newcomer(world, name="Noa"):
    "An account of the test's own."
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    ACCOUNTS[email] = email
    sign_up(world.client(), email, name)
    return email


def test_profile(world):
    "the name is changed, and stands at the top of one's page"
    page = world.open("/me/profile", newcomer(world))
    page.get_by_label("Name", exact=True).fill("Noa of the hill")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    page.get_by_role("link", name="Me").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Noa of the hill")


def test_prove_address(world):
    "a code from the mail proves the email address"
    email = newcomer(world)
    page = world.open("/me/profile", email)
    page.get_by_role("button", name="Send a code").first.click()
    field = page.get_by_label("Code", exact=True)
    expect(field).to_be_visible()
    field.fill(world.mailed_code(email))
    page.get_by_role("button", name="Enter code").click()
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()


def test_devices(world):
    "another device is logged out from the list of devices"
    email = newcomer(world)
    world.client().post("/v1/sessions", {"login": email, "password": PASSWORDS[email], "device": "Old phone"})
    page = world.open("/me/security", email)
    page.get_by_role("button", name="Log out Old phone").click()
    expect(page.get_by_text("Old phone is logged out.")).to_be_visible()
    expect(page.get_by_role("list", name="Devices").get_by_text("Old phone")).to_have_count(0)


def test_display(world):
    "type size and theme are set, and hold after a reload"
    page = world.open("/me/display")
    page.get_by_role("button", name="Dark").click()
    page.get_by_label("Type size").fill("150")
    page.reload()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"


def test_consents(world):
    "a consent is given and withdrawn, which the server keeps; the terms hold as long as the account"
    email = newcomer(world)
    page = world.open("/me/privacy", email)
    box = page.get_by_role("checkbox", name="Keeping the ways that you walk", exact=True)
    expect(page.get_by_role("checkbox", name="Terms", exact=True)).to_be_disabled()
    for given in (True, False):
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
            box.set_checked(given)
        items = world.client(email).get("/v1/me/consents")["items"]
        assert next(item for item in items if item["kind"] == "locationHistory")["given"] is given, items
        page.reload()
        expect(box).to_be_checked(checked=given)


def test_units(world):
    "distances are in feet and miles for whoever chooses them, and in metres again"
    page = world.open("/me/display", "visitor")
    for name, unit, other in (("Feet and miles", r"\d (mi|ft)\b", r"\d k?m\b"), ("Metres", r"\d k?m\b", r"\d (mi|ft)\b")):
        page.goto("/me/display")
        page.get_by_role("button", name=name, exact=True).click()
        page.goto("/tours")
        row = page.get_by_role("listitem").filter(has_text="Vineyards and Rhine")
        expect(row).to_contain_text(re.compile(unit))
        expect(row).not_to_contain_text(re.compile(other))


def test_language(world):
    "the pages speak the language that is chosen, whatever the browser's is, and the browser's again"
    page = world.open("/me/display", "visitor")
    page.get_by_role("button", name="Deutsch", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Darstellung")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/tours")
    expect(page.get_by_role("heading", level=1)).to_have_text("Touren")
    page.goto("/me/display")
    page.get_by_role("group", name="Sprache").get_by_role("button", name="Wie der Browser", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Display")


def test_kinds(world):
    "a kind of notification is switched off"
    page = world.open("/me/notifications", newcomer(world))
    box = page.get_by_role("checkbox", name="Invitations to groups", exact=True)
    expect(box).to_be_checked()
    with page.expect_response(lambda response: response.request.method in ("PUT", "PATCH")):
        box.uncheck()
    page.reload()
    expect(box).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Log-ins and passwords", exact=True)).to_be_disabled()


def test_delivery(world):
    "kinds are mailed or not, quiet hours and one mail a day are chosen, a link in a mail opens the very thing"
    address = newcomer(world, "Dora")
    page = world.open("/me/notifications", address)
    expect(page.get_by_text("Mail reaches you once your address is confirmed.")).to_be_visible()
    world.prove(address)
    page.reload()
    expect(page.get_by_role("checkbox", name="Quiet hours")).to_be_visible()
    expect(page.get_by_text("Mail reaches you once your address is confirmed.")).to_have_count(0)
    page.get_by_role("checkbox", name="News of your groups, by mail").check()
    page.get_by_role("checkbox", name="Quiet hours").check()
    page.get_by_label("From").fill("21:30")
    page.get_by_label("Until").fill("21:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose another time than the beginning.")).to_be_visible()
    page.get_by_label("Until").fill("06:00")
    page.get_by_role("checkbox", name="One mail a day").check()
    page.get_by_label("Sent at").select_option("07:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("checkbox", name="News of your groups, by mail")).to_be_checked()
    expect(page.get_by_label("From")).to_have_value("21:30")
    expect(page.get_by_label("Sent at")).to_have_value("7")
    client = world.client(address)
    client.call("PUT", "/v1/delivery-schedule", {}).want(200)
    owner = world.client(newcomer(world, "Ana"))
    realm = owner.post("/v1/realms", {"kind": "community", "name": "Rowers", "joinPolicy": "open"})
    client.post(f"/v1/realms/{realm['id']}/members", status=200)
    owner.post(f"/v1/realms/{realm['id']}/news", {"title": "New boat"})
    body = world.mailed(address, "New boat")
    link = next(word for word in body.split() if "?open=" in word)
    page.goto(link[link.index("/notifications"):])
    expect(page.get_by_role("heading", level=1)).to_have_text("New boat")


def test_export(world):
    "everything that is kept about one is downloaded"
    page = world.open("/me/privacy", newcomer(world, "Pat"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert "Pat" in json.dumps(json.loads(Path(download.value.path()).read_text()))


def test_erase(world):
    "the account is erased after its password, and cannot be logged into"
    email = newcomer(world)
    page = world.open("/me/privacy", email)
    page.get_by_role("button", name="Erase my account").click()
    dialog = page.get_by_role("dialog", name="Erase my account")
    dialog.get_by_label("Current password").fill("wrong password")
    dialog.get_by_role("button", name="Erase for good").click()
    expect(dialog.get_by_role("alert").or_(dialog.locator(".field-error"))).to_be_visible()
    dialog.get_by_label("Current password").fill(PASSWORDS[email])
    dialog.get_by_role("button", name="Erase for good").click()
    expect(page).to_have_url(f"{world.address}/")
    answer = world.client().call("POST", "/v1/sessions", {"login": email, "password": PASSWORDS[email]})
    assert answer.status == 401, answer.status


def test_erase_another_time(world):
    "a password that was typed to erase the account does not wait in the form for the next who opens it"
    page = world.open("/me/privacy", "newcomer")
    page.get_by_role("button", name="Erase my account").click()
    dialog = page.get_by_role("dialog", name="Erase my account")
    dialog.get_by_label("Current password").fill("half of a password")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Erase my account").click()
    expect(dialog.get_by_label("Current password")).to_have_value("")


def test_notifications_arrive(world):
    "a notification appears while the page is open, and is marked as read"
    # Only who has proved an own address invites to others.
    host = newcomer(world, "Ana")
    world.prove(host)
    guide = world.client(host)
    realm = guide.post("/v1/realms", {"kind": "group", "name": "Castle friends"})
    email = newcomer(world)
    page = world.open("/notifications", email)
    expect(page.get_by_text("Nothing new")).to_be_visible()
    guide.post(f"/v1/realms/{realm['id']}/invitations", {"to": email})
    item = page.get_by_role("list", name="Notifications").get_by_role("listitem")
    expect(item).to_contain_text("Castle friends")
    page.get_by_role("button", name="Mark all as read").click()
    expect(item.get_by_text("New", exact=True)).to_have_count(0)
