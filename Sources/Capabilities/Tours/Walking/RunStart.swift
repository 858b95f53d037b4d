import Base

/// How a tour is started.
///
/// - Thread: pure.
public struct RunStart: Hashable, Sendable {
  /// Whether what was walked before is ended, and begun anew.
  public var isAnew: Bool
  /// Whether it goes through the drawn world; nil to go on with what is kept, else to walk.
  public var isTrial: Bool?

  public init(anew: Bool = false, trial: Bool? = nil) {
    isAnew = anew
    isTrial = trial
  }

  /// Reads `{anew?,trial?}`.
  public init(reading fields: JSONFields) {
    self.init(
      anew: fields.optional("anew") { $0.bool("anew") } ?? false,
      trial: fields.optional("trial") { $0.bool("trial") })
  }
}
