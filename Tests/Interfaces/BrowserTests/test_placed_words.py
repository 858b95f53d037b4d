"""The name and the message of a placed thing: said when it is placed, shown, changed, reported."""

import re

from playwright.sync_api import expect
from test_around import in_view, look, simulated

MESSAGE = "Under the third stone from the left lies the key to the tower."


def carrying(client, lat, lon, **words):
    "A cube at a place that carries a name or a message."
    made = client.post("/v1/objects", {"name": "Plain cube", "prompt": "red cube 1 m"})
    return client.post("/v1/instances", {
        "object": made["id"], "realms": ["public"], **words,
        "pose": {"position": {"lat": lat, "lon": lon, "h": 460}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})


def test_said_when_placed(world):
    "a thing is placed with a name and a message: both are in the picture, the list, the card, and in the list of the map"
    page = look(world, f"{simulated(47.401, 9.63)}&view=ar&place=choose", "visitor", size="phone")
    page.get_by_role("button", name=re.compile("^Coin")).click()
    card = page.get_by_role("region", name="Who may see it?")
    card.get_by_label("Name").fill("The lost penny")
    expect(card).to_contain_text("0 of 280 characters")
    expect(card.get_by_role("checkbox", name="Show it in the picture")).to_have_count(0)
    card.get_by_label("Message").fill(MESSAGE)
    expect(card).to_contain_text(f"{len(MESSAGE)} of 280 characters")
    expect(card.get_by_role("checkbox", name="Show it in the picture")).to_be_checked()
    card.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Confirm placement").click()
    expect(page.get_by_text("“The lost penny” stands here now.")).to_be_visible()
    label = page.locator(".stage").get_by_text("The lost penny").first
    expect(label).to_be_visible()
    expect(page.locator(".stage").get_by_text(MESSAGE)).to_be_visible()
    page.get_by_role("button", name="List").click()
    expect(in_view(page).get_by_role("listitem")).to_contain_text(["The lost penny" + MESSAGE])
    in_view(page).get_by_role("button", name=re.compile("The lost penny")).click()
    shown = page.get_by_role("region", name="The lost penny")
    expect(shown).to_contain_text(MESSAGE)
    expect(shown).to_contain_text("Coin")
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    assert (placed["name"], placed["message"], placed["showsMessage"]) == ("The lost penny", MESSAGE, True), placed
    # Others read it in the list of the map.
    other = look(world, "/around?view=map&at=47.401,9.63", size="desktop")
    expect(other.get_by_role("button", name=re.compile("The lost penny"))).to_contain_text(MESSAGE)


def test_kept_through_a_reload(world):
    "a page that is loaded anew while something is placed has the name and message still; the next thing begins without"
    page = look(world, f"{simulated(47.4055, 9.63)}&view=ar&place=choose", "visitor", size="phone")
    page.get_by_role("button", name=re.compile("^Coin")).click()
    card = page.get_by_role("region", name="Who may see it?")
    card.get_by_label("Name").fill("Kept penny")
    card.get_by_label("Message").fill(MESSAGE)
    card.get_by_role("button", name="Next").click()
    confirm = page.get_by_role("button", name="Confirm placement")
    expect(confirm).to_be_visible()
    page.reload()
    expect(confirm).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(card.get_by_label("Name")).to_have_value("Kept penny")
    expect(card.get_by_label("Message")).to_have_value(MESSAGE)
    card.get_by_role("button", name="Next").click()
    confirm.click()
    expect(page.get_by_text("“Kept penny” stands here now.")).to_be_visible()
    placed = world.client("visitor").get("/v1/instances", limit=1)["items"][0]
    assert (placed["name"], placed["message"]) == ("Kept penny", MESSAGE), placed
    page.get_by_role("button", name="Place object").click()
    page.get_by_role("button", name=re.compile("^Coin")).click()
    expect(card.get_by_label("Name")).to_have_value("")


def test_changed_later(world):
    "whoever placed it changes the words: a message that is not wanted in the picture is in list and card alone; others cannot"
    instance = carrying(world.client("visitor"), 47.40218, 9.63, name="First name", message=MESSAGE, showsMessage=True)
    page = look(world, f"{simulated(47.402, 9.63)}&object={instance['id']}", "visitor")
    expect(page.locator(".stage").get_by_text(MESSAGE)).to_be_visible()
    page.get_by_role("region", name="First name").get_by_role("button", name="Name and message").click()
    dialog = page.get_by_role("dialog", name="Name and message")
    dialog.get_by_label("Name", exact=True).fill("Second name")
    dialog.get_by_role("checkbox", name="Show it in the picture").uncheck()
    dialog.get_by_role("button", name="Save").click()
    card = page.get_by_role("region", name="Second name")
    expect(card).to_contain_text(MESSAGE)
    expect(page.locator(".stage").get_by_text("Second name", exact=True)).to_be_visible()
    expect(page.locator(".stage").get_by_text(MESSAGE)).to_have_count(0)
    card.get_by_role("button", name="Close").click()
    expect(in_view(page)).to_contain_text(MESSAGE)
    in_view(page).get_by_role("button", name=re.compile("Second name")).focus()
    page.keyboard.press("Enter")
    # Without words it is called as its object.
    card.get_by_role("button", name="Name and message").click()
    dialog.get_by_label("Name", exact=True).fill("")
    dialog.get_by_role("textbox", name="Message").fill(" ")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Plain cube")).not_to_contain_text(MESSAGE)
    kept = world.client("visitor").get(f"/v1/instances/{instance['id']}")
    assert "name" not in kept and "message" not in kept, kept
    other = look(world, f"/around?view=map&at=47.402,9.63&object={instance['id']}", "newcomer", size="desktop")
    expect(other.get_by_role("region", name="Plain cube").get_by_role("button", name="Report")).to_be_visible()
    expect(other.get_by_role("button", name="Name and message")).to_have_count(0)


def test_labels_with_messages(world):
    "messages in the picture never overlap: where there is no room for one, the name alone is shown"
    guide = world.client("guide")
    for number in range(4):
        carrying(guide, 47.40318, 9.63 + (number - 1.5) * 0.000025, name=f"Stone {number}",
                 message=f"{number}: {MESSAGE} " * 3, showsMessage=True)
    page = look(world, simulated(47.403, 9.63), size="phone")
    stage = page.locator(".stage")
    expect(in_view(page).get_by_role("listitem")).to_have_count(4)
    expect(stage.get_by_text(MESSAGE).and_(stage.locator(":visible")).first).to_be_visible()
    labels = stage.locator(".stage-label:visible")
    boxes = [label.bounding_box() for label in labels.all()]
    assert len(boxes) >= 2, boxes
    for one in boxes:
        for other in boxes:
            apart = one is other or one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"] \
                or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            assert apart, (one, other)
        assert one["x"] >= 0 and one["x"] + one["width"] <= 390, one
    assert 1 <= stage.get_by_text(MESSAGE).and_(page.locator(":visible")).count() < 4


def test_reported(world):
    "a message is reported like the rest, and who decides reads it as it was then, also after it was changed"
    guide, visitor = world.client("guide"), world.client("visitor")
    instance = carrying(guide, 47.40418, 9.63, name="Rude stone", message="Go home, all of you!", showsMessage=True)
    page = look(world, f"/around?view=map&at=47.404,9.63&object={instance['id']}", "visitor", size="phone")
    page.get_by_role("region", name="Rude stone").get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog", name="Report “Rude stone”")
    dialog.get_by_label("What is wrong?").select_option("Offensive")
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thank you. An admin will look at it.")).to_be_visible()
    assert visitor.get(f"/v1/instances/{instance['id']}")["message"] == "Go home, all of you!"
    changed = guide.call("PATCH", f"/v1/instances/{instance['id']}", {"message": "Welcome!"},
                         headers={"If-Match": f'"{instance["version"]}"'})
    assert changed.status == 200, changed.body
    admin = world.open("/admin/reports?kind=instance", "admin", size="desktop")
    admin.get_by_role("main").get_by_role("link", name=re.compile("Rude stone|Plain cube")).first.click()
    row = admin.get_by_role("row").filter(has_text="Message").first
    expect(row).to_contain_text("Go home, all of you!")
