"""Help and the tutorial."""

from playwright.sync_api import expect


def test_questions(world):
    "RL-SCR-09a: a question is found by a word of its answer"
    page = world.open("/help")
    page.get_by_label("Search").fill("iron")
    expect(page.get_by_role("group")).to_have_count(1)
    page.get_by_text("Things stand in the wrong direction").click()
    expect(page.get_by_text("drag the outlines of the houses")).to_be_visible()


def test_tutorial_steps(world):
    "UC1.5-7: each step says what to do for one feature, opens it to be tried, and goes on when one is ready"
    page = world.open("/help/tutorial", "newcomer")
    main = page.get_by_role("main")
    for step, (title, opens) in enumerate((
            ("Look around", "/around"), ("Place something", "/inventory"), ("Take a tour", "/tours"),
            ("Plan your day", "/calendar"), ("Do it together", "/people"))):
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_text(f"Step {step + 1} of 5")).to_be_visible()
        assert main.get_by_role("listitem").count() >= 2, f"{title} says too little"
        attempt = main.get_by_role("link", name="Try it")
        assert attempt.get_attribute("href").startswith(opens), attempt.get_attribute("href")
        if opens == "/tours":
            attempt.click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
            page.goto("/help/tutorial")
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.get_by_role("button", name="Next").click()


def test_tutorial(world):
    "TU-FR1, UC1.9-11: the tutorial is left, gone on with, and ends with the time it took, and at home"
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
    page.get_by_role("link", name="Look around").click()
    expect(page).to_have_url(f"{world.address}/around")
