"""Stories by keyboard alone, what is heard and felt on a walk, and very many things around."""

import json
import re
import uuid

from playwright.sync_api import expect
from test_tours import leave_runs, tour
from world import Failed, retire

MOST_STEPS = 150
MANY = 10_000

FOCUSED = """() => {
    const one = document.activeElement;
    return [one.getAttribute('aria-label'), one.labels?.[0]?.innerText, one.innerText, one.title].find(Boolean) ?? '';
}"""


def tab_to(page, name):
    "Goes on by the Tab key to what has a name."
    passed = []
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        passed.append(page.evaluate(FOCUSED).strip())
        if re.search(name, passed[-1]):
            return
    raise Failed(f"Tab does not come to “{name}”, but to {passed}")


def press(page, name):
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_tour_by_keyboard(world):
    "a tour is found, begun, walked to its second stop and left by the keyboard alone"
    leave_runs(world)
    page = world.open("/help", "visitor", size="desktop")
    page.keyboard.press("g")
    page.keyboard.press("t")
    expect(page).to_have_url(f"{world.address}/tours")
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town"))).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("old town")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    press(page, "^Old Town and Castle")
    expect(page.get_by_role("button", name="Start tour", exact=True)).to_be_visible()
    press(page, "^Start tour$")
    for order in (1, 2):
        target = page.get_by_role("region", name="Next stop", exact=True)
        expect(target.get_by_role("heading")).to_contain_text(f"{order}.")
        press(page, "^I am here$")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_contain_text(f"{order}.")
        press(page, "^Next stop$")
        expect(dialog).to_have_count(0)
    press(page, "^Leave tour$")
    expect(page.get_by_role("dialog", name=re.compile("Leave"))).to_be_visible()
    press(page, "^End tour$")
    expect(page).to_have_url(f"{world.address}/tours")
    assert world.client("visitor").get("/v1/runs")["items"][0]["reached"] == 2


def write(page, name, words):
    "Goes to a field by the Tab key and puts words in place of what stands in it."
    tab_to(page, name)
    page.keyboard.press("Control+a")
    page.keyboard.type(words)


def test_tour_made_by_keyboard(world):
    "a tour is made, drawn, given a stop and published by the keyboard alone"
    if not world.has_map:
        return "skipped"
    page = world.open("/studio", "guide", size="desktop")
    press(page, "^Create new tour$")
    expect(page.get_by_role("heading", level=1, name="New tour")).to_be_visible()
    write(page, "^Name", "Made by keys")
    write(page, "^Description", "Along the Rhine.")
    press(page, "^Next: route$")
    tab_to(page, "^Follow the paths")
    page.keyboard.press("Space")
    for place in ("47.1400, 9.5100", "47.1420, 9.5110"):
        press(page, "^Add at the middle of the map$")
        press(page, "^Next point$")
        write(page, "^Place$", place)
        page.keyboard.press("Enter")
        expect(page.get_by_label("Place", exact=True)).to_have_value(re.compile(place[:6]))
    press(page, "^Next: objects and stops$")
    press(page, "^Add stop$")
    press(page, "^Add at the middle of the map$")
    write(page, "^Name of the stop", "By the water")
    write(page, "^Text", "Listen.")
    write(page, "^Place$", "47.1410, 9.5105")
    page.keyboard.press("Enter")
    press(page, "^Publish$")
    expect(page.get_by_role("status").get_by_text("“Made by keys” is published.")).to_be_visible()
    made = next(one for one in world.client().get("/v1/tours", limit=200)["items"] if one["name"] == "Made by keys")
    details = world.client("guide").get(f"/v1/tours/{made['id']}")
    assert [stop["title"] for stop in details["stops"]] == ["By the water"], details["stops"]
    assert details["route"]["coordinates"] == [[9.51, 47.14], [9.511, 47.142]], details["route"]
    retire(world.client("guide"), made["id"])


def test_placed_by_keyboard(world):
    "an object is chosen, put in its place and confirmed by the keyboard alone"
    page = world.open("/around?view=ar&simulate=47.33,9.61,0", "visitor", size="desktop")
    expect(page.get_by_role("button", name="Place object")).to_be_visible()
    press(page, "^Place object$")
    expect(page.get_by_role("button", name=re.compile("^Crown"))).to_be_visible()
    press(page, "^Crown")
    press(page, "^Next$")
    expect(page.get_by_role("button", name="Numbers")).to_be_visible()
    press(page, "^Numbers$")
    expect(page.get_by_label("Faces")).to_be_visible()
    write(page, "^Faces", "90")
    press(page, "^Confirm placement$")
    expect(page.get_by_text("“Crown” stands here now.")).to_be_visible()


def test_appointment_by_keyboard(world):
    "an appointment is made, found and deleted by the keyboard alone"
    page = world.open("/help", "visitor", size="desktop")
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.get_by_role("link", name="New appointment").first).to_be_visible()
    press(page, "^New appointment$")
    expect(page.get_by_role("heading", level=1)).to_have_text("New appointment")
    tab_to(page, "^Name$")
    page.keyboard.type("Tea by keys")
    press(page, "^Save$")
    # Without a place there is no way to it, which is asked about.
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "^OK$")
    expect(page).to_have_url(re.compile(r"/calendar(\?|$)"))
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Tea by keys")).first).to_be_visible()
    press(page, "Tea by keys")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea by keys")
    press(page, "^Delete")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "^Delete$")
    expect(page).to_have_url(re.compile(r"/calendar(\?|$)"))
    expect(page.get_by_text("Tea by keys", exact=True)).to_have_count(0)


def test_heard_and_felt(world):
    "reaching a stop is felt; what it tells is spoken by itself in the reader's language, its name first, until it is paused"
    leave_runs(world)
    shown = tour(world)
    stops = world.client().get(f"/v1/tours/{shown['id']}")["stops"]
    first = stops[0]
    context = world.context("visitor", permissions=["geolocation"], geolocation={
        "latitude": first["position"]["lat"] - 0.002, "longitude": first["position"]["lon"], "accuracy": 5})
    page = world.watched(context.new_page())
    page.add_init_script("""
        globalThis.felt = [];
        globalThis.spoken = [];
        Object.defineProperty(navigator, 'vibrate', { value: (pattern) => globalThis.felt.push(pattern) });
        Object.defineProperty(globalThis, 'speechSynthesis', { value: {
            getVoices: () => [{ lang: 'en-GB' }],
            speak: ({ text, lang, rate }) => globalThis.spoken.push({ text, lang, rate }),
            cancel: () => globalThis.spoken.push('cancelled'),
        } });
    """)
    page.goto(f"/t/{shown['id']}")
    page.get_by_role("button", name="Start tour", exact=True).click()
    page.get_by_role("button", name="Show my position", exact=True).click()
    expect(page.get_by_text("220 m to the north", exact=True)).to_be_visible()
    assert page.evaluate("felt") == []
    page.evaluate("spoken.splice(0)")
    context.set_geolocation({"latitude": first["position"]["lat"], "longitude": first["position"]["lon"], "accuracy": 5})
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("1.")
    assert page.evaluate("felt") == [[80, 60, 80]], page.evaluate("felt")
    expect(dialog.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    spoken = [one for one in page.evaluate("spoken") if one != "cancelled"]
    spoken = spoken[next(index for index, one in enumerate(spoken) if one["text"] == f"{first['title']}."):]
    assert " ".join(one["text"] for one in spoken) == f"{first['title']}. {first['texts']['en']}", spoken
    assert {(one["lang"], one["rate"]) for one in spoken} == {("en", 1)}, spoken
    dialog.get_by_role("button", name="Pause", exact=True).click()
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("spoken.at(-1)") == "cancelled"
    dialog.get_by_role("button", name="Next stop", exact=True).click()
    expect(dialog).to_have_count(0)


def test_many_instances(world):
    "with 10,000 things around and no answer of the server the view shows the nearest, lists them and is walked"
    around = [{
        "id": str(uuid.UUID(int=number + 1)), "object": str(uuid.UUID(int=1001)), "priority": 0, "scale": 1,
        "pose": {"position": {"lat": 47.1393 + 0.00006 * (number // 100 - 50), "lon": 9.5215 + 0.00008 * (number % 100 - 50)},
                 "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}},
        "boundingBox": {"min": [-0.5, -0.5, 0], "max": [0.5, 0.5, 1]}} for number in range(MANY)]
    page = world.watched(world.context(None).new_page())
    as_json = {"status": 200, "content_type": "application/json"}
    page.route("**/v1/view", lambda route: route.abort())
    page.route(re.compile("/v1/view/cell"), lambda route: route.fulfill(body=json.dumps({"items": around}), **as_json))
    page.route(re.compile("/v1/objects/"), lambda route: route.fulfill(status=404, body="") if
               route.request.url.endswith("/content") else route.fulfill(body=json.dumps({"name": "Milestone"}), **as_json))
    page.goto("/around?simulate=47.1393,9.5215,0&time=2026-06-20T09:00:00Z")
    listed = page.get_by_role("region", name="In view").get_by_role("listitem")
    expect(listed.first).to_contain_text("Milestone")
    # Whoever would stand in one of them is put beside it, and sees others.
    expect(listed.nth(4)).to_be_visible()
    assert 5 <= listed.count() <= 20, listed.count()
    before = listed.first.inner_text()
    page.locator(".stage[tabindex]").focus()
    page.keyboard.down("ArrowUp")
    expect(listed.first).not_to_have_text(before)
    page.keyboard.up("ArrowUp")
    assert 1 <= listed.count() <= 20, listed.count()
