"""Tours: finding one, its preview, buying, and the walk to its end."""

import re

from playwright.sync_api import expect


def tour(world, free=True):
    tours = world.client().get("/v1/tours")["items"]
    return next(tour for tour in tours if (float(tour["price"]) == 0) == free)


def leave_runs(world):
    """Ends what earlier tests left under way."""
    visitor = world.client("visitor")
    for run in visitor.get("/v1/runs")["items"]:
        if run["state"] == "active":
            visitor.call("DELETE", f"/v1/runs/{run['id']}")


def test_list(world):
    "TR-FR2.1: the list shows the available tours, and search and filters narrow it"
    page = world.open("/tours", "visitor")
    everything = world.client().get("/v1/tours")["items"]
    links = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(len(everything))
    page.get_by_label("Search").fill("castle")
    expect(links).to_have_count(1)
    expect(page.get_by_role("link", name=re.compile("Old Town and Castle"))).to_be_visible()
    page.reload()
    expect(page.get_by_label("Search")).to_have_value("castle")
    page.get_by_label("Search").fill("nothing is called that")
    page.get_by_role("button", name="Show all tours").click()
    expect(links).to_have_count(len(everything))
    page.get_by_text("Filters and grouping").click()
    page.get_by_label("Price").select_option("Free")
    free = [tour for tour in everything if float(tour["price"]) == 0]
    expect(links).to_have_count(len(free))


def test_grouping(world):
    "TR-FR2.1.g: the list is grouped by organization, or by place"
    page = world.open("/tours", "visitor")
    expect(page.get_by_role("heading", name="Vaduz Walks")).to_be_visible()
    page.get_by_text("Filters and grouping").click()
    page.get_by_label("Group by").select_option("Place")
    expect(page.get_by_role("heading", name="Vaduz Walks")).to_have_count(0)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


def test_preview(world):
    "TR-FR3: the preview shows name, description, links, distance, time and price"
    shown = tour(world, free=False)
    page = world.open(f"/t/{shown['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text(shown["name"])
    expect(page.get_by_text(shown["description"])).to_be_visible()
    facts = page.locator("dl").inner_text()
    assert "540" in facts and "22 min" in facts and "4.50" in facts, facts
    link = page.get_by_role("link", name=re.compile("Kunstmuseum"))
    expect(link).to_have_attribute("href", "https://www.kunstmuseum.li/")
    expect(page.get_by_role("link", name="Log in to start")).to_be_visible()
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name=re.compile("QR code that opens"))).to_be_visible()


def test_buy(world):
    "RL-TR-01: a priced tour is bought before it can be started"
    shown = tour(world, free=False)
    page = world.open(f"/t/{shown['id']}", "newcomer")
    expect(page.get_by_role("button", name="Start tour")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Buy for")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Buy for")).click()
    expect(page.get_by_role("button", name="Start tour")).to_be_visible()
    expect(page.get_by_text("Paid", exact=True)).to_be_visible()


def test_walk(world):
    "UC4.15, UC4.16: a tour is walked stop by stop to its end, which shows time and distance"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour").click()
    expect(page).to_have_url(re.compile("/walk$"))
    target = page.get_by_role("region", name="Next stop")
    for order in range(1, shown["stopCount"] + 1):
        expect(target.get_by_role("heading")).to_contain_text(f"{order}.")
        page.get_by_role("button", name="I am here").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_contain_text(f"{order}.")
        dialog.get_by_role("button", name=re.compile("Next stop|Close")).last.click()
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    expect(page.get_by_text("Time taken")).to_be_visible()
    expect(page.get_by_text("Distance walked")).to_be_visible()
    page.get_by_role("button", name="Leave tour").last.click()
    expect(page).to_have_url(f"{world.address}/tours")


def test_position(world):
    "UC4.10-11: the position shows how far the target is, and reaching it is noticed"
    leave_runs(world)
    shown = tour(world)
    first = world.client().get(f"/v1/tours/{shown['id']}")["stops"][0]["position"]
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": first["lat"] - 0.002, "longitude": first["lon"], "accuracy": 5})
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Show my position").click()
    expect(page.get_by_text("220 m to the north", exact=True)).to_be_visible()
    context.set_geolocation({"latitude": first["lat"], "longitude": first["lon"], "accuracy": 5})
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text("1.")


def test_leave(world):
    "UC4.14.1: a tour can be left before its end, and leads back to the list"
    leave_runs(world)
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour").click()
    page.get_by_role("button", name="Leave tour").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave tour").click()
    expect(page).to_have_url(f"{world.address}/tours")
    assert world.client("visitor").get("/v1/runs")["items"][0]["state"] == "left"


def test_organization_users_do_not_walk(world):
    "TR-FR1: organization users see the tour and cannot start it"
    page = world.open(f"/t/{tour(world)['id']}", "guide")
    expect(page.get_by_text("Tours are walked with a general account.")).to_be_visible()
    expect(page.get_by_role("button", name="Start tour")).to_have_count(0)
