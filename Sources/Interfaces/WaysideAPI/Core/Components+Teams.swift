import Access
import Base
import Calendar
import Groups
import Teams

/// What answers of teams and communities look like.
extension Components {
  static let teams: [(String, Schema)] = [
    (
      "GroupEvent",
      answer([
        .required("id", .id), .required("kind", words(GroupEventDraft.Kind.self)),
        .required("realm", named), .required("title", .string(1...200)),
        .optional("description", .string(CalendarItem.descriptions)),
        .required("start", .string(19...19)), .required("zone", .string(1...64)),
        .required("duration", .integer(0...CalendarItem.longest)), .required("allDay", .boolean),
        .required("startsAt", .instant), .required("endsAt", .instant),
        .optional("recurrence", .string(1...500)), .required("repeats", .boolean),
        .optional(
          "firstStart", .string(19...19),
          "When a series begins."),
        .optional(
          "nextStart", .string(19...19),
          "The start of the next occurrence of a series: a start that is sent for all of it stands in its "
            + "place."),
        .optional("series", .id), .optional("place", place),
        .optional(
          "placeMetres", .number(1...1000),
          "Within so many metres of the place one is there; only while it takes place."),
        .required("status", words(CalendarItem.Status.self)),
        .optional("responseDeadline", .instant), .optional("capacity", .integer(1...100_000)),
        .optional("minimumAge", .integer(0...150)),
        .optional("link", .string(1...2000), "A page outside, such as one to register on."),
        .required("organizer", named),
        .required(
          "counts",
          answer(
            ["accepted", "tentative", "declined", "waiting", "unanswered"].map {
              .required($0, count)
            } + [.optional("late", count)])),
        .optional(
          "teams",
          .array(
            answer([
              .required("id", .id), .required("name", .string(1...200)),
              .required("state", words(ParticipatingRealm.State.self)),
            ])), "That take part beside the one that plans it, or are invited."),
        .optional("through", named, "The team through which the caller takes part."),
        .required("answer", words(GivenAnswer.self)),
        .optional("comment", .string(Participation.comments)), .required("open", .boolean),
        .required("begun", .boolean), .required("mayEdit", .boolean),
        .required("createdAt", .instant), .required("updatedAt", .instant), version,
      ])
    ),
    (
      "TeamInvitation",
      answer([
        .required(
          "event",
          answer([
            .required("id", .id), .required("kind", words(GroupEventDraft.Kind.self)),
            .required("title", .string(1...200)),
            .optional("description", .string(CalendarItem.descriptions)),
            .required("startsAt", .instant), .required("zone", .string(1...64)),
            .required("duration", .integer(0...CalendarItem.longest)),
            .required("allDay", .boolean), .required("repeats", .boolean),
            .optional("place", place),
          ])), .required("realm", named), .required("invitedAt", .instant),
      ])
    ),
    (
      "MemberAnswer",
      answer([
        .required("account", .named("AccountSummary")),
        .required("answer", words(GivenAnswer.self)),
        .optional("comment", .string(Participation.comments)), .optional("answeredAt", .instant),
      ])
    ),
    ("AttendanceRecord", answer(attendance)),
    (
      "AttendanceLine",
      answer(
        [
          .required("account", .named("AccountSummary")),
          .required("answer", words(GivenAnswer.self)),
        ] + attendance)
    ),
    (
      "RideList",
      answer([
        .optional(
          "own",
          answer([
            .required("role", words(RidePart.Role.self)),
            .optional("seats", .integer(RidePart.seats)),
            .required(
              "start", answer([.required("from", words(RideDraft.Source.self))] + ridePlace)),
          ]), "What the caller says."),
        .required(
          "items",
          .array(
            answer([
              .required("account", .named("AccountSummary")),
              .required(
                "state", words(RideList.State.self),
                "received: the other one waits for the caller's answer."),
              .optional("seatsLeft", .integer(0...7), "Of drivers."),
              .optional(
                "detour", .integer(5...100_000),
                "Minutes that the driver's way takes longer, rounded up to steps of 5."),
              .required("estimated", .boolean, "Along straight lines, where no map knows the way."),
              .optional("place", answer(ridePlace), "Where the other one sets out, once agreed."),
              .optional("pickUp", .integer(1...7), "As which one the rider is picked up."),
            ]))),
      ])
    ),
    (
      "RideRequest",
      answer([
        .required("account", .named("AccountSummary")),
        .required(
          "role", words(RidePart.Role.self),
          "driver: the one who asks offers a seat; seeker: looks for one."),
        .required(
          "event",
          answer([
            .required("id", .id), .required("title", .string(1...200)),
            .required("startsAt", .instant), .required("zone", .string(1...64)),
            .required("allDay", .boolean), .required("repeats", .boolean),
          ])),
      ])
    ), ("RideRequests", answer([.required("items", .array(.named("RideRequest")))])),
    (
      "MemberContact",
      answer([
        .required("account", .id), .optional("email", .string(3...254)),
        .optional("phone", .string(3...30)),
      ])
    ),
    (
      "Community",
      answer([
        .required("id", .id), .required("name", .string(1...100)),
        .required("description", .string(0...2000)),
        .required("joinPolicy", words(JoinPolicy.self)), .required("members", count),
        .required("category", .string(CommunityProfile.categories)),
        .required("publishers", words(EventPublishers.self)),
        .optional("role", words(MembershipRole.self)), .required("joined", .boolean),
        .required("unread", .boolean),
      ])
    ),
    (
      "GroupNews",
      answer([
        .required("id", .id), .required("realm", .id), .optional("author", named),
        .required("title", .string(NewsDraft.titles)), .required("text", .string(NewsDraft.texts)),
        .required("createdAt", .instant),
      ])
    ),
    ("TeamProfile", answer([.required("sport", .string(TeamProfile.sports))])),
    (
      "MemberReport",
      answer([
        .required("id", .id), .required("realm", .id), .required("account", named),
        .required("reason", words(MemberReportReason.self)),
        .required("text", .string(MemberReportDraft.texts)), .required("createdAt", .instant),
      ])
    ),
    (
      "Course",
      answer([
        .required("id", .id), .required("realm", .id), .optional("author", named),
        .required("title", .string(CourseDraft.titles)),
        .required("description", .string(CourseDraft.descriptions)),
        .required("lessonCount", count), .required("done", count, "By the caller."),
        .required("percent", .integer(0...100)),
        .required("begun", .boolean, "Whether the caller has begun."),
        .required("reminders", .boolean, "Whether the caller is reminded of going on."),
        .required("lessons", .array(lesson), "In their order; empty in lists."),
        .required("createdAt", .instant), .required("updatedAt", .instant), version,
      ])
    ),
    (
      "TeamRecord",
      answer([
        .required("id", .id), .required("realm", .id),
        .optional("account", named, "Absent for the whole team."),
        .required("metric", .string(TeamRecordDraft.metrics)),
        .required("value", .number(TeamRecordDraft.values)),
        .required("unit", .string(TeamRecordDraft.units)),
        .required("season", .string(TeamRecordDraft.seasons)),
        .required("day", .string(10...10)), version,
      ])
    ),
  ]

  private static let lesson = answer([
    .required("id", .id), .required("kind", words(LessonKind.self)),
    .required("title", .string(CourseDraft.titles)), .required("text", .string(CourseDraft.texts)),
    .optional("link", .string(CourseDraft.links)), .required("done", .boolean, "By the caller."),
  ])

  private static let ridePlace: [Schema.Property] = [
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
    .optional("label", .string(RideDraft.labels)),
  ]

  private static let attendance: [Schema.Property] = [
    .optional("own", words(AttendanceMark.self), "What the member says."),
    .optional("source", words(AttendanceSource.self)),
    .optional("admin", words(AttendanceMark.self), "What an admin says, which counts."),
    .optional("counted", words(AttendanceMark.self)),
  ]

  private static let named = answer([
    .required("id", .id), .required("name", .string(0...100)),
  ])

  private static let place = answer([
    .optional("lat", .number(-90...90)), .optional("lon", .number(-180...180)),
    .optional("label", .string(0...200)), .optional("address", .string(0...500)),
  ])
}
