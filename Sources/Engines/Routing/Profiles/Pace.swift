/// What one metre of a street costs someone.
struct Pace: Sendable {
  /// Milliseconds per metre on the flat.
  var millisecondsPerMetre: Double
  /// What time is multiplied with to choose between ways: above 1 for ways that are disliked.
  var aversion: Double
  /// What is added once to choose between ways, in milliseconds.
  var once: Double

  /// - Parameter kmh: above 0.
  init(kmh: Double, aversion: Double = 1, once: Double = 0) {
    millisecondsPerMetre = 3600 / kmh
    self.aversion = aversion
    self.once = once
  }
}

/// How fast someone travels on what sort of street.
protocol SpeedModel: Sendable {
  /// Nil where the street may not be used in that direction.
  func pace(_ street: StreetAttributes, isForward: Bool) -> Pace?
  /// What the time on the flat is multiplied with.
  ///
  /// - Parameter slope: rise over run, positive uphill.
  func slopeFactor(_ slope: Double) -> Double
  /// Milliseconds that each traffic signal costs.
  var signalMilliseconds: Double { get }
  /// How much hills are disliked beyond the time they cost; 0 = not at all.
  var hillAversion: Double { get }
}

extension StreetProfile {
  var speedModel: any SpeedModel {
    switch mode {
    case .walk: WalkSpeeds(self)
    case .bicycle: BicycleSpeeds(self)
    case .car: CarSpeeds(self)
    }
  }
}

/// Ground that is meant for those who start or end there.
enum EndsOnly {
  /// How few it is meant for: a street for its residents leads onto private ground no more than a
  /// street for all does.
  static func closeness(_ access: ModeAccess) -> Int {
    switch access {
    case .privately: 2
    case .destination: 1
    default: 0
    }
  }

  /// What walkers and bicycles go round to avoid a gate to private ground, in milliseconds; who starts
  /// or ends behind it pays once.
  static func gate(_ street: StreetAttributes, _ access: ModeAccess) -> Double {
    street.flags.contains(.gate) && access == .privately ? 450_000 : 0
  }

  /// What bicycles are slowed by in choosing; cars pay when they come onto it (``TurnCost``).
  static func aversion(_ access: ModeAccess) -> Double {
    switch access {
    case .privately: 8
    case .destination: 4
    default: 1
    }
  }
}
