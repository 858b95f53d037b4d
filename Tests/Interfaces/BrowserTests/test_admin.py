"""What admins do: decide on reports and on requests of organizations."""

import uuid

from playwright.sync_api import expect
from world import ACCOUNTS, PASSWORDS, expect_accessible, sign_up


def somebody(world):
    "A client of a new account of its own."
    client = world.client()
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    sign_up(client, email, "Kim")
    client.log_in(email)
    return client


def placed_object(world):
    "An object of somebody, placed in public; its instance."
    owner = somebody(world)
    name = f"Cube {uuid.uuid4().hex[:6]}"
    made = owner.post("/v1/objects", {"name": name, "prompt": "red cube 1 m"})
    realm = next(r for r in owner.get("/v1/realms")["items"] if r["kind"] == "public")
    owner.post("/v1/instances", {"object": made["id"], "realms": [realm["id"]], "pose": {
        "position": {"lat": 47.139, "lon": 9.522, "h": 500}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})
    return owner, name, made["id"]


def test_decide_a_report(world):
    "UC11.1-2, UC11.5.1: an admin sees what was reported beside what was said, and removes it with a reason"
    owner, name, made = placed_object(world)
    world.client("visitor").post("/v1/reports", {
        "subject": {"kind": "object", "id": made}, "reason": "offensive", "text": "It points at children."})
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("list", name="AR Object Reports").get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_text("It points at children.")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Give a reason: the person concerned is told it.")).to_be_visible()
    page.get_by_label("Reason").fill("It frightens people.")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("status").get_by_text("Removed.")).to_be_visible()
    expect(page.get_by_role("link", name=name)).to_have_count(0)
    assert owner.call("GET", f"/v1/objects/{made}").status in (404, 410)
    told = [item["text"] for item in owner.get("/v1/notifications")["items"]]
    assert any("It frightens people." in text for text in told), told


def test_decide_a_report_by_keys(world):
    "an admin keeps something by keyboard alone"
    _, name, made = placed_object(world)
    world.client("visitor").post("/v1/reports", {
        "subject": {"kind": "object", "id": made}, "reason": "spam"})
    page = world.open("/admin/reports", "admin", size="desktop")
    expect(page.get_by_role("link", name=name)).to_be_visible()
    for _ in range(10):
        page.keyboard.press("j")
        try:
            expect(page.get_by_role("heading", level=1)).to_have_text(name, timeout=1500)
            break
        except AssertionError:
            continue
    page.keyboard.press("e")
    expect(page.get_by_label("Reason")).to_be_focused()
    page.keyboard.type("Nothing is wrong with it.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Kept.")).to_be_visible()


def test_unsaved_reason(world):
    "keys and the filter of the queue ask before a reason that was typed is lost"
    for _ in range(2):
        _, _, made = placed_object(world)
        world.client("visitor").post("/v1/reports", {"subject": {"kind": "object", "id": made}, "reason": "spam"})
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("list", name="AR Object Reports").get_by_role("link").first.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).not_to_have_text("AR Object Reports")
    reason = page.get_by_label("Reason")
    reason.fill("It frightens people.")
    address = page.url
    question = page.get_by_role("dialog", name="Leave without saving?", exact=True)
    kinds = page.get_by_role("group", name="Kind", exact=True)
    for choose in (lambda: page.keyboard.press("j"),
                   lambda: kinds.get_by_role("button", name="Tour", exact=True).click()):
        heading.click()
        choose()
        question.get_by_role("button", name="Stay", exact=True).click()
        expect(question).to_have_count(0)
        expect(page).to_have_url(address)
        expect(reason).to_have_value("It frightens people.")


def test_back_to_the_reports(world):
    """UC11.11-14, UC11.11.1: a decision, whichever it is, removes the report and returns to the panel; the next case
    is one press or key away"""
    cases = []
    for _ in range(3):
        owner, name, made = placed_object(world)
        world.client("visitor").post("/v1/reports", {"subject": {"kind": "object", "id": made}, "reason": "spam"})
        cases.append((owner, name, made))
    page = world.open("/admin/reports", "admin", size="desktop")
    listed = page.get_by_role("list", name="AR Object Reports")
    heading = page.get_by_role("heading", level=1)
    listed.get_by_role("link", name=cases[0][1]).click()
    for decision, (owner, name, made) in zip(("Keep", "Remove"), cases, strict=False):
        expect(heading).to_have_text(name)
        page.get_by_label("Reason").fill("It was looked at.")
        page.get_by_role("button", name=decision, exact=True).click()
        expect(page).to_have_url(f"{world.address}/admin/reports")
        expect(heading).to_have_text("AR Object Reports")
        expect(listed.get_by_role("link", name=name)).to_have_count(0)
        found = owner.call("GET", f"/v1/objects/{made}").status
        assert found == 200 if decision == "Keep" else found in (404, 410), found
        page.get_by_role("button", name="Next case", exact=True).click()
        expect(heading).not_to_have_text("AR Object Reports")
        if decision == "Keep":
            page.goto("/admin/reports")
            listed.get_by_role("link", name=cases[1][1]).click()
    page.goto("/admin/reports")
    first = listed.get_by_role("link").first
    expect(first).to_be_visible()
    page.keyboard.press("j")
    expect(page).to_have_url(f"{world.address}{first.get_attribute('href')}")


def test_back_to_the_requests(world):
    "UC12.9-10: a decided request of an organization is removed, and the panel is shown"
    names = []
    for _ in range(2):
        names.append(f"Walkers {uuid.uuid4().hex[:6]}")
        somebody(world).post("/v1/organization-requests", {
            "organizationName": names[-1], "website": "https://example.org", "reason": "Walks through the town."})
    page = world.open("/admin/organization-requests", "admin", size="desktop")
    listed = page.get_by_role("list", name="Organization User Requests")
    for name, decision in zip(names, ("Accept", "Deny"), strict=True):
        listed.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.get_by_label("Reason").fill("It was looked at.")
        page.get_by_role("button", name=decision, exact=True).click()
        expect(page).to_have_url(f"{world.address}/admin/organization-requests")
        expect(page.get_by_role("heading", level=1)).to_have_text("Organization User Requests")
        expect(listed.get_by_role("link", name=name)).to_have_count(0)


def test_accept_an_organization(world):
    "UC12.1-2, UC12.3-5: a general user asks for an organization account, an admin accepts, and Studio appears"
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    ACCOUNTS[email] = email
    sign_up(world.client(), email, "Alex")
    asking = world.open("/me/organization", email)
    name = f"Walkers {uuid.uuid4().hex[:6]}"
    asking.get_by_label("Name of the organization").fill(name)
    asking.get_by_label("What you want to offer").fill("Walks through the old town.")
    asking.get_by_role("button", name="Send request").click()
    expect(asking.get_by_role("list", name="Requests")).to_contain_text("Waiting")
    page = world.open("/admin/organization-requests", "admin", size="desktop")
    page.get_by_role("list", name="Organization User Requests").get_by_role("link", name=name).click()
    expect(page.get_by_text("Walks through the old town.")).to_be_visible()
    expect(page.get_by_role("button", name="Deny")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("status").get_by_text("Accepted.")).to_be_visible()
    # Without a reload.
    expect(asking.get_by_role("navigation").get_by_role("link", name="Studio")).to_be_visible()


def test_let_a_suspended_account_back(world):
    "an admin suspends whoever was reported, finds the account among the suspended ones, and lets it back"
    bad = somebody(world)
    name = f"Kim {uuid.uuid4().hex[:6]}"
    read = bad.call("GET", "/v1/me")
    bad.call("PATCH", "/v1/me", {"name": name}, headers={"If-Match": read.headers["etag"]}).want(200)
    account = bad.get("/v1/me")["id"]
    world.client("visitor").post("/v1/reports", {
        "subject": {"kind": "account", "id": account}, "reason": "offensive"})
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("list", name="AR Object Reports").get_by_role("link", name=name).click()
    page.get_by_role("link", name="Look at the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(page.get_by_text("Give a reason: the person concerned is told it.")).to_be_visible()
    page.get_by_label("Reason").fill("Threats.")
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(page.get_by_role("status").get_by_text("Suspended.")).to_be_visible()
    assert bad.call("GET", "/v1/me").status == 401
    page.get_by_role("list", name="Suspended accounts").get_by_role("link", name=name).click()
    page.get_by_label("Reason").fill("It was a mistake.")
    page.get_by_role("button", name="Let back", exact=True).click()
    expect(page.get_by_role("status").get_by_text("Let back.")).to_be_visible()
    expect(page.get_by_role("link", name=name)).to_have_count(0)
    page.goto("/admin/audit")
    expect(page.get_by_role("row").filter(has_text="It was a mistake.").first).to_contain_text(
        "Reinstated an account")


def test_geodata(world):
    "an admin sees how old maps, heights and timetables are, and what ends soon"
    known = world.client("admin").get("/v1/geodata")
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("link", name="Maps and timetables", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Maps and timetables", exact=True)).to_be_visible()
    for name, kind in (("Maps", "maps"), ("Heights", "heights"), ("Timetables", "timetables")):
        rows = page.get_by_role("list", name=name, exact=True).get_by_role("listitem")
        expect(rows).to_have_count(len(known[kind]))
        for index, one in enumerate(known[kind]):
            expect(rows.nth(index)).to_contain_text(one["name"])
            expect(rows.nth(index)).to_contain_text("Imported on")
    old = {"maps": [], "heightTiles": 0, "heights": [], "timetables": [
        {"name": "town", "imported": "2026-05-01T10:00:00.000Z", "publisher": "Town buses", "version": "",
         "timeZone": "Europe/Vaduz", "firstDay": "2026-06-01", "lastDay": "2026-06-30", "daysLeft": -3}],
        "warnings": ["The timetable town ended on 2026-06-30; import a newer feed."]}
    page.route("**/v1/geodata", lambda route: route.fulfill(json=old))
    page.reload()
    expect(page.get_by_role("region", name="What should be done", exact=True)).to_contain_text(
        "import a newer feed")
    row = page.get_by_role("list", name="Timetables", exact=True).get_by_role("listitem")
    expect(row).to_contain_text("Over for 3 days")


def test_evidence_in_words(world):
    "What was reported is told in words; what was stored is there behind a tap"
    owner, name, made = placed_object(world)
    world.client("visitor").post("/v1/reports", {"subject": {"kind": "object", "id": made}, "reason": "spam"})
    page = world.open("/admin/reports", "admin", size="desktop")
    page.get_by_role("list", name="AR Object Reports").get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    for row in (f"Name {name}", "How it was made Made from words", "Size 1 m wide, 1 m deep, 1 m high"):
        expect(page.get_by_role("row", name=row, exact=True)).to_be_visible()
    raw = page.get_by_role("rowheader", name="bounding box · min", exact=True)
    expect(raw).to_be_hidden()
    page.get_by_text("Everything that was kept, as it was stored", exact=True).click()
    expect(raw).to_be_visible()
    expect_accessible(page)
