"""What an admin judges by: the place, the person, the reporters; and decisions that can be taken back."""

import re
import uuid

from playwright.sync_api import expect
from test_admin import somebody
from world import expect_accessible, expect_layout


def named(world, name):
    "A client of a new account with a name of its own."
    client = somebody(world)
    read = client.call("GET", "/v1/me")
    client.call("PATCH", "/v1/me", {"name": name}, headers={"If-Match": read.headers["etag"]}).want(200)
    return client


def placed(client, name):
    "Something that somebody has placed for everyone; its instance."
    made = client.post("/v1/objects", {"name": name, "prompt": "red cube 1 m"})
    realm = next(r for r in client.get("/v1/realms")["items"] if r["kind"] == "public")
    return client.post("/v1/instances", {"object": made["id"], "realms": [realm["id"]], "pose": {
        "position": {"lat": 47.139, "lon": 9.522, "h": 500}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})["id"]


def report(client, instance, text="It points at children."):
    return client.post("/v1/reports", {
        "subject": {"kind": "instance", "id": instance}, "reason": "offensive", "text": text})["id"]


def words():
    return uuid.uuid4().hex[:6]


def test_context_of_a_case(world):
    "a case shows where it stands, who placed it with what else of theirs was reported, what was said and by whom how often"
    author, reader = named(world, f"Kim {words()}"), somebody(world)
    old, new = f"Old {words()}", f"New {words()}"
    first, second = placed(author, old), placed(author, new)
    case = report(reader, first, "Rude.")
    admin = world.client("admin")
    admin.post(f"/v1/admin/reports/{case}/decision", {"decision": "warn", "reason": "Be kind."}, status=200)
    case = report(reader, second)
    page = world.open(f"/admin/reports/{case}", "admin", size="desktop")
    expect(page.get_by_role("heading", level=1)).to_have_text(new)
    said = page.get_by_role("list", name="What was said")
    expect(said).to_contain_text("It points at children.")
    expect(said).to_contain_text("Has reported 1 other thing; something was done about 1")
    where = page.get_by_role("region", name="Where it stands")
    expect(where).to_be_visible()
    if world.has_map:
        expect(where).not_to_have_attribute("aria-busy", "true")
        expect(where.locator("canvas")).to_be_visible()
    name = author.get("/v1/me")["name"]
    expect(page.get_by_role("link", name=name)).to_be_visible()
    others = page.get_by_role("list", name="Other cases of the same person")
    expect(others).to_contain_text("Kept, with a warning.")
    expect(others).to_contain_text("Be kind.")
    expect_accessible(page)
    expect_layout(page)
    others.get_by_role("link", name=old).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(old)
    phone = world.open(f"/admin/reports/{case}", "admin")
    expect(phone.get_by_role("heading", level=1)).to_have_text(new)
    expect_accessible(phone)
    expect_layout(phone)


def decide(page, decision):
    page.get_by_label("Reason").fill("It was looked at.")
    page.get_by_role("button", name=decision, exact=True).click()


def test_undo_by_press_and_key(world):
    "a decision is taken back by a press or a key: what was removed is there again, and the case waits"
    author, reader = somebody(world), somebody(world)
    name = f"Cube {words()}"
    instance = placed(author, name)
    case = report(reader, instance)
    page = world.open(f"/admin/reports/{case}", "admin", size="desktop")
    heading = page.get_by_role("heading", level=1)
    for undo in ("press", "key"):
        expect(heading).to_have_text(name)
        decide(page, "Remove")
        expect(page.get_by_role("status").get_by_text("Removed.")).to_be_visible()
        expect(heading).to_have_text("AR Object Reports")
        assert reader.call("GET", f"/v1/instances/{instance}").status == 404
        if undo == "press":
            page.get_by_role("button", name="Undo", exact=True).click()
        else:
            page.keyboard.press("u")
        expect(page.get_by_role("status").get_by_text("Taken back: it waits again.")).to_be_visible()
        expect(heading).to_have_text(name)
        expect(page.get_by_role("button", name="Remove", exact=True)).to_be_visible()
        reader.call("GET", f"/v1/instances/{instance}").want(200)
    told = [item["text"] for item in author.get("/v1/notifications")["items"] if item["kind"] == "moderation"]
    assert told and all("was taken back" in text for text in told), told


def test_warn_and_hide(world):
    "an admin warns, or hides something until it is changed: its author sees why, changes it, and it is there again"
    author, reader = somebody(world), somebody(world)
    rude, odd = f"Rude {words()}", f"Odd {words()}"
    hidden, warned = placed(author, rude), placed(author, odd)
    for instance, name, decision, said in ((warned, odd, "Warn", "Kept, with a warning."),
                                           (hidden, rude, "Hide until changed", "Hidden until it is changed.")):
        page = world.open(f"/admin/reports/{report(reader, instance)}", "admin", size="desktop")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        decide(page, decision)
        expect(page.get_by_role("status").get_by_text(said)).to_be_visible()
    reader.call("GET", f"/v1/instances/{warned}").want(200)
    assert reader.call("GET", f"/v1/instances/{hidden}").status == 404
    read = author.call("GET", f"/v1/instances/{hidden}")
    read.want(200)
    texts = [item["text"] for item in author.get("/v1/notifications")["items"]]
    assert any("take this as a warning. Reason: It was looked at." in text for text in texts), texts
    assert any("is hidden after a report until you change it." in text for text in texts), texts
    author.call("PATCH", f"/v1/instances/{hidden}", {"name": "Tree"},
                headers={"If-Match": read.headers["etag"]}).want(200)
    reader.call("GET", f"/v1/instances/{hidden}").want(200)


def test_audit_in_words(world):
    "the audit trail says who did what to what in words: no identifier stands in it"
    author, reader = named(world, f"Kim {words()}"), somebody(world)
    name = f"Cube {words()}"
    case = report(reader, placed(author, name))
    page = world.open(f"/admin/reports/{case}", "admin", size="desktop")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    decide(page, "Warn")
    expect(page.get_by_role("status").get_by_text("Kept, with a warning.")).to_be_visible()
    page.goto("/admin/audit")
    row = page.get_by_role("row").filter(has_text=name).filter(has_text="Decided on a report").first
    expect(row).to_contain_text("Placed object")
    expect(row).to_contain_text("You")
    expect(row).to_contain_text("Kept, with a warning. It was looked at.")
    looked = page.get_by_role("row").filter(has_text=name).filter(has_text="Looked at a report").first
    shown = page.get_by_role("table").inner_text()
    assert not re.search(r"[0-9a-f]{8}", shown), re.findall(r"\S*[0-9a-f]{8}\S*", shown)
    expect_accessible(page)
    looked.get_by_role("link", name="Show the case", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_report_chooses_nothing(world):
    "the form of a report has nothing chosen, and asks for it before anything is sent"
    name = f"Cube {words()}"
    instance = placed(somebody(world), name)
    page = world.open(f"/around?view=map&at=47.139,9.522&object={instance}", "visitor")
    page.get_by_role("region", name=name).get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("What is wrong?")).to_have_value("")
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog.get_by_text("Choose what is wrong.")).to_be_visible()
    queue = world.client("admin").get("/v1/admin/reports", limit=200)["items"]
    assert all(case["subject"]["id"] != instance for case in queue)
    dialog.get_by_label("What is wrong?").select_option("Violates privacy")
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thank you. An admin will look at it.")).to_be_visible()
