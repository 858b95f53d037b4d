import Base
import Calendar
import Planning

/// What answers of shared resources and of planning look like.
extension Components {
  private static let person = answer([.required("id", .id), .required("name", .string(0...100))])
  private static let place = answer([
    .optional("lat", .number(-90...90)), .optional("lon", .number(-180...180)),
    .optional("label", .string(0...200)), .optional("address", .string(0...500)),
  ])
  private static let span = answer([.required("start", .instant), .required("end", .instant)])
  private static let priority = words(BookingPriority.self)
  private static let reason = Schema.string(BookingDraft.reasons)

  private static let poll = answer([
    .required("state", words(Poll.State.self)), .required("deadline", .instant),
    .required(
      "options",
      .array(
        answer([
          .required("id", .id), .required("name", .string(PollOption.names)),
          .required("description", .string(PollOption.texts)), .optional("start", .instant),
          .optional("end", .instant), .optional("place", place), .optional("votes", count),
        ]))),
    .required("ballot", .array(.id)), .required("leading", .array(.id)),
    .optional("chosen", .id), .required("voters", count), .optional("voted", count),
  ])

  static let planning: [(String, Schema)] = [
    (
      "Resource",
      answer([
        .required("id", .id), .required("realm", .id), .required("name", .string(Resource.names)),
        .required("description", .string(Resource.descriptions)), .optional("place", place),
        .required(
          "rules",
          answer([
            .required("noticeHours", .integer(0...8760)),
            .required("longestMinutes", .integer(15...BookingRules.longest)),
            .optional("perWeek", .integer(1...672)), .required("sameDay", .boolean),
          ])),
        .optional("picture", .named("Picture")), .required("editable", .boolean),
        .optional("next", .named("Booking")),
        .optional(
          "calendar",
          answer([
            .required("state", words(Subscription.State.self)), .optional("readAt", .instant),
            .optional("failingSince", .instant), .optional("problem", .string(0...1000)),
            .required("nextAt", .instant),
          ])), .optional("calendarAddress", .string(8...2000)),
        .required("createdAt", .instant), version,
      ])
    ),
    (
      "Booking",
      answer([
        .required("id", .id), .required("realm", .id),
        .required(
          "resource",
          answer([.required("id", .id), .required("name", .string(Resource.names))])),
        .required("holder", person), .required("appointment", .id), .required("start", .instant),
        .required("end", .instant), .required("reason", reason), .required("priority", priority),
        .required("state", words(Booking.State.self)), .required("entered", .boolean),
        .optional("missing", .array(person)), .required("createdAt", .instant), version,
      ])
    ),
    (
      "Activity",
      answer([
        .required("id", .id), .required("realm", .id), .required("host", person),
        .required("hosted", .boolean), .required("step", words(Activity.Step.self)),
        .required("name", .string(Activity.names)),
        .required("description", .string(Activity.descriptions)),
        .required("invitees", .array(person)), .optional("start", .instant),
        .optional("end", .instant), .required("checked", .boolean), .optional("place", place),
        .required("type", .string(0...100)),
        .required(
          "tasks",
          .array(
            answer([
              .required("title", .string(ActivityTask.titles)), .optional("assignee", person),
            ]))),
        .optional("poll", poll), .optional("appointment", .id), .required("createdAt", .instant),
        version,
      ])
    ),
    (
      "ActivityType",
      answer([
        .required("id", .id), .required("realm", .id),
        .required("name", .string(ActivityType.names)),
        .required("tasks", .array(.string(ActivityTask.titles))),
        .required("createdAt", .instant),
      ])
    ),
    (
      "Slots",
      answer([
        .required("zone", .string(1...64)), .required("ways", words(WayBasis.self)),
        .required(
          "people",
          answer([
            .required("known", count), .required("withoutTimetable", count),
            .required("withoutMap", count), .required("withoutStart", count),
          ]),
          "Of how many the ways are known, by timetable where they take public transport, and of how many "
            + "not, each counted once and unnamed; all 0 without a place."),
        .required("unverified", .boolean),
        .required(
          "unread",
          .array(person),
          "Whose calendar elsewhere cannot be read: they may be busy all the same."),
        .required(
          "days",
          .array(
            answer([
              .required("date", .string(10...10)), .required("slots", .array(span)),
              .optional(
                "nearest",
                answer([
                  .required("start", .instant), .required("end", .instant),
                  .required(
                    "hindrances",
                    .array(
                      answer([
                        .required("id", .id), .required("name", .string(0...100)),
                        .required("reason", words(SlotSearch.Reason.self)),
                      ]))),
                ])),
            ]))),
      ])
    ),
    (
      "GroupCalendar",
      answer([
        .required("from", .instant), .required("to", .instant),
        .required("unverified", .boolean),
        .required(
          "members",
          .array(
            answer([
              .required("id", .id), .required("name", .string(0...100)),
              .required("busy", .array(span)),
            ]))),
        .required(
          "entries",
          .array(
            answer([
              .required("id", .id), .required("kind", .string(1...40)),
              .required("title", .string(1...200)), .required("startsAt", .instant),
              .required("endsAt", .instant), .required("zone", .string(1...64)),
              .required("allDay", .boolean), .required("repeats", .boolean),
              .required("members", .array(.id)),
            ]))),
      ])
    ),
    (
      "MeetingPlaces",
      answer([
        .required("ways", words(WayBasis.self)), .required("known", count),
        .required("unknown", count), .required("grain", count),
        .optional("given", .array(.id), "Who has said where to set out; to the host."),
        .required(
          "items",
          .array(
            answer([
              .optional("option", .id), .optional("kind", words(MeetingPlaceKind.self)),
              .required("place", place), .optional("own", count),
              .optional(
                "spread",
                answer([
                  .required("shortest", count), .required("median", count),
                  .required("longest", count),
                ])),
            ]))),
      ])
    ),
    (
      "StartingPlace",
      answer([
        .required("from", words(StartingPlace.Source.self)), .optional("lat", .number(-90...90)),
        .optional("lon", .number(-180...180)),
      ])
    ),
    (
      "SavedPlace",
      answer([
        .required("id", .id), .required("name", .string(SavedPlace.names)),
        .required("place", place),
      ])
    ),
    ("SavedPlaces", answer([.required("items", .array(.named("SavedPlace")))])),
    ("FreeTimes", answer([.required("items", .array(span))])),
    (
      "OverrideRequest",
      answer([
        .required("id", .id), .required("requester", person), .required("start", .instant),
        .required("end", .instant), .required("reason", reason), .required("priority", priority),
        .required("askedAt", .instant), .required("expiresAt", .instant),
        .required("state", words(OverrideRequest.State.self)),
        .required("givenToAnother", .boolean),
        .required("booking", .named("Booking")), .required("freeTimes", .array(span)),
        .required("rest", .array(span)),
      ])
    ),
  ]
}
