import Base

/// Hours of each day in which nothing but the list in the app is told.
///
/// - Thread: pure.
public struct QuietHours: Hashable, Sendable {
  /// Minutes since midnight, 0 to 1439, when they begin; and when they end, maybe on the next day.
  public let from: Int
  public let until: Int

  static let minutes = 0..<1440

  /// Nil unless both are minutes of a day, and not the same.
  public init?(from: Int, until: Int) {
    guard Self.minutes.contains(from), Self.minutes.contains(until), from != until else {
      return nil
    }
    self.from = from
    self.until = until
  }

  /// When those end that are at an instant, always later than it; nil if none are.
  public func end(at now: Instant, by clock: any LocalClock) -> Instant? {
    let wall = clock.wallSeconds(at: now)
    let midnight = wall.floored(to: 86_400)
    let minute = (wall - midnight) / 60
    let isOn =
      from < until ? (from..<until).contains(minute) : minute >= from || minute < until
    guard isOn else { return nil }
    let day = minute < until ? midnight : midnight + 86_400
    let end = clock.instant(atWallSeconds: day + until * 60)
    // Clocks that are put back within them show their end twice: it is the first.
    return end > now ? end : nil
  }
}

/// When notifications reach a person on other ways than the list in the app.
///
/// - Thread: pure.
public struct DeliverySchedule: Hashable, Sendable {
  public var quiet: QuietHours?
  /// The hour, 0 to 23, of the one mail a day that tells of everything; nil for no such mail.
  public var digestHour: Int?

  public init(quiet: QuietHours? = nil, digestHour: Int? = nil) {
    self.quiet = quiet
    self.digestHour = digestHour
  }

  /// Reads `{quietHours?: {from, until}, digestHour?}`, times as `22:30`.
  public init(reading fields: JSONFields) throws(Refusal) {
    quiet =
      fields.optional("quietHours") { fields in
        fields.object("quietHours") { fields in
          let from = Self.minute("from", fields)
          let until = Self.minute("until", fields)
          guard let from, let until else { return nil }
          let quiet = QuietHours(from: from, until: until)
          if quiet == nil { fields.reject("until", "must be another time than the beginning") }
          return quiet
        }
      }.flatMap { $0 }.flatMap { $0 }
    digestHour = fields.optional("digestHour") { $0.integer("digestHour", 0...23) }
    try fields.finish()
  }

  /// Reads a time of day such as `22:30`, as minutes since midnight.
  private static func minute(_ name: String, _ fields: JSONFields) -> Int? {
    let text = fields.string(name, 5...5)
    // Another length has been refused already.
    guard text.count == 5 else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 2, numbers.count == 2, numbers[0] < 24, numbers[1] < 60 else {
      fields.reject(name, "must be a time of day such as 22:30")
      return nil
    }
    return numbers[0] * 60 + numbers[1]
  }

  /// When something may leave that wants to leave at an instant.
  public func release(_ at: Instant, by clock: any LocalClock) -> Instant {
    quiet?.end(at: at, by: clock) ?? at
  }

  /// When the next mail with everything is sent after an instant, outside of the quiet hours; nil if
  /// none is wanted.
  public func nextDigest(after now: Instant, by clock: any LocalClock) -> Instant? {
    guard let digestHour else { return nil }
    let midnight = clock.wallSeconds(at: now).floored(to: 86_400)
    // Quiet hours move one of yesterday to today, and one day has one at most.
    for day in -1...2 {
      let at = release(
        clock.instant(atWallSeconds: midnight + day * 86_400 + digestHour * 3600), by: clock)
      if at > now { return at }
    }
    return nil
  }

  /// Writes its members into an object.
  func writeMembers(to json: inout JSONWriter) {
    if let quiet {
      json.object("quietHours") { json in
        json.member("from", Self.text(quiet.from))
        json.member("until", Self.text(quiet.until))
      }
    }
    json.member("digestHour", digestHour)
  }

  private static func text(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return two(minute / 60) + ":" + two(minute % 60)
  }
}

extension Int {
  /// The greatest multiple of a positive `unit` that is not greater.
  fileprivate func floored(to unit: Int) -> Int { self - ((self % unit) + unit) % unit }
}

/// The schedule of an account as its owner reads it.
///
/// - Thread: pure.
public struct OwnDeliverySchedule: Sendable {
  public var schedule: DeliverySchedule
  /// Whether there is a channel that reaches the account by mail: it has proved an address.
  public var hasMail: Bool

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      schedule.writeMembers(to: &json)
      json.member("mailReaches", hasMail)
    }
  }
}
