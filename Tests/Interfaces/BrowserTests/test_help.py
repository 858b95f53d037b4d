"""Help and the tutorial."""

from playwright.sync_api import expect


def test_questions(world):
    "a question is found by a word of its answer"
    page = world.open("/help")
    page.get_by_label("Search").fill("iron")
    expect(page.get_by_role("group")).to_have_count(1)
    page.get_by_text("Things stand in the wrong direction").click()
    expect(page.get_by_text("drag the outlines of the houses")).to_be_visible()


def test_tutorial(world):
    "the tutorial is left, gone on with, and ends with the time it took"
    page = world.open("/help/tutorial")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look around")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Place something")
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Place something")
    for _ in range(4):
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That is all")
