import Base

/// What a placed thing is called, and what it says.
///
/// - Thread: pure.
public struct Caption: Hashable, Sendable {
  /// Nil for that of its object.
  public var name: String?
  public var message: String?
  /// Whether the message is shown in the picture of a camera, not only beside it.
  public var showsMessage: Bool

  public init(name: String? = nil, message: String? = nil, showsMessage: Bool = false) {
    self.name = name
    self.message = message
    self.showsMessage = showsMessage
  }

  static let nameLength = 1...80
  static let messageLength = 1...280

  /// Reads `name`, `message` and `showsMessage`.
  init(reading fields: JSONFields) {
    name = fields.optional("name") { $0.string("name", Self.nameLength) }
    message = fields.optional("message") { $0.string("message", Self.messageLength) }
    showsMessage = fields.optional("showsMessage") { $0.bool("showsMessage") } ?? false
  }

  /// Writes those members that are set; a message that is not there is not shown.
  func writeMembers(to json: inout JSONWriter) {
    json.member("name", name)
    guard let message else { return }
    json.member("message", message)
    json.member("showsMessage", showsMessage)
  }
}

/// A change of a caption; nil leaves a part as it is, and an inner nil takes it away.
public struct CaptionChanges: Hashable, Sendable {
  public var name: String??
  public var message: String??
  public var showsMessage: Bool?

  public init(name: String?? = nil, message: String?? = nil, showsMessage: Bool? = nil) {
    self.name = name
    self.message = message
    self.showsMessage = showsMessage
  }

  /// Reads the members of a caption, all optional; null takes a name or a message away.
  init(reading fields: JSONFields) {
    name = Self.member(fields, "name", Caption.nameLength)
    message = Self.member(fields, "message", Caption.messageLength)
    showsMessage = fields.optional("showsMessage") { $0.bool("showsMessage") }
  }

  private static func member(
    _ fields: JSONFields, _ name: String, _ length: ClosedRange<Int>
  ) -> String?? {
    if fields.isNull(name) { return .some(nil) }
    return fields.optional(name) { $0.string(name, length) }
  }

  func applied(to old: Caption) -> Caption {
    Caption(
      name: name ?? old.name, message: message ?? old.message,
      showsMessage: showsMessage ?? old.showsMessage)
  }
}
