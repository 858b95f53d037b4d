"""The versions of a tour in the studio, and their pictures."""

import json

from playwright.sync_api import expect
from test_pictures import send
from test_studio_editing import draft, edit, part, saved, stored, tool


def test_versions(world):
    "a former publication is compared with what is edited, restored, and that is undone"
    tour = draft(world, "First words")
    guide = world.client("guide")
    guide.post(f"/v1/tours/{tour}/publication", {}, status=200)
    page = edit(world, tour)
    page.get_by_label("Name", exact=True).fill("Second words")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").get_by_text("“Second words” is published.")).to_be_visible()
    part(page, "Versions")
    page.get_by_role("button", name="Compare Version 1").click()
    dialog = page.get_by_role("dialog", name="Version 1")
    expect(dialog.get_by_role("row", name="Name First words Second words")).to_be_visible()
    dialog.get_by_role("button", name="Restore this version").click()
    expect(page.get_by_role("heading", level=1, name="First words")).to_be_visible()
    tool(page, "Undo").click()
    expect(page.get_by_role("heading", level=1, name="Second words")).to_be_visible()
    tool(page, "Redo").click()
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    assert stored(world, tour)["name"] == "First words"
    assert world.client().get(f"/v1/tours/{tour}")["name"] == "Second words"


def remove(guide, path):
    """Takes a picture from the draft of a tour."""
    version = guide.get("/".join(path.split("/")[:4]))["version"]
    assert guide.call("DELETE", path, None, {"If-Match": f'"{version}"'}).status == 200


def with_pictures(world, name):
    """A published tour that had a picture on its cover and one at its first stop; its id."""
    tour = draft(world, name)
    guide, path = world.client("guide"), f"/v1/tours/{tour}"
    send(world, guide, "PUT", f"{path}/picture", "The cover")
    stop = guide.get(path)["stops"][0]["id"]
    send(world, guide, "POST", f"{path}/stops/{stop}/pictures", "The town hall")
    guide.post(f"{path}/publication", {}, status=200)
    remove(guide, f"{path}/picture")
    stop = guide.get(path)["stops"][0]
    remove(guide, f"{path}/stops/{stop['id']}/pictures/{stop['pictures'][0]['id']}")
    return tour


def restore(page, number):
    part(page, "Versions")
    page.get_by_role("button", name=f"Compare Version {number}").click()
    page.get_by_role("dialog", name=f"Version {number}").get_by_role("button", name="Restore this version").click()
    expect(tool(page, "Undo")).to_be_enabled()
    page.get_by_role("button", name="Save draft").click()


def test_restored_pictures(world):
    "a former publication is restored with its pictures; undone and saved, they are away again"
    tour = with_pictures(world, "With pictures")
    page = edit(world, tour)
    restore(page, 1)
    saved(page)
    shown = stored(world, tour)
    assert shown["picture"]["alt"] == "The cover", shown
    assert [picture["alt"] for picture in shown["stops"][0]["pictures"]] == ["The town hall"], shown
    tool(page, "Undo").click()
    page.get_by_role("button", name="Save draft").click()
    saved(page)
    shown = stored(world, tour)
    assert not shown.get("picture") and not shown["stops"][0].get("pictures"), shown


def test_forgotten_pictures(world):
    "a version whose picture was forgotten meanwhile is saved without it, which is said"
    tour = with_pictures(world, "With lost pictures")
    page = edit(world, tour)

    def forgotten(route):
        body = json.loads(route.request.post_data or "{}")
        if route.request.method != "PATCH" or not body["stops"][0].get("pictures"):
            return route.continue_()
        detail = "there is no such picture of your organization"
        return route.fulfill(
            status=422, content_type="application/problem+json",
            body=json.dumps({"type": "/problems/invalid-content", "title": "No", "status": 422, "detail": "No",
                             "errors": [{"pointer": "/stops/0/pictures/0", "detail": detail}]}))

    page.route(f"**/v1/tours/{tour}", forgotten)
    restore(page, 1)
    expect(page.get_by_text("Pictures that are no longer kept were left out.")).to_be_visible()
    saved(page)
    shown = stored(world, tour)
    assert shown["picture"]["alt"] == "The cover" and not shown["stops"][0].get("pictures"), shown
