import Access
import Base
import Calendar
import Geodata
import Groups
import HTTPServing
import Identity
import Mail
import Moderation
import Notifications
import Planning
import Presence
import Proximity
import Push
import Registration
import SpatialCatalog
import Storage
import Talk
import Teams
import Tours
import Travel

extension Services {
  /// The HTTP interface over these services.
  ///
  /// - Parameters:
  ///   - limits: nil switches rate limits off.
  ///   - metrics: what `/metrics` shows.
  ///   - sprites: the icons of the map.
  ///   - reportFault: is told of every error that is ours.
  ///   - obstacles: what stands in the way of the store's work.
  ///   - notes: what `/readyz` says that does not stand in the way of its work.
  public func api(
    limits: RateLimits?, metrics: Metrics, sprites: MapSprites = .none,
    reportFault: @escaping @Sendable (String, RequestID, any Error) -> Void = { _, _, _ in },
    obstacles: (@Sendable () -> [String])? = nil,
    notes: @escaping @Sendable () -> [String] = { [] }
  ) throws -> API {
    let sessions = identity.sessionCache
    let authenticate: @Sendable (String) throws -> Caller = { try sessions.caller(token: $0) }
    let document = Guarded<[UInt8]>([])
    let operations = self.operations(
      metrics: metrics, sprites: sprites, obstacles: obstacles, notes: notes,
      authenticate: authenticate,
      document: { document.current })
    document.swap(
      OpenAPIDocument.make(
        operations,
        components: Components.all(
          notificationKinds: notifications.kinds.all.map(\.name),
          reportKinds: moderation.reports.kinds.map(\.rawValue),
          zoneKinds: zoneKinds),
        address: platform.settings.publicAddress))
    return try API(
      operations: operations,
      dependencies: API.Dependencies(
        authenticate: authenticate,
        authenticateFromMemory: { sessions.knownCaller(token: $0) },
        idempotency: StoredIdempotency(access.idempotency),
        limits: limits, reportFault: reportFault))
  }

  /// The kinds of zones that are registered, by name.
  private var zoneKinds: [(name: String, place: String)] {
    var found: [String: String] = [:]
    for source in capabilities.parts((any ZoneSource).self) {
      for (kind, place) in source.kinds { found[kind.rawValue] = place }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func operations(
    metrics: Metrics, sprites: MapSprites, obstacles: (@Sendable () -> [String])?,
    notes: @escaping @Sendable () -> [String],
    authenticate: @escaping @Sendable (String) throws -> Caller,
    document: @escaping @Sendable () -> [UInt8]
  ) -> [Operation] {
    let system = SystemEndpoints(
      obstacles: { [platform, catalog] in
        (obstacles?() ?? [platform.store.writeFailure.map { "store: \($0)" }].compactMap { $0 })
          + [catalog.failure].compactMap { $0 }
      },
      notes: { [geodata, mail, talk] in
        geodata.current.problems.map { "\($0.name): \($0.detail)" }
          + [mail.outbox.health.downSince.map { "mail: nothing has left since \($0)" }]
          .compactMap { $0 } + [talk.workshop.obstacle].compactMap { $0 } + notes()
      }, metrics: metrics, document: document)
    let accounts = AccountEndpoints(
      accounts: identity.accounts, sessions: identity.sessions, passwords: identity.passwords,
      verification: identity.verification, mail: mail.outbox.health, consents: identity.consents,
      privacy: identity.privacy,
      settings: platform.settings, pictures: pictures)
    let realmEndpoints = RealmEndpoints(
      realms: groups.subRealms, invitations: groups.invitations, unwanted: mail.unwanted,
      blocks: groups.blocks,
      areas: Services.areas, clock: platform.clock, pictures: pictures,
      communities: teams.communities, files: media)
    let objectEndpoints = ObjectEndpoints(objects: objects, inventory: inventory, files: media)
    let slots = WorkSlots(concurrent: 2, queue: 32)
    let notifications = NotificationEndpoints(
      notifications: notifications, hub: events, authenticate: authenticate)
    // One list for each sort of operations; put together as one sum they take the compiler minutes.
    let groups: [[Operation]] = [
      system.operations,
      accounts.operations,
      realmEndpoints.operations,
      OrganizationEndpoints(organizations: groups.organizations, pictures: pictures).operations,
      OperatorMessageEndpoints(messages: moderation.operatorMessages).operations,
      EaseEndpoints(ease: moderation.ease).operations,
      objectEndpoints.operations,
      ScanEndpoints(scans: scans, files: media).operations,
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
      StreetEndpoints(
        streets: geodata.streets, planner: itineraries, clock: platform.clock, slots: slots
      ).operations,
      MapEndpoints(
        tiles: TileMaker(geodata), library: geodata, catalog: catalog,
        publicAddress: platform.settings.publicAddress, sprites: sprites
      ).operations,
      HeightEndpoints(library: geodata).operations,
      PlaceEndpoints(
        library: geodata, tours: tours, appointments: travel.appointments
      ).operations,
      RouteEndpoints(planner: itineraries, clock: platform.clock).operations,
      StopEndpoints(library: geodata, clock: platform.clock).operations,
      GeodataEndpoints(library: geodata, clock: platform.clock).operations,
      TourEndpoints(tours: tours).operations,
      ExchangeEndpoints(
        exchange: exchange, tours: tours, files: media,
        publicAddress: platform.settings.publicAddress
      ).operations,
      RecordingEndpoints(
        recordings: StopRecordings(tours: tours, recordings: recordings), files: media
      ).operations,
      PictureEndpoints(
        pictures: pictures, tours: TourPictureService(tours: tours, pictures: pictures),
        files: media
      ).operations,
      RunEndpoints(runs: runs, purchases: purchases, clock: platform.clock).operations,
      AppointmentEndpoints(
        appointments: travel.appointments, rsvp: calendar.rsvp, plans: travel.plans
      ).operations,
      GroupEventEndpoints(events: teams.events, store: platform.store).operations,
      EventTeamEndpoints(events: teams.events).operations,
      AttendanceEndpoints(attendance: teams.attendance).operations,
      RideEndpoints(rides: teams.rides).operations,
      CommunityEndpoints(communities: teams.communities, news: teams.news).operations,
      CourseEndpoints(courses: teams.courses).operations,
      TeamProfileEndpoints(profiles: teams.profiles, reports: teams.reports).operations,
      TeamRecordEndpoints(records: teams.records).operations,
      ContactEndpoints(contacts: teams.contacts).operations,
      ConversationEndpoints(conversations: talk.conversations, pictures: pictures).operations,
      CallEndpoints(calls: talk.calls, pictures: pictures).operations,
      MessageEndpoints(messages: talk.messages, pictures: pictures, files: media).operations,
      TravelPreferenceEndpoints(preferences: travel.preferences).operations,
      CalendarEndpoints(exchange: calendar.exchange, feeds: calendar.feeds, files: media)
        .operations,
      ResourceEndpoints(
        resources: family.resources, bookings: family.bookings, clock: platform.clock
      ).operations,
      SubscriptionEndpoints(subscriptions: calendar.subscriptions).operations,
      ActivityEndpoints(activities: family.activities, types: family.activityTypes).operations,
      SlotEndpoints(slots: family.slots).operations,
      GroupCalendarEndpoints(calendars: family.calendars).operations,
      MeetingEndpoints(meetings: family.meetings, places: family.savedPlaces).operations,
      ModerationEndpoints(
        moderation: moderation.reports, administration: moderation.administration,
        audit: moderation.auditNames, clock: platform.clock
      ).operations,
      notifications.operations,
      PushEndpoints(subscriptions: push.subscriptions).operations,
    ]
    return groups.flatMap { $0 }
  }
}
