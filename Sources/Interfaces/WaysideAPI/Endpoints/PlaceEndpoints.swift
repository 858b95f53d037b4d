import Access
import Base
import Geodata
import Geodesy
import HTTPServing
import Places
import Tours
import Travel

/// Finding places by text and by position: those of the imported maps, published tours, and the
/// places of the caller's own calendar.
struct PlaceEndpoints {
  let library: GeodataLibrary
  let tours: TourService
  let appointments: AppointmentService

  /// Most letters of a search.
  static let maximumLetters = 200
  /// Most answers of a search.
  static let maximumAnswers = 50
  private static let attribution = "© OpenStreetMap contributors"
  /// How far around a position tours are told with what lies there, metres.
  private static let tourReach = 250.0

  /// Something found, wherever it comes from.
  private struct Line {
    var rank: Double
    var write: (inout JSONWriter) -> Void
  }

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/places", "searchPlaces",
        """
        Places by text, while it is typed: addresses, streets, areas, stops, points of interest, \
        published tours and the places of the caller's calendar; with a letter or two wrong, in any \
        order, cut words, kinds (pharmacy), "cafe near Städtle", positions in degrees, plus codes. \
        The best first: by text, importance and distance.
        """, access: .anyRole, budget: .search,
        query: [
          QueryParameter(
            "q", .text(1...Self.maximumLetters), required: true,
            "What was typed, for instance: Hauptstr 12."),
          QueryParameter(
            "near", .position, "Where the search is: lat,lon; what is nearer stands higher."),
          QueryParameter("kinds", .words(Components.placeKinds), "Only these; all by default."),
          QueryParameter("limit", .integer(1...Self.maximumAnswers), "Most items; 10 by default."),
        ],
        answers: [.json(200, "What was found", .named("Places"))]
      ) { request in try search(request) },
      Operation(
        .get, "/v1/places/reverse", "getPlacesAt",
        """
        What lies at a position: the nearest address within 60 m, the nearest street within 250 m, \
        the area around; with their distances. Stops, points of interest and tours within 250 m \
        where kinds names them.
        """, access: .anyRole, budget: .search,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter(
            "kinds", .words(Components.placeKinds), "Only these; address,street,area by default."),
        ],
        answers: [.json(200, "What lies there, the most exact first", .named("Places"))]
      ) { request in try reverse(request) },
    ]
  }

  private func search(_ request: AuthorizedRequest) throws -> HTTPResponse {
    guard let text = request.query.text("q") else {
      throw Refusal(.malformed, "invalid-query", "q is required.")
    }
    let words = request.query.words("kinds")
    let near = request.query.position("near")
    let limit = request.query.integer("limit") ?? 10
    let kinds = Set(words.compactMap(PlaceKind.init(word:)))
    var lines: [Line] = []
    if words.isEmpty || !kinds.isEmpty {
      let query = PlaceQuery(text, near: near, kinds: kinds, limit: limit)
      lines = PlaceSearch.search(query, in: library.current.places).map { place in
        Line(rank: place.rank) { $0.place(place) }
      }
    }
    let isPosition = lines.first.map { $0.rank == PlaceSearch.ofPosition } ?? false
    if !isPosition {
      if words.isEmpty || words.contains("tour") {
        lines += try tourLines(text, near, request.caller, in: request.preferredLanguages)
      }
      if words.isEmpty || words.contains("calendar") {
        lines += try calendarLines(text, near, request.caller)
      }
    }
    let sorted = lines.enumerated().sorted {
      $0.element.rank != $1.element.rank
        ? $0.element.rank > $1.element.rank : $0.offset < $1.offset
    }
    return answer(request, sorted.prefix(limit).map(\.element))
  }

  private func answer(_ request: AuthorizedRequest, _ lines: [Line]) -> HTTPResponse {
    request.json { json in
      json.object { json in
        json.array("items") { json in
          for line in lines { line.write(&json) }
        }
        json.member("attribution", Self.attribution)
      }
    }
  }

  /// Published tours whose names hold the longest word of the text.
  private func tourLines(
    _ text: String, _ near: LonLat?, _ caller: Caller, in languages: [String]
  ) throws -> [Line] {
    // Admins see tours where they have been reported only.
    guard Rights.can(caller, .see, Thing(.tour, state: .published)),
      let longest = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
        .max(by: { $0.count < $1.count }), longest.count >= 2
    else { return [] }
    let page = PageRequest(limit: 50)
    let found = try tours.list(
      TourQuery(text: String(longest.prefix(120)), page: page), caller: caller)
    return found.page.items.compactMap { tour in
      let besides = "tour \(tour.organizationName) \(tour.place ?? "")"
      let match =
        tour.names.entries.map { PlaceText.match(text, $0.text, besides: besides) }.max() ?? 0
      guard match > 0 else { return nil }
      return line(tour, named: tour.names.text(in: languages), match: match, near)
    }
  }

  private func line(
    _ tour: TourSummary, named name: String, match: Double, _ near: LonLat?
  ) -> Line {
    let distance = near.map { Geodesic.distance(from: $0, to: tour.start) }
    let rank = PlaceSearch.rank(match: match, importance: 0.6, distance: distance)
    return Line(rank: rank) { json in
      json.object { json in
        json.head(
          "tour", "tour", name,
          [tour.organizationName, tour.place ?? ""].filter { !$0.isEmpty }.joined(separator: ", "),
          tour.start, distance, match)
        json.member("name", name)
        json.member("tour", tour.id.description)
      }
    }
  }

  /// What stands in the caller's own calendar; nobody else's.
  private func calendarLines(_ text: String, _ near: LonLat?, _ caller: Caller) throws -> [Line] {
    guard caller.isPerson else { return [] }
    let places = try appointments.places(caller: caller)
    let found = places.compactMap { place -> Line? in
      let title = place.label.isEmpty ? place.address : place.label
      let match = PlaceText.match(text, title, besides: place.address)
      guard match > 0 else { return nil }
      let distance = near.map { Geodesic.distance(from: $0, to: place.position) }
      // One's own places are asked for more often than any other.
      let rank = PlaceSearch.rank(match: match, importance: 1, distance: distance) + 0.05
      return Line(rank: rank) { json in
        json.object { json in
          json.head(
            "calendar", "calendar", title, place.label.isEmpty ? "" : place.address,
            place.position, distance, match)
          json.member("name", title)
        }
      }
    }
    return Array(found.sorted { $0.rank > $1.rank }.prefix(Self.maximumAnswers))
  }

  private func reverse(_ request: AuthorizedRequest) throws -> HTTPResponse {
    guard let lat = request.query.number("lat"), let lon = request.query.number("lon") else {
      throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
    }
    let position = LonLat(lon: lon, lat: lat)
    let words = request.query.words("kinds")
    let kinds = Set(words.compactMap(PlaceKind.init(word:)))
    var lines: [Line] = []
    if words.isEmpty || !kinds.isEmpty {
      let found = PlaceSearch.places(at: position, kinds: kinds, in: library.current.places)
      lines = found.map { place in Line(rank: place.rank) { $0.place(place) } }
    }
    if words.contains("tour"),
      Rights.can(request.caller, .see, Thing(.tour, state: .published))
    {
      let near = TourQuery.Near(position, radius: Self.tourReach)
      let found = try tours.list(
        TourQuery(near: near, page: PageRequest(limit: 10)), caller: request.caller)
      let languages = request.preferredLanguages
      lines += found.page.items.map {
        line($0, named: $0.names.text(in: languages), match: 1, position)
      }
    }
    if kinds.contains(.coordinates) {
      let place = PlaceSearch.place(of: position)
      lines.append(Line(rank: 0) { $0.place(place) })
    }
    return answer(request, lines)
  }
}

extension JSONWriter {
  /// The members that every place has.
  fileprivate mutating func head(
    _ kind: String, _ category: String, _ title: String, _ context: String, _ position: LonLat,
    _ distance: Double?, _ match: Double
  ) {
    for (name, value) in [
      ("kind", kind), ("category", category), ("title", title), ("context", context),
    ] {
      key(name)
      string(value)
    }
    key("lat")
    number(position.lat, decimals: 7)
    key("lon")
    number(position.lon, decimals: 7)
    if let distance {
      key("distance")
      number(distance, decimals: 1)
    }
    key("match")
    number(match, decimals: 3)
  }

  fileprivate mutating func place(_ place: Places.Place) {
    object { json in
      json.head(
        place.kind.word, place.category, place.title, place.context, place.position,
        place.distance, place.match)
      for (name, value) in [
        ("name", place.name), ("street", place.street), ("houseNumber", place.houseNumber),
        ("postcode", place.postcode), ("locality", place.locality), ("city", place.city),
        ("openingHours", place.openingHours), ("phone", place.phone), ("website", place.website),
        ("wheelchair", place.wheelchair), ("source", place.source),
      ] where !value.isEmpty {
        json.key(name)
        json.string(value)
      }
      if place.isInterpolated {
        json.member("isInterpolated", true)
      }
      if place.kind == .coordinates {
        json.member("plusCode", OpenLocationCode.code(of: place.position))
      }
    }
  }
}
