"""In which language people read what they are told."""

import re

from playwright.sync_api import expect
from test_people import newcomer
from test_team_pages import practice
from test_teams import group
from world import expect_accessible


def told(world):
    "Somebody who was told of an invitation, an event and a wish to join, by somebody who reads English."
    host, guest, other = (newcomer(world, name) for name in ("Ana", "Ben", "Cleo"))
    world.prove(host)
    owner, team = group(world, host, "team", [guest])
    practice(owner, team, title="Regatta", kind="event")
    _, choir = group(world, host, "group")
    owner.post(f"/v1/realms/{choir['id']}/invitations", {"to": world.client(guest).account["id"]})
    _, club = group(world, guest, "team")
    world.client(other).post(f"/v1/realms/{club['id']}/requests", {"message": "I row, too."})
    return guest, owner, team["name"], choir["name"], club["name"]


def rows(page):
    return page.get_by_role("main").get_by_role("listitem")


def test_german_list(world):
    "MF-NOT-03: whoever reads German finds all notifications in German, and hears of what comes in German"
    guest, owner, team, choir, club = told(world)
    page = world.open("/notifications", guest, locale="de-LI")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mitteilungen")
    expect(rows(page)).to_have_count(3)
    expect(rows(page).nth(0)).to_contain_text(f"Cleo möchte der Gruppe {club} beitreten.")
    expect(rows(page).nth(1)).to_contain_text(f"Ana lädt Sie in die Gruppe {choir} ein.")
    event = re.compile(
        rf"{team}: „Regatta“, \w\w\., \d+\. \w+ \d{{4}} um \d\d:\d\d Uhr \(Zeit in Vaduz\), Boathouse")
    expect(rows(page).nth(2)).to_contain_text(event)
    expect(page.get_by_role("main")).not_to_contain_text("UTC")
    expect_accessible(page)
    practice(owner, {"id": realm(world, guest, team)}, title="Sprint", kind="event")
    expect(page.get_by_role("status")).to_contain_text(f"{team}: „Sprint“")
    expect(rows(page).first).to_contain_text("„Sprint“")


def realm(world, person, name):
    return next(r["id"] for r in world.client(person).get("/v1/realms")["items"] if r["name"] == name)


def test_language_is_chosen(world):
    "MF-NOT-03: who chooses German finds the list, what comes and the choice of kinds in German, and so mails and pushes will be"
    guest, owner, team, choir, club = told(world)
    page = world.open("/notifications", guest)
    expect(rows(page).nth(1)).to_contain_text(f"Ana invites you to {choir}.")
    page.goto("/me/display")
    page.get_by_role("button", name="Deutsch", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Darstellung")
    assert world.client(guest).account["locale"] == "de"
    page.goto("/notifications")
    expect(rows(page).nth(1)).to_contain_text(f"Ana lädt Sie in die Gruppe {choir} ein.")
    practice(owner, {"id": realm(world, guest, team)}, title="Sprint", kind="event")
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"„Sprint“.* Uhr \(Zeit in Vaduz\)"))
    page.goto("/me/notifications")
    expect(page.get_by_role("checkbox", name="Einladungen in Gruppen", exact=True)).to_be_checked()
    page.goto("/me/display")
    page.get_by_role("button", name="English", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Display")
    assert world.client(guest).account["locale"] == "en"
    page.goto("/notifications")
    expect(rows(page).nth(2)).to_contain_text(f"Ana invites you to {choir}.")
