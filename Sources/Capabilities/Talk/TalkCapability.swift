import Registration

/// What the rest must know of conversations and calls.
public func talkCapability(calls: CallService) -> Capability {
  talkDeclaration.with(parts: [calls.deadline])
}

/// The same without what needs services: what is stored.
public let talkDeclaration = Capability(
  "talk",
  schema: [talkSchema],
  tables: [
    .impersonal(
      "conversations", "counts what is said in a sub-realm",
      rules: .yes("messages-are-numbered-densely")),
    TableClaim(
      "messages", export: .yes("messages"),
      erasure: .yes("deleted, with what was recorded; their numbers stay"),
      rules: .yes("messages-are-numbered-densely")),
    TableClaim(
      "message_hearings", export: .yes("messageHearings"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "hidden_messages", export: .no("says what one wants to see no more"),
      erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "calls", export: .yes("calls"),
      erasure: .yes("deleted, those of others with the account too"),
      rules: .yes("one-call-at-a-time")),
    TableClaim(
      "call_signals", export: .no("tells devices how to reach each other, while a call lasts"),
      erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: talkInvariants,
  personalData: [TalkPersonalData()],
  parts: talkNotifications + [TalkDepartures(), ReportableMessages(), RelaySettings.setting])
