import Base
import Storage

/// What every service works with.
///
/// - Thread: shared.
public struct Platform: Sendable {
  public let store: Store
  public let clock: any WallClock
  public let ids: EntityIDSource
  public let random: any RandomSource
  public let settings: Settings

  public init(
    store: Store, clock: any WallClock = SystemClock(), random: any RandomSource = SystemRandom(),
    settings: Settings = Settings()
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.settings = settings
    ids = EntityIDSource(clock: clock, random: random)
  }
}

/// What an operator can set; each has a default that a seed or a decision names.
public struct Settings: Sendable {
  /// Most entries of one account's inventory (CG-RL-07).
  public var inventoryLimit = 100
  /// Fewest characters of a password (CG-X-02).
  public var passwordMinimum = 6
  /// How long a session lives without use, in days.
  public var sessionDays = 30
  /// Metres from a tour's start within which its start is indicated (CG-RL-11).
  public var startHintMetres = 50.0
  /// Metres from a tour within which it is pushed (CG-RL-11).
  public var tourPushMetres = 500.0
  /// Metres from a stop within which it counts as reached (CG-RL-11).
  public var arrivalMetres = 15.0
  /// Metres from the place of an appointment within which one has come to it.
  public var placeMetres = 100.0
  /// Most objects shown in one view of a camera (CG-RL-08).
  public var viewLimit = 20
  /// By how much of the smaller one two shown objects may overlap, 0...1 (CG-RL-08).
  public var viewOverlap = 0.5
  /// Walking speed for computed durations, metres per second (5 km/h, CG-RL-11).
  public var walkingSpeed = 5 / 3.6
  /// Seconds added per stop to computed durations (2 minutes, CG-RL-11).
  public var secondsPerStop = 120.0
  /// The address under which the server is reached from outside, without a final slash.
  public var publicAddress = "http://127.0.0.1:8080"
  /// Where user data are stored; shown to operators and users (DI-D4).
  public var storageRegion = "North America"
  /// The version of the terms and the privacy notice that consents are given to.
  public var termsVersion = "2026-01"
  /// The smallest age that sign-up recommends (DI-D3).
  public var recommendedAge = 16
  /// How mail leaves; nil to keep it in the data folder.
  public var mail: MailSettings?
  /// Hosts that may be asked although they lie in networks that are not public.
  public var privateHosts: Set<String> = []

  public init() {}
}
