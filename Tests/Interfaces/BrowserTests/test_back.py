"""What opens over a page on a phone: "back" closes it and leaves the page as it was; a reload shows it again."""

import re

from playwright.sync_api import expect
from test_pictures import is_drawn, send
from test_studio_editing import draft, edit, saved, stored
from test_tours import leave_runs, tour


def query(page):
    return page.url.partition("?")[2]


def test_menu(world):
    "the menu has an address on every page; a page that is chosen in it does not lead back to the menu"
    page = world.open("/people", "visitor")
    page.get_by_role("navigation").get_by_role("link", name="Tours").click()
    page.get_by_role("button", name="Menu").first.click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    assert query(page) == "dialog=menu", page.url
    page.go_back()
    expect(menu).to_have_count(0)
    expect(page).to_have_url(f"{world.address}/tours")
    page.go_forward()
    expect(menu).to_be_visible()
    page.reload()
    expect(menu).to_be_visible()
    menu.get_by_role("link", name="Help").click()
    expect(page).to_have_url(f"{world.address}/help")
    expect(menu).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(f"{world.address}/tours")
    expect(menu).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(f"{world.address}/people")


def pictured(world):
    """A published tour of the guide with two pictures at its first stop; its id."""
    guide = world.client("guide")
    found = draft(world, "Seen closely")
    path = f"/v1/tours/{found}"
    for alt in ("The gate", "Its lock"):
        stop = stored(world, found)["stops"][0]["id"]
        send(world, guide, "POST", f"{path}/stops/{stop}/pictures", alt)
    guide.call("POST", f"{path}/publication")
    return found


def test_gallery(world):
    "a picture that is looked at closely has an address, which follows from one to the next; one “back” closes it"
    found = pictured(world)
    page = world.open("/tours")
    page.goto(f"/t/{found}")
    page.get_by_role("button", name="Look closely: The gate", exact=True).click()
    dialog = page.get_by_role("dialog", name="Picture", exact=True)
    is_drawn(dialog.get_by_alt_text("The gate", exact=True))
    assert query(page) == "dialog=picture.1-1", page.url
    dialog.get_by_role("button", name="Next picture", exact=True).click()
    is_drawn(dialog.get_by_alt_text("Its lock", exact=True))
    assert query(page) == "dialog=picture.1-2", page.url
    page.reload()
    is_drawn(dialog.get_by_alt_text("Its lock", exact=True))
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(f"{world.address}/t/{found}")
    expect(page.get_by_role("heading", level=1, name="Seen closely")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{world.address}/tours")


def test_stop_of_a_walk(world):
    "“back” closes a picture first, then what a stop tells, and the walk goes on"
    leave_runs(world)
    found = pictured(world)
    page = world.open(f"/t/{found}", "visitor")
    page.get_by_role("button", name="Start tour", exact=True).click()
    page.get_by_role("button", name="I am here", exact=True).click()
    stop = page.get_by_role("dialog", name=re.compile("^1. Town hall"))
    expect(stop).to_be_visible()
    assert query(page) == "dialog=stop.1", page.url
    page.reload()
    expect(stop).to_be_visible()
    stop.get_by_role("button", name="Look closely: The gate", exact=True).click()
    picture = page.get_by_role("dialog", name="Picture", exact=True)
    is_drawn(picture.get_by_alt_text("The gate", exact=True))
    page.go_back()
    expect(picture).to_have_count(0)
    expect(stop).to_be_visible()
    page.go_back()
    expect(stop).to_have_count(0)
    expect(page).to_have_url(f"{world.address}/t/{found}/walk")
    expect(page.get_by_role("region", name="Next stop").get_by_role("heading")).to_contain_text("2.")
    leave_runs(world)


def test_choosing_an_object(world):
    "“back” closes the choice of an object, not the editor; by its address it opens again, for the same stop"
    guide = world.client("guide")
    guide.post("/v1/objects", {"name": "Milestone on the way back", "prompt": "grey box 1 m", "alt": "A milestone"})
    found = draft(world, "With a stone")
    page = edit(world, found, "?part=stops&stop=2", size="phone")
    page.get_by_label("Name of the stop").fill("Half a name")
    page.get_by_role("button", name="Add object", exact=True).click()
    dialog = page.get_by_role("dialog", name="Inventory", exact=True)
    expect(dialog.get_by_role("button", name="Milestone on the way back", exact=True)).to_be_visible()
    assert query(page) == "part=stops&stop=2&dialog=object", page.url
    page.go_back()
    expect(dialog).to_have_count(0)
    assert query(page) == "part=stops&stop=2", page.url
    expect(page.get_by_label("Name of the stop")).to_have_value("Half a name")
    page.go_forward()
    expect(dialog).to_be_visible()
    page.reload()
    dialog.get_by_role("button", name="Milestone on the way back", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Objects").get_by_text("Milestone on the way back", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save draft", exact=True).click()
    saved(page)
    stops = stored(world, found)["stops"]
    assert [len(stop.get("objects", [])) for stop in stops] == [0, 1], stops
    assert stops[1]["title"] == "Half a name", stops


def test_two_versions(world):
    "“back” puts off the choice between two versions with nothing lost; by its address it opens again"
    found = draft(world, "Twice")
    one, two = edit(world, found), edit(world, found, size="phone")
    one.get_by_label("Name", exact=True).fill("Theirs")
    two.get_by_label("Name", exact=True).fill("Mine")
    one.get_by_role("button", name="Save draft", exact=True).click()
    saved(one)
    two.get_by_role("button", name="Save draft", exact=True).click()
    dialog = two.get_by_role("dialog", name="Two have changed the same", exact=True)
    expect(dialog).to_be_visible()
    assert query(two) == "dialog=merge", two.url
    two.go_back()
    expect(dialog).to_have_count(0)
    expect(two).to_have_url(f"{world.address}/studio/tours/{found}")
    expect(two.get_by_label("Name", exact=True)).to_have_value("Mine")
    expect(two.get_by_role("alert").get_by_text("Somebody else has saved this tour meanwhile.", exact=False)
           ).to_be_visible()
    two.get_by_role("button", name="Compare", exact=True).click()
    expect(dialog).to_be_visible()
    two.reload()
    dialog.get_by_role("button", name="Use what is chosen", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(two).to_have_url(f"{world.address}/studio/tours/{found}")
    two.get_by_role("button", name="Save draft", exact=True).click()
    saved(two)
    assert stored(world, found)["name"] == "Mine"
    # There is nothing to choose any more.
    two.goto(f"/studio/tours/{found}?dialog=merge")
    expect(two.get_by_label("Name", exact=True)).to_have_value("Mine")
    expect(two).to_have_url(f"{world.address}/studio/tours/{found}")
    expect(dialog).to_have_count(0)
