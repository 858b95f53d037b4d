import Base
import Geodesy

/// One geometry of a KML file with its texts.
///
/// - Thread: pure.
public struct KMLPlacemark: Hashable, Sendable {
  public var name: String?
  /// Plain text.
  public var description: String?
  /// Names of the folders it lies in, the outermost first.
  public var folders: [String]
  public var geometry: Geometry
  /// Metres, parallel to the positions of the geometry; empty if there are none.
  public var heights: [Double?]

  public init(
    name: String? = nil, description: String? = nil, folders: [String] = [], geometry: Geometry,
    heights: [Double?] = []
  ) {
    self.name = name
    self.description = description
    self.folders = folders
    self.geometry = geometry
    self.heights = heights
  }
}

/// The placemarks of a KML file.
///
/// - Source: OGC KML 2.2 (07-147r2).
/// - Thread: pure.
public struct KMLDocument: Hashable, Sendable {
  public var name: String?
  public var description: String?
  /// A placemark with several geometries is several here, with the same texts.
  public var placemarks: [KMLPlacemark]

  public init(name: String? = nil, description: String? = nil, placemarks: [KMLPlacemark] = []) {
    self.name = name
    self.description = description
    self.placemarks = placemarks
  }

  /// Reads a KML file.
  ///
  /// Network links, overlays, styles, tours and scripts are passed over, and
  /// nothing is fetched.
  ///
  /// - Throws: ``Refusal`` naming the rule and the line.
  /// - Complexity: O(bytes).
  public init(reading bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(Refusal) {
    var reader = KMLReader(xml: try XMLPullReader(bytes, limits: limits), limits: limits)
    self = try reader.document()
  }

  /// The document as a KML 2.2 file; neighbours in the same folder are written into one.
  public func file() -> [UInt8] {
    var xml = XMLTextWriter()
    xml.element("kml", "xmlns=\"http://www.opengis.net/kml/2.2\"") { xml in
      xml.element("Document") { xml in
        xml.text("name", name)
        xml.text("description", description)
        Self.write(placemarks[...], depth: 0, to: &xml)
      }
    }
    return xml.writer.bytes
  }

  /// The deepest folder that is written; deeper ones are flattened into it.
  private static let folderDepth = 20

  private static func write(
    _ placemarks: ArraySlice<KMLPlacemark>, depth: Int, to xml: inout XMLTextWriter
  ) {
    var rest = placemarks
    while let first = rest.first {
      guard first.folders.count > depth, depth < folderDepth else {
        write(first, to: &xml)
        rest = rest.dropFirst()
        continue
      }
      let folder = first.folders[depth]
      let inside = rest.prefix { $0.folders.count > depth && $0.folders[depth] == folder }
      xml.element("Folder") { xml in
        xml.text("name", folder)
        write(inside, depth: depth + 1, to: &xml)
      }
      rest = rest.dropFirst(inside.count)
    }
  }

  private static func write(_ placemark: KMLPlacemark, to xml: inout XMLTextWriter) {
    xml.element("Placemark") { xml in
      xml.text("name", placemark.name)
      xml.text("description", placemark.description)
      var next = 0
      func coordinates(_ points: [LonLat], _ xml: inout XMLTextWriter) {
        xml.element("coordinates") { xml in
          for point in points {
            xml.raw(XMLTextWriter.decimal(point.lon, 7) + "," + XMLTextWriter.decimal(point.lat, 7))
            if placemark.heights.indices.contains(next), let height = placemark.heights[next] {
              xml.raw("," + XMLTextWriter.decimal(height, 3))
            }
            xml.raw(" ")
            next += 1
          }
        }
      }
      func polygon(_ polygon: Polygon, _ xml: inout XMLTextWriter) {
        xml.element("Polygon") { xml in
          for (i, ring) in polygon.rings.enumerated() {
            xml.element(i == 0 ? "outerBoundaryIs" : "innerBoundaryIs") { xml in
              xml.element("LinearRing") { coordinates(ring, &$0) }
            }
          }
        }
      }
      switch placemark.geometry {
      case .point(let point): xml.element("Point") { coordinates([point], &$0) }
      case .line(let line): xml.element("LineString") { coordinates(line.points, &$0) }
      case .polygon(let area): polygon(area, &xml)
      case .multiPolygon(let multi):
        xml.element("MultiGeometry") { xml in for part in multi.polygons { polygon(part, &xml) } }
      }
    }
  }
}
