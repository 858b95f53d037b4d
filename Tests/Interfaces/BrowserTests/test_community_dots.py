"""The red dot of communities with something that one has not seen."""

import re

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group, wall


def test_dot_everywhere(world):
    "SC-EVT-01, SC-EVT-04, SC-EVT-05: a red dot at the top right of the navigation's entry, until all is read"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    page = world.open("/tours", guest, size="desktop")
    entry = page.get_by_role("navigation").get_by_role("link", name=re.compile("^Community"))
    expect(entry.locator(".news-dot")).to_have_count(0)
    communities = []
    for _ in range(2):
        owner, community = group(world, host, "community", [guest])
        owner.post(f"/v1/realms/{community['id']}/events", {"kind": "event", "title": "Tea", "start": wall(48)})
        communities.append(community)
    # The page stays as it is: what was published is told by the event stream.
    expect(entry).to_have_accessible_name(re.compile("2 communities with something new"))
    dot, box = entry.locator(".news-dot").bounding_box(), entry.bounding_box()
    assert dot["x"] > box["x"] + box["width"] / 2 and dot["y"] + dot["height"] < box["y"] + box["height"] / 2
    red, green, blue = entry.locator(".news-dot").evaluate(
        "dot => getComputedStyle(dot).backgroundColor.match(/\\d+/g).map(Number)")
    assert red > 2 * green and red > 2 * blue
    for community, left in zip(communities, ("1 community with something new", None), strict=True):
        page.goto(f"/people/{community['id']}")
        expect(page.get_by_role("heading", level=1)).to_have_text(community["name"])
        page.goto("/tours")
        if left:
            expect(entry).to_have_accessible_name(re.compile(left))
    expect(entry.locator(".news-dot")).to_have_count(0)
    expect(entry).to_have_accessible_name("Community")


def test_dot_on_a_phone(world):
    "SC-EVT-01: where “Community” is in the menu, the dot is there and at the entry that leads to it"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    owner.post(f"/v1/realms/{community['id']}/events", {"kind": "event", "title": "Tea", "start": wall(48)})
    page = world.open("/tours", guest)
    people = page.get_by_role("navigation").get_by_role("link", name="People 1 community with something new")
    expect(people).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu.get_by_role("link", name="Community 1 community with something new")).to_be_visible()


def test_dot_goes(world):
    "SC-EVT-04: the dot at “Community” goes when no community has anything unread"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    communities = []
    for _ in range(2):
        owner, community = group(world, host, "community", [guest])
        owner.post(f"/v1/realms/{community['id']}/events", {"kind": "event", "title": "Tea", "start": wall(48)})
        communities.append(community)
    page = world.open("/people", guest)
    link = page.get_by_role("link", name=re.compile("^Community"))
    for community, words in zip(communities, ("1 with something new", None), strict=True):
        expect(link).to_contain_text("with something new")
        page.goto(f"/people/{community['id']}")
        expect(page.get_by_role("heading", level=1)).to_have_text(community["name"])
        page.wait_for_load_state("networkidle")
        page.goto("/people")
        if words:
            expect(link).to_contain_text(words)
    expect(link).to_be_visible()
    expect(link).not_to_contain_text("something new")
