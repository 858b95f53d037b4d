"""The appointments of the story: a day in Vaduz, its warnings, its reminders, its calendar file."""

import datetime
import time
from typing import Any, Callable

HOME = {"lat": 47.1410, "lon": 9.5209, "label": "Home"}
MUSEUM = {"lat": 47.1390, "lon": 9.5222, "label": "Landesmuseum"}
PARLIAMENT = {"lat": 47.1380, "lon": 9.5216, "label": "Parliament"}
BALZERS = {"lat": 47.0660, "lon": 9.5030, "label": "Gutenberg castle, Balzers"}
ZONE = "Europe/Vaduz"
NOTICE = 5  # minutes before leaving


class Travelling:
    """Steps of one person's day; `expect` fails a step, `server` can be killed and started."""

    def __init__(self, person: Any, guest: Any, server: Any, expect: Callable[[bool, str], None]):
        self.person, self.guest, self.server, self.expect = person, guest, server, expect
        self.trip = 0.0
        self.lunch = ""

    def plan_a_day(self) -> str:
        read = self.person.call("GET", "/v1/me/travel-preferences").want(200)
        self.expect(read.json["configured"] is False, "nobody has set the preferences yet")
        self.person.call("PUT", "/v1/me/travel-preferences", {"modes": ["walk"], "home": HOME},
                         headers={"If-Match": read.headers["etag"]}).want(200)
        day = datetime.date.today() + datetime.timedelta(days=2)
        for title, hour, place in (("Exhibition", "10:00", MUSEUM), ("Guided visit", "11:00", PARLIAMENT)):
            made = self.person.post("/v1/appointments", {
                "title": title, "start": f"{day}T{hour}", "zone": ZONE, "duration": 1800, "place": place,
                "notes": "Bring the card."})
            self.expect(made["plan"]["verdict"] == "reachable", f"{title} can be reached: {made['plan']}")
            self.lunch = made["id"]
        from_home = self.person.get(f"/v1/appointments/{self.lunch}/plan", **{"from": f"{HOME['lat']},{HOME['lon']}"})
        self.trip = from_home["journey"]["duration"]
        far = {"title": "Castle", "start": f"{day}T11:40", "zone": ZONE, "duration": 1800, "place": BALZERS}
        refused = self.person.call("POST", "/v1/appointments", far).want(409).json
        warnings = [warning["warning"] for warning in refused["warnings"]]
        self.expect(warnings == ["unreachable"], f"the third is said to be unreachable: {warnings}")
        self.person.post("/v1/appointments", {**far, "confirm": warnings})
        lines = self.person.get("/v1/appointments", view="day", date=str(day), zone=ZONE)["items"]
        verdicts = [line["verdict"] for line in lines]
        self.expect(verdicts == ["reachable", "reachable", "unreachable"], f"the verdicts of the day: {verdicts}")
        return refused["detail"][:90]

    def invite(self) -> str:
        path = f"/v1/appointments/{self.lunch}"
        self.person.post(f"{path}/participants", {"to": [self.guest.account["id"]]}, status=200)
        told = [entry["text"] for entry in self.guest.get("/v1/notifications")["items"]
                if entry["kind"] == "appointmentInvitation"]
        self.expect(len(told) == 1, f"the guest is told once: {told}")
        seen = self.guest.call("PUT", f"{path}/answer", {"answer": "accepted"}).want(200).json
        self.expect(seen["notes"] == "", "the notes stay with the owner")
        feed = self.person.post("/v1/calendar/feeds", {"name": "Phone"})
        address = "/v1" + feed["address"].split("/v1", 1)[1]
        file = self.person.call("GET", address).want(200).body
        self.expect(file.startswith(b"BEGIN:VCALENDAR\r\n") and file.count(b"BEGIN:VEVENT") == 3, "three events")
        imported = self.guest.post("/v1/calendar/import", file, status=200, kind="text/calendar")
        self.expect(
            imported["added"] == 2 and len(imported["notes"]) == 1,
            f"another calendar takes the file, but for what it has by the invitation: {imported}")
        self.person.call("DELETE", f"/v1/calendar/feeds/{feed['id']}").want(204)
        self.expect(self.person.call("GET", address).status == 404, "a revoked address leads nowhere")
        return told[0]

    def appointment_soon(self, title: str, seconds: float) -> tuple[str, float]:
        """Makes an appointment whose reminder is due in about that many seconds; its id, and when."""
        begin = datetime.datetime.fromtimestamp(
            int(time.time() + seconds + NOTICE * 60 + self.trip) + 1, datetime.timezone.utc)
        made = self.person.post("/v1/appointments", {
            "title": title, "start": begin.strftime("%Y-%m-%dT%H:%M:%S"), "zone": "UTC", "duration": 600,
            "place": PARLIAMENT, "preNotification": NOTICE, "confirm": ["overlap", "unreachable"]})
        leave = datetime.datetime.fromisoformat(made["plan"]["leaveAt"].replace("Z", "+00:00"))
        return made["id"], leave.timestamp() - NOTICE * 60

    def reminders(self, appointment: str) -> list[dict[str, Any]]:
        return [entry for entry in self.person.get("/v1/notifications", limit=200)["items"]
                if entry["kind"] == "leaveBy" and entry["subject"]["id"] == appointment]

    def await_reminder(self, appointment: str) -> dict[str, Any]:
        deadline = time.monotonic() + 60
        while not self.reminders(appointment):
            self.expect(time.monotonic() < deadline, "a reminder within a minute")
            time.sleep(0.05)
        return self.reminders(appointment)[0]

    def leave_by(self) -> str:
        appointment, due = self.appointment_soon("Dentist", 2)
        self.expect(not self.reminders(appointment) or time.time() >= due, "no reminder before its time")
        entry = self.await_reminder(appointment)
        rung = datetime.datetime.fromisoformat(entry["at"].replace("Z", "+00:00")).timestamp()
        self.expect(rung >= due, "not before it is due")
        self.expect("Dentist" in entry["text"] and "minutes" in entry["text"], entry["text"])
        time.sleep(0.6)
        self.expect(len(self.reminders(appointment)) == 1, "exactly once")
        # The next one begins at home again.
        self.person.call("DELETE", f"/v1/appointments/{appointment}").want(204)
        return f"{entry['text']} {(rung - due) * 1000:.0f} ms after it was due"

    def leave_by_after_a_kill(self) -> str:
        appointment, due = self.appointment_soon("Station", 1)
        before = len(self.reminders(appointment))
        self.server.kill()
        time.sleep(max(0.0, due - time.time()) + 0.2)
        self.server.start()
        entry = self.await_reminder(appointment)
        time.sleep(0.6)
        self.expect(len(self.reminders(appointment)) == 1, "exactly once, also over a kill -9")
        return f"{entry['text']} ({'before' if before else 'after'} the kill)"
