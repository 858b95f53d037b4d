"""Single things of the sample data, for pages that show one: each is made when an address first names it."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Callable

import story_family

if TYPE_CHECKING:
    from world import World


def appointment(world: World) -> str:
    """One of the visitor's, tomorrow, which somebody is asked to."""
    day = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
    visitor, guide = world.client("visitor"), world.client("guide")
    made = visitor.post("/v1/appointments", {
        "title": "Museum with the guides", "start": f"{day}T15:00", "zone": "Europe/Vaduz", "duration": 5400,
        "place": {"lat": 47.1390, "lon": 9.5222, "label": "Landesmuseum"},
        "confirm": ["overlap", "unreachable", "nextUnreachable"]})["id"]
    visitor.post(f"/v1/appointments/{made}/participants", {"to": [guide.account["id"]]}, status=200)
    return made


def walking(world: World) -> str:
    """A free tour that the member is on."""
    tour = world.path("{tour}")
    reply = world.client("member").call("POST", f"/v1/tours/{tour}/runs")
    reply.want(201 if reply.status == 201 else 200)
    return tour


def cube(world: World) -> str:
    """An object that the visitor has placed near the castle."""
    visitor = world.client("visitor")
    made = visitor.post("/v1/objects", {"name": "A cube at the corner", "prompt": "red cube 1 m"})["id"]
    public = next(realm for realm in visitor.get("/v1/realms")["items"] if realm["kind"] == "public")
    visitor.post("/v1/instances", {"object": made, "realms": [public["id"]], "pose": {
        "position": {"lat": 47.141, "lon": 9.531, "h": 500}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}})
    return made


def report(world: World) -> str:
    """A report of that object, which waits for a decision."""
    subject = {"kind": "object", "id": world.path("{cube}")}
    return world.client("guide").post("/v1/reports", {
        "subject": subject, "reason": "offensive", "text": "It hides the entrance."})["id"]


def case(world: World) -> str:
    """A report of the place where it stands, beside the one of the object."""
    world.path("{report}")
    visitor, guide = world.client("visitor"), world.client("guide")
    placed = visitor.get("/v1/instances")["items"][0]["id"]
    return guide.post("/v1/reports", {
        "subject": {"kind": "instance", "id": placed}, "reason": "dangerous", "text": "It stands in the road."})["id"]


def organization_request(world: World) -> str:
    return world.client("ben").post("/v1/organization-requests", {
        "organizationName": "Walks along the Rhine", "website": "https://example.org/rhine",
        "reason": "We show people the river and its dams."})["id"]


def message(world: World) -> str:
    """A message to the operator, not answered yet."""
    text = "Our village is not on the map. Could you take it in? " * 4
    world.client("visitor").post("/v1/operator-messages", {"subject": "Our village", "text": text}, status=204)
    return world.client("admin").get("/v1/admin/operator-messages")["items"][0]["id"]


def account(world: World) -> str:
    return world.client("guide").account["id"]


def resource(world: World) -> str:
    """The family's car."""
    ana = world.client("ana")
    return ana.get(f"/v1/realms/{story_family.home(ana)}/resources")["items"][0]["id"]


def booking(world: World) -> str:
    """Ben's booking of the car."""
    body = {"start": story_family.instant(4, 8), "end": story_family.instant(4, 11), "reason": "To the garden centre",
            "priority": "low"}
    return world.client("ben").post(f"/v1/resources/{world.path('{resource}')}/bookings", body)["id"]


def override(world: World) -> str:
    """Ana asks Ben for that time."""
    body = {"start": story_family.instant(4, 9), "end": story_family.instant(4, 10), "reason": "Exam", "priority": "high"}
    return world.client("ana").post(f"/v1/bookings/{world.path('{booking}')}/override-requests", body)["id"]


def player(world: World) -> str:
    return world.client("member").account["id"]


def link(world: World) -> str:
    """What stands in a link that invites into the family."""
    ana = world.client("ana")
    made: dict[str, Any] = ana.post(f"/v1/realms/{story_family.home(ana)}/invitations", {"link": True})
    return made["token"]


MAKERS: dict[str, Callable[[World], str]] = {
    "appointment": appointment, "walking": walking, "cube": cube, "report": report, "case": case,
    "organizationRequest": organization_request, "message": message, "account": account, "resource": resource,
    "booking": booking, "override": override, "player": player, "link": link,
}
