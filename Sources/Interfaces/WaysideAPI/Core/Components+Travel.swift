import Base
import Calendar
import Itineraries
import Travel

/// What requests and answers of appointments and travel look like.
extension Components {
  private static let latitude = Schema.number(-90...90)
  private static let longitude = Schema.number(-180...180)
  private static let seconds = Schema.integer(0...CalendarItem.longest)
  private static let modes = words(TravelMode.self)
  private static let minutes = Schema.integer(0...10_000_000)

  private static let rules: [Schema.Property] = [
    .required("modes", .array(modes, 1...TravelMode.allCases.count)),
    .optional("maximumWalk", .number(0...100_000)),
    .optional("avoid", .array(words(TravelAvoidance.self), 0...TravelAvoidance.allCases.count)),
    .optional("order", words(TravelOrder.self)),
  ]

  private static let placeMembers: [Schema.Property] = [
    .optional("lat", latitude), .optional("lon", longitude),
    .optional("label", .string(0...200)), .optional("address", .string(0...500)),
  ]

  static let warning = Schema.object(
    [
      .required("warning", words(AppointmentWarning.Kind.self)),
      .required("detail", .string(0...2000)), .optional("occurrence", .instant),
      .optional("appointment", .id), .optional("reachableWithoutLimits", .boolean),
    ], open: true)

  private static let car = answer([
    .required("lat", latitude), .required("lon", longitude), .optional("label", .string(0...200)),
  ])

  private static let person = answer([.required("id", .id), .required("name", .string(0...100))])
  private static let place = answer(placeMembers)

  private static let plan: [(String, Schema)] = [
    (
      "Journey",
      answer([
        .required("departure", .instant), .required("arrival", .instant),
        .required("duration", .number(0...1e9)), .required("distance", .number(0...1e9)),
        .required("walk", .number(0...1e9)), .optional("co2", .number(0...1e12)),
        .optional("estimate", .string(0...500)),
        .optional(
          "carStands", car,
          "Where the own car stands afterwards, left at a park and ride on this way or one before."),
        .optional("carFetched", car, "Where the own car is fetched on the way."),
        .required(
          "legs",
          .array(
            answer([
              .required("mode", .choice(TravelMode.ofLegs.map(\.rawValue))),
              .required("departure", .instant),
              .required("arrival", .instant), .required("distance", .number(0...1e9)),
              .optional("line", .string(0...200)), .optional("from", .string(0...200)),
              .optional("to", .string(0...200)),
              .optional(
                "plannedDeparture", .instant,
                "By the timetable, without the delays that are known; with a line only."),
              .optional("plannedArrival", .instant),
              .optional(
                "snapped",
                answer([
                  .required("start", .number(0...1e9)), .required("end", .number(0...1e9)),
                  .optional("overWater", .boolean),
                ]), "Metres between its ends and the streets that it follows."),
            ]))),
      ])
    ),
    (
      "TravelPlan",
      answer([
        .required("occurrence", .instant), .required("origin", words(TravelPlan.Origin.self)),
        .optional("previous", .id), .required("verdict", words(TravelPlan.Verdict.self)),
        .optional("margin", .integer(-2_000_000_000...2_000_000_000)),
        .optional("leaveAt", .instant), .optional("arriveAt", .instant),
        .optional("minutes", minutes), .optional("reason", words(TravelPlan.Reason.self)),
        .required("detail", .string(0...1000)), .optional("journey", .named("Journey")),
        .required("computedAt", .instant), .required("current", .boolean),
        .optional(
          "home",
          answer([
            .optional("journey", .named("Journey")), .required("detail", .string(0...1000)),
            .optional("reason", words(TravelPlan.Reason.self)),
          ])),
      ])
    ),
  ]

  static let travel: [(String, Schema)] =
    plan + [
      (
        "Appointment",
        answer([
          .required("id", .id), .required("uid", .string(1...500)),
          .required("kind", .string(1...40)), .required("realm", .id),
          .optional("description", .string(CalendarItem.descriptions)),
          .optional("responseDeadline", .instant), .optional("capacity", .integer(1...100_000)),
          .optional("minimumAge", .integer(0...150)),
          .required("title", .string(1...200)), .required("start", .string(19...19)),
          .required("zone", .string(1...64)), .required("duration", seconds),
          .required("allDay", .boolean), .required("startsAt", .instant),
          .required("endsAt", .instant), .optional("recurrence", .string(1...500)),
          .optional("series", .id), .optional("occurrence", .instant),
          .optional("place", place), .required("status", words(CalendarItem.Status.self)),
          .required("organizer", person),
          .required(
            "participants",
            .array(
              answer([
                .required("id", .id), .required("name", .string(0...254)),
                .required("answer", words(Participation.Answer.self)),
              ]))),
          .required("own", .boolean), .required("answer", words(Participation.Answer.self)),
          .optional("comment", .string(Participation.comments)), .optional("waits", .boolean),
          .required("notes", .string(0...10_000)),
          .required("preNotification", .integer(5...30)),
          .optional("modes", .array(modes)), .optional("plan", .named("TravelPlan")),
          .required("createdAt", .instant), .required("updatedAt", .instant), version,
        ])
      ),
      (
        "CalendarLine",
        answer([
          .required("id", .id), .required("kind", .string(1...40)), .optional("realm", person),
          .required("title", .string(1...200)),
          .required("startsAt", .instant), .required("endsAt", .instant),
          .required("zone", .string(1...64)), .required("allDay", .boolean),
          .required("repeats", .boolean), .optional("place", place),
          .required("status", words(CalendarItem.Status.self)), .required("own", .boolean),
          .required("answer", words(Participation.Answer.self)),
          .optional("verdict", words(TravelPlan.Verdict.self)), .optional("leaveAt", .instant),
          .optional("minutes", minutes), .optional("overlaps", .string(1...200)),
        ])
      ),
      (
        "NearbyEvent",
        answer([
          .required("id", .id), .required("kind", .string(1...40)), .required("realm", .id),
          .required("title", .string(1...200)), .required("startsAt", .instant),
          .required("endsAt", .instant), .required("zone", .string(1...64)),
          .required("allDay", .boolean), .required("repeats", .boolean),
          .required("place", place), .required("distance", .number(0...50_000)),
        ])
      ),
      (
        "CalendarFeed",
        answer([
          .required("id", .id), .required("name", .string(1...100)), .optional("realm", person),
          .required("createdAt", .instant), .optional("address", .string(1...500)),
        ])
      ),
      (
        "CalendarSubscription",
        answer([
          .required("id", .id), .required("name", .string(1...100)),
          .required("address", .string(8...2000)),
          .required("state", words(Subscription.State.self)), .required("entries", count),
          .required("createdAt", .instant), .optional("checkedAt", .instant),
          .optional("readAt", .instant), .optional("failingSince", .instant),
          .optional("problem", .string(1...1000)),
          .required("notes", .array(.string(1...1000))), .required("nextAt", .instant),
        ])
      ),
      (
        "ImportedCalendar",
        answer([
          .required("added", count), .required("updated", count), .required("removed", count),
          .required("notes", .array(.string(1...1000))),
        ])
      ),
      (
        "TravelPreferences",
        answer(
          [.required("configured", .boolean)] + rules + [
            .optional("home", place),
            .required("buffer", .integer(TravelPreferences.buffers)),
            .required("changeTime", .integer(ItineraryRequest.changes)),
            .required("boardingTime", .integer(ItineraryRequest.boardings)),
            .required("days", .map(answer(rules))),
            .required("version", .integer(0...1_000_000_000)),
          ])
      ),
    ]
}
