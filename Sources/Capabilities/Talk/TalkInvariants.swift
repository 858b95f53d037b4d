import Registration

/// The rules that conversations keep.
let talkInvariants = [
  Invariant(
    "messages-are-numbered-densely",
    "The messages of a conversation are numbered from 1 without a gap.",
    countingBreaches: """
      SELECT COUNT(*) FROM conversations c
      WHERE c.latest_sequence <> (SELECT COUNT(*) FROM messages m WHERE m.conversation = c.id)
      """),
  Invariant(
    "voices-have-their-bytes",
    "A voice message has the bytes that were recorded until it is deleted or failed.",
    countingBreaches: """
      SELECT COUNT(*) FROM messages m
      WHERE m.kind = 'voice' AND m.state IN ('preparing', 'ready') AND NOT EXISTS (
        SELECT 1 FROM media_uses u
        WHERE u.kind = 'message' AND u.subject = m.id AND u.sha256 = m.sha256)
      """),
  Invariant(
    "one-call-at-a-time", "Nobody is in two calls.",
    countingBreaches: """
      SELECT COUNT(*) FROM calls a JOIN calls b ON b.id > a.id
      WHERE a.state IN ('connecting', 'active') AND b.state IN ('connecting', 'active')
        AND (a.caller IN (b.caller, b.callee) OR a.callee IN (b.caller, b.callee))
      """),
]
