/// The tag keys that decide anything here; all others are dropped while reading.
///
/// - Source: the OpenStreetMap wiki, "Map features".
public enum OSMKey: String, CaseIterable, Sendable {
  case access
  case addrCity = "addr:city"
  case addrConscriptionnumber = "addr:conscriptionnumber"
  case addrHousename = "addr:housename"
  case addrHousenumber = "addr:housenumber"
  case addrInterpolation = "addr:interpolation"
  case addrPlace = "addr:place"
  case addrPostcode = "addr:postcode"
  case addrStreet = "addr:street"
  case addrSuburb = "addr:suburb"
  case adminLevel = "admin_level"
  case aeroway
  case agricultural
  case altName = "alt_name"
  case amenity
  case area
  case areaHighway = "area:highway"
  case barrier
  case bicycle
  case bicycleBackward = "bicycle:backward"
  case bicycleForward = "bicycle:forward"
  case bicycleRoad = "bicycle_road"
  case boundary
  case brand
  case bridge
  case building
  case buildingHeight = "building:height"
  case buildingLevels = "building:levels"
  case buildingMinLevel = "building:min_level"
  case buildingPart = "building:part"
  case busway
  case capital
  case construction
  case contactPhone = "contact:phone"
  case contactWebsite = "contact:website"
  case covered
  case craft
  case crossing
  case cuisine
  case cyclestreet
  case cycleway
  case cyclewayBoth = "cycleway:both"
  case cyclewayLeft = "cycleway:left"
  case cyclewayLeftOneway = "cycleway:left:oneway"
  case cyclewayRight = "cycleway:right"
  case cyclewayRightOneway = "cycleway:right:oneway"
  case direction
  case disused
  case duration
  case emergency
  case entrance
  case except
  case ferry
  case foot
  case footBackward = "foot:backward"
  case footForward = "foot:forward"
  case ford
  case healthcare
  case height
  case highway
  case historic
  case hov
  case impassable
  case indoor
  case intermittent
  case intName = "int_name"
  case junction
  case landuse
  case lanes
  case layer
  case leisure
  case level
  case lit
  case location
  case locked
  case locName = "loc_name"
  case manMade = "man_made"
  case maxspeed
  case maxspeedBackward = "maxspeed:backward"
  case maxspeedForward = "maxspeed:forward"
  case maxspeedType = "maxspeed:type"
  case military
  case minHeight = "min_height"
  case motorcar
  case motorcarBackward = "motorcar:backward"
  case motorcarForward = "motorcar:forward"
  case motorroad
  case motorVehicle = "motor_vehicle"
  case motorVehicleBackward = "motor_vehicle:backward"
  case motorVehicleForward = "motor_vehicle:forward"
  case mtbScale = "mtb:scale"
  case name
  case nameAr = "name:ar"
  case nameBg = "name:bg"
  case nameCs = "name:cs"
  case nameDa = "name:da"
  case nameDe = "name:de"
  case nameEl = "name:el"
  case nameEn = "name:en"
  case nameEs = "name:es"
  case nameFi = "name:fi"
  case nameFr = "name:fr"
  case nameHe = "name:he"
  case nameHr = "name:hr"
  case nameHu = "name:hu"
  case nameIt = "name:it"
  case nameJa = "name:ja"
  case nameKo = "name:ko"
  case nameNl = "name:nl"
  case nameNo = "name:no"
  case namePl = "name:pl"
  case namePt = "name:pt"
  case nameRo = "name:ro"
  case nameRu = "name:ru"
  case nameSk = "name:sk"
  case nameSl = "name:sl"
  case nameSv = "name:sv"
  case nameTr = "name:tr"
  case nameUk = "name:uk"
  case nameZh = "name:zh"
  case natural
  case network
  case office
  case officialName = "official_name"
  case oldName = "old_name"
  case oneway
  case onewayBicycle = "oneway:bicycle"
  case onewayFoot = "oneway:foot"
  case openingHours = "opening_hours"
  case operatorName = "operator"
  case parkRide = "park_ride"
  case phone
  case place
  case population
  case postalCode = "postal_code"
  case publicTransport = "public_transport"
  case railway
  case ramp
  case rampBicycle = "ramp:bicycle"
  case ref
  case religion
  case restriction
  case restrictionConditional = "restriction:conditional"
  case restrictionMotorcar = "restriction:motorcar"
  case roofLevels = "roof:levels"
  case route
  case sacScale = "sac_scale"
  case segregated
  case service
  case shelter
  case shop
  case shortName = "short_name"
  case sidewalk
  case sidewalkBoth = "sidewalk:both"
  case sidewalkLeft = "sidewalk:left"
  case sidewalkRight = "sidewalk:right"
  case smoothness
  case sourceMaxspeed = "source:maxspeed"
  case sport
  case stairs
  case station
  case surface
  case toll
  case tourism
  case tracktype
  case trafficSignals = "traffic_signals"
  case tunnel
  case type
  case url
  case vehicle
  case vehicleBackward = "vehicle:backward"
  case vehicleForward = "vehicle:forward"
  case water
  case waterway
  case website
  case wetland
  case wheelchair
  case width
  case wikidata
  case wikipedia
  case zoneMaxspeed = "zone:maxspeed"
  case zoneTraffic = "zone:traffic"

  /// All keys in a fixed order; `allCases` makes a new array each time.
  public static let all = OSMKey.allCases

  /// Names in other languages: those that are most often tagged, by ISO 639-1 code.
  public static let translatedNames: [(language: String, key: OSMKey)] = all.compactMap { key in
    guard key.rawValue.hasPrefix("name:") else { return nil }
    return (String(key.rawValue.dropFirst(5)), key)
  }
}
