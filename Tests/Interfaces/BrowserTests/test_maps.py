"""The one map, where something of it does not come."""

from playwright.sync_api import expect

MISSING = "The map could not be loaded whole. It comes when the network is back."


def map_of(page):
    """MapLibre's own map, once it shows all that it has."""
    expect(page.locator(".map.maplibregl-map canvas")).to_be_attached()
    return page.evaluate_handle("document.querySelector('.map').map")


def wait_for_tiles(page):
    """Until everything that is seen has been fetched and is drawn."""
    map_of(page).evaluate("""(map) => new Promise((resolve) => {
        const look = () => map.loaded() && map.areTilesLoaded() ? resolve() : setTimeout(look, 50);
        look();
    })""")


def roads_drawn(page):
    """Whether roads are drawn, or come to be: tiles count as loaded before a source that is new asks for any."""
    return map_of(page).evaluate("""(map) => new Promise((done) => {
        const end = (is) => { map.off('idle', look); clearTimeout(late); done(is); };
        const look = () => {
          if (map.queryRenderedFeatures().some((one) => one.sourceLayer === 'roads')) end(true);
        };
        const late = setTimeout(() => end(false), 15000);
        map.on('idle', look);
        look();
      })""")


def test_offline(world):
    "where the network ends the map says so, and goes on by itself when it is back"
    if not world.has_map:
        return "skipped"
    page = world.open("/around?at=47.13900,9.52150", size="desktop")
    wait_for_tiles(page)
    page.context.set_offline(True)
    map_of(page).evaluate("(map) => map.jumpTo({ center: [9.5096, 47.1653], zoom: 15 })")
    expect(page.get_by_text(MISSING)).to_be_visible()
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(MISSING)).to_have_count(0)
    wait_for_tiles(page)
    assert roads_drawn(page), "the map of the new place is empty"


def test_begun_offline(world):
    "a map that is opened without a network waits for it, without a word in the console"
    if not world.has_map:
        return "skipped"
    page = world.open("/around?at=47.13900,9.52150", size="desktop")
    wait_for_tiles(page)
    page.get_by_role("link", name="Tours", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
    page.context.set_offline(True)
    page.get_by_role("link", name="Around", exact=True).click()
    expect(page.get_by_text(MISSING)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(MISSING)).to_have_count(0)
    wait_for_tiles(page)


def test_try_again(world):
    "a map whose description the server does not give says so, and fetches it again when asked to"
    if not world.has_map:
        return "skipped"
    context = world.context(size="phone")
    page = world.watched(context.new_page())
    page.route("**/v1/map/tiles.json", lambda route: route.fulfill(status=503, body="{}"))
    page.goto("/around?at=47.13900,9.52150")
    expect(page.get_by_text("The map could not be loaded whole.", exact=True)).to_be_visible()
    page.unroute("**/v1/map/tiles.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The map could not be loaded whole.")).to_have_count(0)
    wait_for_tiles(page)
    assert roads_drawn(page), "the map is empty"


def test_own_position(world):
    "TV-IF-01: after a tap the device is asked for its position, not before; what is near is that of there"
    context = world.context(geolocation={"latitude": 47.2234, "longitude": 9.5321, "accuracy": 8},
                            permissions=["geolocation"])
    context.add_init_script("""
        globalThis.asked = 0;
        for (const name of ['watchPosition', 'getCurrentPosition']) {
            const real = navigator.geolocation[name].bind(navigator.geolocation);
            navigator.geolocation[name] = (...all) => { globalThis.asked += 1; return real(...all); };
        }""")
    page = world.watched(context.new_page())
    page.goto("/around?at=47.13900,9.52150")
    expect(page.get_by_role("region", name="Near the middle of the map").get_by_role("listitem").first).to_be_attached()
    assert page.evaluate("globalThis.asked") == 0, "it asked by itself"
    with page.expect_request("**/v1/nearby?lat=47.2234&lon=9.5321&**"):
        page.get_by_role("button", name="Where am I").click()
    assert page.evaluate("globalThis.asked") > 0


def test_lost(world):
    "TV-RTE-21: whoever's position or internet is lost is told so, and what to do"
    context = world.context(geolocation={"latitude": 47.139, "longitude": 9.5215, "accuracy": 8},
                            permissions=["geolocation"])
    page = world.watched(context.new_page())
    page.goto("/around?at=47.13900,9.52150")
    page.get_by_role("button", name="Where am I").click()
    lost = page.get_by_text("Your position is not known yet.", exact=False)
    expect(lost).to_have_count(0)
    context.set_geolocation(None)
    expect(lost).to_be_visible()
    context.set_offline(True)
    expect(page.get_by_text("Offline. You see what was last known.")).to_be_visible()


def test_icons(world):
    "signs and stops have the icons that the style names for them, in both themes and on screens of both densities"
    if not world.has_map:
        return "skipped"
    for theme, density in (("light", 1), ("dark", 2)):
        page = world.open("/around?at=47.13900,9.52150", theme=theme, device_scale_factor=density)
        wait_for_tiles(page)
        shown = map_of(page)
        missing = shown.evaluate("""(map) => {
            const words = (value) => Array.isArray(value) ? value.slice(2).filter((one) => typeof one === 'string') : [];
            const named = map.getStyle().layers.flatMap((layer) => words(layer.layout?.['icon-image'])).filter(Boolean);
            if (named.length < 40) return ['too few: ' + named.length];
            return named.filter((name) => !map.hasImage(name));
        }""")
        assert missing == [], missing
        assert shown.evaluate("(map) => map.style.imageManager.getImage('utensils').pixelRatio") == density
        shown.evaluate("(map) => map.jumpTo({ center: [9.5216, 47.1405], zoom: 17 })")
        wait_for_tiles(page)
        shown.evaluate("(map) => new Promise((resolve) => { map.once('idle', resolve); map.triggerRepaint(); })")
        signs = shown.evaluate("(map) => map.queryRenderedFeatures({ layers: ['signs'] }).map((one) => one.properties.class)")
        assert {"museum", "parking"} <= set(signs), signs
