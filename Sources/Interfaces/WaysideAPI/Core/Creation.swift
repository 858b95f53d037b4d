import Base
import HTTPServing

/// How a creating request is answered again after a crash came between what it made and the keeping
/// of its answer.
///
/// Part of each creating operation, so that none can be without it.
public struct Creation: Sendable {
  typealias Answer = @Sendable (EntityID, inout AuthorizedRequest) throws -> HTTPResponse

  /// The kind of thing that is made, as the change log calls it; nil where nothing has to be found
  /// again.
  let kind: String?
  /// Answers with what was made, as it is now.
  let answer: Answer

  /// The thing that was made is read and answered with once more.
  ///
  /// - Parameters:
  ///   - kind: as the change log calls it.
  ///   - answer: gets its identifier and the repeated request; answers as the first one did.
  public static func of(
    _ kind: String,
    answer: @escaping @Sendable (EntityID, inout AuthorizedRequest) throws -> HTTPResponse
  ) -> Creation { Creation(kind: kind, answer: answer) }

  /// The answer held a secret that is shown once: it is refused, and says what to do.
  public static func secret(_ kind: String) -> Creation {
    Creation(kind: kind) { _, _ in throw Creation.notKept }
  }

  /// So much was made that it cannot be told once more: it is refused, and says what to do.
  public static func many(_ kind: String) -> Creation {
    Creation(kind: kind) { _, _ in
      throw Refusal(
        .conflict, "answer-not-kept",
        """
        The first request with this Idempotency-Key has succeeded. Its answer is not kept; list what \
        you made, and do not send it again with another key.
        """)
    }
  }

  /// Doing it once more does nothing more and answers the same, so that is what is done.
  public static let repeatable = Creation(kind: nil) { _, _ in throw Creation.notKept }

  static let notKept = Refusal(
    .conflict, "answer-not-kept",
    """
    The first request with this Idempotency-Key has succeeded. Its answer held a token that is \
    shown only once and is not repeated; take it back and make another with a new key.
    """)
}
