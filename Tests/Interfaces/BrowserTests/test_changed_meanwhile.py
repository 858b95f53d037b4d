"""Two who run something change it at the same time: the second is asked, and undoes nothing unseen."""

from playwright.sync_api import expect
from test_people import newcomer
from test_resources import family, share
from test_teams import group, wall


def elsewhere(client, path, method="PATCH", **changes):
    "Somebody else changes it meanwhile."
    tag = client.call("GET", path).headers["etag"]
    client.call(method, path, changes, headers={"If-Match": tag}).want(200)


def expect_read(page, name):
    "The page has heard of the change: the way back is called so."
    expect(page.get_by_role("main").get_by_role("link", name=name, exact=True).first).to_be_visible()


def test_event(world):
    "an event that another admin changed while the form was open is shown beside one's own"
    host = newcomer(world, "Ana")
    owner, team = group(world, host, "team")
    made = owner.post(f"/v1/realms/{team['id']}/events", {
        "kind": "event", "title": "Regatta", "start": wall(72), "duration": 3600})
    path = f"/v1/group-events/{made['id']}"
    page = world.open(f"/people/events/{made['id']}/edit", host)
    page.get_by_label("Description").fill("Bring oars.")
    elsewhere(owner, path, title="Regatta in Bregenz")
    expect_read(page, "Regatta in Bregenz")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Changed by somebody else meanwhile")
    expect(dialog).to_contain_text("Regatta in Bregenz")
    expect(dialog).to_contain_text("Bring oars.")
    dialog.get_by_role("button", name="Keep theirs").click()
    expect(page.get_by_label("What", exact=True)).to_have_value("Regatta in Bregenz")
    page.get_by_label("Description").fill("Bring oars.")
    elsewhere(owner, path, title="Regatta in Lindau")
    page.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Keep yours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Regatta in Bregenz")
    kept = owner.get(path)
    assert (kept["title"], kept["description"]) == ("Regatta in Bregenz", "Bring oars."), kept


def test_group(world):
    "settings of a group that another admin changed while the form was open are shown beside one's own"
    host = newcomer(world, "Ana")
    owner, community = group(world, host, "community")
    path = f"/v1/realms/{community['id']}"
    page = world.open(f"/people/{community['id']}/edit", host)
    page.get_by_label("Description").fill("We row.")
    owner.call("PUT", f"/v1/communities/{community['id']}", {"category": "Water", "publishers": "moderators"}).want(200)
    elsewhere(owner, path, name="Rowers of the Rhine")
    expect_read(page, "Rowers of the Rhine")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Changed by somebody else meanwhile")
    expect(dialog).to_contain_text("Rowers of the Rhine")
    expect(dialog).to_contain_text("We row.")
    dialog.get_by_role("button", name="Keep yours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(community["name"])
    kept = owner.get(path)
    assert (kept["name"], kept["description"]) == (community["name"], "We row."), kept
    # What the form did not change stays.
    kept = owner.get(f"/v1/communities/{community['id']}")
    assert (kept["category"], kept["publishers"]) == ("Water", "moderators"), kept


def test_resource(world):
    "something shared that another changed while the form was open is shown beside one's own"
    (ana, _), realm = family(world, "Ana", "Ben")
    owner = world.client(ana)
    path = f"/v1/resources/{share(world, ana, realm, 'Car')}"
    page = world.open(f"/people/{realm}/resources/{path.split('/')[-1]}/edit", ana)
    page.get_by_label("Description").fill("Keys are with Ben.")
    known = owner.get(path)
    elsewhere(owner, path, "PUT", name="Red car", description=known["description"], rules=known["rules"])
    expect_read(page, "Red car")
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Changed by somebody else meanwhile")
    expect(dialog).to_contain_text("Red car")
    expect(dialog).to_contain_text("Keys are with Ben.")
    dialog.get_by_role("button", name="Keep theirs").click()
    expect(page.get_by_label("Name")).to_have_value("Red car")
    page.get_by_label("Description").fill("Keys are with Ben.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Red car")
    assert owner.get(path)["description"] == "Keys are with Ben."
