import Access
import Base
import Calendar
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

/// What the interface calls: the services of all capabilities over one store and one media folder.
///
/// Put together by the composition root alone, see the target `Composition`.
///
/// - Thread: shared.
public struct Services: Sendable {
  public let platform: Platform
  /// All capabilities, with everything that they provide.
  public let capabilities: [Capability]
  public let media: any MediaContent
  public let access: AccessServices
  public let mail: MailServices
  public let groups: GroupsServices
  public let moderation: ModerationServices
  public let identity: IdentityServices
  public let notifications: NotificationService
  public let push: PushServices
  public let objects: ObjectService
  public let scans: ScanService
  public let inventory: InventoryService
  public let instances: InstanceService
  public let reactions: ReactionService
  public let tours: TourService
  public let recordings: RecordingService
  public let pictures: PictureService
  public let exchange: TourExchange
  public let runs: RunService
  public let purchases: PurchaseService
  public let calendar: CalendarServices
  public let travel: TravelServices
  public let family: FamilyPlanning
  public let teams: TeamsServices
  public let talk: TalkServices
  public let catalog: SpatialCatalog
  public let views: ViewService
  /// Houses and heights of what is imported, in the way of sight.
  public let mapObstacles: MapObstacles
  public let zones: ZoneCatalog
  /// Who is on which tour, and what shows there.
  public let underWay: ActiveTours
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

  public init(
    platform: Platform,
    capabilities: [Capability],
    media: any MediaContent,
    access: AccessServices,
    mail: MailServices,
    groups: GroupsServices,
    moderation: ModerationServices,
    identity: IdentityServices,
    notifications: NotificationService,
    push: PushServices,
    objects: ObjectService,
    scans: ScanService,
    inventory: InventoryService,
    instances: InstanceService,
    reactions: ReactionService,
    tours: TourService,
    recordings: RecordingService,
    pictures: PictureService,
    exchange: TourExchange,
    runs: RunService,
    purchases: PurchaseService,
    calendar: CalendarServices,
    travel: TravelServices,
    family: FamilyPlanning,
    teams: TeamsServices,
    talk: TalkServices,
    catalog: SpatialCatalog,
    views: ViewService,
    mapObstacles: MapObstacles,
    zones: ZoneCatalog,
    underWay: ActiveTours,
    hiddenInstances: HiddenInstances,
    watch: ProximityWatch,
    positions: PositionService,
    events: EventHub,
    geodata: GeodataLibrary,
    itineraries: ItineraryPlanner,
    travelTimes: any TravelTimes
  ) {
    self.platform = platform
    self.capabilities = capabilities
    self.media = media
    self.access = access
    self.mail = mail
    self.groups = groups
    self.moderation = moderation
    self.identity = identity
    self.notifications = notifications
    self.push = push
    self.objects = objects
    self.scans = scans
    self.inventory = inventory
    self.instances = instances
    self.reactions = reactions
    self.tours = tours
    self.recordings = recordings
    self.pictures = pictures
    self.exchange = exchange
    self.runs = runs
    self.purchases = purchases
    self.calendar = calendar
    self.travel = travel
    self.family = family
    self.teams = teams
    self.talk = talk
    self.catalog = catalog
    self.views = views
    self.mapObstacles = mapObstacles
    self.zones = zones
    self.underWay = underWay
    self.hiddenInstances = hiddenInstances
    self.watch = watch
    self.positions = positions
    self.events = events
    self.geodata = geodata
    self.itineraries = itineraries
    self.travelTimes = travelTimes
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
