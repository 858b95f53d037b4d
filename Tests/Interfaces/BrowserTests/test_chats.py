"""Chats: voice messages between friends and in groups, with and without a network."""

import io
import math
import re
import struct
import wave

from playwright.sync_api import expect
from test_friends import befriend
from test_people import newcomer
from world import expect_accessible, expect_layout, until

RECORD, STOP = "Record a voice message", "Stop recording and send"


def tone():
    "A second of a tone, as a file."
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"".join(
            struct.pack("<h", round(16_000 * math.sin(n * 440 * 2 * math.pi / 8000))) for n in range(8000)))
    return file.getvalue()


def friends(world, *names):
    "People of whom the first is a friend of all others."
    people = [newcomer(world, name) for name in names]
    for other in people[1:]:
        befriend(world, people[0], other)
    return people


def realm_of(world, person, other):
    account = world.client(other).account["id"]
    friends = world.client(person).get("/v1/friends")["items"]
    return next(one["realm"] for one in friends if one["account"]["id"] == account)


def again(world, page, path):
    "Another page on the same device, after the first has gone without a word; with a network."
    context = page.context
    page.close()
    context.set_offline(False)
    page = world.watched(context.new_page())
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def messages(page):
    return page.get_by_role("list", name="Messages").get_by_role("listitem")


def record(page, seconds=1):
    "Something is recorded by the device's sample of a microphone."
    page.get_by_role("button", name=RECORD).click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(f"0:0[{seconds}-9]"))


def say(page):
    record(page)
    page.get_by_role("button", name=STOP).click()


def test_voice_message(world):
    "SC-MSG-01, SC-MSG-03 to SC-MSG-05, SC-MSG-08 to SC-MSG-13, SC-Q-06: a voice message is recorded, sent, listed at both, heard and stopped"
    ana, ben = friends(world, "Ana", "Ben")
    realm = realm_of(world, ana, ben)
    listening = world.open("/people/chats", ben)
    chats = listening.get_by_role("list", name="Chats")
    chats.get_by_role("link", name="Ana").click()
    expect(listening.get_by_role("heading", level=1)).to_have_text("Ana")
    expect(listening.get_by_text("Nobody has said anything yet.")).to_be_visible()
    speaking = world.open(f"/people/chats/{realm}", ana)
    expect(speaking.get_by_role("heading", level=1)).to_have_text("Ben")
    record(speaking)
    expect_accessible(speaking)
    expect_layout(speaking)
    speaking.get_by_role("button", name=STOP).click()
    expect(messages(speaking)).to_have_count(1, timeout=1000)
    # It comes by itself, and is played with one tap; what plays is shown, and stops with another.
    play = messages(listening).get_by_role("button", name="Play the voice message of Ana")
    expect(play).to_contain_text(re.compile(r"0:0\d"))
    expect(messages(listening)).to_contain_text("new")
    expect_accessible(listening)
    expect_layout(listening)
    play.click()
    stop = messages(listening).get_by_role("button", name="Stop")
    expect(stop).to_have_attribute("aria-pressed", "true")
    stop.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(messages(listening)).not_to_contain_text("new")
    expect(messages(speaking)).to_contain_text("heard by 1")
    # SC-MSG-17: friends speak, they do not type.
    expect(speaking.get_by_label("Write a message")).to_have_count(0)


def test_order_of_messages(world):
    "SC-MSG-14 to SC-MSG-16: the latest ten are shown, most recent first; further down come earlier ones, and each can be played"
    ana, ben = friends(world, "Ana", "Ben")
    realm = realm_of(world, ana, ben)
    for number in range(13):
        world.client(ben).call(
            "POST", f"/v1/conversations/{realm}/messages", tone(), kind="audio/wav",
            headers={"Idempotency-Key": f"number-{number}"}).want(201)
    page = world.open(f"/people/chats/{realm}", ana)
    expect(messages(page)).to_have_count(10)
    messages(page).last.scroll_into_view_if_needed()
    expect(messages(page)).to_have_count(13)
    messages(page).last.get_by_role("button", name="Play").click()
    # What was not heard follows by itself, up to the newest.
    expect(messages(page).last.get_by_role("button", name="Stop")).to_be_visible()
    expect(messages(page).nth(11).get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").first.click()


def test_waits_for_the_network(world):
    "SC-MSG-07, CG-SC-19: what is said without a network waits in sight, and is sent by itself, in order and once"
    ana, ben = friends(world, "Ana", "Ben")
    realm = realm_of(world, ana, ben)
    page = world.open(f"/people/chats/{realm}", ana)
    expect(page.get_by_role("button", name=RECORD)).to_be_visible()
    page.context.set_offline(True)
    for _ in range(2):
        say(page)
        expect(page.get_by_role("button", name=RECORD)).to_be_visible()
    waiting = page.get_by_role("list", name="On the way").get_by_role("listitem")
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("waits for the network")
    page = again(world, page, f"/people/chats/{realm}")
    expect(messages(page)).to_have_count(2)
    expect(page.get_by_role("list", name="On the way")).to_have_count(0)
    path = f"/v1/conversations/{realm}/messages"
    assert [one["sequence"] for one in world.client(ben).get(path)["items"]] == [2, 1]


def test_crash_while_recording(world):
    "a page that goes away while one records loses a few seconds at most: what there is is offered"
    ana, ben = friends(world, "Ana", "Ben")
    realm = realm_of(world, ana, ben)
    page = world.open(f"/people/chats/{realm}", ana)
    record(page, 5)
    page = again(world, page, f"/people/chats/{realm}")
    expect(page.get_by_text("This recording was not sent.")).to_be_visible()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(messages(page)).to_have_count(1)
    expect(messages(page)).to_contain_text(re.compile(r"0:0[3-9]"))
    page.reload()
    expect(page.get_by_role("button", name=RECORD)).to_be_visible()


def test_listen_first(world):
    "a recording can be listened to before it is sent, and be thrown away"
    ana, ben = friends(world, "Ana", "Ben")
    page = world.open(f"/people/chats/{realm_of(world, ana, ben)}", ana)
    record(page)
    page.get_by_role("button", name="Stop and listen first").click()
    expect(page.get_by_role("group", name=re.compile("Your recording"))).to_be_visible()
    page.get_by_role("button", name="Delete recording").click()
    expect(page.get_by_role("button", name=RECORD)).to_be_visible()
    record(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name=RECORD)).to_be_visible()
    expect(messages(page)).to_have_count(0)


def test_delete(world):
    "what one said is deleted for everybody, what another said for oneself; it can be reported"
    ana, ben = friends(world, "Ana", "Ben")
    realm = realm_of(world, ana, ben)
    path = f"/v1/conversations/{realm}/messages"
    page, other = world.open(f"/people/chats/{realm}", ana), world.open(f"/people/chats/{realm}", ben)
    say(page)
    expect(messages(other)).to_have_count(1)
    messages(other).get_by_role("button", name="More about").click()
    other.get_by_role("button", name="Report message").click()
    other.get_by_label("What is wrong?").select_option("Spam or advertising")
    other.get_by_role("button", name="Send report").click()
    expect(other.get_by_role("status").get_by_text("An admin will look at it.")).to_be_visible()
    messages(page).get_by_role("button", name="More about").click()
    page.get_by_role("button", name="Delete for everybody").click()
    expect(messages(page)).to_have_count(0)
    expect(messages(other)).to_have_count(0)
    say(page)
    messages(other).get_by_role("button", name="More about").click()
    other.get_by_role("button", name="Delete for me").click()
    expect(messages(other)).to_have_count(0)
    assert len(world.client(ana).get(path)["items"]) == 1


def test_group_chat(world):
    "SC-GRP-01 to SC-GRP-08, SC-GRP-10, SC-GRP-15, SC-GRP-16, SC-MSG-02: a group chat is begun with two friends, grows, is spoken in and left"
    ana, ben, cleo, dan = friends(world, "Ana", "Ben", "Cleo", "Dan")
    page = world.open("/people/chats", ana)
    page.get_by_role("button", name="Create a new group chat").click()
    dialog = page.get_by_role("dialog", name="Create a new group chat")
    create = dialog.get_by_role("button", name="Create", exact=True)
    expect(create).to_be_disabled()
    dialog.get_by_role("checkbox", name="Ben").check()
    expect(create).to_be_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile("/people/chats$"))
    page.get_by_role("button", name="Create a new group chat").click()
    expect(dialog.get_by_role("checkbox", name="Ben")).not_to_be_checked()
    for name in ("Ben", "Cleo"):
        dialog.get_by_role("checkbox", name=name).check()
    expect_accessible(page)
    create.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana, Ben, Cleo")
    other = world.open("/people/chats", ben)
    expect(other.get_by_role("link", name="Ana, Ben, Cleo")).to_be_visible()
    page.get_by_role("button", name="Add friends").click()
    adding = page.get_by_role("dialog", name="Add friends")
    expect(adding.get_by_role("checkbox", name="Ben")).to_have_count(0)
    adding.get_by_role("checkbox", name="Dan").check()
    adding.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Ana, Ben, Cleo, Dan")).to_be_visible()
    say(page)
    newcomer_page = world.open("/people/chats", dan)
    expect(newcomer_page.get_by_role("link", name="Ana, Ben, Cleo")).to_contain_text("voice message")
    page.get_by_role("button", name="Quit", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Quit", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Chats")
    expect(page.get_by_role("link", name="Ana, Ben, Cleo")).to_have_count(0)


def test_families_write_too(world):
    "in families and teams one writes as well; friends and group chats speak alone"
    ana = newcomer(world, "Ana")
    family = world.client(ana).post("/v1/realms", {"kind": "family", "name": "Frick"})["id"]
    page = world.open(f"/people/chats/{family}", ana)
    page.get_by_label("Write a message").fill("I bring a cake.")
    page.get_by_role("button", name="Send message").click()
    expect(messages(page)).to_contain_text("I bring a cake.")
    expect(page.get_by_label("Write a message")).to_have_value("")


def test_refused_microphone(world):
    "without the microphone it is said what to do"
    ana, ben = friends(world, "Ana", "Ben")
    page = world.open(f"/people/chats/{realm_of(world, ana, ben)}", ana)
    page.evaluate("""() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    }""")
    page.get_by_role("button", name=RECORD).click()
    expect(page.get_by_text("The microphone cannot be used.")).to_be_visible()


def test_no_chats(world):
    "SC-FRD-09: without chats it is said how to come to one; friend requests are reached from the top"
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    world.client(ben).post("/v1/friend-requests", {"to": world.client(ana).account["id"]})
    page = world.open("/people/chats", ana)
    expect(page.get_by_text("No chats yet.")).to_be_visible()
    expect_accessible(page)
    expect_layout(page)
    request = page.get_by_role("link", name="Friend request")
    expect(request).to_contain_text("1")
    request.click()
    page.get_by_role("button", name=re.compile("Accept.*Ben")).click()
    until(page, lambda: world.client(ana).get("/v1/conversations")["items"], "the chat with the friend")
