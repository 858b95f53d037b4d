"""Help and the tutorial."""

import re
from datetime import date, datetime, timedelta, timezone

import test_me
from playwright.sync_api import expect
from world import ACCOUNTS, PASSWORDS, expect_accessible, expect_layout


def test_questions(world):
    "RL-SCR-09a: a question is found by a word of its answer"
    page = world.open("/help")
    page.get_by_label("Search").fill("iron")
    expect(page.get_by_role("group")).to_have_count(1)
    page.get_by_text("Things stand in the wrong direction").click()
    expect(page.get_by_text("drag the outlines of the houses")).to_be_visible()


def writes_of(page):
    """What the page sends that may change something at the server, from now on."""
    sent = []
    asks = ("/v1/view", "/v1/heights")

    def note(request):
        path = request.url.split("?")[0]
        if request.method != "GET" and not path.endswith(asks):
            sent.append(f"{request.method} {path} {request.post_data}")
    page.on("request", note)
    return sent


def attempt(page, title):
    """Tries a step of the tutorial whose heading is shown."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.get_by_role("main").get_by_role("link", name="Try it").click()
    expect(page.get_by_role("region", name="Trying out")).to_be_visible()


def back_to_steps(page):
    page.get_by_role("link", name="Steps", exact=True).click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()


def test_frequent_questions(world):
    "BZ-UI-02: help has questions that are asked often, each with its answer"
    page = world.open("/help")
    expect(page.get_by_role("heading", name="Questions")).to_be_visible()
    questions = page.get_by_role("group")
    assert questions.count() >= 8, questions.count()
    for question in questions.all():
        answer = question.get_by_role("paragraph")
        expect(answer).to_be_hidden()
        question.locator("summary").click()
        expect(answer).to_be_visible()
        assert len(answer.inner_text()) > 40, answer.inner_text()


def test_tutorial_steps(world):
    "UC1.5-7: each step says what to do for one feature, opens it to be tried, and goes on when one is ready"
    page = world.open("/help/tutorial", "newcomer")
    main = page.get_by_role("main")
    for step, (title, opens) in enumerate((
            ("Look around", "Around"), ("Place something", "Inventory"), ("Take a tour", "Tours"),
            ("Plan your day", "Calendar"), ("Do it together", "People"))):
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_text(f"Step {step + 1} of 5")).to_be_visible()
        assert main.get_by_role("listitem").count() >= 2, f"{title} says too little"
        attempt(page, title)
        expect(page.get_by_role("heading", level=1)).to_have_text(opens)
        back_to_steps(page)
        page.get_by_role("button", name="Next").click()


def test_tutorial(world):
    "TU-FR1, UC1.9-11: the tutorial is left, gone on with, and ends with the time it took, and at home"
    page = world.open("/help/tutorial")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look around")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Place something")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Place something")
    for _ in range(4):
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That is all")
    expect(page.get_by_text("End the tutorial? What you tried is thrown away then.")).to_be_visible()
    page.get_by_role("button", name="End the tutorial").click()
    expect(page).to_have_url(f"{world.address}/around")


def test_sandbox_places(world):
    "an object that is placed in the tutorial stands there, is moved and taken away, and only on this device"
    def there():
        return world.client("newcomer").get("/v1/nearby", lat=47.23, lon=9.63, radius=500)["items"]
    assert there() == []
    page = world.open("/help/tutorial", "newcomer")
    sent = writes_of(page)
    page.get_by_role("button", name="Next").click()
    attempt(page, "Place something")
    page.goto("/around?at=47.23000,9.63000")
    expect(page.get_by_role("region", name="Trying out")).to_be_visible()
    page.get_by_role("button", name="Place object").click()
    page.get_by_role("button", name="Crown").click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Confirm placement").click()
    entry = page.get_by_role("listitem").get_by_role("button", name="Crown")
    entry.click()
    page.get_by_role("button", name="Move", exact=True).click()
    page.get_by_role("button", name="Numbers").click()
    page.get_by_label("Size (×)").fill("2")
    page.get_by_role("button", name="Confirm placement").click()
    expect(entry).to_be_visible()
    page.reload()
    entry.click()
    page.get_by_role("button", name="Take away", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Take away", exact=True).click()
    expect(page.get_by_text("Nothing stands within", exact=False)).to_be_visible()
    assert sent == [], sent
    assert there() == []


def test_sandbox_walks(world):
    "a tour is walked to its end in the tutorial, without an account, and the server hears nothing of it"
    page = world.open("/help/tutorial")
    sent = writes_of(page)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    attempt(page, "Take a tour")
    page.get_by_role("link", name="Old Town and Castle").click()
    page.get_by_role("button", name="Start tour").click()
    for _ in range(8):
        page.get_by_role("button", name="I am here").click()
        page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    assert sent == [], sent


def test_sandbox(world):
    """TU-FR5, UC1.10.1: in the tutorial one works with the pages themselves; what is done stays over reloads
    and after the last step until one leaves, and nothing of it is ever at the server"""
    client = world.client("newcomer")
    day = date.today()
    seen = (f"/v1/appointments?from={day}T00:00:00Z&to={day + timedelta(days=700)}T00:00:00Z",
            "/v1/inventory", "/v1/runs", "/v1/realms")
    before = [client.get(path) for path in seen]
    page = world.open("/help/tutorial", "newcomer")
    sent = writes_of(page)
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    attempt(page, "Plan your day")
    page.get_by_role("link", name="New appointment").first.click()
    page.get_by_label("Name", exact=True).fill("Tried only")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("link", name="Tried only").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Tried only").first).to_be_visible()
    # What is not part of it is refused with the reason, and not sent.
    page.goto("/people/new")
    page.get_by_label("Name", exact=True).fill("Nobody's group")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("In the tutorial nothing leaves this device.", exact=False)).to_be_visible()
    back_to_steps(page)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Stay and try more").click()
    expect(page).to_have_url(f"{world.address}/around")
    page.goto("/calendar")
    expect(page.get_by_role("link", name="Tried only").first).to_be_visible()
    assert sent == [], sent
    page.get_by_role("button", name="Leave the tutorial").click()
    expect(page.get_by_role("region", name="Trying out")).to_have_count(0)
    page.goto("/calendar")
    expect(page.get_by_text("Nothing planned in this time.")).to_be_visible()
    assert [client.get(path) for path in seen] == before


def test_sandbox_ends_with_the_session(world):
    "what was tried without an account goes with whoever logs in, and is gone once that person logs out"
    page = world.open("/help/tutorial")
    trying = page.get_by_role("region", name="Trying out")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    attempt(page, "Take a tour")

    def log_in(account):
        page.goto("/login")
        page.get_by_label("Email").fill(ACCOUNTS[account])
        page.get_by_label("Password").fill(PASSWORDS[ACCOUNTS[account]])
        page.get_by_role("button", name="Log in").click()
        expect(page).not_to_have_url(re.compile("/login"))

    log_in("newcomer")
    expect(trying).to_be_visible()
    page.goto("/me")
    expect(trying).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.", exact=True)).to_be_visible()
    expect(trying).to_have_count(0)
    log_in("visitor")
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    expect(trying).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    expect(trying).to_have_count(0)


def test_times(world):
    """TU-NFR1, TU-NFR2: each step is read in 15 seconds, with one thing to do; how long each took, and the
    whole, is told at the end and kept on this device only"""
    page = world.watched(world.context().new_page())
    sent = writes_of(page)
    now = datetime(2026, 6, 20, 9, tzinfo=timezone.utc)
    page.clock.set_fixed_time(now)
    page.goto("/help/tutorial")
    for step in range(5):
        expect(page.get_by_text(f"Step {step + 1} of 5")).to_be_visible()
        words = len(page.get_by_role("main").inner_text().split())
        # 240 words a minute is an unhurried reader.
        assert words <= 60, f"step {step + 1} has {words} words"
        assert page.get_by_role("main").get_by_role("link").count() == 1
        now += timedelta(seconds=(step + 1) * 10)
        page.clock.set_fixed_time(now)
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That is all")
    expect(page.get_by_text("It took you 3 min")).to_be_visible()
    for step, name in enumerate(("Look around", "Place something", "Take a tour", "Plan your day",
                                 "Do it together")):
        expect(page.get_by_role("row", name=name)).to_contain_text(f"{(step + 1) * 10} s")
    assert sent == [], sent


def answer_message(world, subject, words):
    """An admin reads a message to the operator and answers it."""
    admin = world.open("/admin/reports", "admin", size="desktop")
    admin.get_by_role("link", name="Messages", exact=True).click()
    admin.get_by_role("link", name=subject).click()
    expect(admin.get_by_role("heading", level=1)).to_have_text(subject)
    expect(admin.get_by_text("Three streets are missing.")).to_be_visible()
    admin.get_by_role("button", name="Send answer", exact=True).click()
    expect(admin.get_by_text("Write an answer.")).to_be_visible()
    admin.get_by_label("Answer", exact=True).fill(words)
    admin.get_by_role("button", name="Send answer", exact=True).click()
    expect(admin.get_by_text("Answered.", exact=True)).to_be_visible()
    expect(admin.get_by_role("link", name=subject)).to_have_count(0)


def write_to_operator(page, subject, email=None):
    page.get_by_role("link", name="Contact the operator", exact=True).click()
    page.get_by_role("button", name="Send message", exact=True).click()
    expect(page.get_by_text("Write your message.")).to_be_visible()
    page.get_by_label("Subject").fill(subject)
    page.get_by_label("Message", exact=True).fill("Three streets are missing.")
    if email:
        page.get_by_label("Your email address").fill(email)
    else:
        expect(page.get_by_label("Your email address")).to_have_count(0)
    page.get_by_role("button", name="Send message", exact=True).click()
    expect(page.get_by_text("Your message is sent. You are told when it is answered.")).to_be_visible()


def test_contact(world):
    "BZ-UI-03: somebody with an account writes to the operator from Help, and finds the answer in the notifications"
    page = world.open("/help", "visitor")
    write_to_operator(page, "Our hamlet")
    answer_message(world, "Our hamlet", "They are on the map now.")
    page.goto("/notifications")
    expect(page.get_by_text("“Our hamlet”: They are on the map now.")).to_be_visible()


def test_contact_without_account(world):
    "BZ-UI-03: somebody without an account writes with an email address, and is answered by mail"
    page = world.open("/help")
    address = "somebody@example.net"
    write_to_operator(page, "Another village", address)
    answer_message(world, "Another village", "Thank you, it is.")
    assert "Thank you, it is." in world.mailed(address, "An answer to your message")


def test_breach(world):
    "MF-Q-05: whoever finds another in the account is told to change the password and reports it; admins see it marked, and how many a month"
    page = world.open("/me/security", "visitor")
    page.get_by_role("link", name="Somebody else was in my account", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Contact the operator")
    said = page.get_by_role("checkbox", name="Somebody else was in an account of mine", exact=True)
    expect(said).to_be_checked()
    first = page.get_by_role("link", name="Choose a new password first: it logs out all other devices.")
    expect(first).to_have_attribute("href", "/me/password")
    said.uncheck()
    expect(first).to_have_count(0)
    said.check()
    expect(page.get_by_label("Subject")).to_have_value("Somebody else was in my account")
    page.get_by_label("Message", exact=True).fill("There are appointments that I have not made.")
    expect_accessible(page)
    expect_layout(page)
    before = world.client("admin").get("/v1/admin/breaches")["items"][0]["reports"]
    page.get_by_role("button", name="Send message", exact=True).click()
    expect(page.get_by_text("Your message is sent. You are told when it is answered.")).to_be_visible()
    admin = world.open("/admin/messages", "admin", size="desktop")
    row = admin.get_by_role("listitem").filter(has_text="Somebody else was in my account")
    expect(row.first).to_contain_text("Account breach")
    months = admin.get_by_role("table", name="Reported breaches of accounts").get_by_role("row")
    expect(months).to_have_count(13)
    now = datetime.now(timezone.utc)
    expect(months.nth(1)).to_have_accessible_name(f"{now:%B} {now.year} {before + 1}")
    expect_accessible(admin)


def test_ease(world):
    "MF-Q-04: some days after the first use it is asked once whether it is easy, which one may leave; admins see the percentage"
    def percentage():
        return world.client("admin").get("/v1/admin/ease")

    before = percentage()
    for button, counted in (("No answer", 0), ("Yes, easy", 1)):
        page = world.open("/me", test_me.newcomer(world))
        question = page.get_by_role("region", name="Is Wayside easy to use?")
        expect(page.get_by_role("main").get_by_role("link", name="Profile")).to_be_visible()
        expect(question).to_have_count(0)
        page.evaluate("localStorage.setItem('wayside.ease', String(Date.now() - 4 * 86400000))")
        page.reload()
        expect(question.get_by_text("who has given them is not kept")).to_be_visible()
        expect_accessible(page)
        expect_layout(page)
        question.get_by_role("button", name=button, exact=True).click()
        if counted:
            expect(page.get_by_text("Thank you. Your answer is counted.")).to_be_visible()
        expect(question).to_have_count(0)
        page.reload()
        expect(page.get_by_role("main").get_by_role("link", name="Profile")).to_be_visible()
        expect(question).to_have_count(0)
        assert percentage()["answers"] == before["answers"] + counted
    admin = world.open("/admin/messages", "admin", size="desktop")
    shown = percentage()
    expect(admin.get_by_text(re.compile(rf"^{shown['percent']} % "))).to_be_visible()
    expect_accessible(admin)
