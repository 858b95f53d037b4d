import Registration

/// What the rest must know of conversations.
public let talkCapability = Capability(
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
  ],
  invariants: talkInvariants,
  personalData: [TalkPersonalData()],
  parts: [TalkDepartures(), ReportableMessages()])
