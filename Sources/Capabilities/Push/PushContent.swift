import Access
import Base
import Cryptography
import Notifications

/// What a push says, and what the push service is told of it.
///
/// - Thread: pure.
struct PushContent {
  /// Most bytes of the text; what is shown on a locked screen is shorter.
  static let textBytes = 1000
  /// Messages are filled up to a multiple of so many bytes, so that their lengths tell little.
  static let filling = 512

  /// For the service worker: `{title, body, link, tag}`.
  let message: [UInt8]
  /// Seconds for which the push service keeps it while the device is away.
  let lifeSeconds: Int
  /// How far the device may be disturbed for it (RFC 8030, section 5.3).
  let urgency: String
  /// A newer one of the same topic takes the place of this one (RFC 8030, section 5.4).
  let topic: String

  init(_ notification: Notification, _ kind: NotificationKind, key: ServiceKey) {
    // What one occurrence has to say does not take the place of what another has.
    let subject =
      "\(notification.subject)" + (notification.occurrence.map { "/\($0)" } ?? "")
    var json = JSONWriter()
    json.object { json in
      json.member("title", "Wayside")
      json.member("body", Self.cut(notification.text))
      json.member(
        "link",
        "/notifications?open=\(notification.id)&about=\(notification.subjectKind)/\(subject)")
      json.member("tag", "\(kind.name)/\(subject)")
    }
    message = json.bytes
    // What is urgent is of no use after an hour.
    lifeSeconds = kind.isUrgent ? 3600 : 86_400
    urgency = kind.isUrgent ? "high" : "normal"
    // The push service learns that two are about the same, not about what.
    let about = Array("\(kind.name)\n\(subject)".utf8)
    topic = Base64URL.encode(Array(key.hash(about, for: .push).bytes.prefix(24)))
  }

  var paddedBytes: Int {
    (message.count + Self.filling - 1) / Self.filling * Self.filling
  }

  /// The beginning of a text that is too long, whole characters only.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textBytes else { return text }
    var short = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      if count > textBytes { break }
      short.append(character)
    }
    return short + "…"
  }
}
