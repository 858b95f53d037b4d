import Base
import Cryptography
import Deadlines
import GeoFormats
import Geodata
import Geodesy
import Itineraries
import Media
import Notifications
import Objects
import Presence
import Realms
import Registration
import SpatialCatalog
import Storage
import Topology
import Tours
import Travel
import WaysideAPI

extension Services {
  /// What every capability says of itself before anything is opened, in the order in which their
  /// schemas are applied.
  public static let declarations: [Capability] = [
    storageCapability, deadlinesCapability, realmsCapability, notificationsCapability,
    mediaCapability, objectsDeclaration, toursDeclaration, presenceCapability, travelDeclaration,
  ]

  /// The schemas of all capabilities, in order of their dependence.
  public static var schema: [SchemaModule] { declarations.schema }

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
  public init(
    platform: Platform, media folder: MediaFolder, key: ServiceKey, hasher: PasswordHasher,
    attempts: AttemptLimits = AttemptLimits(), payments: any PaymentProvider,
    snapshots: CatalogSnapshots? = nil, obstacles: (any SightObstacleSource)? = nil,
    geodata: GeodataLibrary = GeodataLibrary()
  ) throws {
    let itineraries = ItineraryPlanner(streets: geodata.streets) {
      geodata.current.joined.map { TransitNetwork($0.engine, stops: $0.stops) }
    }
    let travelTimes = NetworkTravelTimes(planner: itineraries, geodata: geodata)
    let notifications = NotificationPoster(ids: platform.ids)
    let access = ObjectAccess(sources: [TourObjectVisibility()])
    let travel = TravelServices(
      platform: platform, times: travelTimes, notifications: notifications)
    let kinds = try NotificationKinds(Services.declarations.parts(NotificationKind.self))
    let capabilities: [Capability] = [
      storageCapability, deadlinesCapability, realmsCapability,
      notificationsCapability.with(parts: notifications.deadlines(kinds, in: platform.store)),
      mediaCapability, objectsCapability(access: access, notifications: notifications),
      toursCapability(platform.settings), presenceCapability,
      travelCapability(travel).with(parts: [
        CalendarZones(clock: platform.clock, radius: platform.settings.placeMetres)
      ]),
    ]
    try capabilities.check()
    let realms = try RealmsServices(
      platform: platform, key: key, hasher: hasher, limits: attempts, capabilities: capabilities,
      notifications: notifications)
    let mediaService = MediaService(platform: platform, files: folder)
    let objects = ObjectService(
      platform: platform, media: mediaService,
      generator: ShapeGenerator(), access: access, notifications: notifications)
    let inventory = InventoryService(platform: platform, access: access)
    let instances = InstanceService(platform: platform, conditions: [NoPlacingDuringTours()])
    let reactions = ReactionService(platform: platform)
    let tours = TourService(
      platform: platform, objects: access, notifications: notifications,
      walking: StreetWalking(streets: geodata.streets))
    let recordings = RecordingService(platform: platform, media: mediaService)
    let exchange = TourExchange(
      tours: tours, objects: objects, recordings: recordings, media: mediaService)
    let runs = RunService(platform: platform)
    let purchases = PurchaseService(
      platform: platform, payments: payments, notifications: notifications)
    let zones = try ZoneCatalog(capabilities.parts((any ZoneSource).self))
    let underWay = ToursUnderWay(platform: platform)
    let hiddenInstances = HiddenInstances()
    let watch = ProximityWatch(platform: platform, zones: zones, consents: realms.consents)
    let positions = PositionService(
      platform: platform, zones: zones, watch: watch, underWay: underWay, runs: runs,
      hiddenInstances: hiddenInstances, settings: realms.notifications, notifications: notifications
    )
    let catalog = try SpatialCatalog(
      store: platform.store, sources: [InstanceLayer()],
      shapes: TourLayer.Part.allCases.map { TourLayer($0) } + [SubRealmAreaLayer()],
      layers: [hiddenInstances, zones, underWay, watch], snapshots: snapshots)
    let mapObstacles = MapObstacles()
    mapObstacles.follow(geodata)
    let views = ViewService(
      platform: platform, catalog: catalog, underWay: underWay, hiddenInstances: hiddenInstances,
      obstacles: obstacles ?? mapObstacles)
    let events = EventHub(notifications: realms.notifications)
    try platform.store.follow(events)
    self.init(
      platform: platform,
      capabilities: capabilities,
      media: StoredMedia(folder),
      realms: realms,
      objects: objects,
      inventory: inventory,
      instances: instances,
      reactions: reactions,
      tours: tours,
      recordings: recordings,
      exchange: exchange,
      runs: runs,
      purchases: purchases,
      travel: travel,
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
