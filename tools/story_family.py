"""The family of the sample data, in Vaduz and Schaan: what they share and plan."""

from __future__ import annotations

import datetime
from typing import Any, Callable

from story_server import Client, sign_up

PEOPLE = (
    ("ana@example.org", "Ana", {"lat": 47.1410, "lon": 9.5209, "label": "Vaduz, home"}, ["walk", "bicycle"]),
    ("ben@example.org", "Ben", {"lat": 47.1653, "lon": 9.5096, "label": "Schaan, home"}, ["walk", "bus"]),
    ("cleo@example.org", "Cleo", {"lat": 47.1380, "lon": 9.5240, "label": "Vaduz, flat"}, ["walk", "car"]),
)
CASTLE = {"lat": 47.1395, "lon": 9.5245, "label": "Vaduz Castle"}


def instant(days: int, hour: int) -> str:
    """A full hour so many days ahead, in UTC."""
    day = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=days)
    return f"{day}T{hour:02}:00:00Z"


def log_in(port: int) -> list[Client]:
    people = [Client(port) for _ in PEOPLE]
    for person, (email, *_) in zip(people, PEOPLE):
        person.log_in(email)
    return people


def home(person: Client) -> str:
    """The family that somebody is in."""
    realms = person.get("/v1/realms", limit=200)["items"]
    return next(realm["id"] for realm in realms if realm["kind"] == "family")


def settle(port: int) -> None:
    """Signs the family up; makes what they share, and a poll that is open for a week."""
    for email, name, *_ in PEOPLE:
        sign_up(Client(port), email, name)
    people = log_in(port)
    for person, (_, _, place, modes) in zip(people, PEOPLE):
        tag = person.call("GET", "/v1/me/travel-preferences").want(200).headers["etag"]
        person.call("PUT", "/v1/me/travel-preferences", {"modes": modes, "home": place},
                    headers={"If-Match": tag}).want(200)
    ana, ben, cleo = people
    realm = ana.post("/v1/realms", {"kind": "family", "name": "Our family", "joinPolicy": "open"})["id"]
    for person in (ben, cleo):
        person.post(f"/v1/realms/{realm}/members", status=200)
    # From now on by invitation.
    tag = ana.call("GET", f"/v1/realms/{realm}").want(200).headers["etag"]
    ana.call("PATCH", f"/v1/realms/{realm}", {"joinPolicy": "invite"}, headers={"If-Match": tag}).want(200)
    car = ana.post(f"/v1/realms/{realm}/resources", {
        "name": "Car", "description": "The keys hang by the door.", "rules": {"sameDay": True}})["id"]
    ben.post(f"/v1/resources/{car}/bookings", {
        "start": instant(3, 8), "end": instant(3, 11), "reason": "To the dentist", "priority": "medium"})
    ana.post(f"/v1/realms/{realm}/activity-types", {"name": "Picnic", "tasks": ["Bring salad", "Bring a blanket"]})
    trip = ana.post(f"/v1/realms/{realm}/activities", {})["id"]
    ana.post(f"/v1/activities/{trip}/poll", {"deadline": instant(7, 18), "options": [
        {"name": "Up to the castle", "description": "A walk and a picnic.", "start": instant(9, 8),
         "end": instant(9, 11), "place": CASTLE},
        {"name": "Swimming", "description": "If it is warm."},
        {"name": "Board games", "description": "At home, whatever the weather."}]}, status=200)
    choose(ben, trip, 0)


def choose(person: Client, activity: str, *numbers: int) -> None:
    """Votes for options of a poll."""
    path = f"/v1/activities/{activity}"
    options = person.get(path)["poll"]["options"]
    person.call("PUT", f"{path}/poll/ballot", {"options": [options[number]["id"] for number in numbers]}).want(200)


def at_every_step(port: int) -> dict[str, str]:
    """An activity at each step of planning, hosted by the first of the family, for whoever looks at
    pages; by the step, and `voting` for one in which somebody else asks."""
    ana, ben, _ = log_in(port)
    realm = home(ana)
    tasks = [{"title": "Bring salad", "assignee": ben.account["id"]},
             {"title": "Bring a blanket", "assignee": ana.account["id"]}]
    what = {"name": "Picnic by the Rhine", "description": "With everything that one needs."}
    when = {"start": instant(5, 10), "duration": 7200}
    rest = {"place": {"lat": 47.1360, "lon": 9.5110, "label": "Rhine bridge"}, "type": "Picnic", "tasks": tasks}

    def start(person: Client, body: dict[str, Any]) -> str:
        return person.post(f"/v1/realms/{realm}/activities", body)["id"]

    def go(activity: str, body: dict[str, Any]) -> None:
        path = f"/v1/activities/{activity}"
        tag = ana.call("GET", path).want(200).headers["etag"]
        ana.call("PATCH", path, body, headers={"If-Match": tag}).want(200)

    found = {"family": realm}
    listed = ana.get(f"/v1/realms/{realm}/activities")["items"]
    found["polling"] = next(item["id"] for item in listed if item["step"] == "polling")
    found["start"] = start(ana, {})
    found["scheduling"] = start(ana, {**what, "step": "scheduling"})
    found["details"] = start(ana, {**what, **when, "step": "details"})
    found["confirmed"] = start(ana, {**what, **when, "step": "details"})
    go(found["confirmed"], rest)
    ana.post(f"/v1/activities/{found['confirmed']}/invites", status=200)
    found["voting"] = start(ben, {})
    ben.post(f"/v1/activities/{found['voting']}/poll", {"deadline": instant(6, 18), "options": [
        {"name": "Cinema", "description": "A film for all.", "start": instant(8, 18), "end": instant(8, 20),
         "place": {"lat": 47.1653, "lon": 9.5096, "label": "Schaan, Lindenplatz"}},
        {"name": "Museum", "description": "", "place": {"lat": 47.1390, "lon": 9.5222, "label": "Landesmuseum"}},
    ]}, status=200)
    return found


class Planning:
    """Steps of the family's story; `expect` fails a step."""

    def __init__(self, port: int, has_map: bool, expect: Callable[[bool, str], None]):
        self.port, self.has_map, self.expect = port, has_map, expect

    def poll(self) -> str:
        ana, ben, cleo = log_in(self.port)
        realm = home(ana)
        trip = ana.post(f"/v1/realms/{realm}/activities", {})["id"]
        path = f"/v1/activities/{trip}"
        self.expect(ben.call("GET", path).status == 404, "a draft is the host's own")
        place, words = CASTLE, "the castle"
        if self.has_map:
            found = ana.post(f"/v1/realms/{realm}/meeting-places", {
                "participants": [ben.account["id"], cleo.account["id"]], "time": instant(10, 13),
                "kinds": ["cafe", "restaurant"], "order": "fairness"}, status=200)
            self.expect(found["known"] == 3 and len(found["items"]) > 3, f"places to meet, not {found}")
            place = found["items"][0]["place"]
            longest = found["items"][0]["spread"]["longest"]
            words = f"{place['label']}, nobody farther than {longest // 60} min"
        ana.post(path + "/poll", {"deadline": instant(6, 18), "options": [
            {"name": "Lunch", "description": "All together.", "start": instant(10, 11), "end": instant(10, 13),
             "place": place}, {"name": "Cinema"}]}, status=200)
        asked = [entry for entry in ben.get("/v1/notifications", limit=200)["items"]
                 if entry["kind"] == "pollAsked" and entry["subject"]["id"] == trip]
        self.expect(len(asked) == 1, f"each is asked once, not {len(asked)} times")
        own = ben.get(path + "/ways")["items"]
        self.expect("own" in own[0] and "spread" not in own[0], f"a voter sees the own way: {own}")
        spread = ana.get(path + "/ways")["items"][0]["spread"]
        self.expect(spread["shortest"] <= spread["longest"], "the host sees how all ways are spread")
        early = ana.call("POST", path + "/poll/closing")
        self.expect(early.status == 409, "not closed before all have voted")
        choose(ben, trip, 1)
        choose(ben, trip, 0)
        choose(cleo, trip, 0, 1)
        closed = ana.post(path + "/poll/closing", status=200)["poll"]
        self.expect([option["votes"] for option in closed["options"]] == [2, 1], f"two votes to one: {closed}")
        ana.post(path + "/poll/choice", {"option": closed["leading"][0]}, status=200)
        return f"Lunch at {words}: {spread['shortest'] // 60} to {spread['longest'] // 60} min, {self.finish(ana, ben, cleo, realm, path)}"

    def finish(self, ana: Client, ben: Client, cleo: Client, realm: str, path: str) -> str:
        """From the poll's result to an entry in every calendar, at a time at which all are free."""
        slots = ana.post(f"/v1/realms/{realm}/slots", {
            "participants": [ben.account["id"], cleo.account["id"]], "from": instant(10, 0)[:10],
            "to": instant(10, 0)[:10], "duration": 120, "parts": ["morning", "afternoon"], "zone": "Europe/Vaduz",
            "place": ana.get(path)["place"]}, status=200)
        free = slots["days"][0]["slots"]
        self.expect(len(free) > 0, f"times at which all are free: {slots}")
        tasks = [{"title": "Reserve a table", "assignee": cleo.account["id"]}]
        body = {"start": free[0]["start"], "duration": 7200, "checked": True, "type": "Lunch", "tasks": tasks,
                "step": "details"}
        tag = ana.call("GET", path).want(200).headers["etag"]
        ana.call("PATCH", path, body, headers={"If-Match": tag}).want(200)
        item = ana.post(path + "/invites", status=200)["appointment"]
        for person in (ana, ben, cleo):
            person.call("GET", f"/v1/appointments/{item}").want(200)
        told = [entry["text"] for entry in cleo.get("/v1/notifications", limit=200)["items"]
                if entry["kind"] == "activityInvitation"]
        self.expect(len(told) == 1 and "Reserve a table" in told[0], f"Cleo is told with her task: {told}")
        return f"{len(free)} common times, in three calendars"

    def override(self) -> str:
        ana, ben, cleo = log_in(self.port)
        realm = home(ana)
        car = ana.get(f"/v1/realms/{realm}/resources")["items"][0]
        span = {"start": instant(12, 8), "end": instant(12, 11)}
        held = ben.post(f"/v1/resources/{car['id']}/bookings", {**span, "reason": "Shopping", "priority": "low"})
        taken = cleo.call("POST", f"/v1/resources/{car['id']}/bookings", {**span, "reason": "Exam", "priority": "high"})
        self.expect(taken.status == 409, "never two bookings at once")
        asked = cleo.post(f"/v1/bookings/{held['id']}/override-requests", {**span, "reason": "Exam", "priority": "high"})
        given = ben.post(f"/v1/override-requests/{asked['id']}/decision", {"decision": "approve"}, status=200)
        self.expect(given["state"] == "approved" and len(given["freeTimes"]) > 0, f"swapped, with other times: {given}")
        now = ana.get(f"/v1/resources/{car['id']}/free", **{"from": span["start"], "to": span["end"]})["items"]
        self.expect(now == [], "the time is taken, by one of them")
        mine = cleo.get(f"/v1/realms/{realm}/bookings", resource=car["id"], **{"from": span["start"], "to": span["end"]})
        holders = [booking["holder"]["name"] for booking in mine["items"] if booking["state"] == "confirmed"]
        self.expect(holders == ["Cleo"], f"Cleo holds it now: {holders}")
        return f"{car['name']}: from Ben to Cleo, {len(given['freeTimes'])} other times for Ben"
