import Base
import Geodesy

/// The content of a GPX file.
///
/// - Source: GPX 1.1 schema (topografix.com); files of version 1.0 are read too.
/// - Thread: pure.
public struct GPXDocument: Hashable, Sendable {
  public var name: String?
  public var description: String?
  public var waypoints: [TrackPoint]
  public var routes: [TrackLine]
  public var tracks: [TrackLine]

  public init(
    name: String? = nil, description: String? = nil, waypoints: [TrackPoint] = [],
    routes: [TrackLine] = [], tracks: [TrackLine] = []
  ) {
    self.name = name
    self.description = description
    self.waypoints = waypoints
    self.routes = routes
    self.tracks = tracks
  }

  /// Reads a GPX file; extensions are passed over.
  ///
  /// - Throws: ``Refusal`` naming the rule and the line.
  /// - Complexity: O(bytes).
  public init(reading bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(Refusal) {
    var reader = GPXReader(xml: try XMLPullReader(bytes, limits: limits), limits: limits)
    self = try reader.document()
  }

  /// The document as a GPX 1.1 file.
  public func file() -> [UInt8] {
    var xml = XMLTextWriter()
    xml.element(
      "gpx", "version=\"1.1\" creator=\"Wayside\" xmlns=\"http://www.topografix.com/GPX/1/1\""
    ) { xml in
      if name != nil || description != nil {
        xml.element("metadata") { xml in
          xml.text("name", name)
          xml.text("desc", description)
        }
      }
      for point in waypoints { Self.write(point, "wpt", to: &xml) }
      for route in routes {
        xml.element("rte") { xml in
          xml.text("name", route.name)
          xml.text("desc", route.description)
          for point in route.segments.joined() { Self.write(point, "rtept", to: &xml) }
        }
      }
      for track in tracks {
        xml.element("trk") { xml in
          xml.text("name", track.name)
          xml.text("desc", track.description)
          for segment in track.segments {
            xml.element("trkseg") { xml in
              for point in segment { Self.write(point, "trkpt", to: &xml) }
            }
          }
        }
      }
    }
    return xml.writer.bytes
  }

  private static func write(
    _ point: TrackPoint, _ name: StaticString, to xml: inout XMLTextWriter
  ) {
    let lat = XMLTextWriter.decimal(point.position.lat, 7)
    let lon = XMLTextWriter.decimal(point.position.lon, 7)
    xml.element(name, "lat=\"\(lat)\" lon=\"\(lon)\"") { xml in
      xml.number("ele", point.height, decimals: 3)
      xml.text("time", point.time?.description)
      xml.text("name", point.name)
      xml.text("desc", point.description)
    }
  }
}

private struct GPXReader {
  var xml: XMLPullReader
  let limits: XMLLimits
  var points = 0

  mutating func document() throws(Refusal) -> GPXDocument {
    guard let root = xml.nextChild(), root.name == "gpx" else {
      throw xml.wrong("the root element must be gpx", .gpxRoot)
    }
    var document = GPXDocument()
    while let child = xml.nextChild() {
      switch child.name {
      case "metadata":
        while let inner = xml.nextChild() {
          switch inner.name {
          case "name": document.name = xml.text()
          case "desc": document.description = PlainText.from(html: xml.text())
          default: xml.skip()
          }
        }
      case "wpt": document.waypoints.append(try point(child))
      case "rte": document.routes.append(try line(points: "rtept"))
      case "trk": document.tracks.append(try line(points: "trkpt"))
      default: xml.skip()
      }
    }
    return document
  }

  private mutating func line(points name: String) throws(Refusal) -> TrackLine {
    var line = TrackLine(segments: [])
    var loose: [TrackPoint] = []
    while let child = xml.nextChild() {
      switch child.name {
      case "name": line.name = xml.text()
      case "desc": line.description = PlainText.from(html: xml.text())
      case name: loose.append(try point(child))
      case "trkseg":
        var segment: [TrackPoint] = []
        while let inner = xml.nextChild() {
          if inner.name == name { segment.append(try point(inner)) } else { xml.skip() }
        }
        if !segment.isEmpty { line.segments.append(segment) }
      default: xml.skip()
      }
    }
    if !loose.isEmpty { line.segments.append(loose) }
    return line
  }

  private mutating func point(_ element: XMLPullReader.Element) throws(Refusal) -> TrackPoint {
    points += 1
    guard points <= limits.points else {
      throw xml.wrong("more than \(limits.points) points", .trackPoints)
    }
    guard let lat = TrackNumber.parse(element["lat"]), let lon = TrackNumber.parse(element["lon"]),
      let position = LonLat(validLon: lon, lat: lat)
    else {
      throw xml.wrong("a point needs lat in -90...90 and lon in -180...180", .trackPosition)
    }
    var point = TrackPoint(position)
    while let child = xml.nextChild() {
      switch child.name {
      case "ele": point.height = TrackNumber.height(xml.text())
      case "name": point.name = xml.text()
      case "desc": point.description = PlainText.from(html: xml.text())
      case "time": point.time = TrackNumber.time(xml.text())
      default: xml.skip()
      }
    }
    return point
  }
}

/// Numbers and times in track files.
enum TrackNumber {
  /// A decimal number; nil for anything else.
  static func parse(_ text: some StringProtocol) -> Double? {
    guard (1...40).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains($0)
      }), let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  static func parse(_ text: String?) -> Double? {
    text.flatMap { parse($0.trimmedOfSpace as String) as Double? }
  }

  /// Metres between the deepest sea and beyond the highest mountain; nil otherwise.
  static func height(_ text: some StringProtocol) -> Double? {
    guard let value = parse(text), (-12_000...100_000).contains(value) else { return nil }
    return value
  }

  /// A time between 1970 and 2100; nil otherwise.
  static func time(_ text: String) -> Instant? {
    guard let time = Instant(rfc3339: text), (0...4_102_444_800_000).contains(time.milliseconds)
    else { return nil }
    return time
  }
}
