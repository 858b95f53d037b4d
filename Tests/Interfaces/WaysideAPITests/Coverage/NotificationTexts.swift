import Base
import HTTPServing
import Testing

/// What a notification of each kind says, word for word: who, what and when, as far as there is a who
/// and a when; the reader is not named.
///
/// A new kind has its line here, and a story that posts it.
enum NotificationTexts {
  static let all = [
    "message": "Ana has sent a voice message.",
    "groupChat": "Ana has brought Dan into “Ana, Ben, Cleo”.",
    "missedCall": "Ben has called you. Call back.",
    "invitation": "Ana invites you to Hikers.",
    "membership": "Ana has taken you out of Rowers.",
    "organizationDecision": "Vaduz Walks is now your organization. You can create tours.",
    "operatorAnswer": "The operator answers “Map”: They are there now.",
    "moderation": "Marker was removed after a report. Reason: Looked at.",
    "security": "You can log in with +41791234567 from now on.",
    "tourPublished": "Guide of Vaduz Walks has published “A short walk”.",
    "scanDecided": "The model of your photos, “Fountain”, is in your inventory.",
    "purchase": "You bought “A short walk” for 4.50 CAD.",
    "tourNearby": "“A short walk” is near you.",
    "appointmentInvitation": "Ann invites you to “Lunch” on Fri, 1 May 2026 at 15:00 (Vaduz time).",
    "appointmentAnswer": "Bob comes to “Lunch”, Fri, 1 May 2026 at 15:00 (Vaduz time).",
    "appointmentChange":
      "Ann has taken back the invitation to “Lunch” on Fri, 1 May 2026 at 15:00 (Vaduz time).",
    "eventPublished": "Rowers: “Sprint”, Sat, 13 June 2026 at 09:00 (Vaduz time), Boathouse.",
    "eventChange":
      "Rowers: “Regatta” was cancelled: Sat, 13 June 2026 at 09:00 (Vaduz time), Boathouse.",
    "eventAnswer": "Ben comes to “Regatta”, Sat, 13 June 2026 at 09:00 (Vaduz time): With cake",
    "eventPlace":
      "You have a place: “Regatta”, Sat, 13 June 2026 at 09:00 (Vaduz time), Boathouse.",
    "eventReminder":
      "Rowers: do you come to “Party”, Wed, 6 May 2026 at 18:00 (Vaduz time)? "
      + "Answer until Tue, 5 May 2026 at 00:00 (Vaduz time).",
    "teamInvitation":
      "Rowers invites Rowers to “Sprint”, Sat, 13 June 2026 at 09:00 (Vaduz time).",
    "leaveBy": "Leave in 10 minutes for “Dentist”: on foot, 6 minutes.",
    "resourceBooked": "Ana has booked “Car”: Mon, 4 May 2026 at 08:00 (UTC), To the dentist.",
    "bookingChanged":
      "“Car” is shared no more; your booking of it has ended. "
      + "It was for Mon, 4 May 2026 at 08:00 (UTC).",
    "overrideAsked":
      "Ben asks for “Car”, Mon, 4 May 2026 at 08:00 (UTC), with high priority: Exam. "
      + "Approve or deny within 24 hours.",
    "overrideAnswered":
      "Ana gives you “Car”, Mon, 4 May 2026 at 08:00 (UTC). It is booked for you.",
    "bookingUnverified":
      "Ana wants to book “Hall”, Mon, 4 May 2026 at 08:00 (UTC), Shopping (priority: medium). "
      + "Its calendar cannot be read: acknowledge the booking if you know of nothing else then.",
    "bookingMade":
      "All have acknowledged it: “Hall”, Mon, 4 May 2026 at 08:00 (UTC), is booked for you. "
      + "It comes into your calendar when the calendar of it can be read again.",
    "pollAsked": "Ana asks: Hike, Cinema? Vote until Sun, 3 May 2026 at 18:00 (UTC).",
    "pollAllVoted":
      "All 2 have voted in your poll (Hike, Cinema) before its end, Sun, 3 May 2026 at 18:00 "
      + "(UTC). Open this to close it and go on.",
    "pollEnded":
      "Your poll has ended: “Hike” leads (Hike, Cinema, until Sun, 3 May 2026 at 18:00 (UTC)).",
    "pollWithoutVotes":
      "Nobody has voted in your poll (Sea, Hills) until Sun, 3 May 2026 at 18:00 (UTC). "
      + "Enter the activity by hand.",
    "activityInvitation":
      "Ana invites you to “Hike” (Picnic): Up. Mon, 4 May 2026 at 06:30 to 09:30 (UTC), Station. "
      + "Your tasks: Bring salad.",
    "activityCancelled":
      "Ana has dropped the poll that was to end Sun, 3 May 2026 at 18:00 (UTC): Sea, Hills.",
    "activityTask":
      "Ana gives you a task of “Hike”, Mon, 4 May 2026 at 06:30 to 09:30 (UTC), Station: "
      + "Bring salad.",
    "groupNews": "Chess: New boards",
    "courseReminder": "Bees in a year: 50 % done. Next: “Summer”",
    "memberReported": "Rowers: Cleo was reported.",
    "rideAsked":
      "Ben asks for a seat in your car to “Regatta”, Sat, 13 June 2026 at 09:00 (Vaduz time).",
    "rideChange":
      "Ana still rides with you to the changed “Regatta”, "
      + "Sat, 13 June 2026 at 10:00 (Vaduz time).",
  ]

  /// Kinds that need a delay of a bus or the end of a timetable; their words are held by the tests of
  /// those.
  static let elsewhere: Set<String> = ["leaveByChange", "dataEnds"]
}

extension APIFixture {
  /// What no operation tells of by itself, but a time, a place or somebody else's act.
  func tellOfNotices() throws {
    let (realm, members) = try family("Ana", "Ben")
    let (ana, ben) = (members[0], members[1])
    // A poll that is dropped, and one in which nobody votes.
    for isDropped in [true, false] {
      let id = try call(.post, "/v1/realms/\(realm)/activities", as: ana, [:]).require("id")
      let asked = try call(
        .post, "/v1/activities/\(id)/poll", as: ana,
        ["deadline": "2026-05-03T18:00:00Z", "options": [["name": "Sea"], ["name": "Hills"]]])
      #expect(asked.status == 200, "\(asked.text)")
      guard isDropped else { continue }
      let tag = try call(.get, "/v1/activities/\(id)", as: ana).tag()
      let dropped = try call(.delete, "/v1/activities/\(id)", as: ana, headers: [tag])
      #expect(dropped.status == 204, "\(dropped.text)")
    }
    // An event that waits for an answer.
    let team = try team(of: ana, [ben])
    let made = try call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "event", "title": "Party", "start": "2026-05-06T18:00",
        "responseDeadline": "2026-05-04",
      ])
    #expect(made.status == 201, "\(made.text)")
    // A tour that a colleague publishes, and one that comes near.
    let (guide, walker) = (try guide(), try walker())
    try join(walker, guide.organization, by: guide)
    _ = try publishedTour(by: guide)
    let chosen = try call(
      .put, "/v1/notification-settings", as: walker, ["kind": "tourNearby", "enabled": true])
    #expect(chosen.status == 204, "\(chosen.text)")
    for point in [(47.2, 9.5), (47.1446, 9.521)] { _ = try report(point, as: walker) }
    // A way to begin.
    let planned = try self.made(Self.appointment(), by: pedestrian())
    let leaveAt = try #require(
      planned.json["plan"]?["leaveAt"]?.string.flatMap { Instant(rfc3339: $0) })
    clock.advance(seconds: leaveAt.adding(seconds: -600).seconds(since: clock.now()))
    #expect(try ringDue() == 1)
    clock.advance(seconds: 58 * 3600)
    try fire("pollEnd", "eventReminder", "notificationDue")
  }
}
