import Access
import Base
import Geodesy
import HTTPServing
import Teams

/// Who was at an event or practice.
struct AttendanceEndpoints {
  let attendance: AttendanceService

  private static let occurrence = QueryParameter(
    "occurrence", .instant, "Which one of a series, by its beginning; the last by default.")
  private static let team = QueryParameter(
    "team", .id, "One that takes part; the host by default.")
  private static let refusals = [
    "members-only", "attendance-too-early", "appointment-cancelled",
  ]

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/group-events/{event}/attendance", "listAttendance",
        "Who was there: all members for those who run the event, those of a team that takes "
          + "part for its admins, the caller alone for others.",
        access: .user, query: [Self.occurrence, Self.team] + QueryParameter.paging,
        answers: [.json(200, "A page of members", .page(of: .named("AttendanceLine")))],
        errors: Self.refusals + ["realm-admin-needed"]
      ) { request in
        let page = try attendance.list(
          of: request.id("event"), at: request.query.instant("occurrence"),
          in: request.query.id("team"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/group-events/{event}/attendance", "markAttendance",
        "Marks members present or absent, as one who runs the event, or the team that takes part; "
          + "without a mark it is taken back.", access: .user, query: [Self.occurrence, Self.team],
        reading: .json(
          example: """
            {"marks": [{"account": "01980d3e-7c1a-7000-8000-000000000000", "mark": "present"}]}
            """
        ) { try AttendanceSheet(reading: $0) },
        answers: [.empty("Marked")],
        errors: Self.refusals + ["role-too-low", "not-yours", "realm-admin-needed"]
      ) { request, body in
        let id = try request.id("event")
        let sheet = try body.read(request)
        try attendance.mark(
          sheet, at: request.query.instant("occurrence"), of: id, in: request.query.id("team"),
          caller: request.caller)
        return .noContent
      },
      Operation(
        .put, "/v1/group-events/{event}/attendance/own", "markOwnAttendance",
        "Says whether the caller was there; a position shows that it is said at the place, and is "
          + "not kept.", access: .user, query: [Self.occurrence],
        reading: .json(example: #"{"mark": "present", "lat": 47.139, "lon": 9.5215}"#) {
          try OwnMark(reading: $0)
        },
        answers: [.json(200, "What is now said", .named("AttendanceRecord"))],
        errors: Self.refusals + ["role-too-low"]
      ) { request, body in
        let id = try request.id("event")
        let own = try body.read(request)
        let record = try attendance.markOwn(
          own.mark, at: request.query.instant("occurrence"), of: id, from: own.position,
          caller: request.caller)
        return request.json { json in json.object { record.writeMembers(to: &$0) } }
      },
    ]
  }

  /// What the caller says of the own attendance: `{mark?, lat?, lon?}`.
  private struct OwnMark {
    var mark: AttendanceMark?
    var position: LonLat?

    init(reading fields: JSONFields) throws(Refusal) {
      mark = fields.optional("mark") { $0.choice("mark", AttendanceMark.self) } ?? nil
      let lat = fields.optional("lat") { $0.number("lat", -90...90) }
      let lon = fields.optional("lon") { $0.number("lon", -180...180) }
      if let lat, let lon {
        position = LonLat(lon: lon, lat: lat)
      } else if (lat == nil) != (lon == nil) {
        fields.reject(lat == nil ? "lat" : "lon", "is required beside the other coordinate")
      }
      try fields.finish()
    }
  }
}
