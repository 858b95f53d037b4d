import Registration

/// What the operator can set of positions and views.
public enum PresenceSettings {
  /// Seconds after its last position when a device is forgotten.
  public static let deviceMemorySeconds = Setting("deviceMemorySeconds", 1800, in: 5...86_400)
  /// Most objects shown in one view of a camera (CG-RL-08).
  public static let viewLimit = Setting("viewLimit", 20, in: 1...200)
  /// By how much of the smaller one two shown objects may overlap, 0...1 (CG-RL-08).
  public static let viewOverlap = Setting("viewOverlap", 0.5, in: 0...1)

  static let all: [any DeclaredSetting] = [deviceMemorySeconds, viewLimit, viewOverlap]
}
