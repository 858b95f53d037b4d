"""Coming in: the start page, signing up, logging in and out."""

import re
import uuid

from playwright.sync_api import expect
from test_people import newcomer
from test_resources import family
from world import PASSWORDS, expect_accessible, expect_layout, fill_sign_up


def test_look_around(world):
    "a newcomer looks around without an account"
    page = world.open("/")
    page.get_by_role("link", name="Look around").click()
    expect(page).to_have_url(f"{world.address}/around")
    expect(page.get_by_role("heading", level=1)).to_have_text("Around")


def test_sign_up(world):
    "BZ-ACC-01: a newcomer signs up with name, email address and password, and is logged in"
    page = world.open("/signup")
    fill_sign_up(page, "Robin", f"robin-{uuid.uuid4().hex[:8]}@example.org")
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"{world.address}/today")
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("Robin")


def is_logged_in(page):
    return page.request.get("/v1/me").status == 200


def test_family_entry(world):
    """MF-ACC-01: whoever comes for the family follows the link of the log-in page, signs up, and arrives, logged
    in, at the menu page, which is that person's own"""
    page = world.open("/")
    page.get_by_role("link", name="Plan with the family", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    page.get_by_role("main").get_by_role("link", name="Sign up", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign up")
    email = f"robin-{uuid.uuid4().hex[:8]}@example.org"
    fill_sign_up(page, "Robin Frick", email)
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"{world.address}/people/family")
    expect(page.get_by_role("heading", name="Family Centre", exact=True)).to_be_visible()
    expect(page.get_by_text("Robin Frick", exact=True)).to_be_visible()
    assert page.request.get("/v1/me").json()["email"] == email
    expect_accessible(page)
    expect_layout(page)
    page.get_by_role("link", name="Start a family", exact=True).click()
    expect(page.get_by_label("Kind")).to_have_value("family")


def test_family_log_in(world):
    "MF-ACC-03: a member who logs in for the family sees the family's menu page, whichever it is of several"
    (ana, _), realm = family(world, "Ana Frick", "Ben Frick")
    page = world.open("/login?for=family")

    def log_in():
        page.get_by_label("Email").fill(ana)
        page.get_by_label("Password").fill(PASSWORDS[ana])
        page.get_by_role("button", name="Log in").click()

    log_in()
    expect(page).to_have_url(f"{world.address}/people/{realm}")
    expect(page.get_by_role("heading", name="Family Centre", exact=True)).to_be_visible()
    for name in ("RESOURCES", "Family activities"):
        expect(page.get_by_role("main").get_by_role("link", name=name, exact=True)).to_be_visible()
    world.client(ana).post("/v1/realms", {"kind": "family", "name": "Marxer", "joinPolicy": "open"})
    page.goto("/people/family")
    for name in ("Frick", "Marxer"):
        expect(page.get_by_role("main").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_entry_pages(world):
    """CG-X-16, TV-ACC-04: each entry page keeps its end: for the calendar one logs in after signing up, else one
    is logged in, at the family's menu or at Today; the first page after that offers the tutorial"""
    for entry, end in (("?for=calendar", "/calendar"), ("?for=family", "/people/family"), ("", "/today")):
        page = world.open(f"/signup{entry}")
        email = f"robin-{uuid.uuid4().hex[:8]}@example.org"
        fill_sign_up(page, "Robin", email)
        page.get_by_role("button", name="Sign up").click()
        if "calendar" in entry:
            expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
            expect(page.get_by_text("Your account is made. Log in with it.", exact=True)).to_be_visible()
            assert not is_logged_in(page)
            page.get_by_label("Email").fill(email)
            page.get_by_label("Password").fill("a long sentence of my own")
            page.get_by_role("button", name="Log in").click()
        expect(page).to_have_url(f"{world.address}{end}")
        if "calendar" in entry:
            page.get_by_role("dialog").get_by_role("button", name="Later", exact=True).click()
        offer = page.get_by_role("region", name="Welcome", exact=True)
        expect(offer.get_by_role("link", name="Start the tutorial", exact=True)).to_be_visible()
        assert is_logged_in(page)
        offer.get_by_role("button", name="Not now", exact=True).click()
        expect(offer).to_have_count(0)


def test_confirm_number(world):
    "a number that is typed at sign-up is confirmed there and then, by the code that was sent to it, or later"
    for confirms in (True, False):
        number = f"+423 66{uuid.uuid4().int % 10**6:06}"
        page = world.open("/signup")
        fill_sign_up(page, "Robin", f"robin-{uuid.uuid4().hex[:8]}@example.org")
        page.get_by_label("Telephone number", exact=True).fill(number)
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your number")
        expect(page.get_by_text(f"A code was sent to {number}.", exact=False)).to_be_visible()
        if confirms:
            code = world.texted_code(number.replace(" ", ""))
            page.get_by_label("Code of six digits").fill("000000" if code != "000000" else "111111")
            page.get_by_role("button", name="Confirm", exact=True).click()
            expect(page.get_by_text("The code is wrong.", exact=False)).to_be_visible()
            expect_accessible(page)
            expect_layout(page)
            page.get_by_label("Code of six digits").fill(code)
            page.get_by_role("button", name="Confirm", exact=True).click()
            expect(page.get_by_text("Your number is confirmed.")).to_be_visible()
        else:
            page.get_by_role("link", name="Later", exact=True).click()
        expect(page).to_have_url(f"{world.address}/today")
        page.goto("/me/profile")
        expect(page.get_by_text(number.replace(" ", ""))).to_have_count(1 if confirms else 0)


def test_what_to_correct(world):
    """SC-REG-04, SC-REG-05, SC-REG-06: a number that is none, a password too simple and a confirmation that differs
    are refused with what to correct, on the form with what was entered"""
    page = world.open("/signup")
    email = f"robin-{uuid.uuid4().hex[:8]}@example.org"
    number = page.get_by_label("Telephone number", exact=True)
    password = page.get_by_label("Password", exact=True)
    again = page.get_by_label("Repeat it to be sure", exact=True)
    for field, wrong, right, words in (
            (number, "12 34", "+423 660 12 34", "Must be a telephone number with its country code, such as +423 236 61 11."),
            (password, "abc12", "a long sentence of my own", "Choose at least 6 characters."),
            (again, "a long sentence of my won", "a long sentence of my own", "This differs from the password above.")):
        fill_sign_up(page, "Robin", email)
        number.fill("+423 660 12 34")
        field.fill(wrong)
        if field is password:
            again.fill(wrong)
        page.get_by_role("button", name="Sign up").click()
        message = page.get_by_text(words, exact=True)
        expect(message).to_be_visible()
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-describedby", re.compile(message.get_attribute("id")))
        expect(page).to_have_url(f"{world.address}/signup")
        # The form is there again with what was entered.
        expect(page.get_by_label("Name", exact=True)).to_have_value("Robin")
        expect(page.get_by_label("Email", exact=True)).to_have_value(email)
        expect(field).to_have_value(wrong)
        expect(page.get_by_role("checkbox", name="I accept the terms")).to_be_checked()
        assert not is_logged_in(page)
        field.fill(right)
        expect(message).to_have_count(0)


def test_nothing_entered(world):
    "TV-ACC-08: logging in with an empty field says which, and nothing is sent"
    page = world.open("/login")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/v1/sessions" in request.url else None)
    both = {"Email": "Enter your email address or telephone number.", "Password": "Enter your password."}
    for filled in ("", "Email", "Password"):
        page.get_by_label("Email").fill("visitor@example.org" if filled == "Email" else "")
        page.get_by_label("Password").fill("sample-visitor-1" if filled == "Password" else "")
        page.get_by_role("button", name="Log in").click()
        for name, words in both.items():
            expect(page.get_by_text(words, exact=True)).to_have_count(0 if name == filled else 1)
    assert sent == [], sent


def test_age(world):
    "DI-D3: the age is asked for and not presumed; who is younger reads the recommendation and may come in"
    page = world.open("/signup")
    age = page.get_by_role("checkbox", name="I am 16 or older")
    expect(age).not_to_be_checked()
    page.get_by_label("Name").fill("Luca")
    page.get_by_label("Email").fill(f"luca-{uuid.uuid4().hex[:8]}@example.org")
    page.get_by_label("Password").fill("a long sentence of my own")
    page.get_by_role("checkbox", name="I accept the terms").check()
    page.get_by_role("button", name="Sign up").click()
    expect(age).to_be_focused()
    expect(page.get_by_text("Tick this if you are 16 or older.")).to_be_visible()
    age.check()
    age.uncheck()
    expect(page.get_by_text("Wayside is recommended from 16 on.")).to_be_visible()
    with page.expect_request("**/v1/accounts*") as sent:
        page.get_by_role("button", name="Sign up").click()
    assert sent.value.post_data_json["isOfRecommendedAge"] is False
    expect(page).to_have_url(f"{world.address}/today")


def test_sign_up_mistakes(world):
    "what is wrong with a sign-up stands at its field, and the first is focused"
    page = world.open("/signup")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    expect(page.get_by_text("Without accepting the terms")).to_be_visible()
    expect(page.get_by_label("Name")).to_be_focused()
    fill_sign_up(page, "Robin", "visitor@example.org", "password")
    page.get_by_role("button", name="Sign up").click()
    # The server's own words.
    expect(page.get_by_text("most common passwords")).to_be_visible()


def test_address_needed(world):
    "MF-AS-01: nobody signs up without an email address, on the page or past it"
    page = world.open("/signup")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/v1/accounts" in request.url else None)
    fill_sign_up(page, "Robin", "")
    for address in ("", "robin"):
        page.get_by_label("Email").fill(address)
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_text("Enter an email address such as ana@example.org.")).to_be_visible()
    assert sent == [], sent
    past = {"name": "Robin", "password": "a long sentence of my own", "acceptTerms": True, "phoneNumber": "+4236601234"}
    answer = page.request.post("/v1/accounts", data=past)
    assert answer.status == 422 and "/email" in answer.text(), answer.text()


def test_log_in_and_out(world):
    "BZ-ACC-02, SC-LOG-04: a visitor logs in, finds the page that was asked for, and logs out, which is said"
    page = world.open("/notifications")
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_label("Password").fill(PASSWORDS["visitor@example.org"])
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{world.address}/notifications")
    expect(page.get_by_role("heading", level=1)).to_have_text("Notifications")
    page.goto("/me")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.", exact=True)).to_be_visible()
    expect(page).to_have_url(f"{world.address}/login")
    page.goto("/notifications")
    expect(page.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()


def test_log_out_of_a_server_that_cannot_write(world):
    "SC-LOG-04: whoever logs out is told when the end is written down later, and stays when the server refuses"
    page = world.open("/me", "visitor")
    path = "**/v1/sessions/current"
    page.route(path, lambda route: route.fulfill(
        status=429, content_type="application/problem+json",
        json={"type": "/problems/too-many-requests", "title": "Too many requests", "status": 429,
              "detail": "Ask again in a moment."}))
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("Ask again in a moment.")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/me")
    page.unroute(path)
    page.route(path, lambda route: route.fulfill(status=202, json={"written": False}))
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out. The server could not write that down yet")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/login")


def test_wrong_password(world):
    "MF-ACC-04, SC-LOG-03: a wrong password is refused in words, nothing else is told, and the form stays"
    page = world.open("/login")
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/login")
    expect(page.get_by_label("Email")).to_be_visible()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()


def test_forgotten_password(world):
    "MF-ACC-05: from the log-in page a forgotten password is replaced: a temporary one comes by mail and has to be changed"
    address = newcomer(world, "Robin")
    page = world.open("/login")
    page.get_by_role("link", name="Forgot the password?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Forgot the password")
    page.get_by_label("Email").fill(address)
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_text("a mail with a temporary password is on its way")).to_be_visible()
    lines = [line.strip() for line in world.mailed(address, "Your temporary password").splitlines()]
    temporary = next(line for line in lines if len(line) == 19 and " " not in line)
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    page.get_by_label("Email").fill(address)
    page.get_by_label("Password").fill(temporary)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{world.address}/me/password")
    page.get_by_label("New password").fill("another long sentence")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    for password, status in ((PASSWORDS[address], 401), ("another long sentence", 201)):
        answer = world.client().call("POST", "/v1/sessions", {"login": address, "password": password, "device": "Phone"})
        assert answer.status == status, answer.status
    PASSWORDS[address] = "another long sentence"


def test_session_cannot_be_read(world):
    "no script can read the session, and it is sent to no other site"
    page = world.open("/me", "visitor")
    assert page.evaluate("document.cookie") == ""
    cookie = page.context.cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie


def test_another_site_changes_nothing(world):
    "a request that another site's page makes with the cookie is refused"
    context = world.context("visitor")
    answer = context.request.post("/v1/notifications/seen", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status == 403 and answer.json()["type"].endswith("cross-site"), answer.text()
    answer = context.request.post("/v1/notifications/seen", headers={"Origin": "https://example.net"})
    assert answer.status == 403, answer.text()
    answer = context.request.post("/v1/notifications/seen", headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status == 204, answer.text()


def test_mail_is_down(world):
    "MF-GC-07: while mail does not leave, whoever asks for a temporary password is told that it comes later"
    page = world.open("/recover")
    # Whether mail leaves is the server's to know, and tested there.
    page.route("**/v1/password-recoveries", lambda route: route.fulfill(status=202, json={"delayed": True}))
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_role("button", name="Send it", exact=True).click()
    expect(page.get_by_text("Mail is delayed at the moment. Yours is sent as soon as possible.", exact=True)).to_be_visible()
    expect_accessible(page)


def test_tours_near(world):
    "the start page offers tours near by without an account: after a tap it asks for the position, and says what it got"
    # Where no other test has tours: the list shows the nearest only.
    lake = {"latitude": 46.2, "longitude": 6.16, "accuracy": 10}
    line = [[6.16, 46.2], [6.17, 46.21]]
    stops = [{"title": title, "text": "Here.", "position": {"lat": lat, "lon": lon}}
             for title, (lon, lat) in zip(("Pier", "Park"), line)]
    tour = world.client("guide").post("/v1/tours", {
        "name": "Along the lake", "description": "From the pier to the park.", "languages": ["en"],
        "route": {"type": "LineString", "coordinates": line}, "stops": stops})["id"]
    world.client("guide").post(f"/v1/tours/{tour}/publication", {}, status=200)
    context = world.context(permissions=["geolocation"], geolocation=lake)
    page = world.watched(context.new_page())
    page.goto("/")
    expect(page.get_by_role("list", name="Tours to begin with", exact=True).get_by_role("listitem").first).to_be_visible()
    page.get_by_role("button", name="Tours near me", exact=True).click()
    near = page.get_by_role("list", name="Tours near you", exact=True)
    expect(near.get_by_role("link", name=re.compile("Along the lake"))).to_be_visible()
    # Far from all of them, and where the device does not say.
    context.set_geolocation({"latitude": 0, "longitude": 0, "accuracy": 10})
    page.reload()
    page.get_by_role("button", name="Tours near me", exact=True).click()
    expect(page.get_by_text("No tour starts within 100 km of you.", exact=True)).to_be_visible()
    page = world.open("/")
    page.get_by_role("button", name="Tours near me", exact=True).click()
    expect(page.get_by_text("Your device does not say where it is.")).to_be_visible()
    expect_accessible(page)
