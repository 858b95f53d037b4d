"""Cover and pictures of stops, where the tour is written: chosen, dropped, photographed, ordered, told in words."""

import base64
import re

from playwright.sync_api import expect
from test_pictures import PICTURE, is_drawn, png, send
from test_studio_editing import LINE, draft, edit, saved, stored, tool
from world import expect_accessible, expect_layout

SMALL = base64.b64encode(png(64, 40)).decode()

DROP = """(element, [content, names]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  for (const name of names) {
    dataTransfer.items.add(new File([bytes], name, { type: name.endsWith('.png') ? 'image/png' : 'text/plain' }));
  }
  for (const type of ['dragenter', 'dragover', 'drop']) {
    element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }
}"""


def drop(field, *names):
    "Drops files there."
    field.evaluate(DROP, [SMALL, list(names)])


def shown(page, name="Town hall"):
    return page.get_by_role("list", name=f"Pictures: {name}").get_by_role("listitem")


def describe(field, words):
    field.get_by_label("What is to be seen?").fill(words)
    field.get_by_role("button", name="Use this picture").click()


def kept(page):
    expect(page.get_by_role("status").get_by_text("The picture is part of the draft.").first).to_be_visible()


def words_of(world, tour):
    return [picture["alt"] for picture in stored(world, tour)["stops"][0].get("pictures", [])]


def add(page, *names):
    field = page.get_by_role("group", name="Add a picture")
    drop(field, *[f"{name}.png" for name in names])
    for name in names:
        expect(field.get_by_alt_text("The picture that you chose")).to_be_visible()
        describe(field, name)
        is_drawn(shown(page).get_by_alt_text(name))


def test_cover_and_stops_in_one_publication(world):
    "cover and a stop's picture are chosen in the editor by the file chooser, and one publication carries both"
    tour = draft(world, "Pictured")
    page = edit(world, tour, size="phone")
    cover = page.get_by_role("group", name="Cover")
    with page.expect_file_chooser() as asked:
        cover.get_by_text("Choose a picture", exact=True).click()
    asked.value.set_files(PICTURE)
    describe(cover, "The old town")
    is_drawn(cover.get_by_alt_text("The old town"))
    kept(page)
    page.get_by_role("navigation", name="Parts of the tour").get_by_role("link", name="Stops").click()
    page.get_by_role("button", name="1. Town hall").click()
    field = page.get_by_role("group", name="Add a picture")
    with page.expect_file_chooser() as asked:
        field.get_by_text("Add a picture", exact=True).last.click()
    asked.value.set_files(PICTURE)
    describe(field, "The town hall")
    expect(shown(page)).to_have_count(1)
    is_drawn(shown(page).get_by_alt_text("The town hall"))
    # The phone in the hand: its camera is asked for at once.
    camera = field.get_by_text("Take a photo", exact=True)
    expect(camera).to_be_visible()
    with page.expect_file_chooser() as asked:
        camera.click()
    assert asked.value.element.get_attribute("capture") == "environment"
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    seen = world.client().get(f"/v1/tours/{tour}")
    assert seen["picture"]["alt"] == "The old town", seen
    assert [picture["alt"] for picture in seen["stops"][0]["pictures"]] == ["The town hall"], seen


def test_dropped_and_ordered(world):
    "pictures are dropped at a stop, put in order by keys and by buttons, and each step is undone"
    tour = draft(world, "Dropped")
    page = edit(world, tour, "?part=stops&stop=1")
    field = page.get_by_role("group", name="Add a picture")
    drop(field, "notes.txt")
    expect(page.get_by_text("That is no picture.", exact=False)).to_be_visible()
    add(page, "Door", "Roof", "Tower")
    assert words_of(world, tour) == ["Door", "Roof", "Tower"]
    images = page.get_by_role("list", name="Pictures: Town hall").get_by_role("img")
    page.get_by_role("button", name="Look closely: Door").focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(images.first).to_have_attribute("alt", "Roof")
    expect(page.get_by_role("button", name="Look closely: Door")).to_be_focused()
    page.get_by_role("button", name="Move Tower up").click()
    expect(images.nth(1)).to_have_attribute("alt", "Tower")
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    assert words_of(world, tour) == ["Roof", "Tower", "Door"]
    page.get_by_role("button", name="Remove picture: Roof").click()
    expect(shown(page)).to_have_count(2)
    tool(page, "Undo").click()
    expect(shown(page)).to_have_count(3)
    is_drawn(shown(page).get_by_alt_text("Roof"))
    for _ in range(2):
        tool(page, "Undo").click()
    expect(images.first).to_have_attribute("alt", "Door")
    tool(page, "Undo").click()
    expect(shown(page)).to_have_count(2)
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    assert words_of(world, tour) == ["Door", "Roof"]
    # It is sent already: doing it again needs no file.
    tool(page, "Redo").click()
    is_drawn(shown(page).get_by_alt_text("Tower"))
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    assert words_of(world, tour) == ["Door", "Roof", "Tower"]


def test_told_anew(world):
    "the words of a picture are changed where it is, in its place, without its file, and that is undone"
    tour = draft(world, "Told anew")
    guide, path = world.client("guide"), f"/v1/tours/{tour}"
    for words in ("A dor", "The roof"):
        send(world, guide, "POST", f"{path}/stops/{guide.get(path)['stops'][0]['id']}/pictures", words)
    page = edit(world, tour, "?part=stops&stop=1", size="phone")
    page.get_by_role("button", name="Describe A dor").click()
    words = page.get_by_label("What is to be seen?")
    expect(words).to_have_value("A dor")
    words.fill("A door")
    sent = []
    page.on("request", lambda request: sent.append(request) if "/pictures" in request.url else None)
    page.get_by_role("button", name="Keep these words").click()
    is_drawn(shown(page).first.get_by_alt_text("A door"))
    expect(shown(page)).to_have_count(2)
    changes = [(one.method, one.post_data) for one in sent if one.method != "GET"]
    assert changes == [("PATCH", '{"alt":"A door"}')], changes
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    assert words_of(world, tour) == ["A door", "The roof"]
    tool(page, "Undo").click()
    is_drawn(shown(page).first.get_by_alt_text("A dor"))


def test_cover_of_a_new_tour(world):
    "a new tour gets its cover before it was ever saved; what is still missing is said, and the picture waits"
    page = world.open("/studio/tours/new", "guide", size="phone")
    cover = page.get_by_role("group", name="Cover")
    cover.get_by_label("Choose a picture").set_input_files(PICTURE)
    describe(cover, "Fields")
    expect(page.get_by_role("alert").get_by_text("Give the tour a name.")).to_be_visible()
    expect(page.get_by_text("The picture was not kept", exact=False)).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Across the fields")
    page.get_by_label("Description").fill("Slowly.")
    page.get_by_role("navigation", name="Parts of the tour").get_by_role("link", name="Route").click()
    gpx = "".join(f'<trkpt lat="{lat}" lon="{lon}"/>' for lon, lat in LINE)
    page.get_by_label("Take the route from a file").set_input_files({
        "name": "track.gpx", "mimeType": "application/gpx+xml", "buffer":
        f'<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{gpx}</trkseg></trk></gpx>'.encode()})
    expect(page.get_by_role("status").get_by_text("3 points,")).to_be_visible()
    page.get_by_role("navigation", name="Parts of the tour").get_by_role("link", name="Details").click()
    expect(cover.get_by_label("What is to be seen?")).to_have_value("Fields")
    cover.get_by_role("button", name="Use this picture").click()
    expect(page).to_have_url(re.compile(r"/studio/tours/(?!new)"))
    is_drawn(page.get_by_role("group", name="Cover").get_by_alt_text("Fields"))
    saved(page)
    made = stored(world, page.url.split("/")[-1].split("?")[0])
    assert made["picture"]["alt"] == "Fields" and made["name"] == "Across the fields", made


def test_written_meanwhile(world):
    "what is written while a picture is on its way is kept, and is not taken for saved"
    tour = draft(world, "Meanwhile")
    page = edit(world, tour, size="phone")
    held = []
    page.route("**/picture?*", lambda route: held.append(route))
    cover = page.get_by_role("group", name="Cover")
    cover.get_by_label("Choose a picture").set_input_files(PICTURE)
    describe(cover, "The old town")
    expect(page.get_by_role("button", name="Publish")).to_be_disabled()
    page.get_by_label("Description").fill("Written meanwhile.")
    held.pop().continue_()
    is_drawn(cover.get_by_alt_text("The old town"))
    expect(page.get_by_label("Description")).to_have_value("Written meanwhile.")
    expect(page.get_by_text("Kept on this device, not saved yet.")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    seen = world.client().get(f"/v1/tours/{tour}")
    assert (seen["description"], seen["picture"]["alt"]) == ("Written meanwhile.", "The old town"), seen


def test_accessible_and_whole(world):
    "a stop with pictures in two languages, and the cover: axe-core finds nothing, and nothing is cut or too small"
    tour = draft(world, "Looked at", languages=["en", "de"])
    guide, path = world.client("guide"), f"/v1/tours/{tour}"
    send(world, guide, "PUT", f"{path}/picture", "The old town")
    for words in ("A carved door with the arms of the town", "The roof"):
        send(world, guide, "POST", f"{path}/stops/{guide.get(path)['stops'][0]['id']}/pictures", words)
    for size, theme in (("small", "light"), ("desktop", "dark")):
        page = edit(world, tour, "?part=stops&stop=1", size=size, theme=theme)
        expect(shown(page)).to_have_count(2)
        expect_accessible(page)
        expect_layout(page)
        field = page.get_by_role("group", name="Add a picture")
        field.get_by_label("Add a picture").set_input_files([PICTURE, PICTURE])
        expect(field.get_by_text("1 more picture follows.")).to_be_visible()
        expect_accessible(page)
        expect_layout(page)
        page.get_by_role("navigation", name="Parts of the tour").get_by_role("link", name="Details").click()
        is_drawn(page.get_by_alt_text("The old town"))
        expect_accessible(page)
        expect_layout(page)
