import Base

/// A calendar elsewhere whose entries somebody has here too, as busy times that cannot be changed.
///
/// - Thread: pure.
public struct Subscription: Hashable, Sendable {
  /// How its last reading went.
  public enum State: String, Sendable, CaseIterable {
    /// It has not been read yet.
    case waiting
    case current
    /// It could not be read the last time; what was read before still stands.
    case failing
  }

  public var id: EntityID
  public var account: EntityID
  /// For its owner: `School`, `Work of Ben`.
  public var name: String
  /// Of `http` or `https`; may hold a key, and is shown to its owner alone.
  public var address: String
  /// The entity tag of what was read last.
  var tag: String?
  public var createdAt: Instant
  /// When it was last asked for.
  public var checkedAt: Instant?
  /// When it was last read, or found unchanged.
  public var readAt: Instant?
  public var failingSince: Instant?
  /// Times that it could not be read, one after the other.
  var failures = 0
  /// Why it cannot be read: one sentence for a person.
  public var problem: String?
  /// What of it was left out, and why.
  public var notes: [String] = []
  /// When it is asked for again.
  public var nextAt: Instant
  /// How many entries of it stand in the calendar.
  public var entries = 0

  public var state: State {
    if failingSince != nil { return .failing }
    return readAt == nil ? .waiting : .current
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.member("address", address)
      json.member("state", state.rawValue)
      json.member("entries", entries)
      json.member("createdAt", createdAt)
      json.member("checkedAt", checkedAt)
      json.member("readAt", readAt)
      json.member("failingSince", failingSince)
      json.member("problem", problem)
      json.array("notes") { json in
        for note in notes { json.string(note) }
      }
      json.member("nextAt", nextAt)
    }
  }

  /// Seconds between readings.
  public static let interval: Int64 = 3600
  /// Seconds after the first failure; doubled with each, up to a day.
  static let firstRetry: Int64 = 900
  static let lastRetry: Int64 = 86_400

  /// Seconds until it is asked for again after so many failures.
  public static func retry(after failures: Int) -> Int64 {
    min(firstRetry << Int64(min(max(failures - 1, 0), 10)), lastRetry)
  }
}

/// What a person subscribes to.
public struct SubscriptionDraft: Hashable, Sendable {
  public var name: String
  public var address: String

  /// Reads `{name, address}`; `webcal:` means `https:`.
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(reading fields: JSONFields) throws(Refusal) {
    name = fields.string("name", 1...100)
    address = Self.address(fields.string("address", 8...2000))
    try fields.finish()
  }

  /// An address as it is fetched: `webcal:` means `https:`.
  public static func address(_ text: String) -> String {
    let address = text.trimmedOfSpace
    guard address.lowercased().hasPrefix("webcal://") else { return address }
    return "https://" + address.dropFirst("webcal://".count)
  }
}
