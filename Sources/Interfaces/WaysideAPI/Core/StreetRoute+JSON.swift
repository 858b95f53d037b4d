import Base
import GeoFormats
import Geodesy
import Routing

extension JSONWriter {
  /// The members of a leg along streets, inside an object: mode, distance, duration, climb, descent,
  /// geometry, steps, and where its ends were brought onto the streets.
  public mutating func members(of route: StreetRoute) {
    key("mode")
    string(route.mode.rawValue)
    key("distance")
    number(route.distance, decimals: 1)
    key("duration")
    number(route.duration, decimals: 1)
    key("climb")
    number(route.climb, decimals: 1)
    key("descent")
    number(route.descent, decimals: 1)
    key("from")
    snapped(route.from)
    key("to")
    snapped(route.to)
    key("geometry")
    geometry(.line(LineString(route.geometry)))
    key("steps")
    array { json in
      for step in route.steps { json.step(step) }
    }
  }

  /// A place on the streets: where, how far from the place asked for, and in which street.
  mutating func snapped(_ place: SnappedPlace) {
    object { json in
      json.member("lat", place.position.lat, decimals: 7)
      json.member("lon", place.position.lon, decimals: 7)
      json.member("distance", place.distance, decimals: 1)
      json.member("street", place.street)
      // A nearer street leads nowhere.
      json.member("isPastIsland", place.isPastIsland)
      if place.isOverWater { json.member("isOverWater", true) }
    }
  }

  private mutating func step(_ step: RouteStep) {
    object { json in
      json.member("maneuver", step.maneuver.rawValue)
      json.member("instruction", step.instruction)
      json.member("street", step.street)
      json.member("distance", step.distance, decimals: 1)
      json.member("duration", step.duration, decimals: 1)
      json.member("bearing", bearing: step.bearing, decimals: 1)
      json.member("start", step.geometryStart)
    }
  }
}
