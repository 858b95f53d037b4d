import Base
import Geodesy
import Routing
import Tours

/// Tours on the walking network of the imported maps.
///
/// - Thread: shared.
struct StreetWalking: WalkingNetwork {
  let streets: StreetRouter

  /// A line is held against the network at no more places than this.
  private static let maximumPlaces = 24
  /// Places are at least so many metres apart, unless the line is shorter.
  private static let leastDistance = 150.0
  /// A line farther from streets than this many metres does not follow them.
  private static let reach = 60.0

  func route(through places: [LonLat]) throws(Refusal) -> LineString {
    var points: [LonLat] = []
    for (index, (from, to)) in zip(places, places.dropFirst()).enumerated() {
      // The same place twice needs no way.
      if from == to { continue }
      do throws(Refusal) {
        let leg = try streets.route(from: from, to: to, StreetProfile(.walk))
        for point in leg.geometry where points.last != point { points.append(point) }
      } catch {
        let isAtEnd = error.violations.first?.pointer == "to"
        throw Refusal(
          error.kind, error.slug, "Stop \(index + (isAtEnd ? 2 : 1)): \(error.detail)",
          violations: [Refusal.Violation("/\(index + (isAtEnd ? 1 : 0))", error.detail)])
      }
    }
    return LineString(points)
  }

  /// The pace of the network along the line, over the line's own length: the line may run beside
  /// its street, or cut a corner.
  func seconds(along line: LineString) -> Double? {
    let length = line.length
    guard length > 0 else { return nil }
    let places = StreetWalking.sample(line, length)
    var distance = 0.0
    var duration = 0.0
    for (from, to) in zip(places, places.dropFirst()) {
      do throws(Refusal) {
        for place in [from, to] {
          guard try streets.snap(place, StreetProfile(.walk)).distance <= StreetWalking.reach
          else { return nil }
        }
        let leg = try streets.summary(from: from, to: to, StreetProfile(.walk))
        distance += leg.distance
        duration += leg.duration
      } catch {
        return nil
      }
    }
    // Much shorter or longer ways are other ways.
    guard distance > 0, (0.67...1.5).contains(distance / length) else { return nil }
    return length * duration / distance
  }

  /// Places along a line at even distances, its ends among them.
  private static func sample(_ line: LineString, _ length: Double) -> [LonLat] {
    let parts = Int(min(max((length / leastDistance).rounded(.up), 1), Double(maximumPlaces)))
    let step = length / Double(parts)
    var places: [LonLat] = []
    var done = 0.0
    for (from, to) in zip(line.points, line.points.dropFirst()) {
      let piece = Geodesic.distance(from: from, to: to)
      while piece > 0, Double(places.count) * step <= done + piece, places.count < parts {
        let share = min(max((Double(places.count) * step - done) / piece, 0), 1)
        places.append(
          LonLat(
            lon: LonLat.normalise(
              lon: from.lon + (to.lon - from.lon).remainder(dividingBy: 360) * share),
            lat: from.lat + (to.lat - from.lat) * share))
      }
      done += piece
    }
    if let last = line.points.last { places.append(last) }
    return places
  }
}
