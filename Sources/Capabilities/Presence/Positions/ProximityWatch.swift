import Access
import Base
import Identity
import Proximity
import Registration
import SpatialCatalog
import Storage

/// The devices that report positions: who may be followed, and when they are to be forgotten.
///
/// A device is a session of an account, so that what ends a session ends the memory of where it was;
/// withdrawing the consent does so for all of them at once.
///
/// - Thread: shared; kept by a `SpatialCatalog`.
public final class ProximityWatch: CatalogFollower {
  let engine: ProximityEngine
  /// From when on devices are remembered.
  let startedAt: Instant
  private let platform: Platform
  private let consents: ConsentService

  private struct Known: Sendable {
    var consents: [EntityID: Bool] = [:]
    /// Grows with every change, so that an answer that was read before it is not kept.
    var age = 0
  }

  private static let withdrawal = ConsentKind.location.withdrawal

  /// Most accounts whose consent is kept in memory.
  private static let limit = 200_000

  private let known = Guarded(Known())
  public let freshness = Freshness()

  public init(
    platform: Platform, zones: ZoneCatalog, consents: ConsentService
  ) {
    var settings = ProximitySettings()
    settings.expiry = platform.settings[PresenceSettings.deviceMemorySeconds]
    self.platform = platform
    self.consents = consents
    startedAt = platform.clock.now()
    engine = ProximityEngine(zones: zones.layer, clock: platform.clock, settings: settings)
  }

  public var changeKinds: Set<String> { ["account", "session", Self.withdrawal] }

  public func fill(in session: StoreSession) {}

  public func apply(_ changes: [Change], in session: StoreSession) throws {
    for change in changes where change.operation != .insert {
      switch change.kind {
      case "session" where change.operation == .delete:
        engine.forget(device: change.subject)
      case "account":
        known.withLock { known in
          known.consents[change.subject] = nil
          known.age += 1
        }
        if change.operation == .delete { engine.forget(account: change.subject) }
      case Self.withdrawal:
        engine.forget(account: change.subject)
      default: continue
      }
    }
  }

  /// How many devices are remembered.
  public var deviceCount: Int {
    freshness.wait()
    return engine.deviceCount
  }

  /// Forgets the devices that have been silent for as long as the operator has set.
  public func forgetExpired() { engine.forgetExpired() }

  /// The same again and again, so that none is remembered for much longer.
  public var forgetting: UpkeepTask {
    UpkeepTask(
      "devices",
      everySeconds: min(30, Double(platform.settings[PresenceSettings.deviceMemorySeconds]) / 4)
    ) { [self] in forgetExpired() }
  }

  /// Refuses accounts that have withdrawn their consent to their positions being used.
  ///
  /// Whoever sends a position agrees to its use for the answer, which is all that it is used for;
  /// a consent that was withdrawn stands against clients that go on sending.
  ///
  /// - Throws: `forbidden` with slug `location-consent-needed`.
  /// - Complexity: O(1); reads the store for accounts that were not asked about since they changed.
  func checkConsent(of account: EntityID) throws {
    freshness.wait()
    let (answer, age) = known.withLock { ($0.consents[account], $0.age) }
    let isGiven: Bool
    if let answer {
      isGiven = answer
    } else {
      isGiven = try platform.store.readOnce {
        try !consents.isWithdrawn(.location, by: account, in: $0)
      }
      known.withLock { known in
        guard known.age == age else { return }
        if known.consents.count >= Self.limit { known.consents = [:] }
        known.consents[account] = isGiven
      }
    }
    guard isGiven else {
      throw Refusal(
        .forbidden, "location-consent-needed",
        """
        You have withdrawn your consent to the use of positions, which tells what you come to; \
        they are not kept. Give it again with POST /v1/me/consents {"kind":"location","given":true}.
        """)
    }
  }
}
