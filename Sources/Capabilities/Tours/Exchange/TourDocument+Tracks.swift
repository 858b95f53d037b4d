import Base
import GeoFormats
import Geodesy

/// GPX and KML know neither languages nor prices: they carry names, texts, route and stops, KML
/// also the area. Heights stay behind, because those of the formats are above the geoid. Texts of
/// GPX files are read as HTML, because other programs write such; what looks like a tag is lost.
extension TourDocument {
  /// The tour as a GPX file: waypoints for the stops, and the route.
  func gpx() -> [UInt8] {
    GPXDocument(
      name: content.name, description: content.description,
      waypoints: content.stops.map {
        TrackPoint($0.position, name: $0.title.text(), description: $0.text.text())
      },
      routes: [
        TrackLine(name: content.name, segments: [content.route.points.map { TrackPoint($0) }])
      ]
    ).file()
  }

  /// Reads a GPX file: the first route, else the first track, else the waypoints are the route;
  /// waypoints are the stops.
  ///
  /// - Throws: ``Refusal`` naming the rule of GPX files, or what is missing.
  public init(gpx bytes: [UInt8]) throws(Refusal) {
    let file = try GPXDocument(reading: bytes)
    let line = file.routes.first ?? file.tracks.first
    let route = line?.positions ?? file.waypoints.map(\.position)
    try self.init(
      name: file.name ?? line?.name, description: file.description ?? line?.description,
      area: [], route: route,
      stops: file.waypoints.map { ($0.position, $0.name, $0.description) })
  }

  /// The tour as a KML file: area, route and stops as placemarks.
  func kml(area: MultiPolygon) -> [UInt8] {
    var placemarks = area.polygons.map { KMLPlacemark(name: "Area", geometry: .polygon($0)) }
    placemarks.append(KMLPlacemark(name: "Route", geometry: .line(content.route)))
    placemarks += content.stops.map {
      KMLPlacemark(
        name: $0.title.text(), description: Self.html($0.text.text()),
        geometry: .point($0.position))
    }
    return KMLDocument(
      name: content.name, description: Self.html(content.description), placemarks: placemarks
    ).file()
  }

  /// The text as HTML, which descriptions of KML are.
  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// Reads a KML file: the first line is the route, the polygons are the area, the points are the
  /// stops.
  ///
  /// - Throws: ``Refusal`` naming the rule of KML files, or what is missing.
  public init(kml bytes: [UInt8]) throws(Refusal) {
    let file = try KMLDocument(reading: bytes)
    var route: [LonLat]?
    var polygons: [Polygon] = []
    var stops: [(LonLat, String?, String?)] = []
    for placemark in file.placemarks {
      switch placemark.geometry {
      case .point(let position): stops.append((position, placemark.name, placemark.description))
      case .line(let line): if route == nil { route = line.points }
      case .polygon(let polygon): polygons.append(polygon)
      case .multiPolygon(let multi): polygons += multi.polygons
      }
    }
    try self.init(
      name: file.name, description: file.description, area: polygons,
      route: route ?? stops.map(\.0), stops: stops)
  }

  private init(
    name: String?, description: String?, area: [Polygon], route: [LonLat],
    stops: [(position: LonLat, title: String?, text: String?)]
  ) throws(Refusal) {
    guard Set(route).count >= 2, route.count <= 10_000 else {
      throw .invalid("", "the file must have a route of 2 to 10000 points, two of them different")
    }
    guard stops.count <= TourStop.limit else {
      throw .invalid("", "the file has more than \(TourStop.limit) points for stops")
    }
    let head = TourStop(
      imported: LonLat(lon: 0, lat: 0), title: name ?? "Imported tour", text: description, number: 0
    )
    var content = TourContent(
      name: head.title.text(), description: clipped(head.text.text(), 4000).trimmedOfSpace,
      area: area.isEmpty ? nil : MultiPolygon(area), route: LineString(route),
      stops: stops.enumerated().map { i, stop in
        TourStop(imported: stop.position, title: stop.title, text: stop.text, number: i + 1)
      })
    content.settleLanguages()
    self.init(content: content.rounded)
  }
}
