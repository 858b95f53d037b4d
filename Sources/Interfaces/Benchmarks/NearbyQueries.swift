import Access
import Base
import Geodesy

/// The kinds of nearby queries that are measured, each at the same places.
enum NearbyKind: String, CaseIterable {
  /// All within 100 m in the public sub-realm, which holds everything.
  case a100 = "a100"
  /// The same in one sub-realm, chosen with Zipf's law.
  case a100Realm = "a100+realm"
  /// The same in all of the ten sub-realms that the caller is in, and the public one.
  case a100Mine = "a100+mine"
  /// The same in a thousand sub-realms that the caller is in, and the public one.
  case a100All = "a100+all"
  /// The nearest 200 within 1 km.
  case b1k = "b1k"
  case b1kRealm = "b1k+realm"
  /// The 20 nearest.
  case knn20 = "knn20"
  case knn20Realm = "knn20+realm"

  var isFiltered: Bool {
    switch self {
    case .a100Realm, .b1kRealm, .knn20Realm: true
    case .a100, .a100Mine, .a100All, .b1k, .knn20: false
    }
  }

  /// Metres; the greatest that the interface takes stands for no limit.
  var radius: Double {
    switch self {
    case .a100, .a100Realm, .a100Mine, .a100All: 100
    case .b1k, .b1kRealm: 1000
    case .knn20, .knn20Realm: 50_000
    }
  }

  /// Whether all sub-realms of the caller are asked for.
  var isOfCaller: Bool { self == .a100Mine || self == .a100All }

  var limit: Int {
    switch self {
    case .knn20, .knn20Realm: 20
    default: 200
    }
  }
}

/// One query: where, and in which sub-realm.
struct NearbyQuery {
  var kind: NearbyKind
  var place: LonLat
  /// The number of the sub-realm of filtered kinds.
  var realm: Int

  /// Queries of one kind at the sample world's places.
  static func sample(_ kind: NearbyKind, worldSize: Int, count: Int) -> [NearbyQuery] {
    let places = SampleWorld.queries(SampleWorld.points(worldSize), count: count)
    let realms = SampleWorld.realms(count, seed: 4)
    return zip(places, realms).map {
      NearbyQuery(kind: kind, place: FixedPosition($0).lonLat, realm: $1)
    }
  }

  /// Queries of one kind at the very places of random points; filtered ones in the greatest sub-realm, at its points.
  static func atPoints(_ kind: NearbyKind, worldSize: Int, count: Int) -> [NearbyQuery] {
    let points = SampleWorld.points(worldSize)
    let realms = SampleWorld.realms(worldSize)
    var random = SeededRandom(seed: 5)
    var queries: [NearbyQuery] = []
    while queries.count < count {
      let number = Int(random.next() % UInt64(worldSize))
      if kind.isFiltered && realms[number] != 1 { continue }
      queries.append(NearbyQuery(kind: kind, place: FixedPosition(points[number]).lonLat, realm: 1))
    }
    return queries
  }

  /// The target of the request.
  var target: String {
    let position = "lat=\(place.lat)&lon=\(place.lon)&radius=\(Int(kind.radius))"
    let realm =
      kind.isFiltered
      ? "&realm=\(WorldWriter.realm(realm))" : kind.isOfCaller ? "" : "&realm=public"
    return "/v1/nearby?\(position)&limit=\(kind.limit)\(realm)"
  }

  /// Whose session asks: sub-realms are for members only.
  func token(_ folder: Worlds.Folder) -> String {
    kind == .a100Mine ? folder.tokenOfTen : folder.tokenOfAll
  }
}
