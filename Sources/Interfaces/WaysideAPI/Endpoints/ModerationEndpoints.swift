import Access
import Base
import HTTPServing
import Moderation

/// Reports, the decisions on them, and the trail of what admins and operators did.
struct ModerationEndpoints {
  let moderation: ModerationService
  let administration: AccountAdministration
  let audit: AuditNames
  let clock: any WallClock

  var operations: [Operation] { reports + suspensions }

  /// Admins stop accounts, and let them be used again; both stand in the audit log.
  private var suspensions: [Operation] {
    [
      Operation(
        .get, "/v1/admin/accounts", "listSuspendedAccounts",
        "The accounts that are suspended, the oldest first.", access: .admin,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of accounts", .page(of: .named("AccountStanding")))]
      ) { request in
        let page = try administration.suspended(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/accounts/{account}", "getAccountStanding",
        "Whether an account can be used, and as what.", access: .admin,
        answers: [.json(200, "The account", .named("AccountStanding"))]
      ) { request in
        let standing = try administration.standing(
          of: request.id("account"), caller: request.caller)
        return request.json { standing.write(to: &$0) }
      },
      Operation(
        .post, "/v1/admin/accounts/{account}/suspension", "suspendAccount",
        "Suspends an account: its sessions end; it can be exported and erased, nothing else.",
        access: .admin,
        reading: .json(example: #"{"reason": "Threats in three groups."}"#) {
          $0.string("reason", 1...1000)
        },
        answers: [.empty("Suspended")], errors: ["admin-account", "already-suspended"]
      ) { request, body in
        try administration.suspend(
          request.id("account"), reason: body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/admin/accounts/{account}/reinstatement", "reinstateAccount",
        "Lets a suspended account be used again.", access: .admin,
        reading: .json(example: #"{"reason": "It was a mistake."}"#) {
          $0.string("reason", 1...1000)
        },
        answers: [.empty("Reinstated")], errors: ["not-suspended"]
      ) { request, body in
        try administration.reinstate(
          request.id("account"), reason: body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/admin/audit", "listAudit",
        "What admins did and looked at, and operators did, newest first.",
        access: .admin, query: QueryParameter.paging,
        answers: [.json(200, "A page of entries", .page(of: .named("AuditEntry")))]
      ) { request in
        let page = try audit.list(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
    ]
  }

  private var reports: [Operation] {
    [
      Operation(
        .post, "/v1/reports", "createReport",
        "Reports a thing; a second report of the same thing counts once.", access: .user,
        budget: .report,
        reading: .json(
          example: """
            {"subject": {"kind": "instance", "id": "01980d3e-7c1a-7000-8000-000000000000"}, \
            "reason": "offensive", "text": "Not here."}
            """
        ) { [kinds = moderation.kinds] in try ReportDraft(reading: $0, kinds: kinds) },
        answers: [.json(201, "The report, with thanks", .named("Report"))], errors: ["own-thing"],
        creates: .repeatable
      ) { request, body in
        let draft = try body.read(request)
        let report = try moderation.report(draft, caller: request.caller)
        return request.json(201) { report.write(to: &$0) }
      },
      Operation(
        .get, "/v1/me/reports", "listOwnReports",
        "What the caller has reported, newest first, and what was decided.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of own reports", .page(of: .named("OwnReport")))]
      ) { request in
        let page = try moderation.own(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/me/reports/{report}", "getOwnReport",
        "One report of the caller's, and what was decided.", access: .user,
        answers: [.json(200, "The own report", .named("OwnReport"))]
      ) { request in
        let report = try moderation.own(request.id("report"), caller: request.caller)
        return request.json { report.write(to: &$0) }
      },
      Operation(
        .get, "/v1/admin/reports", "listReports", "Open reports, oldest first.", access: .admin,
        query: QueryParameter.paging + [
          QueryParameter(
            "kind", .choice(moderation.kinds.map(\.rawValue)), "One sort of subject.")
        ],
        answers: [.json(200, "A page of reports", .page(of: .named("ReportCase")))]
      ) { request in
        let kind = request.query.text("kind").map(ReportSubjectKind.init)
        let page = try moderation.queue(kind, request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/admin/reports/{report}", "getReport",
        "One report with its reasons and the evidence, and what else of the same person was reported.",
        access: .admin,
        answers: [.json(200, "The report", .named("ReportDetails"))]
      ) { request in
        let details = try moderation.details(request.id("report"), caller: request.caller)
        return request.json {
          details.write(to: &$0, at: clock.now())
        }
      },
      Operation(
        .post, "/v1/admin/reports/{report}/decision", "decideReport",
        "Keeps, warns, hides until it is changed, or removes.",
        access: .admin,
        reading: .json(example: #"{"decision": "remove", "reason": "It offends."}"#) {
          try DecisionDraft(reading: $0)
        },
        answers: [.json(200, "The decided report", .named("ReportCase"))],
        errors: ["already-decided", "own-thing", "not-hideable"]
      ) { request, body in
        let id = try request.id("report")
        let draft = try body.read(request)
        let decided = try moderation.decide(id, draft, caller: request.caller)
        return request.json { decided.write(to: &$0, at: clock.now()) }
      },
      Operation(
        .delete, "/v1/admin/reports/{report}/decision", "undoDecision",
        "Takes the decision back that the caller has just made.", access: .admin,
        answers: [.json(200, "The report, which waits again", .named("ReportCase"))],
        errors: ["not-undoable"]
      ) { request in
        let found = try moderation.undo(request.id("report"), caller: request.caller)
        return request.json { found.write(to: &$0, at: clock.now()) }
      },
    ]
  }
}
