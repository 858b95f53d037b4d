import Access
import Base
import Storage

/// How many in a month said that this is easy to use, of all who answered.
///
/// - Thread: pure.
public struct EaseCount: Hashable, Sendable {
  var month: CountedMonth
  public var answers: Int
  public var easy: Int

  /// How many months are told of.
  public static let months = CountedMonth.told

  /// Of a hundred who answered how many find it easy; nil if nobody has answered.
  public static func percent(easy: Int, of answers: Int) -> Int? {
    answers > 0 ? (easy * 100 + answers / 2) / answers : nil
  }

  /// Writes it as admins see it: `{"month": "2026-05", "answers": 4, "easy": 3, "percent": 75}`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("month", month.text)
      json.member("answers", answers)
      json.member("easy", easy)
      json.member("percent", Self.percent(easy: easy, of: answers))
    }
  }
}

/// Asking whether this is easy to use, and counting.
///
/// Who has answered, and what, is kept nowhere: that one is asked once, the own device knows.
///
/// - Thread: shared.
public struct EaseService: Sendable {
  let platform: Platform

  /// Counts an answer in the present month.
  public func answer(isEasy: Bool, caller: Caller) throws {
    _ = try caller.requiredPerson()
    try platform.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO ease_counts (month, answers, easy) VALUES (?1, 1, ?2)
        ON CONFLICT (month) DO UPDATE
        SET answers = ease_counts.answers + 1, easy = ease_counts.easy + ?2
        """, [.int(CountedMonth(of: transaction.now).index), .int(isEasy ? 1 : 0)])
    }
  }

  /// Of the last months, the present one first, also those without an answer.
  public func counts(caller: Caller) throws -> [EaseCount] {
    _ = try caller.required(.admin)
    let now = platform.clock.now()
    let found = try platform.store.readOnce { session in
      try session.all("SELECT month, answers, easy FROM ease_counts") { row in
        let month = CountedMonth(index: try row.int(0))
        return (month, EaseCount(month: month, answers: try row.int(1), easy: try row.int(2)))
      }
    }
    let counts = Dictionary(found) { first, _ in first }
    return CountedMonth.latest(at: now).map {
      counts[$0] ?? EaseCount(month: $0, answers: 0, easy: 0)
    }
  }
}
