"""Coming in: the start page, signing up, logging in and out."""

import uuid

from playwright.sync_api import expect
from test_people import newcomer
from world import PASSWORDS


def test_look_around(world):
    "a newcomer looks around without an account"
    page = world.open("/")
    page.get_by_role("link", name="Look around").click()
    expect(page).to_have_url(f"{world.address}/around")
    expect(page.get_by_role("heading", level=1)).to_have_text("Around")


def test_sign_up(world):
    "BZ-ACC-01: a newcomer signs up with name, email address and password, and is logged in"
    page = world.open("/signup")
    page.get_by_label("Name").fill("Robin")
    page.get_by_label("Email").fill(f"robin-{uuid.uuid4().hex[:8]}@example.org")
    page.get_by_label("Password").fill("a long sentence of my own")
    page.get_by_role("checkbox", name="I am 16 or older").check()
    page.get_by_role("checkbox", name="I accept the terms").check()
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"{world.address}/around")
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("Robin")


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
    expect(page).to_have_url(f"{world.address}/around")


def test_sign_up_mistakes(world):
    "what is wrong with a sign-up stands at its field, and the first is focused"
    page = world.open("/signup")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    expect(page.get_by_text("Without accepting the terms")).to_be_visible()
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_label("Name").fill("Robin")
    page.get_by_label("Email").fill("visitor@example.org")
    page.get_by_label("Password").fill("password")
    page.get_by_role("checkbox", name="I am 16 or older").check()
    page.get_by_role("checkbox", name="I accept the terms").check()
    page.get_by_role("button", name="Sign up").click()
    # The server's own words.
    expect(page.get_by_text("most common passwords")).to_be_visible()


def test_address_needed(world):
    "MF-AS-01: nobody signs up without an email address, on the page or past it"
    page = world.open("/signup")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/v1/accounts" in request.url else None)
    page.get_by_label("Name").fill("Robin")
    page.get_by_label("Password").fill("a long sentence of my own")
    page.get_by_role("checkbox", name="I am 16 or older").check()
    page.get_by_role("checkbox", name="I accept the terms").check()
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
