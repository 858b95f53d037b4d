"""A team and a community of the sample data, in Schaan and Vaduz, and a day of theirs."""

from __future__ import annotations

import datetime
from typing import Any

from story_server import PASSWORDS, Client, expect, sign_up

ZONE = "Europe/Vaduz"
SPORTS_GROUND = {"lat": 47.1690, "lon": 9.5030, "label": "Sports ground, Schaan"}
TOWN_HALL = {"lat": 47.1410, "lon": 9.5209, "label": "Town hall, Vaduz"}
TEAM, COMMUNITY = "Schaan Runners", "Chess in Vaduz"
MEMBERS = {"captain@example.org": "Sample captain", "member@example.org": "Sample member",
           "runner@example.org": "Sample runner"}
PASSWORDS.update({email: f"sample-{email.split('@')[0]}-1" for email in MEMBERS})


def wall(days: int, clock: str) -> str:
    """A wall time so many days from today."""
    return f"{datetime.date.today() + datetime.timedelta(days=days)}T{clock}"


def make_groups(port: int) -> dict[str, str]:
    """Makes the people, the team, the community and what they plan; returns the identifiers by name."""
    people: dict[str, Client] = {}
    for email, name in MEMBERS.items():
        people[email] = Client(port)
        sign_up(people[email], email, name)
        people[email].log_in(email)
    captain, member, runner = people.values()
    made: dict[str, str] = {}

    # Two are friends, the third would like to be one.
    asked = member.post("/v1/friend-requests", {"to": captain.account["id"]})["id"]
    captain.post(f"/v1/invitations/{asked}/acceptance", status=200)
    runner.post("/v1/friend-requests", {"to": captain.account["id"], "message": "We met at the race."})

    team = captain.post("/v1/realms", {
        "kind": "team", "name": TEAM, "joinPolicy": "request", "timeZone": ZONE,
        "description": "We run along the Rhine on Tuesdays."})["id"]
    captain.call("PUT", f"/v1/realms/{team}/team", {"sport": "Running"}).want(200)
    for client, position, number in ((captain, "Captain", 1), (member, "Middle distance", 7),
                                     (runner, "Long distance", 12)):
        if client is not captain:
            link = captain.post(f"/v1/realms/{team}/invitations", {"link": True})
            client.post(f"/v1/invitations/{link['token']}/acceptance", status=200)
        captain.call("PATCH", f"/v1/realms/{team}/members/{client.account['id']}",
                     {"position": position, "number": number}).want(204)
    # It has begun to run four weeks ago, so that there is something to look back at.
    practice = captain.post(f"/v1/realms/{team}/events", {
        "kind": "practice", "title": "Evening run", "start": wall(-28, "18:30"), "zone": ZONE, "duration": 5400,
        "recurrence": "FREQ=WEEKLY", "place": SPORTS_GROUND, "placeIsSafe": True})["id"]
    race = captain.post(f"/v1/realms/{team}/events", {
        "kind": "event", "title": "Spring race", "description": "Once around the Eschnerberg.",
        "start": wall(16, "09:00"), "zone": ZONE, "duration": 14400, "place": SPORTS_GROUND, "placeIsSafe": True,
        "capacity": 2, "responseDeadline": wall(12, "00:00")[:10]})["id"]
    for client in (captain, member, runner):  # the last one waits for a place
        client.call("PUT", f"/v1/group-events/{race}/answer", {"answer": "accepted"}).want(200)
    for weeks, (own, other) in enumerate(((15.2, 41.5), (14.9, 41.9), (14.6, 40.7), (14.1, 40.2))):
        day = wall(7 * weeks - 28, "00:00")[:10]
        for client, metric, value in ((member, "3 km", own), (runner, "8 km", other)):
            captain.post(f"/v1/realms/{team}/records", {
                "account": client.account["id"], "metric": metric, "value": value, "unit": "min", "day": day,
                "season": day[:4]})
    captain.post(f"/v1/realms/{team}/news", {
        "title": "New shirts have come", "text": "They lie in the changing room; take yours on Tuesday."})
    made |= {"team": team, "practice": practice, "race": race}

    community = captain.post("/v1/realms", {
        "kind": "community", "name": COMMUNITY, "joinPolicy": "open", "timeZone": ZONE,
        "description": "Whoever likes to play, from beginners on."})["id"]
    captain.call("PUT", f"/v1/communities/{community}", {"category": "Games"}).want(200)
    member.post(f"/v1/realms/{community}/members", status=200)
    for title, days in (("Blitz evening", 5), ("Lesson for beginners", 9), ("Simultaneous play", -10)):
        event = captain.post(f"/v1/realms/{community}/events", {
            "kind": "event", "title": title, "start": wall(days, "19:00"), "zone": ZONE, "duration": 7200,
            "place": TOWN_HALL, "placeIsSafe": True})["id"]
        made.setdefault("evening", event)
    made["news"] = captain.post(f"/v1/realms/{community}/news", {
        "title": "We have clocks now", "text": "Four of them, for blitz."})["id"]
    course = captain.post(f"/v1/realms/{community}/courses", {
        "title": "Openings for beginners", "description": "Three evenings, at your own pace.",
        "lessons": [
            {"kind": "article", "title": "The first moves",
             "text": "Put pawns into the middle, bring out knights and bishops, and castle early."},
            {"kind": "video", "title": "The Italian game", "link": "https://video.example.org/italian",
             "text": "Twelve minutes."},
            {"kind": "article", "title": "Traps", "text": "Who brings out the queen early loses time, or the queen."}]})
    first = course["lessons"][0]["id"]
    member.call("PUT", f"/v1/courses/{course['id']}/lessons/{first}", {"done": True}).want(200)
    return made | {"community": community, "course": course["id"]}


class Groups:
    """Steps of the team and the community of the sample data."""

    def __init__(self, port: int, made: dict[str, str]):
        self.port, self.made = port, made

    def people(self) -> tuple[Client, Client]:
        """The captain and a member, logged in."""
        captain, member = Client(self.port), Client(self.port)
        captain.log_in("captain@example.org")
        member.log_in("member@example.org")
        return captain, member

    def practice(self) -> str:
        """A practice that goes on: the member checks in at the place, the captain's mark counts."""
        captain, member = self.people()
        now = datetime.datetime.now(datetime.UTC)
        event = captain.post(f"/v1/realms/{self.made['team']}/events", {
            "kind": "practice", "title": "Hill run", "start": f"{now - datetime.timedelta(minutes=10):%Y-%m-%dT%H:%M}",
            "zone": "UTC", "duration": 5400, "place": SPORTS_GROUND, "placeIsSafe": True})["id"]
        told = [entry["text"] for entry in member.get("/v1/notifications")["items"]
                if entry["subject"]["id"] == event]
        expect(len(told) == 1, f"the member is told once: {told}")
        path = f"/v1/group-events/{event}/attendance"
        here = {"lat": SPORTS_GROUND["lat"], "lon": SPORTS_GROUND["lon"]}
        own = member.call("PUT", f"{path}/own", {"mark": "present", **here}).want(200).json
        expect(own["source"] == "place", f"the member was seen at the place: {own}")
        stolen = member.call("PUT", path, {"marks": [{"account": member.account["id"], "mark": "absent"}]})
        expect(stolen.status == 403, "a member marks nobody else")
        lines = {line["account"]["id"]: line for line in captain.get(path)["items"]}
        expect(lines[member.account["id"]]["counted"] == "present", f"the check-in counts: {lines}")
        captain.call("PUT", path, {"marks": [{"account": captain.account["id"], "mark": "present"}]}).want(204)
        present = [line for line in captain.get(path)["items"] if line.get("counted") == "present"]
        expect(len(present) == 2, f"two were there: {present}")
        return f"{len(lines)} members, 2 present, no coordinates kept"

    def event(self) -> str:
        """A community tells of an event: a dot until it is looked at, joining, the calendar, quitting."""
        captain, member = self.people()
        community = self.made["community"]

        def line() -> Any:
            return next(item for item in member.get("/v1/communities")["items"] if item["id"] == community)

        member.call("PUT", f"/v1/realms/{community}/visit").want(204)
        expect(line()["unread"] is False, "nothing is new")
        day = wall(3, "10:00")
        event = captain.post(f"/v1/realms/{community}/events", {
            "kind": "event", "title": "Open day", "start": day, "zone": ZONE, "duration": 7200, "place": TOWN_HALL,
            "placeIsSafe": True})["id"]
        expect(line()["unread"] is True, "the community has something new")

        def titles() -> list[str]:
            lines = member.get("/v1/appointments", view="day", date=day[:10], zone=ZONE)["items"]
            return [item["title"] for item in lines]

        member.call("PUT", f"/v1/group-events/{event}/answer", {"answer": "accepted"}).want(200)
        expect("Open day" in titles(), f"the event stands in the calendar: {titles()}")
        member.call("DELETE", f"/v1/realms/{community}/members/{member.account['id']}").want(204)
        expect("Open day" not in titles(), f"quitting takes it away: {titles()}")
        late = member.call("PUT", f"/v1/group-events/{event}/answer", {"answer": "accepted"})
        expect(late.status in (403, 404), f"who is not in it cannot join: {late.status}")
        expect(line()["joined"] is False, "it stands among the others")
        member.post(f"/v1/realms/{community}/members", status=200)
        return "told, joined, in the calendar, quit, joined again"
