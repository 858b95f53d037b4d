import Base
import HTTPServing
import Teams

/// Statistics and records of teams and their players.
struct TeamRecordEndpoints {
  let records: TeamRecordService

  private static let filter = [
    QueryParameter("player", .id, "Only those of one player."),
    QueryParameter("metric", .text(TeamRecordDraft.metrics), "Only those of one metric."),
    QueryParameter("season", .text(1...TeamRecordDraft.seasons.upperBound), "Only one season."),
  ]

  private static func filter(_ query: Query) -> TeamRecordFilter {
    TeamRecordFilter(
      account: query.id("player"), metric: query.text("metric"), season: query.text("season"))
  }

  private static let example = """
    {"metric": "500 m", "value": 98.4, "unit": "s", "season": "2026", "day": "2026-05-04"}
    """

  private func created(_ record: TeamRecord, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/team-records/\(record.id)", version: record.version) {
      record.write(to: &$0)
    }
  }

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/records", "listTeamRecords",
        "Statistics and records of a team and its players, the latest day first.", access: .user,
        query: Self.filter + QueryParameter.paging,
        answers: [.json(200, "A page of records", .page(of: .named("TeamRecord")))],
        errors: ["members-only"]
      ) { request in
        let page = try records.list(
          of: request.realm("realm"), Self.filter(request.query), request.query.page(),
          caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/realms/{realm}/records.csv", "exportTeamRecords",
        "The same as a table for a spreadsheet.", access: .user, query: Self.filter,
        answers: [.content("text/csv", "The table")], errors: ["members-only"]
      ) { request in
        let bytes = try records.export(
          of: request.realm("realm"), Self.filter(request.query), caller: request.caller)
        return HTTPResponse(200, bytes, type: "text/csv")
      },
      Operation(
        .post, "/v1/realms/{realm}/records", "addTeamRecord",
        "Keeps a record of a player, or without one of the whole team, as one of the admins.",
        access: .user,
        reading: .json(example: Self.example) {
          try TeamRecordDraft(reading: $0)
        },
        answers: [.json(201, "The record", .named("TeamRecord"))],
        errors: ["members-only", "realm-admin-needed", "too-many-records"],
        creates: .of("teamRecord") { id, request in
          created(try records.record(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let draft = try body.read(request)
        return created(try records.add(draft, to: realm, caller: request.caller), request)
      },
      Operation(
        .put, "/v1/team-records/{record}", "replaceTeamRecord",
        "Makes of a record what it shall be, as one of the admins.", access: .user,
        reading: .json(example: Self.example) {
          try TeamRecordDraft(reading: $0)
        },
        answers: [.json(200, "The record as it now is", .named("TeamRecord"))],
        errors: ["members-only", "realm-admin-needed"], version: .required
      ) { request, body in
        let id = try request.id("record")
        let version = try request.expectedVersion()
        let draft = try body.read(request)
        let record = try records.replace(
          id, with: draft, expecting: version, caller: request.caller)
        return request.versioned(record.version) { record.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/team-records/{record}", "deleteTeamRecord",
        "Takes a record away, as one of the admins.", access: .user, answers: [.empty("Gone")],
        errors: ["members-only", "realm-admin-needed"], version: .optional
      ) { request in
        try records.delete(
          request.id("record"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }
}
