"""What is promised of all pages: access for everybody, privacy, language, time, plain priorities."""

import re
import time

import test_me
from playwright.sync_api import expect
from test_bookings import book
from test_calendar import clear, make
from test_resources import day, family, fill_booking, share
from world import expect_accessible, until


def test_accessibility_statement(world):
    "MF-GC-06: the accessibility statement names the guidelines and the act, in both languages, and leads to somebody who answers"
    page = world.open("/help")
    page.get_by_role("link", name="Accessibility statement", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Accessibility statement")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Web Content Accessibility Guidelines (WCAG) 2.2 at level AA")
    expect(main).to_contain_text("Accessibility for Ontarians with Disabilities Act (AODA)")
    expect_accessible(page)
    main.get_by_role("link", name="Tell of a barrier", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Contact the operator")
    expect(page.get_by_label("Message")).to_be_visible()
    german = world.open("/help/accessibility", locale="de-DE")
    expect(german.get_by_role("heading", level=1)).to_have_text("Erklärung zur Barrierefreiheit")
    expect(german.get_by_role("main")).to_contain_text("(WCAG) 2.2 auf der Stufe AA")
    expect(german.get_by_role("main")).to_contain_text("(AODA)")


def test_privacy(world):
    "MF-GC-04: a policy is written in both languages; consents are given and withdrawn, all that is kept is taken along, and erased"
    for locale, heading, words in (
        ("en-CA", "Your data", ("used for the request you make and then forgotten", "export and erase everything",
                                "Purchases are kept for six years")),
        ("de-DE", "Ihre Daten", ("für Ihre Anfrage benutzt und dann vergessen", "mitnehmen und löschen",
                                 "Käufe bleiben sechs Jahre")),
    ):
        page = world.open("/about", locale=locale)
        policy = page.locator("section").filter(has=page.get_by_role("heading", name=heading, exact=True))
        for part in words:
            expect(policy).to_contain_text(part)
    # Whoever signs up accepts it by the name of it.
    page = world.open("/signup")
    expect(page.get_by_role("link", name="Terms and privacy in plain words")).to_have_attribute("href", "/about")
    test_me.test_consents(world)
    test_me.test_export(world)
    test_me.test_erase(world)


def test_english(world):
    "MF-AS-02: pages are in English for whoever reads it, and for whoever reads a language that they do not have"
    for locale in ("en-CA", "fr-CA"):
        page = world.open("/tours", locale=locale)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
        page.goto("/login")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()


def test_plain_priorities(world):
    "MF-AS-08: what high, medium and low mean is the family's to say: beside these words nothing stands, where one books and where one asks"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    book(world, ana, car, 2, 9, 11)
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ben)
    for start, button in ((f"{day(3)}T09:00", "Submit"), (f"{day(2)}T09:00", "Send")):
        page.get_by_label("Start", exact=False).fill(start)
        page.get_by_label("End", exact=False).fill(start.replace("09", "10"))
        expect(page.get_by_role("button", name=button, exact=True)).to_be_visible()
        choice = page.get_by_role("group", name="Priority")
        expect(choice).to_have_text(re.compile(r"^\s*Priority\s+High\s+Medium\s+Low\s*$"))
        for name in ("High", "Medium", "Low"):
            radio = choice.get_by_role("radio", name=name, exact=True)
            expect(radio).to_have_accessible_description("")
            assert radio.get_attribute("title") is None


class Timed:
    """How long tasks take, from the first press to the answer."""

    def __init__(self):
        self.seconds = {}

    def __call__(self, name):
        self.name, self.begin = name, time.monotonic()
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.seconds[self.name] = round(time.monotonic() - self.begin, 1)


def test_seconds(world):
    "MF-Q-03: what people come for is done in seconds: to book, ask, begin a poll, vote, answer, find a common time"
    (ana, ben), realm = family(world, "Ana", "Ben")
    car = share(world, ana, realm, "Car")
    timed = Timed()
    page = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ana)
    with timed("book"):
        fill_booking(page, f"{day(2)}T09:00", f"{day(2)}T11:00", "Shopping", "Low")
        page.get_by_role("button", name="Submit", exact=True).click()
        expect(page.get_by_text("Car is booked for you.")).to_be_visible()
    other = world.open(f"/people/{realm}/resources/{car}?from={day(2)}&to={day(2)}", ben)
    with timed("ask"):
        fill_booking(other, f"{day(2)}T09:00", f"{day(2)}T10:00", "Exam", "High")
        other.get_by_role("button", name="Send", exact=True).click()
        expect(other.get_by_text("Ana is asked and has 24 hours to answer, at most until the time asked for is over.")).to_be_visible()
    page.goto("/notifications")
    with timed("answer"):
        page.get_by_role("link", name=re.compile("Ben asks for “Car”")).click()
        page.get_by_role("button", name="Approve", exact=True).click()
        expect(page.get_by_text("Ben has it now.")).to_be_visible()
    page.goto(f"/people/{realm}/activities")
    with timed("poll"):
        page.get_by_role("button", name="Start Activity").click()
        page.get_by_role("button", name="Poll", exact=True).click()
        page.get_by_label("Name of option 1").fill("Hike")
        page.get_by_label("Name of option 2").fill("Cinema")
        page.get_by_label("Vote until").fill(f"{day(2)}T18:00")
        page.get_by_role("button", name="Send Poll").click()
        expect(page.get_by_text("0 of 1 have voted.")).to_be_visible()
    other.goto("/notifications")
    with timed("vote"):
        other.get_by_role("link", name=re.compile("Ana asks: Hike, Cinema")).click()
        other.get_by_role("checkbox", name="Hike").check()
        other.get_by_role("button", name="Submit Votes").click()
        expect(other.get_by_text("Your votes are counted.")).to_be_visible()
    with timed("find a common time"):
        page.get_by_role("button", name="Close the poll and go on").click()
        page.get_by_role("textbox", name="From").fill(day(4))
        page.get_by_role("textbox", name="To").fill(day(4))
        expect(page.get_by_role("button", name=re.compile(" @ ")).first).to_be_visible()
    # A program presses at once: what is left of a minute is a person's own time.
    slow = {name: seconds for name, seconds in timed.seconds.items() if seconds > 20}
    assert not slow, timed.seconds


def test_sent_later(world):
    "MF-GC-01: an answer to an invitation that is given without a network is sent when there is one, while another page is in front"
    guide, visitor = world.client("guide"), world.client("visitor")
    clear(visitor)
    made = make(guide, "Garden walk", 4, "15:00")
    path = f"/v1/appointments/{made['id']}"
    guide.post(f"{path}/participants", {"to": [visitor.account["id"]]}, status=200)
    page = world.open("/calendar", "visitor")
    waiting = page.get_by_role("list", name="Waiting for your answer").get_by_role("listitem")
    expect(waiting).to_have_count(1)
    page.context.set_offline(True)
    waiting.get_by_role("button", name="Accept", exact=True).click()

    def answer():
        return {one["name"]: one["answer"] for one in guide.get(path)["participants"]}[visitor.account["name"]]

    assert answer() != "accepted"
    front = page.context.new_page()
    front.bring_to_front()
    page.context.set_offline(False)
    until(front, lambda: answer() == "accepted", "the answer is sent")
    guide.call("DELETE", path)
    clear(visitor)
