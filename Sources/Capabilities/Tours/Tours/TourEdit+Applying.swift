import Base
import Geodesy

extension TourEdit {
  /// The content of a new tour.
  ///
  /// - Throws: `invalid` if a required member is missing; as ``applied(to:_:)``.
  func newContent(
    _ walking: any WalkingNetwork = NoWalkingNetwork()
  ) throws(Refusal) -> TourContent {
    guard let names, let descriptions, route != nil || followsStops else {
      throw .invalid("", "name, description and route are required")
    }
    let empty = TourContent(
      name: names.text(), description: descriptions.text(), route: route ?? LineString([]))
    return try applied(to: empty, walking)
  }

  /// The content with what this request sets.
  ///
  /// A route that is turned around without being sent
  /// takes the order of the stops with it.
  ///
  /// - Throws: `invalid` if a route is to follow fewer than two stops; what the network refuses.
  func applied(
    to old: TourContent, _ walking: any WalkingNetwork = NoWalkingNetwork()
  ) throws(Refusal) -> TourContent {
    var content = old
    content.place = place.value(old.place)
    content.price = price.value(old.price) ?? .free
    content.links = links.value(old.links) ?? []
    content.languages = languages.value(old.languages) ?? []
    if let names { content.names = content.changed(content.names, by: names) }
    if let descriptions {
      content.descriptions = content.changed(content.descriptions, by: descriptions)
    }
    content.durationMinutes = durationMinutes.value(old.durationMinutes)
    content.wheelchair = wheelchair.value(old.wheelchair)
    content.area = area.value(old.area)
    if let route { content.route = route }
    content.picture = picture.value(old.picture)
    if let stops {
      content.stops = Self.keepingRecordings(
        Self.keepingPictures(stops, of: old.stops), of: old.stops, content.defaultLanguage)
    }
    if followsStops { content.route = try drawn(through: content.stops, walking) }
    if direction == .reverse {
      content.route.points.reverse()
      if route == nil, stops == nil { content.stops.reverse() }
    }
    content.settleLanguages()
    return content.rounded
  }

  /// The stops with the pictures of the old ones where they do not say any.
  private static func keepingPictures(_ stops: [TourStop], of old: [TourStop]) -> [TourStop] {
    stops.map { stop in
      var stop = stop
      let before = old.first { $0.id != nil && $0.id == stop.id }
      let pictures = stop.pictures ?? before?.pictures ?? []
      stop.pictures = pictures.isEmpty ? nil : pictures
      return stop
    }
  }

  /// The stops with the recordings of the old ones in languages of which they do not speak.
  private static func keepingRecordings(
    _ stops: [TourStop], of old: [TourStop], _ first: String
  ) -> [TourStop] {
    stops.map { stop in
      guard stop.keepsOtherRecordings else { return stop }
      var stop = stop
      stop.keepsOtherRecordings = false
      let before = old.first { $0.id != nil && $0.id == stop.id }
      stop.recordings += (before?.recordings ?? []).filter { $0.language != first }
      return stop
    }
  }

  private func drawn(
    through stops: [TourStop], _ walking: any WalkingNetwork
  ) throws(Refusal) -> LineString {
    guard Set(stops.map(\.position)).count >= 2 else {
      throw .invalid("/stops", "a route that follows its stops needs two at different places")
    }
    do throws(Refusal) {
      return try walking.route(through: stops.map(\.position))
    } catch {
      var refusal = error
      refusal.violations = error.violations.map {
        Refusal.Violation("/stops" + $0.pointer + "/position", $0.detail)
      }
      throw refusal
    }
  }
}

extension TourEdit.Member {
  func value(_ old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}

extension TourContent {
  /// The content with positions in whole 1e-7 degrees (1.1 cm) and heights in millimetres, the
  /// precision of every answer and file, so that nothing changes on the way out and back in.
  var rounded: TourContent {
    var content = self
    content.route = LineString(route.points.map(\.rounded))
    content.area = area.map { MultiPolygon($0.polygons.map(\.rounded)) }
    for i in content.stops.indices {
      content.stops[i].position = stops[i].position.rounded
      content.stops[i].height = stops[i].height.map { ($0 * 1000).rounded() / 1000 }
      if case .polygon(let polygon)? = stops[i].trigger {
        content.stops[i].trigger = .polygon(polygon.rounded)
      }
    }
    return content
  }

  /// Gives every text a language, and the tour the languages of its texts if it names none.
  mutating func settleLanguages() {
    if languages.isEmpty {
      let titles = stops.flatMap { $0.title.entries + $0.text.entries }
      for entry in names.entries + descriptions.entries + titles
      where !entry.language.isEmpty && entry.language != LanguageTag.undetermined
        && !languages.contains(entry.language)
      {
        languages.append(entry.language)
      }
    }
    let language = defaultLanguage
    names = names.resolved(language)
    descriptions = descriptions.resolved(language)
    for i in stops.indices {
      stops[i].title = stops[i].title.resolved(language)
      stops[i].text = stops[i].text.resolved(language)
    }
    settleRecordings()
  }

  /// Gives recordings of no language that of the tour.
  mutating func settleRecordings() {
    for i in stops.indices {
      for j in stops[i].recordings.indices where stops[i].recordings[j].language.isEmpty {
        stops[i].recordings[j].language = defaultLanguage
      }
    }
  }

  /// A name or description with what a request tells of it.
  fileprivate func changed(_ text: LocalizedText, by new: LocalizedText) -> LocalizedText {
    languages.isEmpty ? new : text.changed(by: new, languages: languages, first: defaultLanguage)
  }
}

extension LonLat {
  fileprivate var rounded: LonLat {
    LonLat(lon: (lon * 1e7).rounded() / 1e7, lat: (lat * 1e7).rounded() / 1e7)
  }
}

extension Polygon {
  fileprivate var rounded: Polygon { Polygon(rings.map { $0.map(\.rounded) }) }
}
