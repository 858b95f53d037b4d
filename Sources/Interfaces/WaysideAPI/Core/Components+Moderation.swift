import Access
import Base
import Identity
import Moderation
import Notifications

/// What answers of moderation and of notifications look like.
extension Components {
  /// - Parameters:
  ///   - kinds: the names of the kinds of notification.
  ///   - reportKinds: the words for what can be reported.
  static func moderation(_ kinds: [String], _ reportKinds: [String]) -> [(String, Schema)] {
    let subject: [Schema.Property] = [
      .required("kind", .choice(reportKinds)), .required("id", .id),
    ]

    let caseMembers: [Schema.Property] = [
      .required("id", .id),
      .required(
        "subject", answer(subject + [.required("title", .string()), .optional("owner", .id)])),
      .required("priority", .choice(["high", "normal"])), .required("count", count),
      .required("openedAt", .instant), .required("ageSeconds", .integer(0...1_000_000_000_000)),
      .optional("decision", words(ModerationDecision.self)),
      .optional("decisionReason", .string(1...1000)), .optional("decidedAt", .instant),
    ]
    return [
      (
        "Report",
        answer([
          .required("id", .id), .required("subject", answer(subject)),
          .required("reason", words(ReportReason.self)), .required("text", .string(0...1000)),
          .required("at", .instant), .required("message", .string(1...500)),
        ])
      ),
      (
        "OwnReport",
        answer([
          .required("id", .id),
          .required("subject", answer(subject + [.required("title", .string(0...1000))])),
          .required("reason", words(ReportReason.self)), .required("text", .string(0...1000)),
          .required("at", .instant), .optional("decision", words(ModerationDecision.self)),
          .optional("decidedAt", .instant),
        ])
      ),
      ("ReportCase", answer(caseMembers)),
      (
        "ReportDetails",
        answer(
          caseMembers + [
            .required("evidence", .map(.any)),
            .required(
              "reports",
              .array(
                answer([
                  .required("reason", words(ReportReason.self)),
                  .required("text", .string(0...1000)), .required("at", .instant),
                  // How much else its author has reported, and after how much of it something was done.
                  .required(
                    "reporter",
                    answer([.required("reports", count), .required("upheld", count)])),
                ]))),
            .optional("owner", .named("AccountStanding")),
            .required(
              "history", .array(.named("ReportCase"), 0...CaseDetails.historyLimit)),
            .required("decisions", .array(words(ModerationDecision.self))),
          ])
      ),
      (
        "AccountStanding",
        answer([
          .required("id", .id), .required("name", .string(1...100)),
          .required("role", words(AccountRole.self)), .required("state", words(AccountState.self)),
        ])
      ),
      (
        "AuditEntry",
        answer([
          .required("number", count), .required("at", .instant), .optional("actor", .id),
          .required("action", .string(1...100)), .required("subjectKind", .string(1...60)),
          .required("subject", .id), .required("detail", .string(0...2000)),
          .optional("actorName", .string(1...100)), .optional("subjectName", .string(0...1000)),
        ])
      ),
      (
        "Notification",
        answer([
          .required("id", .id), .required("kind", .choice(kinds)),
          .required(
            "subject",
            answer([
              .required("kind", words(SubjectKind.self)), .required("id", .id),
              .optional("occurrence", .instant),
            ])),
          .required("text", .string(1...2000)), .required("at", .instant),
          .required("seen", .boolean),
        ])
      ),
      (
        "NotificationSetting",
        answer([
          .required("kind", .choice(kinds)), .required("title", .string(1...100)),
          .required("enabled", .boolean),
          .required("optional", .boolean), .required("mail", .boolean),
          .required("push", .boolean), .required("urgent", .boolean),
        ])
      ),
      (
        "PushKey",
        answer([.required("available", .boolean), .optional("publicKey", .string(87...87))])
      ),
      (
        "PushSubscription",
        answer([
          .required("id", .id), .required("session", .id), .required("device", .string(0...100)),
          .required("service", .string(8...2000)), .required("createdAt", .instant),
          .required("current", .boolean),
        ])
      ),
      (
        "DeliverySchedule",
        answer([
          .optional(
            "quietHours",
            answer([.required("from", .string(5...5)), .required("until", .string(5...5))])),
          .optional("digestHour", .integer(0...23)), .required("mailReaches", .boolean),
        ])
      ),
      (
        "ProblemType",
        answer([
          .required("type", .string(1...200)), .required("title", .string(1...200)),
          .required("status", .array(.integer(400...599), 1...5)),
          .required("advice", .string(1...500)),
        ])
      ),
    ]
  }
}
