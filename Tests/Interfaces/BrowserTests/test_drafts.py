"""What has been entered of an activity, and is not at the server yet."""

import re

from playwright.sync_api import expect
from test_activities import start
from test_resources import day, family

KEPT = """() => new Promise((resolve) => {
  const opening = indexedDB.open('wayside');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('kept').objectStore('kept').getAllKeys();
    asked.onsuccess = () => resolve(asked.result.filter((key) => key.startsWith('activity:')));
  };
})"""


def test_poll_is_kept(world):
    "PFA1.3-4, MF-T-clickBack-poll, MF-T-cancelActivity: options of a poll survive a reload and Back; who cancels leaves nothing"
    (ana, _), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm)
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("button", name="Poll", exact=True).click()
    page.get_by_label("Name of option 1").fill("Hike")
    page.get_by_label("Description of option 1").fill("Up the hill")
    page.get_by_role("button", name="Add another option").click()
    page.get_by_label("Name of option 3").fill("Zoo")
    page.get_by_label("Vote until").fill(f"{day(4)}T18:00")
    page.reload()
    expect(page.get_by_label("Name of option 1")).to_have_value("Hike")
    expect(page.get_by_label("Description of option 1")).to_have_value("Up the hill")
    expect(page.get_by_label("Name of option 3")).to_have_value("Zoo")
    expect(page.get_by_label("Vote until")).to_have_value(f"{day(4)}T18:00")
    page.get_by_role("button", name="Back", exact=True).click()
    # Away and back, by the list.
    page.get_by_role("link", name="Close").click()
    page.get_by_role("list", name="Family activities").get_by_role("link").first.click()
    page.get_by_role("button", name="Poll", exact=True).click()
    expect(page.get_by_label("Name of option 1")).to_have_value("Hike")
    assert len(page.evaluate(KEPT)) == 1
    page.get_by_role("button", name="Cancel activity").click()
    expect(page.get_by_text("Nothing is planned.")).to_be_visible()
    assert page.evaluate(KEPT) == []


def test_sent_poll_is_not_kept(world):
    "what was sent is not begun any more"
    (ana, _), realm = family(world, "Ana", "Ben")
    path = start(world, ana, realm)
    page = world.open(f"/people/activities/{path.split('/')[-1]}?by=poll", ana)
    page.get_by_label("Name of option 1").fill("Hike")
    page.get_by_label("Name of option 2").fill("Cinema")
    page.get_by_role("button", name="Send Poll").click()
    expect(page.get_by_text("0 of 1 have voted.")).to_be_visible()
    assert page.evaluate(KEPT) == []


def test_steps_are_kept(world):
    "PFA1.A1.5-6, MF-T-clickBack-schedule, MF-T-clickBack-details: name, criteria, place and tasks survive a reload at every step, and Back"
    (ana, _), realm = family(world, "Ana", "Ben")
    world.client(ana).post(f"/v1/realms/{realm}/activity-types", {"name": "Picnic", "tasks": ["Bring salad"]})
    path = start(world, ana, realm)
    page = world.open(f"/people/activities/{path.split('/')[-1]}", ana)
    page.get_by_role("button", name="Manually Enter Activity").click()
    page.get_by_label("Name of the activity").fill("Picnic")
    page.get_by_label("Description").fill("By the lake")
    page.reload()
    expect(page.get_by_label("Name of the activity")).to_have_value("Picnic")
    expect(page.get_by_label("Description")).to_have_value("By the lake")
    page.get_by_role("button", name="Next").click()

    def criteria(first, last):
        "What is asked of the calendars."
        expect(page.get_by_role("textbox", name="From")).to_have_value(first)
        expect(page.get_by_role("textbox", name="To")).to_have_value(last)
        expect(page.get_by_label("Duration in hours")).to_have_value("3")
        expect(page.get_by_role("checkbox", name=re.compile("Evening"))).to_be_checked()
        expect(page.get_by_role("checkbox", name=re.compile("Morning"))).not_to_be_checked()

    page.get_by_role("textbox", name="From").fill(day(3))
    page.get_by_role("textbox", name="To").fill(day(5))
    page.get_by_label("Duration in hours").fill("3")
    page.get_by_role("checkbox", name=re.compile("Evening")).check()
    page.get_by_role("checkbox", name=re.compile("Morning")).uncheck()
    page.reload()
    criteria(day(3), day(5))
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_label("Name of the activity")).to_have_value("Picnic")
    page.get_by_role("button", name="Next").click()
    criteria(day(3), day(5))
    slot = page.get_by_role("button", name=re.compile(" @ ")).first
    slot.click()
    chosen = slot.inner_text()
    page.reload()
    expect(page.get_by_role("button", pressed=True, name=chosen)).to_be_visible()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Location").fill("Meadow")
    page.get_by_label("Type of activity").select_option(label="Picnic")
    page.get_by_label("Who does “Bring salad”").select_option(label="Ben")
    page.reload()
    expect(page.get_by_label("Location")).to_have_value("Meadow")
    expect(page.get_by_label("Type of activity")).to_have_value("Picnic")
    expect(page.get_by_label("Who does “Bring salad”").locator("option:checked")).to_have_text("Ben")
    page.get_by_role("button", name="Back", exact=True).click()
    criteria(day(3), day(5))
    expect(page.get_by_role("button", pressed=True, name=chosen)).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("Location")).to_have_value("Meadow")
    page.get_by_role("button", name="Send Invites").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Family activities")
    assert page.evaluate(KEPT) == []
