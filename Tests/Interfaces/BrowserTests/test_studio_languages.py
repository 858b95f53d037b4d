"""What a tour tells by language: names, descriptions, stops and recordings, beside each other."""

import io
import math
import re
import struct
import wave

from playwright.sync_api import expect
from test_studio_editing import STOPS, draft, edit, part, saved, stored, tool


def sound(seconds=1):
    "A tone as a WAV file."
    file = io.BytesIO()
    with wave.open(file, "wb") as tone:
        tone.setnchannels(1)
        tone.setsampwidth(2)
        tone.setframerate(8000)
        tone.writeframes(b"".join(
            struct.pack("<h", int(8000 * math.sin(i / 3))) for i in range(8000 * seconds)))
    return {"name": "tone.wav", "mimeType": "audio/wav", "buffer": file.getvalue()}


def heard(page, language):
    return page.get_by_role("region", name=f"What is heard ({language})")


def test_names_side_by_side(world):
    "name and description are written in each language of the tour, side by side, and readers get their own"
    tour = draft(world, "Old Town and more")
    page = edit(world, tour, size="desktop")
    page.get_by_label("Languages").select_option("de")
    english, german = page.get_by_label("Name (English)"), page.get_by_label("Name (German)")
    expect(english).to_have_value("Old Town and more")
    german.fill("Altstadt und mehr")
    page.get_by_label("Description (German)").fill("Von hier nach dort.")
    one, other = english.bounding_box(), german.bounding_box()
    assert abs(one["y"] - other["y"]) < 2 and other["x"] >= one["x"] + one["width"], (one, other)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    seen = stored(world, tour)
    assert seen["names"] == {"en": "Old Town and more", "de": "Altstadt und mehr"}, seen["names"]
    assert seen["descriptions"] == {"en": "From here to there.", "de": "Von hier nach dort."}, seen
    german.fill("Altstadt")
    tool(page, "Undo").click()
    expect(german).to_have_value("Altstadt und mehr")
    # Each is wrong where it is wrong.
    english.fill("")
    german.fill("")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("alert").get_by_text("Give the tour a name.")).to_be_visible()
    expect(english).to_have_attribute("aria-invalid", "true")
    expect(english).to_be_focused()
    tool(page, "Undo").click()


def test_languages_on_a_phone(world):
    "on a phone one language is seen at a time, and the others are a tap away and told to be missing"
    tour = draft(world, "One at a time", languages=["en", "de"])
    page = edit(world, tour, "?part=stops&stop=1", size="phone")
    expect(page.get_by_label("Text (English)")).to_have_value("Built in 1933.")
    expect(page.get_by_label("Text (German)")).to_be_hidden()
    choice = page.get_by_role("group", name="Language", exact=True)
    choice.get_by_role("button", name="German: missing").click()
    expect(page.get_by_label("Text (English)")).to_be_hidden()
    page.get_by_label("Name of the stop (German)").fill("Rathaus")
    page.get_by_label("Text (German)").fill("Gebaut 1933.")
    expect(choice.get_by_role("button", name="German", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    stop = stored(world, tour)["stops"][0]
    assert stop["titles"] == {"en": "Town hall", "de": "Rathaus"} and stop["texts"]["de"] == "Gebaut 1933.", stop


def test_a_recording_for_each_language(world):
    "a stop has a recording in each language: sent, heard, taken away, and read aloud where there is none"
    tour = draft(world, "Two voices", languages=["en", "de"], stops=[
        {**STOPS[0], "text": {"en": "Built in 1933.", "de": "Gebaut 1933."}}, STOPS[1]])
    page = edit(world, tour, "?part=stops&stop=1", size="desktop")
    german, english = heard(page, "German"), heard(page, "English")
    expect(german.get_by_text("Read aloud by the device.")).to_be_visible()
    german.get_by_label("Or a sound file").set_input_files(sound())
    expect(page.get_by_role("status").get_by_text("The recording is part of the draft.")).to_be_visible()
    expect(german.get_by_text("A recording is played.")).to_be_visible()
    expect(english.get_by_text("Read aloud by the device.")).to_be_visible()
    kinds = {tag: one["kind"] for tag, one in stored(world, tour)["stops"][0]["narrations"].items()}
    assert kinds == {"en": "speech", "de": "recording"}, kinds
    with page.expect_response(re.compile(r"/recording\?language=de$")) as answer:
        german.get_by_role("button", name="Play").click()
    assert answer.value.ok, answer.value.status
    english.get_by_label("Or a sound file").set_input_files(sound(2))
    expect(english.get_by_text("A recording is played.")).to_be_visible()
    german.get_by_role("button", name="Remove recording").click()
    expect(german.get_by_text("Read aloud by the device.")).to_be_visible()
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    narrations = stored(world, tour)["stops"][0]["narrations"]
    assert {tag: one["kind"] for tag, one in narrations.items()} == {"en": "recording", "de": "speech"}, narrations
    # It was sent already: undone and saved, it is there again.
    tool(page, "Undo").click()
    expect(german.get_by_text("A recording is played.")).to_be_visible()
    expect(german.get_by_text("It can be heard here once the draft is saved.")).to_be_visible()
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    narrations = stored(world, tour)["stops"][0]["narrations"]
    assert {one["kind"] for one in narrations.values()} == {"recording"}, narrations
    expect(german.get_by_role("button", name="Play")).to_be_visible()


def test_two_record_the_same(world):
    "two record a stop in the same language: who comes later hears both and keeps either; in another language both stay"
    tour = draft(world, "Two mouths", languages=["en", "de"], stops=[
        {**STOPS[0], "text": {"en": "Built in 1933.", "de": "Gebaut 1933."}}, STOPS[1]])
    guide, path = world.client("guide"), f"/v1/tours/{tour}"

    def narrations():
        return stored(world, tour)["stops"][0]["narrations"]

    def record(language, seconds):
        "Somebody else does, while the recording of this one is on its way."
        draft = guide.call("GET", path).want(200)
        address = f"{path}/stops/{draft.json['stops'][0]['id']}/recording"
        guide.call("PUT", address, sound(seconds)["buffer"], {"If-Match": draft.headers["etag"]}, "audio/wav",
                   language=language).want(200)

    page = edit(world, tour, "?part=stops&stop=1", size="desktop")
    german, english = heard(page, "German"), heard(page, "English")
    others = [("de", 2), ("en", 3)]

    def pass_on(route):
        if route.request.method == "PUT" and others:
            record(*others.pop(0))
        route.continue_()
    page.route("**/recording**", pass_on)
    german.get_by_label("Or a sound file").set_input_files(sound())
    dialog = page.get_by_role("dialog", name="Changed by somebody else meanwhile")
    theirs = dialog.get_by_role("group", name="The recording of somebody else")
    play = theirs.get_by_role("button", name="Play")
    expect(play).to_be_visible()
    with page.expect_response(lambda one: one.request.method == "GET" and "/recording?language=de" in one.url) as answer:
        play.click()
    assert answer.value.ok, answer.value.status
    expect(dialog.get_by_role("group", name="Your recording")).to_be_visible()
    first = narrations()["de"]["media"]
    dialog.get_by_role("button", name="Keep theirs").click()
    expect(german.get_by_text("A recording is played.")).to_be_visible()
    assert narrations()["de"]["media"] == first
    # Another language clashes with nothing.
    german.get_by_label("Or a sound file").set_input_files(sound())
    expect(page.get_by_role("status").get_by_text("The recording is part of the draft.")).to_be_visible()
    expect(english.get_by_text("A recording is played.")).to_be_visible()
    now = narrations()
    assert {tag: entry["kind"] for tag, entry in now.items()} == {"en": "recording", "de": "recording"}, now
    assert now["de"]["media"] != first, now


def test_missing_recording_leads_to_its_language(world):
    "a check that misses a recording leads to the language in which it is missing"
    tour = draft(world, "One voice", languages=["en", "de"], stops=[
        {**stop, "text": {"en": "Here.", "de": "Hier."}} for stop in STOPS])
    page = edit(world, tour, "?part=stops&stop=1", size="phone")
    page.get_by_role("group", name="Language", exact=True).get_by_role("button", name="German").click()
    heard(page, "German").get_by_label("Or a sound file").set_input_files(sound())
    expect(page.get_by_role("status").get_by_text("The recording is part of the draft.")).to_be_visible()
    page.get_by_role("group", name="Language", exact=True).get_by_role("button", name="English").click()
    part(page, "Check")
    page.get_by_role("button", name="Check now").click()
    found = page.get_by_role("list", name="Stop 2: Parliament")
    found.get_by_role("button", name="There is no recording in a language").click()
    expect(heard(page, "German")).to_be_focused()
