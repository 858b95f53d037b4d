import Base

/// What the operator can set, declared by the capability that goes by it.
///
/// A capability lists its settings among its ``Capability/parts``; they are read from settings.json,
/// and a test looks that the operator's manual names each.
///
/// ```swift
/// public enum PollSettings {
///   public static let maximumOptions = Setting("pollOptions", 20, in: 2...100)
/// }
///
/// // where it counts:
/// platform.settings[PollSettings.maximumOptions]
/// ```
///
/// - Thread: pure.
public struct Setting<Value: Sendable>: DeclaredSetting {
  public let name: String
  /// The value unless the operator sets another.
  public let standard: Value
  private let value: @Sendable (JSONFields) -> Value

  /// - Parameter range: what may be set.
  public init(_ name: String, _ standard: Value, in range: ClosedRange<Value>)
  where Value == Int {
    self.name = name
    self.standard = standard
    value = { $0.integer(name, range) }
  }

  /// - Parameter range: what may be set.
  public init(_ name: String, _ standard: Value, in range: ClosedRange<Value>)
  where Value == Double {
    self.name = name
    self.standard = standard
    value = { $0.number(name, range) }
  }

  /// A setting with a shape of its own.
  ///
  /// - Parameter read: reads the member, which is there; it notes what is wrong.
  public init(
    _ name: String, _ standard: Value, reading read: @escaping @Sendable (JSONFields) -> Value
  ) {
    self.name = name
    self.standard = standard
    value = read
  }

  public func read(from fields: JSONFields) -> (any Sendable)? { fields.optional(name, value) }
}

/// A setting of any type.
public protocol DeclaredSetting: Sendable {
  /// Its member in settings.json.
  var name: String { get }

  /// What the operator has set; nil where it stays as it is. Wrong values are noted in `fields`.
  func read(from fields: JSONFields) -> (any Sendable)?
}
