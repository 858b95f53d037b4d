"""A tour that is walked with the eyes up: what is told and said, with the device's voice and its audio element spied."""

import re

from playwright.sync_api import expect
from test_tours import leave_runs
from world import retire, until

VOICE = """
    globalThis.spoken = [];
    globalThis.heard = [];
    const waiting = [];
    const begin = () => {
        const words = waiting[0];
        if (!words || words.hasBegun) return;
        words.hasBegun = true;
        globalThis.spoken.push(words.text);
        words.onstart?.();
    };
    // A voice that says one thing after the other, and is through with it when the test says so.
    globalThis.goOn = (count = 1) => {
        for (let one = 0; one < count; one++) {
            waiting.shift()?.onend?.();
            begin();
        }
        return waiting.length;
    };
    Object.defineProperty(globalThis, 'speechSynthesis', { value: {
        getVoices: () => (globalThis.voiceLanguages ?? ['en-GB']).map((lang) => ({ lang, default: true, localService: true })),
        speak: (words) => { waiting.push(words); begin(); },
        cancel: () => { for (const words of waiting.splice(0)) words.onerror?.({ error: 'canceled' }); },
    } });
    const { play, pause } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
        if (this.src && !this.src.startsWith('blob:')) globalThis.heard.push(new URL(this.src).pathname);
        return play.call(this);
    };
"""


def castle(world):
    "The sample tour whose stops are all spoken, whole."
    found = next(one for one in world.client().get("/v1/tours", limit=200)["items"] if one["name"] == "Old Town and Castle")
    return world.client().get(f"/v1/tours/{found['id']}")


def at(place):
    return {"latitude": place["lat"], "longitude": place["lon"], "accuracy": 5}


def begin(world, shown, place, *, before="", **options):
    "A phone on a walk whose position is in use."
    leave_runs(world)
    context = world.context("visitor", permissions=["geolocation", "camera"], geolocation=at(place), **options)
    page = world.watched(context.new_page())
    page.add_init_script(before + VOICE)
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour", exact=True).tap()
    page.get_by_role("button", name="Show my position", exact=True).tap()
    expect(page.get_by_role("region", name="Next stop", exact=True)).to_contain_text(" to the ")
    return page


def waits(page, expression, what):
    "Waits until something holds in the page."
    until(page, lambda: page.evaluate(expression), what)


def beside(place, north=0.0, east=0.0):
    "A place so many metres from another."
    return {"lat": place["lat"] + north / 111_195, "lon": place["lon"] + east / 75_700}


def test_told_by_itself(world):
    "on arrival the story begins by itself, its name first; it is paused and gone on with; the next arrival follows, and cuts nothing"
    shown = castle(world)
    first, second = shown["stops"][:2]
    page = begin(world, shown, beside(first["position"], north=-60))
    page.context.set_geolocation(at(first["position"]))
    dialog = page.get_by_role("dialog", name=re.compile("Cathedral of St. Florin"))
    expect(dialog.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    waits(page, "spoken.includes('Cathedral of St. Florin.')", "the name")
    page.evaluate("goOn()")
    assert first["text"].startswith(page.evaluate("spoken.at(-1)")), page.evaluate("spoken")
    dialog.get_by_role("button", name="Pause", exact=True).tap()
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("goOn(0)") == 0
    dialog.get_by_role("button", name="Play", exact=True).tap()
    waits(page, "spoken.filter((one) => one.startsWith('The stone church')).length === 2", "the sentence again")
    dialog.get_by_role("button", name="15 s back", exact=True).tap()
    waits(page, "spoken.at(-1) === 'Cathedral of St. Florin.'", "back to the name")
    dialog.get_by_role("button", name="Speed 1", exact=True).tap()
    expect(dialog.get_by_role("button", name="Speed 1.25", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Next stop", exact=True).tap()
    expect(dialog).to_have_count(0)
    playing = page.get_by_role("region", name="Playing", exact=True)
    expect(playing.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.context.set_geolocation(at(second["position"]))
    expect(page.get_by_role("status").get_by_text(f"You have reached stop 2: {second['title']}", exact=True)).to_be_attached()
    expect(page.get_by_role("region", name="Next stop", exact=True)).to_contain_text("3.")
    assert f"{second['title']}." not in page.evaluate("spoken")
    expect(playing.get_by_role("button", name="Next story", exact=True)).to_be_visible()
    page.evaluate("goOn(20)")
    expect(page.get_by_role("dialog", name=re.compile(second["title"]))).to_be_visible()
    assert f"{second['title']}." in page.evaluate("spoken")
    assert page.evaluate("heard") == []


def test_speak_switch(world):
    "with the switch “Speak” off nothing is said by itself, also after a reload; “Play” tells it all the same"
    shown = castle(world)
    first = shown["stops"][0]
    page = begin(world, shown, beside(first["position"], north=-60))
    switch = page.get_by_role("switch", name="Speak", exact=True)
    expect(switch).to_be_checked()
    switch.tap()
    page.reload()
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="Show my position", exact=True).tap()
    page.context.set_geolocation(at(first["position"]))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("1.")
    assert page.evaluate("spoken") == []
    dialog.get_by_role("button", name="Play", exact=True).tap()
    waits(page, "spoken.at(-1) === 'Cathedral of St. Florin.'", "told by hand")
    page.evaluate("localStorage.removeItem('wayside.speak')")


def test_recording_played(world):
    "a stop with a recording plays it, and is not spoken; one without asks for none"
    shown = castle(world)
    guide = world.client("guide")
    draft = recorded_tour(world, guide, shown)
    try:
        page = begin(world, draft, beside(draft["stops"][0]["position"], north=-60))
        page.context.set_geolocation(at(draft["stops"][0]["position"]))
        expect(page.get_by_role("dialog").get_by_role("button", name="Pause", exact=True)).to_be_visible()
        path = f"/v1/tours/{draft['id']}/stops/{draft['stops'][0]['id']}/recording"
        waits(page, "heard.length === 1", "the recording")
        assert page.evaluate("heard") == [path], page.evaluate("heard")
        assert page.evaluate("spoken.filter((one) => one.startsWith('Here'))") == []
    finally:
        retire(guide, draft["id"])


def recorded_tour(world, guide, like):
    "A tour of two stops whose first one has a recording."
    made = guide.post("/v1/tours", {
        "name": "Recorded walk", "description": "With a voice.", "languages": ["en"], "route": like["route"],
        "stops": [{"title": {"en": title}, "text": {"en": "Here one listens."}, "position": stop["position"]}
                  for title, stop in zip(("By the church", "By the house"), like["stops"], strict=False)]})
    path = f"/v1/tours/{made['id']}"
    first = guide.get(path)["stops"][0]["id"]
    tag = guide.call("GET", path).headers["etag"]
    answer = guide.call("PUT", f"{path}/stops/{first}/recording", tone(), {"If-Match": tag}, kind="audio/wav")
    assert answer.status in (200, 201, 204), answer.body
    guide.post(f"{path}/publication", status=200)
    return guide.get(path)


def tone():
    "Three seconds of sound."
    rate, seconds = 8000, 3
    data = bytes(128 + 20 * (index % 40 > 20) for index in range(rate * seconds))
    head = b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    head += (1).to_bytes(2, "little") * 2 + rate.to_bytes(4, "little") * 2 + (1).to_bytes(2, "little") + (8).to_bytes(2, "little")
    return head + b"data" + len(data).to_bytes(4, "little") + data


def test_kept_asks_for_no_recording(world):
    "keeping a tour whose stops are spoken asks for no recording"
    shown = castle(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Keep on this device", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Download", exact=True).tap()
    expect(page.get_by_role("button", name="Remove from this device", exact=True)).to_be_visible()
    assert not [one for one in asked if one.endswith("/recording")]
    assert not world.has_map or [one for one in asked if "/v1/places/reverse" in one], "the streets for the way"
    page.get_by_role("button", name="Remove from this device", exact=True).tap()


def test_no_voice(world):
    "where no voice of the language is installed it is said once, and the text is shown large"
    shown = castle(world)
    first, second = shown["stops"][:2]
    page = begin(world, shown, beside(first["position"], north=-60), before="globalThis.voiceLanguages = ['fi-FI'];")
    page.context.set_geolocation(at(first["position"]))
    dialog = page.get_by_role("dialog", name=re.compile(first["title"]))
    words = dialog.get_by_text("No voice for English is installed on this device.", exact=False)
    expect(words).to_be_visible()
    large = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    assert dialog.get_by_text(re.compile("^The stone church")).evaluate(large) >= 22
    dialog.get_by_role("button", name="Next stop", exact=True).tap()
    expect(dialog).to_have_count(0)
    page.evaluate("goOn(20)")
    page.context.set_geolocation(at(second["position"]))
    dialog = page.get_by_role("dialog", name=re.compile(second["title"]))
    expect(dialog).to_be_visible()
    assert dialog.get_by_text(re.compile("^In this house")).evaluate(large) >= 22
    expect(words).to_have_count(0)


def test_guides(world):
    "between stops turns are said with their street, before them and at them; leaving the route is said, and being back"
    if not world.has_map:
        return "skipped"
    shown = castle(world)
    first, corner = shown["stops"][0]["position"], shown["route"]["coordinates"][3]
    page = begin(world, shown, beside(first, north=-60))
    target = page.get_by_role("region", name="Next stop", exact=True)
    expect(target).to_contain_text("The route is 60 m to the north")
    # The second stop is at the corner; on the way to the third one turns there.
    for order in (1, 2):
        expect(target).to_contain_text(f"{order}.")
        page.get_by_role("button", name="I am here", exact=True).tap()
        dialog = page.get_by_role("dialog", name=re.compile(f"^{order}\\."))
        expect(dialog).to_be_visible()
        page.evaluate("goOn(40)")
        dialog.get_by_role("button", name="Next stop", exact=True).tap()
    expect(target).to_contain_text("3.")
    before = {"lat": corner[1], "lon": corner[0]}
    page.context.set_geolocation(at(beside(before, east=-28, north=-22)))
    waits(page, r"(goOn(5), spoken.some((one) => /^In (30|35|40) m left( into .+)?$/.test(one)))", "before the turn")
    page.context.set_geolocation(at(before))
    waits(page, "(goOn(5), spoken.some((one) => /^Now left/.test(one)))", "at the turn")
    page.context.set_geolocation(at(beside(before, east=90)))
    waits(page, "(goOn(5), spoken.some((one) => /^You have left the route: \\d+ m back to the west/.test(one)))", "left")
    expect(target).to_contain_text("You have left the route")
    page.context.set_geolocation(at(before))
    waits(page, "(goOn(5), spoken.some((one) => one === 'You are on the route again'))", "back")


def test_pocket(world):
    "“Pocket” is black and deaf to touch until one slides; arrivals and the voice go on, and are shown afterwards"
    shown = castle(world)
    first = shown["stops"][0]
    page = begin(world, shown, beside(first["position"], north=-60))
    page.get_by_role("button", name="Pocket", exact=True).tap()
    pocket = page.get_by_role("dialog", name="Pocket", exact=True)
    slider = pocket.get_by_role("slider")
    expect(slider).to_be_visible()
    assert pocket.evaluate("(element) => getComputedStyle(element).backgroundColor") == "rgb(0, 0, 0)"
    for place in ((195, 100), (195, 400), (30, 820), (300, 820)):
        page.touchscreen.tap(*place)
    expect(pocket).to_be_visible()
    page.context.set_geolocation(at(first["position"]))
    expect(pocket.get_by_role("status")).to_contain_text(first["title"])
    waits(page, "spoken.includes('Cathedral of St. Florin.')", "the voice")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    # A short slide is none.
    for width, is_there in ((0.5, True), (0.99, False)):
        page.mouse.move(box["x"] + 14, middle)
        page.mouse.down()
        for part in range(1, 11):
            page.mouse.move(box["x"] + 14 + (box["width"] - 14) * width * part / 10, middle)
        page.mouse.up()
        expect(pocket).to_have_count(1 if is_there else 0)
    expect(page.get_by_role("dialog", name=re.compile(first["title"]))).to_be_visible()


def test_pocket_by_keys(world):
    "the pocket is left by the keyboard, too"
    shown = castle(world)
    page = begin(world, shown, beside(shown["stops"][0]["position"], north=-60))
    page.get_by_role("button", name="Pocket", exact=True).tap()
    pocket = page.get_by_role("dialog", name="Pocket", exact=True)
    expect(pocket.get_by_role("slider")).to_be_focused()
    page.keyboard.press("Escape")
    expect(pocket).to_be_visible()
    page.keyboard.press("End")
    expect(pocket).to_have_count(0)
    expect(page.get_by_role("button", name="Pocket", exact=True)).to_be_focused()


def test_screen_stays_on(world):
    "the screen stays on during a walk, is taken again when the page is seen again, and the switch lets it go"
    shown = castle(world)
    page = begin(world, shown, beside(shown["stops"][0]["position"], north=-60), before="""
        globalThis.locks = [];
        Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
            const lock = Object.assign(new EventTarget(), { isOn: true });
            lock.release = async () => { lock.isOn = false; lock.dispatchEvent(new Event('release')); };
            locks.push(lock);
            return lock;
        } } });""")
    switch = page.get_by_role("switch", name="Keep the screen on", exact=True)
    expect(switch).to_be_checked()
    assert page.evaluate("locks.map(({ isOn }) => isOn)") == [True]
    # The browser lets go of it when the page is hidden.
    page.evaluate("locks[0].release().then(() => document.dispatchEvent(new Event('visibilitychange')))")
    waits(page, "locks.length === 2", "taken again")
    switch.tap()
    expect(switch).not_to_be_checked()
    waits(page, "locks.every(({ isOn }) => !isOn)", "let go")
    page.get_by_text("With the screen off", exact=True).tap()
    expect(page.get_by_text("browsers give a web page no position", exact=False)).to_be_visible()
    page.evaluate("localStorage.removeItem('wayside.awake')")


def test_passed_are_offered(world):
    "stops that were passed while no position came are offered, and told in order"
    shown = castle(world)
    first, fourth = shown["stops"][0], shown["stops"][3]
    page = begin(world, shown, beside(first["position"], north=-60))
    page.context.set_geolocation(at(beside(fourth["position"], north=60)))
    offered = page.get_by_role("region", name="Stops that you have passed", exact=True)
    expect(offered).to_contain_text(f"1. {first['title']}, 2. {shown['stops'][1]['title']}")
    offered.get_by_role("button", name="Tell me about them", exact=True).tap()
    expect(page.get_by_text(f"4 of {len(shown['stops'])} reached", exact=True)).to_be_attached()
    page.evaluate("goOn(60)")
    names = [f"{stop['title']}." for stop in shown["stops"][:4]]
    waits(page, f"spoken.includes({names[3]!r})", "the last")
    assert [one for one in page.evaluate("spoken") if one in names] == names


def test_goes_on_elsewhere(world):
    "what plays goes on while one looks at another page, where a bar pauses it and leads back"
    shown = castle(world)
    first = shown["stops"][0]
    page = begin(world, shown, beside(first["position"], north=-60))
    page.context.set_geolocation(at(first["position"]))
    page.get_by_role("dialog").get_by_role("button", name="Next stop", exact=True).tap()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Me", exact=True).tap()
    expect(page).to_have_url(re.compile("/me$"))
    bar = page.get_by_role("region", name="Playing", exact=True)
    bar.get_by_role("button", name="Pause", exact=True).tap()
    assert page.evaluate("goOn(0)") == 0
    bar.get_by_role("button", name="Play", exact=True).tap()
    waits(page, "goOn(0) > 0", "it goes on")
    bar.get_by_role("link", name=first["title"], exact=True).tap()
    expect(page).to_have_url(re.compile("/walk"))
    expect(page.get_by_role("region", name="Playing", exact=True)).to_have_count(1)


def test_real_camera(world):
    "at the place itself “AR view” is the camera, the drawn world a choice beside it; “Walk there” is a trial's"
    shown = castle(world)
    page = begin(world, shown, beside(shown["stops"][0]["position"], north=-60))
    page.get_by_role("button", name="AR view", exact=True).tap()
    drawn = page.get_by_role("button", name="Drawn world", exact=True)
    expect(drawn).to_be_visible()
    expect(page.get_by_role("button", name="Camera and position are in use", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Walk there", exact=True)).to_have_count(0)
    drawn.tap()
    there = page.get_by_role("button", name="Walk there", exact=True)
    expect(there).to_be_visible()
    assert "main" not in there.get_attribute("class").split()
    expect(page.get_by_role("button", name="Use the camera", exact=True)).to_be_visible()


def shown_map(page):
    "Middle, zoom and turn of the map, once it is there."
    return page.evaluate("""() => { const { map } = document.querySelector('.walk-map');
        return map && { at: map.getCenter().toArray(), zoom: map.getZoom(), turn: map.getBearing() }; }""")


def test_map_follows(world):
    "the map follows the walker, north up or ahead up; the own position does not look like the next stop; the next leg is strong"
    shown = castle(world)
    first, third = shown["stops"][0]["position"], shown["stops"][2]["position"]
    page = begin(world, shown, first)
    page.get_by_role("dialog").get_by_role("button", name="Next stop", exact=True).tap()
    layers = ["page-here", "page-stops", "page-stops-labels", "page-route"]
    from test_tours import drawn
    assert drawn(page, layers) == layers, drawn(page, layers)
    paint = page.evaluate("""() => { const { map } = document.querySelector('.walk-map');
        const color = (layer) => JSON.stringify(map.getPaintProperty(layer, 'circle-color'));
        return [color('page-here'), color('page-stops'), map.getPaintProperty('page-route', 'line-width'),
            map.getPaintProperty('page-route-rest', 'line-width')]; }""")
    assert paint[0] != paint[1] and paint[2] > paint[3], paint
    assert shown_map(page)["zoom"] >= 16.9
    before = shown_map(page)["at"]
    page.context.set_geolocation(at(third))
    until(page, lambda: abs(shown_map(page)["at"][1] - before[1]) > 0.0003, "the map goes along")
    up = page.get_by_role("button", name="Ahead is up", exact=True)
    up.tap()
    expect(up).to_have_attribute("aria-pressed", "true")


def test_leg_without_position(world):
    "without a position the next leg is shown whole"
    leave_runs(world)
    shown = castle(world)
    page = world.open(f"/t/{shown['id']}", "visitor")
    page.get_by_role("button", name="Start tour", exact=True).tap()
    page.get_by_role("button", name="I am here", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Next stop", exact=True).tap()
    inside = """(place) => { const { map } = document.querySelector('.walk-map');
        const { x, y } = map.project(place); const sheet = document.querySelector('way-sheet').getBoundingClientRect();
        return x > 0 && x < innerWidth && y > 0 && y < sheet.top; }"""
    places = [[stop["position"]["lon"], stop["position"]["lat"]] for stop in shown["stops"][:2]]
    for place in places:
        until(page, lambda place=place: shown_map(page) and page.evaluate(inside, place), f"{place} is in sight")
