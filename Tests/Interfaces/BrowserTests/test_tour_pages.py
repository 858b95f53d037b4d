"""What the pages of tours do beyond the list and the walk: sharing, QR code, map, filters."""

import re

from playwright.sync_api import expect
from test_studio_editing import draft
from test_tours import drawn, tour
from world import until


def test_share(world):
    "a tour is shared by the device, and where it cannot its address is copied"
    shown = tour(world)
    for can in (True, False):
        context = world.context("visitor", permissions=["clipboard-read", "clipboard-write"])
        context.add_init_script("window.shared = []; Object.defineProperty(navigator, 'share', { value: "
                                + ("async (what) => { shared.push(what); }" if can else "undefined") + " });")
        page = world.watched(context.new_page())
        page.goto(f"/t/{shown['id']}")
        page.get_by_role("button", name="Share", exact=True).click()
        address = f"{world.address}/t/{shown['id']}"
        if can:
            page.wait_for_function("() => shared.length > 0")
            assert page.evaluate("shared") == [{"title": shown["name"], "url": address}]
            expect(page.get_by_text("The address was copied.", exact=True)).to_have_count(0)
        else:
            expect(page.get_by_text("The address was copied.", exact=True)).to_be_visible()
            assert page.evaluate("navigator.clipboard.readText()") == address


def test_qr_code(world):
    "the QR code of a tour is a drawn picture, the server's for its address"
    shown = tour(world)
    page = world.open(f"/t/{shown['id']}")
    page.get_by_role("button", name="QR code", exact=True).click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_have_attribute("src", f"/v1/tours/{shown['id']}/qr.svg")
    until(page, lambda: picture.evaluate("(one) => one.complete"), "the picture")
    assert picture.evaluate("(one) => one.naturalWidth") > 100
    expect(picture).to_have_attribute("alt", re.compile(re.escape(shown["name"])))


def test_map_of_tours(world):
    "all tours stand on a map by a switch that the address keeps; one that is pressed there opens"
    if not world.has_map:
        return "skipped"
    shown = tour(world)
    page = world.open("/tours", "visitor", size="desktop")
    page.get_by_role("group", name="View").get_by_role("button", name="Map", exact=True).click()
    expect(page).to_have_url(re.compile(r"[?&]view=map"))
    page.reload()
    expect(page.locator(".tours-map canvas")).to_be_attached()
    assert drawn(page, ["page-tours"], ".tours-map") == ["page-tours"]
    page.evaluate("""({ lat, lon }) => new Promise((resolve) => {
        const { map } = document.querySelector('.tours-map');
        map.once('idle', resolve);
        map.jumpTo({ center: [lon, lat], zoom: 17 });
    })""", shown["start"])
    assert drawn(page, ["page-tours"], ".tours-map") == ["page-tours"]
    box = page.locator(".tours-map").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page).to_have_url(re.compile(f"/t/{shown['id']}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(shown["name"])


def test_filters(world):
    "the list is narrowed by time and by language, and the address keeps both"
    guide = world.client("guide")
    made = draft(world, "La petite marche", languages=["fr"])
    guide.post(f"/v1/tours/{made}/publication", status=200)
    try:
        page = world.open("/tours", "visitor")
        names = page.get_by_role("main").locator("a[href^='/t/']")
        page.get_by_text("Filters and grouping").click()
        page.get_by_label("Language", exact=True).select_option("French")
        expect(names).to_have_text([re.compile("La petite marche")])
        page.reload()
        expect(names).to_have_text([re.compile("La petite marche")])
        page.get_by_label("Language", exact=True).select_option("German")
        expect(names.filter(has_text="Old Town and Castle")).to_have_count(1)
        expect(names.filter(has_text="La petite marche")).to_have_count(0)
        expect(names.filter(has_text="Vineyards and Rhine")).to_have_count(1)
        page.get_by_label("Time", exact=True).select_option("Up to 30 min")
        expect(names.filter(has_text="Vineyards and Rhine")).to_have_count(0)
        expect(names.filter(has_text="Old Town and Castle")).to_have_count(1)
        expect(page).to_have_url(re.compile(r"language=de.*time=1800|time=1800.*language=de"))
    finally:
        version = guide.get(f"/v1/tours/{made}")["version"]
        guide.call("DELETE", f"/v1/tours/{made}", None, {"If-Match": f'"{version}"'})


def test_no_such_walk(world):
    "the walk of a tour that is not there says so below a heading, with a way back"
    page = world.open("/t/00000000-0000-7000-8000-00000000abcd/walk", "visitor")
    expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")
    expect(page.get_by_text("There is no such tour.", exact=True)).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Tours", exact=True).click()
    expect(page).to_have_url(f"{world.address}/tours")
