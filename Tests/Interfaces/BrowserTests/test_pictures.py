"""Pictures of tours, stops, people, organizations and objects."""

import re
import struct
import uuid
import zlib
from urllib.request import Request, urlopen

from playwright.sync_api import expect
from world import ACCOUNTS, PASSWORDS, sign_up


def png(width=640, height=400):
    "A picture with a gradient."
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(
        b"\0" + bytes(v for x in range(width) for v in (x * 255 // width, y * 255 // height, 120))
        for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


PICTURE = {"name": "view.png", "mimeType": "image/png", "buffer": png()}


def newcomer(world):
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    PASSWORDS[email] = "a sample of a password"
    ACCOUNTS[email] = email
    sign_up(world.client(), email, "Noa")
    return email


def is_drawn(image):
    "Whether the browser has decoded it."
    expect(image).to_be_visible()
    # Not by waiting until it lies still: a page that is read anew puts another one in its place.
    image.evaluate("image => image.scrollIntoView({ block: 'center' })")
    expect(image).not_to_have_js_property("naturalWidth", 0)


def test_own_picture(world):
    "CG-TV-22: one's picture is chosen, seen, told in words, sent and removed"
    page = world.open("/me/profile", newcomer(world))
    field = page.get_by_role("group", name="Your picture")
    field.get_by_label("Choose a picture").set_input_files(PICTURE)
    expect(field.get_by_alt_text("The picture that you chose")).to_be_visible()
    field.get_by_role("button", name="Use this picture").click()
    expect(field.get_by_text(re.compile("Say in words"))).to_be_visible()
    field.get_by_label("What is to be seen?").fill("Noa in the sun")
    field.get_by_role("button", name="Use this picture").click()
    is_drawn(field.get_by_alt_text("Noa in the sun"))
    page.reload()
    is_drawn(page.get_by_alt_text("Noa in the sun"))
    page.get_by_role("button", name="Remove picture").click()
    expect(page.get_by_alt_text("Noa in the sun")).to_have_count(0)
    expect(page.get_by_text("Choose a picture")).to_be_visible()


def test_from_the_device(world):
    "MF-IF-02: media come from the device's own storage: the browser's file picker offers pictures, and takes one"
    page = world.open("/me/profile", newcomer(world))
    field = page.get_by_role("group", name="Your picture", exact=True)
    with page.expect_file_chooser() as asked:
        field.get_by_text("Choose a picture", exact=True).click()
    chooser = asked.value
    accepted = chooser.element.get_attribute("accept") or ""
    assert all(kind in accepted for kind in ("image/jpeg", "image/png", "image/webp")), accepted
    # Nothing that would force the camera: what is stored can be chosen.
    assert chooser.element.get_attribute("capture") is None
    chooser.set_files(PICTURE)
    expect(field.get_by_alt_text("The picture that you chose", exact=True)).to_be_visible()
    field.get_by_label("What is to be seen?").fill("From the gallery")
    field.get_by_role("button", name="Use this picture", exact=True).click()
    is_drawn(field.get_by_alt_text("From the gallery", exact=True))
    page.reload()
    is_drawn(page.get_by_alt_text("From the gallery", exact=True))


def test_no_picture(world):
    "what is no picture is refused in words, and can be chosen anew"
    page = world.open("/me/profile", newcomer(world))
    field = page.get_by_role("group", name="Your picture")
    field.get_by_label("Choose a picture").set_input_files(
        {"name": "view.png", "mimeType": "image/png", "buffer": b"<html>no picture</html>"})
    field.get_by_label("Decoration").check()
    field.get_by_role("button", name="Use this picture").click()
    expect(field.get_by_role("alert")).to_contain_text(re.compile("PNG|JPEG"))
    field.get_by_role("button", name="Cancel").click()
    expect(field.get_by_text("Choose a picture")).to_be_visible()
    world.problems.clear()


def send(world, guide, method, path, alt):
    "Sends a picture to the draft of a tour; the draft as it now is."
    tour = path.split("/")[3]
    version = guide.get(f"/v1/tours/{tour}")["version"]
    request = Request(
        f"{world.address}{path}?alt={alt.replace(' ', '+')}", method=method, data=PICTURE["buffer"],
        headers={"Authorization": f"Bearer {guide.token}", "If-Match": f'"{version}"',
                 "Content-Type": "image/png"})
    with urlopen(request) as answer:
        assert answer.status == 200
    return guide.get(f"/v1/tours/{tour}")


def test_tour_pictures(world):
    "The preview shows the cover and what is to be seen at the stops, closely on demand"
    guide = world.client("guide")
    tour = next(tour for tour in guide.get("/v1/tours?own=true")["items"] if float(tour["price"]) == 0)
    path = f"/v1/tours/{tour['id']}"
    draft = send(world, guide, "PUT", f"{path}/picture", "The old town")
    stop = draft["stops"][0]["id"]
    send(world, guide, "POST", f"{path}/stops/{stop}/pictures", "The town hall")
    second = guide.get(path)["stops"][0]["id"]
    send(world, guide, "POST", f"{path}/stops/{second}/pictures", "Its door")
    guide.call("POST", f"{path}/publication")
    page = world.open(f"/t/{tour['id']}")
    is_drawn(page.get_by_alt_text("The old town"))
    gallery = page.get_by_role("list", name=re.compile("^Pictures: "))
    expect(gallery.get_by_role("button")).to_have_count(2)
    gallery.get_by_role("button", name="Look closely: The town hall").click()
    dialog = page.get_by_role("dialog")
    is_drawn(dialog.get_by_alt_text("The town hall"))
    before = dialog.get_by_alt_text("The town hall").bounding_box()["width"]
    dialog.get_by_role("button", name="Larger").click()
    page.wait_for_function(
        "([image, before]) => image.getBoundingClientRect().width > before",
        arg=[dialog.get_by_alt_text("The town hall").element_handle(), before])
    dialog.get_by_role("button", name="Next picture").click()
    is_drawn(dialog.get_by_alt_text("Its door"))
    expect(dialog.get_by_role("status")).to_have_text("2 of 2")
    page.keyboard.press("Escape")
    listed = world.open("/tours")
    expect(listed.locator(f"a[href='/t/{tour['id']}'] img")).to_be_visible()


def test_organization_picture(world):
    "an organization's picture is sent by its admins, and stands beside its tours"
    page = world.open("/me/organization", "guide")
    field = page.get_by_role("group", name="Picture of the organization")
    field.get_by_label("Choose a picture").set_input_files(PICTURE)
    field.get_by_label("What is to be seen?").fill("Two shoes")
    field.get_by_role("button", name="Use this picture").click()
    is_drawn(field.get_by_alt_text("Two shoes"))
    page.get_by_role("button", name="Remove picture").click()
    expect(page.get_by_alt_text("Two shoes")).to_have_count(0)


def test_author(world):
    "a tour's own page leads its organization to where its pictures are chosen"
    guide = world.client("guide")
    tour = next(tour for tour in guide.get("/v1/tours?own=true")["items"] if float(tour["price"]) > 0)
    page = world.open(f"/t/{tour['id']}", "guide")
    page.get_by_role("link", name="Edit in Studio").click()
    expect(page.get_by_role("group", name="Cover")).to_be_visible()
    expect(page).to_have_url(f"{world.address}/studio/tours/{tour['id']}")
