"""Helsinki, the first place of the sample data: its organization and people, and the steps that try it."""

from __future__ import annotations

import json
import pathlib
import time
from typing import Any

import story_media
from story_family import instant
from story_groups import wall
from story_server import PASSWORDS, Client, Server, expect, sign_up

ZONE = "Europe/Helsinki"
AUTHOR = "helsinki@example.org"
PEOPLE = {
    "coach@example.org": ("Sample coach", {"lat": 60.1735, "lon": 24.9520, "label": "Snellmaninkatu, home"}),
    "parent@example.org": ("Sample parent", {"lat": 60.1775, "lon": 24.9503, "label": "Siltasaari, home"}),
    "child@example.org": ("Sample child", {"lat": 60.1775, "lon": 24.9503, "label": "Siltasaari, home"}),
    "grandparent@example.org": ("Sample grandparent", {"lat": 60.1652, "lon": 24.9395, "label": "Bulevardi, home"}),
}
PASSWORDS.update({email: f"sample-{email.split('@')[0]}-1" for email in (AUTHOR, *PEOPLE)})
SQUARE = {"lat": 60.1695, "lon": 24.9522, "label": "Senate Square"}
PARK = {"lat": 60.1746, "lon": 24.9461, "label": "Kaisaniemi park"}
LIBRARY = {"lat": 60.1734, "lon": 24.9384, "label": "Central library Oodi"}
HALL = {"lat": 60.1662, "lon": 24.9525, "label": "Old Market Hall"}
WALK = "An emperor's square"


def settle(port: int) -> None:
    """Makes the organization, and who lives here: a team, a community, a family."""
    author, admin = Client(port), Client(port)
    sign_up(author, AUTHOR, "Sample guide in Helsinki")
    author.log_in(AUTHOR)
    asked = author.post("/v1/organization-requests", {
        "organizationName": "Helsinki Walks", "website": "https://example.org/helsinki-walks",
        "reason": "We lead walks through the centre and want to upload them."})
    admin.log_in("admin@example.org")
    admin.post(f"/v1/admin/organization-requests/{asked['id']}/decision", {"decision": "accept"}, status=200)
    people = []
    for email, (name, home) in PEOPLE.items():
        client = Client(port)
        sign_up(client, email, name)
        client.log_in(email)
        tag = client.call("GET", "/v1/me/travel-preferences").want(200).headers["etag"]
        client.call("PUT", "/v1/me/travel-preferences", {"modes": ["walk", "tram"], "home": home},
                    headers={"If-Match": tag}).want(200)
        people.append(client)
    coach, parent, child, grandparent = people
    make_team(coach, parent, child)
    make_community(grandparent, coach, parent)
    make_family(parent, child, grandparent)


def make_team(coach: Client, *members: Client) -> None:
    team = coach.post("/v1/realms", {
        "kind": "team", "name": "Kaisaniemi Joggers", "joinPolicy": "request", "timeZone": ZONE,
        "description": "Twice around the park on Thursdays, whatever the weather."})["id"]
    coach.call("PUT", f"/v1/realms/{team}/team", {"sport": "Running"}).want(200)
    for number, member in enumerate(members, 2):
        link = coach.post(f"/v1/realms/{team}/invitations", {"link": True})
        member.post(f"/v1/invitations/{link['token']}/acceptance", status=200)
        coach.call("PATCH", f"/v1/realms/{team}/members/{member.account['id']}", {"number": number}).want(204)
    coach.post(f"/v1/realms/{team}/events", {
        "kind": "practice", "title": "Park run", "start": wall(-21, "18:00"), "zone": ZONE, "duration": 3600,
        "recurrence": "FREQ=WEEKLY", "place": PARK, "placeIsSafe": True})
    coach.post(f"/v1/realms/{team}/news", {
        "title": "We meet at the theatre's side", "text": "The main gate is closed this week."})


def make_community(host: Client, *members: Client) -> None:
    community = host.post("/v1/realms", {
        "kind": "community", "name": "Sketching in Helsinki", "joinPolicy": "open", "timeZone": ZONE,
        "description": "One place, two hours, pencils for everybody."})["id"]
    host.call("PUT", f"/v1/communities/{community}", {"category": "Art"}).want(200)
    for member in members:
        member.post(f"/v1/realms/{community}/members", status=200)
    for title, days, place in (("Domes and columns", 4, SQUARE), ("Inside the library", 11, LIBRARY),
                               ("Stalls and gulls", 18, HALL)):
        host.post(f"/v1/realms/{community}/events", {
            "kind": "event", "title": title, "start": wall(days, "17:00"), "zone": ZONE, "duration": 7200,
            "place": place, "placeIsSafe": True})


def make_family(parent: Client, *others: Client) -> None:
    realm = parent.post("/v1/realms", {"kind": "family", "name": "Family by the bridge", "joinPolicy": "open"})["id"]
    for person in others:
        person.post(f"/v1/realms/{realm}/members", status=200)
    tag = parent.call("GET", f"/v1/realms/{realm}").want(200).headers["etag"]
    parent.call("PATCH", f"/v1/realms/{realm}", {"joinPolicy": "invite"}, headers={"If-Match": tag}).want(200)
    boat = parent.post(f"/v1/realms/{realm}/resources", {
        "name": "Rowing boat", "description": "Moored below the bridge; the oars are in the cellar.",
        "rules": {"sameDay": True}})["id"]
    others[0].post(f"/v1/resources/{boat}/bookings", {
        "start": instant(3, 9), "end": instant(3, 12), "reason": "Out to the islands", "priority": "medium"})
    trip = parent.post(f"/v1/realms/{realm}/activities", {})["id"]
    parent.post(f"/v1/activities/{trip}/poll", {"deadline": instant(6, 18), "options": [
        {"name": "Soup in the market hall", "description": "And gulls afterwards.", "start": instant(8, 9),
         "end": instant(8, 11), "place": HALL},
        {"name": "Library", "description": "If it rains.", "place": LIBRARY}]}, status=200)


def bring(server: Server, geodata: pathlib.Path) -> None:
    """Loads the data set and gives the tours of both places their pictures; the server is stopped before, and is left
    running."""
    data_set = geodata.parent / "helsinki"
    told = server.command("import", str(data_set), "--as", AUTHOR)
    expect(f" {len(list(data_set.glob('*.tour.geojson')))} tours, " in told, f"import: {told}")
    server.import_timetable(data_set / "timetable", "helsinki")
    server.start()
    # Helsinki's last: what was published last comes first.
    for author, place in (("guide@example.org", geodata), (AUTHOR, data_set)):
        client = Client(server.port)
        client.log_in(author)
        story_media.bring(client, place)


class Helsinki:
    """Steps in the first place."""

    def __init__(self, device: Client, visitor: Client, geodata: pathlib.Path, has_map: bool):
        self.device, self.visitor, self.has_map = device, visitor, has_map
        self.data_set = geodata.parent / "helsinki"
        self.tour: dict[str, Any] = {}

    def first(self) -> str:
        """What the start page and Around show to somebody who is nowhere yet."""
        names = [json.loads(path.read_text())["wayside"]["name"] for path in self.data_set.glob("*.tour.geojson")]
        shown = self.device.get("/v1/tours", limit=4)["items"]
        expect([tour["name"] for tour in shown[:3]] == sorted(names), f"Helsinki's tours first: {shown}")
        start = shown[0]["start"]
        near = self.device.get("/v1/nearby", lat=start["lat"], lon=start["lon"], radius=500, limit=100)["items"]
        expect(len(near) >= 10, f"objects stand around its start, not {len(near)}")
        for tour in shown[:3]:
            one = self.device.get(f"/v1/tours/{tour['id']}")
            expect(one["place"] == "Helsinki", f"each says where it is: {one['name']}")
            self.tour = one if one["name"] == WALK else self.tour
            pictures = [one["picture"], *(picture for stop in one["stops"] for picture in stop["pictures"])]
            expect(len(pictures) == 1 + len(one["stops"]), f"a cover and a picture per stop: {one['name']}")
            for picture in pictures:
                expect(len(picture["alt"]) > 20, f"each picture says what it shows: {picture}")
        german = self.device.call("GET", f"/v1/tours/{self.tour['id']}", headers={"Accept-Language": "de"}).want(200).json
        expect(german["name"] == "Der Platz des Kaisers", f"the name in German, not {german['name']}")
        return f"{', '.join(tour['name'] for tour in shown[:3])}; {len(near)} objects near the first"

    def walk(self) -> str:
        """The Senate Square tour whole, and the stories at its stops as sound."""
        run = self.visitor.post(f"/v1/tours/{self.tour['id']}/runs")
        begin, arrivals, heard, answer = time.time() - 3600, 0, 0, {}
        for number, stop in enumerate(self.tour["stops"]):
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begin + 180 * number))
            answer = self.visitor.post(f"/v1/runs/{run['id']}/positions", {"points": [
                {"lat": stop["position"]["lat"], "lon": stop["position"]["lon"], "accuracy": 5, "at": stamp}]}, status=200)
            arrivals += len(answer["arrived"])
            path = f"/v1/tours/{self.tour['id']}/stops/{stop['id']}/recording"
            expect(set(stop["narrations"]) == {"en", "de"}, f"a recording per language: {stop['narrations']}")
            sizes = set()
            for language in ("en", "de"):
                sound = self.visitor.call("GET", path, language=language).want(200)
                expect(sound.headers["content-type"] == "audio/mpeg" and len(sound.body) > 50_000, "a story as sound")
                sizes.add(len(sound.body))
                heard += len(sound.body)
            expect(len(sizes) == 2, "each language has its own")
            part = self.visitor.call("GET", path, headers={"Range": "bytes=0-999"})
            expect(part.status == 206 and len(part.body) == 1000, f"a part of it, as players ask for: {part.status}")
        expect(arrivals == len(self.tour["stops"]) and answer["completed"], f"each stop and the end, got {arrivals}")
        self.visitor.call("DELETE", f"/v1/runs/{run['id']}").want(204)
        return f"{arrivals} arrivals, {heard // 1024} KiB heard"

    def tram(self) -> str:
        """From the station's square to Senate Square by the sample tram."""
        answer = self.device.get("/v1/routes", **{"from": "60.1714,24.9424", "to": "60.1695,24.9522"}, mode="transit",
                                 departAt="2026-05-06T06:20:00Z")
        best = next(way for way in answer["itineraries"] if any(leg["mode"] == "tram" for leg in way["legs"]))
        leg = next(leg for leg in best["legs"] if leg["mode"] == "tram")
        expect((leg["line"], leg["to"]) == ("S", "Senaatintori"), f"line S to Senaatintori, not {leg}")
        expect(len(leg["geometry"]["coordinates"]) > leg["distance"] / 50, "along the tracks, not as the crow flies")
        if self.has_map:
            tile = self.device.call("GET", "/v1/map/16/37310/18969.mvt").want(200)
            expect(len(tile.body) > 3000, f"a map of Senate Square, not {len(tile.body)} bytes")
        return f"line {leg['line']} from {leg['from']}, {best['duration'] / 60:.0f} min"
