import Access
import Base
import Groups
import Identity
import Moderation

/// What answers of accounts, sub-realms and organizations look like.
extension Components {
  static let realms: [(String, Schema)] = [
    (
      "Account",
      answer([
        .required("id", .id), .required("name", .string(1...100)),
        .optional("givenName", .string(1...100)), .optional("familyName", .string(1...100)),
        .optional("email", .string(3...254)), .required("emailVerified", .boolean),
        .optional("phoneNumber", .string(8...16)),
        .optional("locale", .string(2...35)), .optional("timeZone", .string(1...64)),
        .required("preferences", .map(preference)), .required("role", words(AccountRole.self)),
        .required("state", words(AccountState.self)), .optional("organization", .id),
        .required("createdAt", .instant), version, .optional("picture", .named("Picture")),
      ])
    ),
    (
      "AccountSummary",
      answer([
        .required("id", .id), .required("name", .string(1...100)),
        .optional("picture", .named("Picture")),
      ])
    ),
    (
      "NewSession",
      answer([
        .required("id", .id),
        .optional("token", .string(20...200), "Absent if it came as a cookie."),
        .optional(
          "deviceToken", .string(20...200),
          "By which the device is known at its next log-in; absent if it is, or as a cookie."),
        .required("expiresAt", .instant), .required("mustChangePassword", .boolean),
        .required("suspended", .boolean), .required("account", .named("Account")),
      ])
    ),
    (
      "Verification",
      answer([
        .required("kind", words(IdentifierKind.self)), .required("value", .string(3...254)),
        .required("expiresAt", .instant), .required("delayed", .boolean),
      ])
    ),
    ("NewAccount", .oneOf([.named("Account"), .named("NewSession")])),
    (
      "Session",
      answer([
        .required("id", .id), .required("device", .string(0...100)),
        .required("createdAt", .instant), .required("usedAt", .instant),
        .required("expiresAt", .instant), .required("current", .boolean),
      ])
    ),
    (
      "Consent",
      answer([
        .required("kind", words(ConsentKind.self)), .required("version", .string(0...100)),
        .required("given", .boolean), .required("at", .instant),
      ])
    ),
    (
      "Realm",
      answer([
        .required("id", .id), .required("kind", words(SubRealmKind.self)),
        .required("name", .string(1...100)), .required("description", .string(0...2000)),
        .required("joinPolicy", words(JoinPolicy.self)), .optional("timeZone", .string(1...64)),
        .optional("area", .named("Area")), .required("members", count),
        .optional("role", words(MembershipRole.self)), .required("createdAt", .instant), version,
        .optional("picture", .named("Picture")),
        // In the list of one's own.
        .optional("unread", .boolean), .optional("visitedAt", .instant),
      ])
    ),
    (
      "Member",
      answer([
        .required("account", .named("AccountSummary")),
        .required("role", words(MembershipRole.self)), .required("joinedAt", .instant),
        .required("state", words(MembershipState.self)), .optional("position", .string(1...60)),
        .optional("number", .integer(0...999)), .optional("biography", .string(1...2000)),
        .optional(
          "readMarks", answer(ReadTopic.allCases.map { .optional($0.rawValue, count) })),
      ])
    ),
    (
      "Friend",
      answer([
        .required("account", .named("AccountSummary")), .required("realm", .id),
        .required("since", .instant),
      ])
    ),
    (
      "Invitation",
      answer([
        .required("id", .id),
        .optional("realm", answer([.required("id", .id), .required("name", .string(1...100))])),
        .required("direction", .choice(["offered", "requested"])),
        .required("role", words(MembershipRole.self)),
        .required("from", .named("AccountSummary")), .optional("toAccount", .id),
        .optional("toName", .string(1...100)),
        .optional("toEmail", .string(3...254)), .optional("toPhone", .string(8...20)),
        .required("link", .boolean),
        .optional("message", .string(1...500)), .optional("usesLeft", count),
        .required("state", words(Invitation.State.self)), .required("createdAt", .instant),
        .required("expiresAt", .instant),
      ])
    ),
    (
      "OpenInvitation",
      // For who is not logged in.
      answer([
        .optional(
          "realm",
          answer([
            .required("name", .string(1...100)), .required("kind", words(SubRealmKind.self)),
            .optional("picture", .named("Picture")),
          ])),
        .required("from", answer([.required("name", .string(1...100))])),
        .required("expiresAt", .instant),
      ])
    ),
    (
      "NewInvitation",
      answer([
        .required("invitation", .named("Invitation")), .optional("token", .string(20...200)),
      ])
    ),
    (
      "OrganizationRequest",
      answer([
        .required("id", .id), .required("account", .named("AccountSummary")),
        .required("organizationName", .string(1...100)), .required("reason", .string(1...2000)),
        .optional("website", .string(8...500)),
        .required("state", words(OrganizationRequest.State.self)),
        .required("createdAt", .instant), .optional("organization", .id),
        .optional("decisionReason", .string(0...1000)), .optional("decidedAt", .instant),
      ])
    ),
    (
      "OperatorMessage",
      answer([
        .required("id", .id), .optional("account", .named("AccountSummary")),
        .optional("email", .string(3...254)), .required("subject", .string(1...100)),
        .required("text", .string(1...4000)), .required("breach", .boolean),
        .required("createdAt", .instant),
        .optional("answer", .string(OperatorMessageService.answers)),
        .optional("answeredAt", .instant),
      ])
    ),
    (
      "BreachCounts",
      answer([
        .required(
          "items",
          .array(
            answer([
              .required("month", .string(7...7)), .required("reports", count),
            ]), BreachCount.months...BreachCount.months))
      ])
    ),
    (
      "EaseCounts",
      answer([
        .required(
          "items",
          .array(
            answer([
              .required("month", .string(7...7)), .required("answers", count),
              .required("easy", count), .optional("percent", .integer(0...100)),
            ]), EaseCount.months...EaseCount.months)), .required("answers", count),
        .optional("percent", .integer(0...100)),
      ])
    ),
    (
      "Organization",
      answer([
        .required("id", .id), .required("name", .string(1...100)),
        .optional("website", .string(8...500)), .required("currency", words(Currency.self)),
        .required("approvedAt", .instant), .optional("picture", .named("Picture")),
      ])
    ),
  ]
}
