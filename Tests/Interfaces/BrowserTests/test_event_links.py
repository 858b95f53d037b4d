"""Pages outside that an event names."""

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group, wall
from world import expect_accessible, expect_layout


def test_outside_link(world):
    "BZ-CAL-06, CG-BZ-06: an event of a community names a page outside; it is shown by its host, and opens without knowing from where"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    event = owner.post(f"/v1/realms/{community['id']}/events",
                       {"kind": "event", "title": "Tea", "start": wall(48)})
    address = f"/people/events/{event['id']}"
    page = world.open(f"{address}/edit", host)
    page.get_by_label("Page outside").fill("javascript:alert(1)")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter an address that begins with https:// or http://.")).to_be_visible()
    page.get_by_label("Page outside").fill("https://tea.example/register?event=5")
    expect_accessible(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea")
    reader = world.open(address, guest)
    link = reader.get_by_role("link", name="tea.example", exact=True)
    expect(link).to_have_attribute("href", "https://tea.example/register?event=5")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect_accessible(reader)
    expect_layout(reader)
    page.goto(f"{address}/edit")
    expect(page.get_by_label("Page outside")).to_have_value("https://tea.example/register?event=5")
    page.get_by_label("Page outside").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea")
    reader.reload()
    expect(reader.get_by_role("heading", level=1)).to_have_text("Tea")
    expect(link).to_have_count(0)
