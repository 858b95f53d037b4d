import Base
import Geodesy

/// Walks a KML file.
///
/// Folders may nest as deep as elements may.
struct KMLReader {
  var xml: XMLPullReader
  let limits: XMLLimits
  private var points = 0
  private var result = KMLDocument()

  init(xml: XMLPullReader, limits: XMLLimits) {
    self.xml = xml
    self.limits = limits
  }

  mutating func document() throws(Refusal) -> KMLDocument {
    guard let root = xml.nextChild(), root.name == "kml" else {
      throw xml.wrong("the root element must be kml", .kmlRoot)
    }
    try container(folders: [], isDocument: true)
    return result
  }

  /// Reads what stands in a document or folder; recursion is bounded by the depth of elements.
  private mutating func container(folders: [String], isDocument: Bool) throws(Refusal) {
    let first = result.placemarks.count
    var name: String?
    while let child = xml.nextChild() {
      switch child.name {
      case "name":
        name = xml.text()
        if isDocument, result.name == nil { result.name = name }
      case "description":
        let text = PlainText.from(html: xml.text())
        if isDocument, result.description == nil { result.description = text }
      case "Document": try container(folders: folders, isDocument: true)
      case "Folder": try container(folders: folders + [""], isDocument: false)
      case "Placemark": try placemark(folders)
      default: xml.skip()
      }
    }
    // The name may stand behind the placemarks, so it is put in at the end.
    guard !isDocument else { return }
    for i in result.placemarks.indices.dropFirst(first) {
      result.placemarks[i].folders[folders.count - 1] = name ?? ""
    }
  }

  private mutating func placemark(_ folders: [String]) throws(Refusal) {
    var name: String?
    var description: String?
    var found: [PositionedGeometry] = []
    while let child = xml.nextChild() {
      switch child.name {
      case "name": name = xml.text()
      case "description": description = PlainText.from(html: xml.text())
      default: try geometry(child.name, into: &found)
      }
    }
    for item in found {
      result.placemarks.append(
        KMLPlacemark(
          name: name, description: description, folders: folders, geometry: item.geometry,
          heights: item.heights))
    }
  }

  private mutating func geometry(
    _ kind: String, into found: inout [PositionedGeometry]
  ) throws(Refusal) {
    switch kind {
    case "Point":
      let (positions, heights) = try coordinates()
      guard positions.count == 1, let point = positions.first else {
        throw xml.wrong("a Point needs one position, not \(positions.count)", .kmlGeometry)
      }
      found.append(PositionedGeometry(.point(point), heights: heights))
    case "LineString", "LinearRing":
      let (positions, heights) = try coordinates()
      guard positions.count >= 2 else {
        throw xml.wrong("a \(kind) needs at least two positions", .kmlGeometry)
      }
      found.append(PositionedGeometry(.line(LineString(positions)), heights: heights))
    case "Polygon": found.append(try polygon())
    case "Track":
      let (positions, heights) = try track()
      if positions.count >= 2 {
        found.append(PositionedGeometry(.line(LineString(positions)), heights: heights))
      }
    case "MultiGeometry", "MultiTrack":
      while let child = xml.nextChild() { try geometry(child.name, into: &found) }
    default: xml.skip()
    }
  }

  private mutating func polygon() throws(Refusal) -> PositionedGeometry {
    var outer: ([LonLat], [Double?])?
    var holes: [([LonLat], [Double?])] = []
    while let boundary = xml.nextChild() {
      guard ["outerBoundaryIs", "innerBoundaryIs"].contains(boundary.name) else {
        xml.skip()
        continue
      }
      while let ring = xml.nextChild() {
        guard ring.name == "LinearRing" else {
          xml.skip()
          continue
        }
        let read = try coordinates()
        guard read.0.count >= 4, read.0.first == read.0.last else {
          throw xml.wrong(
            "a LinearRing needs at least four positions, the last equal to the first", .kmlGeometry)
        }
        if boundary.name == "outerBoundaryIs" { outer = read } else { holes.append(read) }
      }
    }
    guard let outer else { throw xml.wrong("a Polygon needs an outer ring", .kmlGeometry) }
    let heights = outer.1 + holes.flatMap(\.1)
    return PositionedGeometry(
      .polygon(Polygon([outer.0] + holes.map(\.0))),
      // Rings with and without heights cannot be put in parallel.
      heights: heights.count == outer.0.count + holes.reduce(0) { $0 + $1.0.count } ? heights : [])
  }

  /// The positions in the `coordinates` child; heights are empty if no position has one.
  private mutating func coordinates() throws(Refusal) -> ([LonLat], [Double?]) {
    var positions: [LonLat] = []
    var heights: [Double?] = []
    while let child = xml.nextChild() {
      guard child.name == "coordinates" else {
        xml.skip()
        continue
      }
      for tuple in xml.text().split(whereSeparator: \.isWhitespace) {
        try add(tuple.split(separator: ",", omittingEmptySubsequences: false), &positions, &heights)
      }
    }
    return (positions, heights.contains { $0 != nil } ? heights : [])
  }

  /// The positions of a track: `coord` elements with spaces between the numbers.
  private mutating func track() throws(Refusal) -> ([LonLat], [Double?]) {
    var positions: [LonLat] = []
    var heights: [Double?] = []
    while let child = xml.nextChild() {
      guard child.name == "coord" else {
        xml.skip()
        continue
      }
      try add(xml.text().split(separator: " "), &positions, &heights)
    }
    return (positions, heights.contains { $0 != nil } ? heights : [])
  }

  private mutating func add(
    _ parts: [Substring], _ positions: inout [LonLat], _ heights: inout [Double?]
  ) throws(Refusal) {
    points += 1
    guard points <= limits.points else {
      throw xml.wrong("more than \(limits.points) points", .trackPoints)
    }
    guard parts.count == 2 || parts.count == 3, let lon = TrackNumber.parse(parts[0]),
      let lat = TrackNumber.parse(parts[1]), let position = LonLat(validLon: lon, lat: lat)
    else {
      throw xml.wrong(
        "a position is longitude,latitude[,height] in degrees and metres", .trackPosition)
    }
    positions.append(position)
    heights.append(parts.count == 3 ? TrackNumber.height(parts[2]) : nil)
  }
}
