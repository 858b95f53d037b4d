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
import SpatialCatalog
import Storage
import Topology
import Tours
import Travel

/// All capabilities, put together over one store and one media folder.
///
/// - Thread: shared.
public struct Services: Sendable {
  public let platform: Platform
  public let media: StoredMedia
  /// Where notifications are posted.
  public let poster: NotificationPoster
  public let realms: RealmsServices
  public let objects: ObjectService
  public let inventory: InventoryService
  public let instances: InstanceService
  public let reactions: ReactionService
  public let tours: TourService
  public let recordings: RecordingService
  public let exchange: TourExchange
  public let runs: RunService
  public let purchases: PurchaseService
  public let travel: TravelServices
  public let catalog: SpatialCatalog
  public let views: ViewService
  /// Houses and heights of what is imported, in the way of sight.
  public let mapObstacles: MapObstacles
  public let zones: ZoneCatalog
  /// Who is on which tour, and what shows there.
  public let underWay: ToursUnderWay
  public let hiddenInstances: HiddenInstances
  public let watch: ProximityWatch
  public let positions: PositionService
  public let events: EventHub
  /// Imported maps, heights and timetables.
  public let geodata: GeodataLibrary
  /// Ways from one place to another.
  public let itineraries: ItineraryPlanner
  /// The same for appointments.
  public let travelTimes: any TravelTimes

  /// The schemas of all capabilities, in order of their dependence.
  public static let schema = [
    deadlinesSchema, realmsSchema, notificationsSchema, objectsSchema, toursSchema, travelSchema,
  ]

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
    self.platform = platform
    self.geodata = geodata
    itineraries = ItineraryPlanner(streets: geodata.streets) {
      geodata.current.joined.map { TransitNetwork($0.engine, stops: $0.stops) }
    }
    travelTimes = NetworkTravelTimes(planner: itineraries, geodata: geodata)
    media = StoredMedia(folder)
    let notifications = NotificationPoster(ids: platform.ids)
    poster = notifications
    let access = ObjectAccess(sources: [TourObjectVisibility()])
    travel = TravelServices(
      platform: platform, times: travelTimes, notifications: notifications)
    realms = try RealmsServices(
      platform: platform, key: key, hasher: hasher, limits: attempts,
      holders: [
        ObjectsPersonalData(notifications: notifications), ToursPersonalData(),
        TravelPersonalData(appointments: travel.appointments),
      ],
      things: [
        ReportableObjects(access: access, notifications: notifications), ReportableInstances(),
        ReportableTours(),
      ], departures: [InstanceDepartures(), TourDepartures()],
      kinds: tourNotifications + presenceNotifications + travelNotifications,
      notifications: notifications)
    let mediaService = MediaService(platform: platform, files: folder)
    objects = ObjectService(
      platform: platform, media: mediaService,
      generator: ShapeGenerator(), access: access, notifications: notifications)
    inventory = InventoryService(platform: platform, access: access)
    instances = InstanceService(platform: platform, conditions: [NoPlacingDuringTours()])
    reactions = ReactionService(platform: platform)
    tours = TourService(
      platform: platform, objects: access, notifications: notifications,
      walking: StreetWalking(streets: geodata.streets))
    recordings = RecordingService(platform: platform, media: mediaService)
    exchange = TourExchange(
      tours: tours, objects: objects, recordings: recordings, media: mediaService)
    runs = RunService(platform: platform)
    purchases = PurchaseService(
      platform: platform, payments: payments, notifications: notifications)
    zones = try ZoneCatalog([
      TourZones(platform.settings), InstanceZones(), RealmAreaZones(),
      CalendarZones(clock: platform.clock, radius: platform.settings.placeMetres),
    ])
    underWay = ToursUnderWay(platform: platform)
    hiddenInstances = HiddenInstances()
    watch = ProximityWatch(platform: platform, zones: zones, consents: realms.consents)
    positions = PositionService(
      platform: platform, zones: zones, watch: watch, underWay: underWay, runs: runs,
      hiddenInstances: hiddenInstances, settings: realms.notifications, notifications: notifications
    )
    catalog = try SpatialCatalog(
      store: platform.store, sources: [InstanceLayer()],
      shapes: TourLayer.Part.allCases.map { TourLayer($0) } + [SubRealmAreaLayer()],
      layers: [hiddenInstances, zones, underWay, watch], snapshots: snapshots)
    mapObstacles = MapObstacles()
    mapObstacles.follow(geodata)
    views = ViewService(
      platform: platform, catalog: catalog, underWay: underWay, hiddenInstances: hiddenInstances,
      obstacles: obstacles ?? mapObstacles)
    events = EventHub(notifications: realms.notifications)
    try platform.store.follow(events)
  }

  /// What waits for its time, and what happens then.
  public var deadlines: [DeadlineKind] {
    poster.deadlines(realms.notifications.kinds, in: platform.store)
  }

  /// How areas of sub-realms are read and written: GeoJSON polygons.
  static let areas = AreaCoding(
    read: { (value: JSONValue) throws(Refusal) -> MultiPolygon in
      let geometry = try Geometry(geoJSON: value, allowed: [.polygon, .multiPolygon], at: "/area")
      switch geometry {
      case .polygon(let polygon): return try polygon.cutAtAntimeridian(at: "/area")
      case .multiPolygon(let multi): return try multi.cutAtAntimeridian(at: "/area")
      default: throw Refusal.invalid("/area", "must be a Polygon or a MultiPolygon")
      }
    },
    write: { area, json in json.geometry(.multiPolygon(area)) })
}
