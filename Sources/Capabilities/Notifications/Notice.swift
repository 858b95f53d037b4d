import Base
import Foundation

/// What can be said in every language; who adds one adds its words in each.
///
/// - Thread: pure.
public protocol Worded: Sendable {
  func words(in room: English) -> String
  func words(in room: German) -> String
}

/// What a notification tells of, as data: who, what, when and where.
///
/// It is worded when it is read, in the reader's language: one sentence or two for the list, the mail
/// and the push.
///
/// Its coded form is stored: names of cases and members stay as they are. What people have written is
/// ``Told``, what the clock shows a ``Moment``.
///
/// - Thread: pure.
public protocol Notice: Worded, Codable, Hashable {
  /// The kind that it is posted as.
  var kind: NotificationKind { get }
}

extension Notice {
  /// As it is stored.
  func encoded() throws -> String {
    String(decoding: try StoredNotice.encoder.encode(self), as: UTF8.self)
  }

  /// Reads what was stored.
  static func decoded(_ text: String) throws -> any Notice {
    try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}
