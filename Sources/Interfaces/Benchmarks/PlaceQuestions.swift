import Base
import Geodesy
import Places

/// What is asked of a search for places, and what has to be found: every fifth address and every
/// fifth name of a map, whole, with an error, and begun.
struct PlaceQuestions {
  struct Asked {
    var text: String
    var near: LonLat
  }

  private let houses: [Place]
  private let named: [Place]

  init(_ index: PlaceIndex) {
    var all: [Place] = []
    index.forEachPlace { if !$0.isInterpolated { all.append($0) } }
    let fifth = { (places: [Place]) in
      places.enumerated().filter { $0.offset % 5 == 2 }.map(\.element)
    }
    houses = fifth(all.filter { $0.kind == .address })
    named = fifth(all.filter { $0.kind != .address && $0.name.count >= 4 })
  }

  /// Texts as they grow while they are typed; 3,000 of them, near what is meant.
  func typed() -> [Asked] {
    var random = SeededRandom(seed: 7)
    var asked: [Asked] = []
    let places = houses + named
    guard !places.isEmpty else { return [] }
    while asked.count < 3_000 {
      let place = places[Int(random.next() % UInt64(places.count))]
      let letters = Array(PlaceQuestions.text(place))
      let near = PlaceQuestions.moved(place.position, &random)
      for length in stride(from: 1, through: min(letters.count, 24), by: 1) {
        asked.append(Asked(text: String(letters.prefix(length)), near: near))
      }
      asked.append(
        Asked(text: PlaceQuestions.withError(PlaceQuestions.text(place), &random), near: near))
    }
    return asked
  }

  /// The shares that were found in percent; the value is that of addresses by their full text.
  func sample(_ search: (String, LonLat?, Int) -> [Place]) -> Sample {
    var random = SeededRandom(seed: 11)
    func share(_ places: [Place], _ isFound: (Place) -> Bool) -> Double {
      places.isEmpty ? .nan : Double(places.filter(isFound).count) / Double(places.count) * 100
    }
    func first(_ text: String, _ place: Place, _ near: LonLat?) -> Bool {
      search(text, near, 10).first.map { PlaceQuestions.isSame($0, place) } ?? false
    }
    func begun(_ place: Place) -> Bool {
      let text = String(PlaceQuestions.text(place).prefix(8))
      return search(text, PlaceQuestions.moved(place.position, &random), 10).contains { found in
        PlaceQuestions.isSame(found, place)
          // Eight letters of an address are its street's.
          || (place.kind == .address && found.kind == .street && found.name == place.street)
      }
    }
    let full = share(houses) { first(PlaceQuestions.text($0), $0, nil) }
    return Sample(
      full,
      [
        ("asked", Double(houses.count)),
        (
          "typo",
          share(houses) {
            first(PlaceQuestions.withError(PlaceQuestions.text($0), &random), $0, nil)
          }
        ),
        ("begun", share(houses, begun)), ("names_asked", Double(named.count)),
        (
          "names",
          share(named) {
            first(PlaceQuestions.text($0), $0, PlaceQuestions.moved($0.position, &random))
          }
        ),
        (
          "names_typo",
          share(named) {
            first(
              PlaceQuestions.withError($0.name, &random), $0,
              PlaceQuestions.moved($0.position, &random))
          }
        ),
        ("names_begun", share(named, begun)),
      ])
  }

  /// As one would write it on a letter.
  static func text(_ place: Place) -> String {
    guard place.kind == .address else { return place.name }
    let town = [place.postcode, place.city].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(place.street) \(place.houseNumber)" + (town.isEmpty ? "" : ", " + town)
  }

  private static func isSame(_ found: Place, _ place: Place) -> Bool {
    guard found.kind == place.kind else { return false }
    let isNamed =
      place.kind == .address
      ? found.street == place.street && found.houseNumber == place.houseNumber
      : found.name == place.name
    return isNamed && Geodesic.distance(from: found.position, to: place.position) < 250
  }

  /// A position up to 500 m away.
  private static func moved(_ p: LonLat, _ random: inout SeededRandom) -> LonLat {
    func step() -> Double { (Double(random.next() % 2_001) / 1_000 - 1) * 0.003 }
    return LonLat(lon: p.lon + step(), lat: p.lat + step())
  }

  /// One letter of the first words replaced, left out, put in twice, or swapped with the next.
  private static func withError(_ text: String, _ random: inout SeededRandom) -> String {
    var letters = Array(text)
    let end = letters.firstIndex { $0 == "," } ?? letters.count
    let places = letters.indices.prefix(end).filter { letters[$0].isLetter }
    guard places.count >= 4 else { return text }
    let at = places[Int(random.next() % UInt64(places.count))]
    switch random.next() % 4 {
    case 0: letters[at] = letters[at] == "x" ? "o" : "x"
    case 1: letters.remove(at: at)
    case 2: letters.insert(letters[at], at: at)
    default:
      if at + 1 < letters.count, letters[at + 1].isLetter {
        letters.swapAt(at, at + 1)
      } else {
        letters.remove(at: at)
      }
    }
    return String(letters)
  }
}
