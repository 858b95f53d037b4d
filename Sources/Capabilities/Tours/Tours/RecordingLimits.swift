/// How many recordings one organization may keep; set by the operator.
///
/// - Thread: pure.
public struct RecordingLimits: Sendable {
  public var recordings = 2000
  public var bytes = 4 << 30
  /// Most bytes that one organization uploads within 24 hours.
  public var bytesPerDay = 1 << 30

  public init() {}

  /// The greatest file, as ``GeoFormats/AudioLimits`` has it.
  public static let fileBytes = 30 << 20
}
