import Base
import Registration
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
///
/// The capabilities above declare settings of their own, see ``Setting``.
///
/// - Thread: pure.
public struct Settings: Sendable {
  /// Most invitations to addresses and numbers that one account sends in 24 hours.
  public var invitationsPerDay = 30
  /// Most mails with invitations that one address without an account gets in 24 hours, from
  /// whomever.
  public var invitationsToAddressPerDay = 3
  /// Most mails with invitations that leave in 24 hours.
  public var invitationMailsPerDay = 2000
  /// Fewest characters of a password (CG-X-02).
  public var passwordMinimum = 6
  /// How long a session lives without use, in days.
  public var sessionDays = 30
  /// The address under which the server is reached from outside, without a final slash.
  public var publicAddress = "http://127.0.0.1:8080"
  /// Where user data are stored; shown to operators and users (DI-D4).
  public var storageRegion = "North America"
  /// The version of the terms and the privacy notice that consents are given to.
  public var termsVersion = "2026-01"
  /// The smallest age that sign-up recommends (DI-D3).
  public var recommendedAge = 16
  /// Hosts that may be asked although they lie in networks that are not public.
  public var privateHosts: Set<String> = []
  /// What is set of what capabilities declare, by name.
  var declared: [String: any Sendable] = [:]

  public init() {}

  /// What is set, or else the setting's default.
  public subscript<Value>(_ setting: Setting<Value>) -> Value {
    get { declared[setting.name] as? Value ?? setting.standard }
    set { declared[setting.name] = newValue }
  }
}
