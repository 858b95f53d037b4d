import Registration

/// What the operator can set of tours.
public enum ToursSettings {
  /// Metres from a tour's start within which its start is indicated (CG-RL-11).
  public static let startHintMetres = Setting("startHintMetres", 50.0, in: 1...1000)
  /// Metres from a tour within which it is pushed (CG-RL-11).
  public static let tourPushMetres = Setting("tourPushMetres", 500.0, in: 1...10_000)
  /// Metres from a stop within which it counts as reached (CG-RL-11).
  public static let arrivalMetres = Setting("arrivalMetres", 15.0, in: 1...1000)
  /// Walking speed for computed durations, metres per second (5 km/h, CG-RL-11).
  public static let walkingSpeed = Setting("walkingSpeed", 5 / 3.6, in: 0.3...20)
  /// Seconds added per stop to computed durations (2 minutes, CG-RL-11).
  public static let secondsPerStop = Setting("secondsPerStop", 120.0, in: 0...3600)

  static let all: [any DeclaredSetting] = [
    startHintMetres, tourPushMetres, arrivalMetres, walkingSpeed, secondsPerStop,
  ]
}
