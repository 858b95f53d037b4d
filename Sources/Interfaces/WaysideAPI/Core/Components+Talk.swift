import Base
import Groups
import Talk

/// What answers of conversations look like.
extension Components {
  static let talk: [(String, Schema)] = [
    (
      "Conversation",
      answer([
        .required("id", .id), .required("realm", .id),
        .required("kind", words(SubRealmKind.self)), .required("name", .string(1...200)),
        .optional("friend", .named("AccountSummary"), "The other of two friends."),
        .required("members", count),
        .required("allowsText", .boolean, "Whether more than voices can be sent."),
        .required("at", .instant, "When something was said last, or the caller came in."),
        .required("unheard", count, "Messages of others that the caller has not heard or read."),
        .optional("latest", .named("Message")), .optional("picture", .named("Picture")),
      ])
    ),
    (
      "Message",
      answer([
        .required("id", .id), .required("conversation", .id),
        .required("sequence", .integer(1...1_000_000_000), "In its conversation, without a gap."),
        .optional("author", .named("AccountSummary")), .required("isOwn", .boolean),
        .required("kind", words(Message.Kind.self)),
        .required(
          "state", words(Message.State.self),
          "A voice is prepared for every device first; one that failed is to be recorded again."),
        .required("at", .instant),
        .optional("words", .string(1...4000)), .optional("seconds", .number(0...400)),
        .optional("peaks", .array(.integer(0...100), 0...1000), "How loud it is along its time."),
        .optional(
          "types", .array(.string(1...100)), "In which it can be heard, for every device first."),
        .required("isHeard", .boolean), .required("hearings", count),
        .optional("isFolded", .boolean, "The caller blocks its author."),
      ])
    ),
    (
      "Call",
      answer([
        .required("id", .id), .required("conversation", .id),
        .required("media", words(Call.Media.self)), .required("state", words(Call.State.self)),
        .optional("reason", words(Call.Reason.self), "Why it ended."),
        .required("isCaller", .boolean, "Whether the caller of the operation began it."),
        .required(
          "isHere", .boolean, "Whether this device is in it, or may take it while it rings."),
        .required("with", .named("AccountSummary")), .required("offeredAt", .instant),
        .optional("acceptedAt", .instant), .optional("endedAt", .instant),
        .optional("deadline", .instant, "Until when it stays as it is."),
      ])
    ),
    (
      "Signal",
      answer([
        .required("id", .id), .required("call", .id), .required("kind", words(Signal.Kind.self)),
        .required("content", .string(0...65_536)),
      ])
    ),
    (
      "Relays",
      answer([
        .required("addresses", .array(.string(5...200), 0...10)),
        .optional("username", .string(1...200)), .optional("credential", .string(1...200)),
        .required("seconds", count, "How long the credentials hold."),
      ])
    ),
  ]
}
