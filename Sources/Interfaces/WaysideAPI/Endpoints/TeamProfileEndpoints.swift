import Base
import HTTPServing
import Teams

/// What teams say of themselves, and reports on their members.
struct TeamProfileEndpoints {
  let profiles: TeamProfileService
  let reports: MemberReportService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/team", "getTeamProfile",
        "The sport or activity of a team that the caller is in or can find.", access: .user,
        answers: [.json(200, "What it says of itself", .named("TeamProfile"))]
      ) { request in
        let profile = try profiles.profile(of: request.realm("realm"), caller: request.caller)
        return request.json { profile.write(to: &$0) }
      },
      Operation(
        .put, "/v1/realms/{realm}/team", "describeTeam",
        "Gives a team its sport or activity, as one of its admins.", access: .user,
        reading: .json(example: #"{"sport": "Rowing"}"#) { try TeamProfile(reading: $0) },
        answers: [.json(200, "What it says of itself now", .named("TeamProfile"))],
        errors: ["realm-admin-needed"]
      ) { request, body in
        let id = try request.realm("realm")
        let profile = try body.read(request)
        try profiles.change(id, to: profile, caller: request.caller)
        return request.json { profile.write(to: &$0) }
      },
      Operation(
        .put, "/v1/realms/{realm}/members/{account}/report", "reportMember",
        "Reports a member to the admins of the sub-realm; one who runs it, to those of the server.",
        access: .user,
        reading: .json(example: #"{"reason": "bullying", "text": "After the race."}"#) {
          try MemberReportDraft(reading: $0)
        },
        answers: [.empty("Those who decide will look at it")],
        errors: ["members-only", "own-thing"]
      ) { request, body in
        let (realm, account) = (try request.realm("realm"), try request.id("account"))
        let draft = try body.read(request)
        try reports.report(account, in: realm, draft, caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/realms/{realm}/member-reports", "listMemberReports",
        "Reports on members that wait for the admins of a sub-realm, the oldest first.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of reports", .page(of: .named("MemberReport")))],
        errors: ["realm-admin-needed"]
      ) { request in
        let page = try reports.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .delete, "/v1/realms/{realm}/member-reports/{report}", "settleMemberReport",
        "Says that a report was dealt with, as one of the admins.", access: .user,
        answers: [.empty("Settled")], errors: ["realm-admin-needed"]
      ) { request in
        try reports.settle(
          request.id("report"), in: request.realm("realm"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
