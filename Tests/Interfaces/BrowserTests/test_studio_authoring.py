"""What an author meets while working: a map that stays, words for how far a tour has come, checks by place."""

import re
import uuid

from playwright.sync_api import expect
from test_studio_editing import STOPS, draft, edit, map_is_there, saved, stored
from world import ACCOUNTS, PASSWORDS, sign_up


def test_map_stays(world):
    "the map stays where one works: stops that are put side by side are side by side"
    if not world.has_map:
        return "skipped"
    for size in ("desktop", "phone"):
        tour = draft(world, f"Side by side {size}", stops=[])
        page = edit(world, tour, "?part=stops", size=size)
        map_is_there(page)
        box = page.get_by_role("region", name=re.compile("^Map of the tour")).bounding_box()
        for number, x in enumerate((0.3, 0.5, 0.7), 1):
            page.get_by_role("button", name="Add stop").click()
            page.mouse.click(box["x"] + x * box["width"], box["y"] + 0.6 * box["height"])
            expect(page.get_by_role("heading", name=f"Stop {number}", exact=True)).to_be_visible()
            page.get_by_role("button", name="All stops").click()
        page.get_by_role("button", name="Save draft").click()
        saved(page)
        at = [stop["position"] for stop in stored(world, tour)["stops"]]
        steps = [b["lon"] - a["lon"] for a, b in zip(at, at[1:])]
        assert steps[0] > 0 and abs(steps[0] - steps[1]) < steps[0] * 0.02, at
        assert max(one["lat"] for one in at) - min(one["lat"] for one in at) < steps[0] * 0.02, at
    return None


def test_published_and_saved_are_two_facts(world):
    "beside unpublished changes it says since which version, and where one's own work is"
    tour = draft(world, "Two facts")
    page = edit(world, tour, size="phone")
    expect(page.get_by_text("Not published yet.")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    expect(page.get_by_text("Published", exact=True)).to_be_visible()
    page.get_by_label("Description").fill("From there to here.")
    expect(page.get_by_text("Changes since version 1 are not published.")).to_be_visible()
    expect(page.get_by_text("Kept on this device, not saved yet.")).to_be_visible()
    expect(page.get_by_text("Published", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    expect(page.get_by_text("Changes since version 1 are not published.")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 2 is published.")).to_be_visible()


def test_check_names_a_stop_once(world):
    "a check names a stop once, with all that is to be looked at there"
    far = [*STOPS, {"title": "Castle", "position": {"lat": 47.1500, "lon": 9.5300}}]
    page = edit(world, draft(world, "Once", stops=far), "?part=check", size="phone")
    page.get_by_role("button", name="Check now").click()
    found = page.get_by_role("region", name="What was found")
    castle = found.get_by_role("list", name="Stop 3: Castle")
    expect(castle).to_have_count(1)
    expect(castle.get_by_role("button", name="The text is empty")).to_be_visible()
    expect(castle.get_by_role("button", name="Lies more than 50 m from the route.")).to_be_visible()
    expect(found.get_by_text("Castle")).to_have_count(1)
    words = castle.get_by_role("button").all_inner_texts()
    assert len(words) == len(set(words)), words


def test_what_an_organization_account_changes(world):
    "whoever asks to become an organization is told before what changes"
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    ACCOUNTS[email] = email
    sign_up(world.client(), email, "Noa")
    page = world.open("/me/organization", email)
    told = page.get_by_text("Tours are walked with a general account", exact=False)
    expect(told).to_be_visible()
    sending = page.get_by_role("button", name="Send request")
    assert told.bounding_box()["y"] < sending.bounding_box()["y"]
    page.get_by_label("Name of the organization").fill("Paths of the valley")
    page.get_by_label("What you want to offer").fill("Walks.")
    sending.click()
    expect(page.get_by_role("list", name="Requests")).to_contain_text("Paths of the valley")
    expect(told).to_have_count(0)
