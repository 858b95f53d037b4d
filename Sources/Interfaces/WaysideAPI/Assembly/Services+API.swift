import Base
import Geodata
import HTTPServing
import Notifications
import Presence
import Realms
import SpatialCatalog
import Storage
import Tours
import Travel

extension Services {
  /// The HTTP interface over these services.
  ///
  /// - Parameters:
  ///   - limits: nil switches rate limits off.
  ///   - metrics: what `/metrics` shows.
  ///   - reportFault: is told of every error that is ours.
  ///   - notes: what `/readyz` says that does not stand in the way of its work.
  public func api(
    limits: RateLimits?, metrics: Metrics,
    reportFault: @escaping @Sendable (String, RequestID, any Error) -> Void = { _, _, _ in },
    notes: @escaping @Sendable () -> [String] = { [] }
  ) throws -> API {
    let sessions = realms.sessionCache
    let authenticate: @Sendable (String) throws -> Caller = { try sessions.caller(token: $0) }
    let document = Guarded<[UInt8]>([])
    let operations = self.operations(
      metrics: metrics, notes: notes, authenticate: authenticate, document: { document.current })
    document.swap(
      OpenAPIDocument.make(
        operations,
        components: Components.all(

          notificationKinds: realms.notifications.kinds.all.map(\.name),
          reportKinds: realms.moderation.kinds.map(\.rawValue)),
        address: platform.settings.publicAddress))
    return try API(
      operations: operations,
      surroundings: API.Surroundings(
        authenticate: authenticate,
        idempotency: StoredIdempotency(realms.idempotency),
        limits: limits, reportFault: reportFault))
  }

  private func operations(
    metrics: Metrics, notes: @escaping @Sendable () -> [String],
    authenticate: @escaping @Sendable (String) throws -> Caller,
    document: @escaping @Sendable () -> [UInt8]
  ) -> [Operation] {
    let system = SystemEndpoints(
      obstacles: { [platform, catalog] in
        [platform.store.writeFailure.map { "store: \($0)" }, catalog.failure].compactMap { $0 }
      },
      notes: { [geodata] in
        geodata.current.problems.map { "\($0.name): \($0.detail)" } + notes()
      }, metrics: metrics, document: document)
    let accounts = AccountEndpoints(
      accounts: realms.accounts, sessions: realms.sessions, passwords: realms.passwords,
      verification: realms.verification, consents: realms.consents, privacy: realms.privacy,
      settings: platform.settings)
    let realmEndpoints = RealmEndpoints(
      realms: realms.subRealms, invitations: realms.invitations, blocks: realms.blocks,
      areas: Services.areas, clock: platform.clock)
    let objectEndpoints = ObjectEndpoints(objects: objects, inventory: inventory, files: media)
    let slots = WorkSlots(concurrent: 2, queue: 32)
    let notifications = NotificationEndpoints(
      notifications: realms.notifications, hub: events, authenticate: authenticate)
    // One list for each sort of operations; put together as one sum they take the compiler minutes.
    let groups: [[Operation]] = [
      system.operations,
      accounts.operations,
      realmEndpoints.operations,
      OrganizationEndpoints(organizations: realms.organizations).operations,
      objectEndpoints.operations,
      InstanceEndpoints(instances: instances, reactions: reactions).operations,
      NearbyEndpoints(
        nearby: NearbyService(
          catalog: catalog, underWay: underWay, hiddenInstances: hiddenInstances)
      ).operations,
      ViewEndpoints(views: views).operations,
      PositionEndpoints(
        positions: positions,
        plans: ZonePlans(
          zones: zones, underWay: underWay, hiddenInstances: hiddenInstances,
          clock: platform.clock),
        hub: events
      ).operations,
      StreetEndpoints(streets: geodata.streets, clock: platform.clock, slots: slots).operations,
      MapEndpoints(
        tiles: TileMaker(geodata), library: geodata, catalog: catalog,
        publicAddress: platform.settings.publicAddress
      ).operations,
      PlaceEndpoints(
        library: geodata, tours: tours, appointments: travel.appointments
      ).operations,
      RouteEndpoints(planner: itineraries, clock: platform.clock).operations,
      TourEndpoints(tours: tours).operations,
      ExchangeEndpoints(
        exchange: exchange, tours: tours, files: media,
        publicAddress: platform.settings.publicAddress
      ).operations,
      RecordingEndpoints(
        recordings: StopRecordings(tours: tours, recordings: recordings), files: media
      ).operations,
      RunEndpoints(runs: runs, purchases: purchases, clock: platform.clock).operations,
      AppointmentEndpoints(
        appointments: travel.appointments, attendance: travel.attendance, plans: travel.plans
      ).operations,
      TravelPreferenceEndpoints(preferences: travel.preferences).operations,
      CalendarEndpoints(exchange: travel.exchange, feeds: travel.feeds, files: media).operations,
      ModerationEndpoints(moderation: realms.moderation, clock: platform.clock).operations,
      notifications.operations,
    ]
    return groups.flatMap { $0 }
  }
}
