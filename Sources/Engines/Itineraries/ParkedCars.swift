import Base
import Geodesy
import Routing
import Transit

/// A way by own car to a park and ride, and on foot from there to a stop.
struct ParkedWay {
  var park: ParkAndRide
  var car: ParkedCars.Drive
  /// From the car to the stop.
  var walk: StreetPath?
  var walkSeconds: Int
  var walkMetres: Int

  /// From the door to the stop.
  var seconds: Int { car.seconds + ParkedCars.parking + walkSeconds }
  /// On foot.
  var metres: Int { Int(car.walk.rounded(.up)) + walkMetres }

  /// Its legs: the drive, with the walks to the car and from the street, and the walk to the stop.
  func legs(
    _ builder: StreetLegBuilder, to stop: Timetable.Stop, _ planned: Journey.Walk
  ) -> [Itinerary.Leg] {
    let name = park.name.isEmpty ? "Park and ride" : park.name
    var legs = builder.legs(car.path, .car, departure: planned.departure)
    guard let arrival = legs.last?.arrival else { return [] }
    legs[legs.count - 1].to = name
    var last = builder.leg(
      walk?.route(), from: park.position, to: stop.position, .walk,
      departure: arrival.adding(seconds: Int64(ParkedCars.parking)), arrival: planned.arrival,
      metres: walkMetres)
    (last.from, last.to) = (name, stop.name)
    last.distance = Double(walkMetres)
    return legs + [last]
  }
}

/// The ways by own car to park and rides, and from there to the stops around them.
struct ParkedCars {
  /// Seconds to park, lock and find one's way out.
  static let parking = 120
  /// Most metres from the car to a stop.
  static let maximumWalk = 1000.0
  /// Most metres that one drives as the crow flies.
  static let maximumDrive = 60_000.0
  /// So many that lie least out of the way are looked at.
  static let maximumCount = 16

  /// A drive to a park and ride.
  struct Drive {
    var path: StreetPath
    /// With the walks to the car and from the street.
    var seconds: Int
    /// Metres of these walks.
    var walk: Double
    /// Grams of CO2 equivalent.
    var co2: Double
  }

  private let builder: StreetLegBuilder
  private let drives: [(park: ParkAndRide, drive: Drive)]

  /// - Complexity: O(parks), and a search along streets for each of the few that are looked at.
  init(_ parks: [ParkAndRide], _ builder: StreetLegBuilder) {
    self.builder = builder
    let request = builder.request
    let near = parks.lazy.compactMap { park -> (park: ParkAndRide, metres: Double)? in
      let drive = Geodesic.distance(from: request.from, to: park.position)
      guard drive <= Self.maximumDrive else { return nil }
      return (park, drive + Geodesic.distance(from: park.position, to: request.to))
    }.sorted { ($0.metres, $0.park.name) < ($1.metres, $1.park.name) }
    drives = near.prefix(Self.maximumCount).compactMap { park, _ in
      guard let profile = request.profile(.car),
        let path = try? builder.streets.way(
          from: request.from, to: park.position, profile, explains: false)
      else { return nil }
      return (park, Drive(path, builder))
    }
  }

  /// The quickest to each stop, by the stop's number.
  func ways(to network: TransitNetwork) -> [Int: ParkedWay] {
    let request = builder.request
    let limit = min(request.maximumWalk ?? Self.maximumWalk, Self.maximumWalk)
    let profile = StreetProfile(.walk, avoid: request.streetAvoidances)
    var best: [Int: ParkedWay] = [:]
    for (park, drive) in drives {
      guard
        let around = builder.streets.ways(
          .toPlaces, of: network.stops, at: park.position, withinMetres: limit, profile)
      else { continue }
      for found in around.ways {
        let way = ParkedWay(
          park: park, car: drive, walk: nil, walkSeconds: Int(found.duration.rounded(.up)),
          walkMetres: Int(found.distance.rounded(.up)))
        if let known = best[found.place], known.seconds <= way.seconds { continue }
        best[found.place] = way
        best[found.place]?.walk = around.way(found.place)
      }
    }
    return best
  }
}

extension ParkedCars.Drive {
  /// A way along streets as a drive, with the walks at its ends.
  init(_ path: StreetPath, _ builder: StreetLegBuilder) {
    let walks = builder.walks(path, .car)
    self.init(
      path: path,
      seconds: builder.seconds(path) + builder.walkSeconds(walks.start)
        + builder.walkSeconds(walks.end),
      walk: walks.start + walks.end, co2: builder.co2(.car, metres: path.distance))
  }
}

/// One search for ways back to where the own car stands, and on with it.
struct CarReturnSearch {
  private let request: ItineraryRequest
  private let car: LonLat
  private let streets: StreetRouter
  private let networks: [TransitNetwork]
  private let emissions: EmissionFactors
  private(set) var pages = ItineraryPages()
  /// Why nothing was found.
  private(set) var reason = NoItinerary(
    reason: .noPath, detail: "Nothing leads to the car and on from there.")

  init(
    _ request: ItineraryRequest, _ car: LonLat, _ streets: StreetRouter,
    _ networks: [TransitNetwork], _ emissions: EmissionFactors
  ) {
    (self.request, self.car) = (request, car)
    (self.streets, self.networks, self.emissions) = (streets, networks, emissions)
  }

  /// All that keeps the limits, chosen and ordered; empty if nothing does.
  mutating func run() -> [Itinerary] {
    var drive = request
    drive.from = car
    let builder = StreetLegBuilder(drive, streets, emissions)
    let path: StreetPath
    do throws(Refusal) {
      guard let profile = drive.profile(.car) else { return [] }
      path = try streets.way(from: car, to: request.to, profile)
    } catch {
      reason = NoItinerary(
        reason: error.slug == "no-network-near" ? .noNetworkNear : .noPath,
        detail: "From where the car stands: " + error.detail)
      return []
    }
    let home = ParkedCars.Drive(path, builder)
    guard home.walk <= request.maximumWalk ?? .infinity,
      home.co2 <= request.maximumCO2 ?? .infinity
    else {
      let limits = request.limits.joined(separator: "; ")
      reason = NoItinerary(
        reason: .limits,
        detail: "The drive from where the car stands does not keep the limits: \(limits).")
      return []
    }
    var first = request
    first.carAt = nil
    first.to = car
    first.modes = request.withoutVehicles
    first.maximumWalk = request.maximumWalk.map { $0 - home.walk }
    first.maximumCO2 = request.maximumCO2.map { $0 - home.co2 }
    if case .arriveBy(let instant) = request.timing {
      first.timing = .arriveBy(instant.adding(seconds: -Int64(home.seconds)))
    }
    var search = ItinerarySearch(first, streets, networks, emissions)
    let found = search.run()
    if found.isEmpty { reason = search.reason }
    pages = search.pages
    pages.earlier = pages.earlier?.adding(seconds: Int64(home.seconds))
    return found.map { way in
      let legs = builder.legs(path, .car, departure: way.arrival)
      return Itinerary(
        legs: way.legs + legs, departure: way.departure, arrival: legs.last?.arrival ?? way.arrival)
    }
  }
}
