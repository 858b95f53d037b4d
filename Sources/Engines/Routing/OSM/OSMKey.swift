/// The tag keys that decide anything here; all others are dropped while reading.
///
/// - Source: the OpenStreetMap wiki, "Map features".
enum OSMKey: String, CaseIterable, Sendable {
  case access
  case addrStreet = "addr:street"
  case aeroway
  case agricultural
  case amenity
  case area
  case areaHighway = "area:highway"
  case barrier
  case bicycle
  case bicycleRoad = "bicycle_road"
  case boundary
  case bridge
  case building
  case buildingHeight = "building:height"
  case buildingLevels = "building:levels"
  case buildingMinLevel = "building:min_level"
  case buildingPart = "building:part"
  case busway
  case construction
  case crossing
  case cycleway
  case cyclewayBoth = "cycleway:both"
  case cyclewayLeft = "cycleway:left"
  case cyclewayLeftOneway = "cycleway:left:oneway"
  case cyclewayRight = "cycleway:right"
  case cyclewayRightOneway = "cycleway:right:oneway"
  case cyclestreet
  case direction
  case disused
  case duration
  case entrance
  case except
  case ferry
  case foot
  case footBackward = "foot:backward"
  case footForward = "foot:forward"
  case ford
  case height
  case highway
  case historic
  case hov
  case impassable
  case indoor
  case junction
  case landuse
  case lanes
  case leisure
  case level
  case lit
  case location
  case locked
  case manMade = "man_made"
  case maxspeed
  case maxspeedBackward = "maxspeed:backward"
  case maxspeedForward = "maxspeed:forward"
  case maxspeedType = "maxspeed:type"
  case minHeight = "min_height"
  case motorVehicle = "motor_vehicle"
  case motorcar
  case motorroad
  case mtbScale = "mtb:scale"
  case name
  case natural
  case network
  case oneway
  case onewayBicycle = "oneway:bicycle"
  case onewayFoot = "oneway:foot"
  case operatorName = "operator"
  case place
  case population
  case publicTransport = "public_transport"
  case railway
  case ramp
  case rampBicycle = "ramp:bicycle"
  case ref
  case restriction
  case restrictionConditional = "restriction:conditional"
  case restrictionMotorcar = "restriction:motorcar"
  case roofLevels = "roof:levels"
  case route
  case sacScale = "sac_scale"
  case segregated
  case service
  case shop
  case shelter
  case sidewalk
  case sidewalkBoth = "sidewalk:both"
  case sidewalkLeft = "sidewalk:left"
  case sidewalkRight = "sidewalk:right"
  case smoothness
  case sourceMaxspeed = "source:maxspeed"
  case stairs
  case surface
  case toll
  case tourism
  case tracktype
  case trafficSignals = "traffic_signals"
  case tunnel
  case type
  case vehicle
  case water
  case waterway
  case wheelchair
  case width
  case zoneMaxspeed = "zone:maxspeed"
  case zoneTraffic = "zone:traffic"

  /// All keys in a fixed order; `allCases` makes a new array each time.
  static let all = OSMKey.allCases
}
