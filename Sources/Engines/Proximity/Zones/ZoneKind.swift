/// What a zone belongs to; open, so that new kinds need no change here.
///
/// - Thread: pure.
public struct ZoneKind: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Around a tour's area: where its push notification is given.
  public static let tourPush = ZoneKind(rawValue: "tourPush")
  /// Around a tour's first position: where the start hint is shown.
  public static let tourStart = ZoneKind(rawValue: "tourStart")
  /// A tour's area itself.
  public static let tourArea = ZoneKind(rawValue: "tourArea")
  /// A stop's trigger: where one has arrived.
  public static let stop = ZoneKind(rawValue: "stop")
  /// The trigger of an AR object instance.
  public static let instance = ZoneKind(rawValue: "instance")
  /// The place of a calendar item.
  public static let place = ZoneKind(rawValue: "place")
  /// A sub-realm's area.
  public static let realmArea = ZoneKind(rawValue: "realmArea")
}
