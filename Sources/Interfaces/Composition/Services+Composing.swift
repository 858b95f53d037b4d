import Access
import Base
import Calendar
import Cryptography
import Deadlines
import GeoFormats
import Geodata
import Geodesy
import Groups
import Identity
import Itineraries
import Mail
import Media
import Moderation
import Notifications
import Objects
import Outgoing
import Planning
import Presence
import Push
import Registration
import SpatialCatalog
import Storage
import Talk
import Teams
import Topology
import Tours
import Travel
import WaysideAPI

extension Services {
  /// What every capability says of itself before anything is opened, in the order in which their
  /// schemas are applied.
  public static let declarations: [Capability] = [
    storageCapability, deadlinesCapability, accessCapability, mailCapability, groupsDeclaration,
    moderationCapability, identityCapability, notificationsCapability,
    pushCapability, mediaCapability, objectsDeclaration, toursDeclaration, presenceCapability,
    calendarDeclaration, travelDeclaration, resourcesDeclaration,
    activitiesDeclaration, teamsDeclaration, talkDeclaration,
  ]

  /// The schemas of all capabilities, in order of their dependence.
  public static var schema: [SchemaModule] { declarations.schema }

  /// What the operator can set beside what is everybody's.
  public static var settings: [any DeclaredSetting] {
    declarations.parts((any DeclaredSetting).self)
  }

  /// Makes all services; reads the catalog from the store and begins to follow the change log.
  ///
  /// - Parameters:
  ///   - key: the installation's secret.
  ///   - hasher: how passwords are hashed.
  ///   - attempts: how often log-ins may fail.
  ///   - payments: who takes the money for priced tours.
  ///   - snapshots: where the catalog is kept over restarts; nil to read all rows each time.
  ///   - obstacles: what stands between cameras and what they look at; nil for the houses and heights
  ///     of what is imported.
  ///   - geodata: imported maps, heights and timetables; none by default.
  ///   - calendars: where calendars elsewhere are read; nil for the network.
  ///   - pushes: what carries pushes to their services; nil for the network.
  ///   - isPushOn: whether the operator wants pushes.
  public init(
    platform: Platform, media folder: MediaFolder, key: ServiceKey, hasher: PasswordHasher,
    attempts: AttemptLimits = AttemptLimits(), payments: any PaymentProvider,
    snapshots: CatalogSnapshots? = nil, obstacles: (any SightObstacleSource)? = nil,
    geodata: GeodataLibrary = GeodataLibrary(),
    calendars: (any CalendarSource)? = nil,
    pushes: (any PushTransport)? = nil, isPushOn: Bool = true
  ) throws {
    let source =
      calendars
      ?? OutgoingClient(
        OutgoingRules(
          privateHosts: platform.settings.privateHosts, bytes: CalendarExchange.maximumFileBytes))
    let itineraries = ItineraryPlanner(streets: geodata.streets) {
      geodata.current.joined.map { TransitNetwork($0.engine, stops: $0.stops) }
    } parkAndRide: {
      geodata.current.parkAndRide
    }
    let asPlanned = ItineraryPlanner(streets: geodata.streets) {
      geodata.current.joined.map { TransitNetwork($0.asPlanned, stops: $0.stops) }
    } parkAndRide: {
      geodata.current.parkAndRide
    }
    let travelTimes = NetworkTravelTimes(
      planner: itineraries, asPlanned: asPlanned, geodata: geodata)
    let mail = MailServices(platform: platform, key: key)
    let audit = AuditLog(platform: platform, key: key)
    let notifications = NotificationPoster(
      ids: platform.ids,
      carriers: [NotificationMail(platform: platform, outbox: mail.outbox)]
        + (isPushOn ? [PushCarrier(platform: platform)] : []),
      clocks: AccountClocks())
    let objectRights = ObjectRights(sources: [TourObjectVisibility()], clock: platform.clock)
    let plans = TravelPlanUpkeep(
      platform: platform, times: travelTimes, notifications: notifications)
    let calendar = CalendarServices(
      platform: platform,
      kinds: try CalendarItemKinds(Services.declarations.parts(CalendarItemKind.self)),
      follower: RideFollower(plans: plans, rides: RideUpkeep(notifications: notifications)),
      notifications: notifications, source: source)
    let travel = TravelServices(upkeep: plans, calendar: calendar, notifications: notifications)
    let family = FamilyPlanning(
      platform: platform, calendar: calendar, follower: plans, notifications: notifications,
      ways: StreetWays(streets: geodata.streets), times: travelTimes,
      places: MapMeetingPlaces(library: geodata))
    let kinds = try NotificationKinds(Services.declarations.parts(NotificationKind.self))
    let mediaService = MediaService(platform: platform, files: folder)
    let objectsPart = objectsCapability(rights: objectRights, notifications: notifications)
    let toursPart = toursCapability(platform.settings)
    let resourcesPart = resourcesCapability(family)
    let pictures = try PictureService(
      platform: platform, media: mediaService,
      things: [groupsDeclaration, objectsPart, toursPart, resourcesPart]
        .parts((any PicturedThings).self), audit: audit)
    let calls = CallService(platform: platform, notifications: notifications)
    let others: [Capability] = [
      notificationsCapability.with(
        personalData: [NotificationTexts(NotificationWords(kinds, clocks: AccountClocks()))],
        parts: notifications.deadlines(kinds, in: platform.store)),
      pushCapability, mediaCapability.with(parts: [pictures]), objectsPart, toursPart,
      presenceCapability,
      calendarCapability(calendar).with(parts: [
        CalendarPlaceZones(
          clock: platform.clock, radius: platform.settings[CalendarSettings.placeMetres])
      ]),
      travelCapability(travel),
      resourcesPart, activitiesCapability(family.activities),
      teamsCapability(notifications: notifications), talkCapability(calls: calls),
    ]
    let capabilities =
      [
        storageCapability, deadlinesCapability, accessCapability, mailCapability,
        groupsCapability(beside: others, notifications: notifications), moderationCapability,
        identityCapability,
      ] + others
    try capabilities.check()
    let access = AccessServices(platform: platform, capabilities: capabilities)
    let identity = try IdentityServices(
      platform: platform, key: key, hasher: hasher, limits: attempts, capabilities: capabilities,
      mail: mail, audit: audit, notifications: notifications)
    let groups = try GroupsServices(
      platform: platform, capabilities: capabilities, mail: mail, audit: audit,
      notifications: notifications)
    let moderation = try ModerationServices(
      platform: platform, capabilities: capabilities, audit: audit, mail: mail,
      notifications: notifications)
    let accountNotifications = NotificationService(
      store: platform.store, kinds: kinds, poster: notifications)
    let push = try PushServices(
      platform: platform, key: key, consents: identity.consents, kinds: kinds,
      poster: notifications,
      transport: pushes
        ?? OutgoingClient(
          OutgoingRules(
            privateHosts: platform.settings.privateHosts, seconds: 10, bytes: 64 << 10)),
      isOn: isPushOn)
    let teams = TeamsServices(
      platform: platform, calendar: calendar, realms: groups.subRealms,
      moderation: moderation.reports, notifications: notifications,
      cars: StreetCars(streets: geodata.streets))
    let objects = ObjectService(
      platform: platform, media: mediaService,
      generator: ShapeGenerator(), rights: objectRights, notifications: notifications,
      audit: moderation.audit)
    let inventory = InventoryService(platform: platform, rights: objectRights)
    let instances = InstanceService(
      platform: platform, objects: objectRights, conditions: [NoPlacingDuringTours()])
    let reactions = ReactionService(platform: platform)
    let tours = TourService(
      platform: platform, objects: objectRights, notifications: notifications,
      walking: StreetWalking(streets: geodata.streets))
    let recordings = RecordingService(platform: platform, media: mediaService)
    let exchange = TourExchange(
      tours: tours, objects: objects, recordings: recordings, pictures: pictures,
      media: mediaService)
    let runs = RunService(platform: platform)
    let purchases = PurchaseService(
      platform: platform, payments: payments, notifications: notifications)
    let zones = try ZoneCatalog(capabilities.parts((any ZoneSource).self))
    let underWay = ActiveTours(platform: platform)
    let hiddenInstances = HiddenInstances()
    let watch = ProximityWatch(platform: platform, zones: zones, consents: identity.consents)
    let positions = PositionService(
      platform: platform, zones: zones, watch: watch, underWay: underWay, runs: runs,
      hiddenInstances: hiddenInstances, settings: accountNotifications,
      notifications: notifications
    )
    let catalog = try SpatialCatalog(
      store: platform.store, sources: capabilities.parts((any CatalogSource).self),
      shapes: capabilities.parts((any ShapeSource).self),
      layers: [hiddenInstances, zones, underWay, watch], snapshots: snapshots)
    let mapObstacles = MapObstacles()
    mapObstacles.follow(geodata)
    let views = ViewService(
      platform: platform, catalog: catalog, underWay: underWay, hiddenInstances: hiddenInstances,
      obstacles: obstacles ?? mapObstacles)
    let events = EventHub(
      notifications: accountNotifications, whoseRun: runs.walker(of:),
      whoKnowsWhenBusy: family.slots.realms(knowingWhenBusy:), calls: calls)
    try platform.store.follow(events)
    self.init(
      platform: platform,
      capabilities: capabilities,
      media: StoredMedia(folder),
      access: access,
      mail: mail,
      groups: groups,
      moderation: moderation,
      identity: identity,
      notifications: accountNotifications,
      push: push,
      objects: objects,
      scans: ScanService(
        platform: platform, pictures: pictures, objects: objects, notifications: notifications),
      inventory: inventory,
      instances: instances,
      reactions: reactions,
      tours: tours,
      recordings: recordings,
      pictures: pictures,
      exchange: exchange,
      runs: runs,
      purchases: purchases,
      calendar: calendar,
      travel: travel,
      family: family,
      teams: teams,
      talk: TalkServices(
        platform: platform, calls: calls, realms: groups.subRealms, media: mediaService,
        notifications: notifications),
      catalog: catalog,
      views: views,
      mapObstacles: mapObstacles,
      zones: zones,
      underWay: underWay,
      hiddenInstances: hiddenInstances,
      watch: watch,
      positions: positions,
      events: events,
      geodata: geodata,
      itineraries: itineraries,
      travelTimes: travelTimes)
  }

  /// What waits for its time, and what happens then.
  public var deadlines: [DeadlineKind] { capabilities.parts(DeadlineKind.self) }
}
