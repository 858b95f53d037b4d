import Base
import HTTPServing
import Realms

/// Reports and the decisions on them.
struct ModerationEndpoints {
  let moderation: ModerationService
  let clock: any WallClock

  var operations: [Operation] {
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
      ) { exchange, body in
        let draft = try body.read(exchange)
        let report = try moderation.report(draft, caller: exchange.caller)
        return exchange.json(201) { report.write(to: &$0) }
      },
      Operation(
        .get, "/v1/admin/reports", "listReports", "Open reports, oldest first.", access: .admin,
        query: QueryParameter.paging + [
          QueryParameter(
            "kind", .choice(moderation.kinds.map(\.rawValue)), "One sort of subject.")
        ],
        answers: [.json(200, "A page of reports", .page(of: .named("ReportCase")))]
      ) { exchange in
        let kind = exchange.query.text("kind").map(ReportSubjectKind.init)
        let page = try moderation.queue(kind, exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/admin/reports/{report}", "getReport",
        "One report with its reasons and the evidence.", access: .admin,
        answers: [.json(200, "The report", .named("ReportDetails"))]
      ) { exchange in
        let details = try moderation.details(exchange.id("report"), caller: exchange.caller)
        return exchange.json {
          details.reportCase.write(to: &$0, at: clock.now(), reports: details.reports)
        }
      },
      Operation(
        .post, "/v1/admin/reports/{report}/decision", "decideReport", "Keeps or removes.",
        access: .admin,
        reading: .json(example: #"{"decision": "remove", "reason": "It offends."}"#) {
          try DecisionDraft(reading: $0)
        },
        answers: [.json(200, "The decided report", .named("ReportCase"))],
        errors: ["already-decided", "own-thing"]
      ) { exchange, body in
        let id = try exchange.id("report")
        let draft = try body.read(exchange)
        let decided = try moderation.decide(id, draft, caller: exchange.caller)
        return exchange.json { decided.write(to: &$0, at: clock.now()) }
      },
    ]
  }
}
