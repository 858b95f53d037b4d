import Base
import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

@Suite struct TrackTests {
  static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>Old town</name><desc>Two &amp; more</desc></metadata>
      <wpt lat="49.41" lon="8.71"><ele>114.5</ele><time>2026-05-04T08:30:00Z</time>
        <name>Bridge</name><desc><![CDATA[<p>Built <b>1788</b></p><script>x()</script>]]></desc></wpt>
      <!-- a route -->
      <rte><name>Walk</name><rtept lat="49.41" lon="8.71"/><rtept lat='49.42' lon='8.72'/></rte>
      <trk><name>Run &#x41;</name>
        <trkseg><trkpt lat="1" lon="2"><extensions><x:hr xmlns:x="u">80</x:hr></extensions></trkpt>
        <trkpt lat="3" lon="4"><ele>5</ele></trkpt></trkseg>
        <trkseg><trkpt lat="-3" lon="-4"/></trkseg></trk>
      <extensions><trk/></extensions>
    </gpx>
    """

  static let kml = """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="g"><Document><name>City</name>
    <Style id="s"><LineStyle/></Style><NetworkLink><Link><href>http://example.com</href></Link></NetworkLink>
    <Folder><Placemark><name>Gate</name><description>a&lt;br&gt;b</description>
    <Point><coordinates>8.7,49.4,110</coordinates></Point></Placemark><name>Stops</name></Folder>
    <Placemark><name>Way</name><LineString><coordinates>
      8.7,49.4 8.8,49.5
      8.9,49.6,3</coordinates></LineString></Placemark>
    <Placemark><name>Area</name><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
      0,0 4,0 4,4 0,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>
      <coordinates>2,1 3,1 3,2 2,1</coordinates></LinearRing></innerBoundaryIs></Polygon>
      <Point><coordinates>1,1</coordinates></Point></MultiGeometry></Placemark>
    <Placemark><gx:Track><when>2026-05-04T08:30:00Z</when><gx:coord>1 2 3</gx:coord>
      <gx:coord>4 5 6</gx:coord></gx:Track></Placemark>
    <GroundOverlay><Icon><href>file:///etc/passwd</href></Icon></GroundOverlay></Document></kml>
    """

  private func gpx(_ text: String, _ limits: XMLLimits = XMLLimits()) throws(Refusal) -> GPXDocument
  {
    try GPXDocument(reading: Array(text.utf8), limits: limits)
  }

  @Test("a route is read from a GPX file with its names, heights, times and texts")
  func readGPX() throws {
    let document = try gpx(Self.gpx)
    #expect(document.name == "Old town")
    #expect(document.description == "Two & more")
    let point = try #require(document.waypoints.first)
    #expect(point.position == LonLat(lon: 8.71, lat: 49.41))
    #expect(point.height == 114.5)
    #expect(point.name == "Bridge")
    #expect(point.description == "Built 1788")
    #expect(point.time?.description == "2026-05-04T08:30:00.000Z")
    #expect(document.routes.first?.name == "Walk")
    #expect(
      document.routes.first?.positions == [
        LonLat(lon: 8.71, lat: 49.41), LonLat(lon: 8.72, lat: 49.42),
      ])
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].name == "Run A")
    #expect(document.tracks[0].segments.map(\.count) == [2, 1])
  }

  @Test("a GPX file that was written is read back the same")
  func roundTripGPX() throws {
    var document = try gpx(Self.gpx)
    document.waypoints[0].name = "A <b> & \"c\" \u{7} d ü"
    var expected = document
    expected.waypoints[0].name = "A <b> & \"c\"  d ü"
    #expect(try GPXDocument(reading: document.file()) == expected)
  }

  @Test("lines, points and areas are read from a KML file with names and folders")
  func readKML() throws {
    let document = try KMLDocument(reading: Array(Self.kml.utf8))
    #expect(document.name == "City")
    #expect(document.placemarks.map(\.name) == ["Gate", "Way", "Area", "Area", nil])
    #expect(document.placemarks[0].folders == ["Stops"])
    #expect(document.placemarks[0].description == "a\nb")
    #expect(document.placemarks[0].heights == [110])
    #expect(document.placemarks[0].geometry == .point(LonLat(lon: 8.7, lat: 49.4)))
    #expect(document.placemarks[1].heights == [nil, nil, 3])
    if case .polygon(let polygon) = document.placemarks[2].geometry {
      #expect(polygon.rings.count == 2)
    } else {
      Issue.record("no polygon")
    }
    #expect(
      document.placemarks[4].geometry
        == .line(LineString([LonLat(lon: 1, lat: 2), LonLat(lon: 4, lat: 5)])))
    #expect(try KMLDocument(reading: document.file()) == document)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rule: UploadRule
    var text: [UInt8]
    var isKML: Bool

    init(_ name: String, _ rule: UploadRule, _ text: String, kml: Bool = false) {
      (testDescription, self.rule, self.text, isKML) = (name, rule, Array(text.utf8), kml)
    }

    init(_ name: String, _ rule: UploadRule, bytes: [UInt8]) {
      (testDescription, self.rule, text, isKML) = (name, rule, bytes, false)
    }
  }

  private static func wpt(_ attributes: String) -> String { "<gpx><wpt \(attributes)/></gpx>" }

  private static func coordinates(_ kind: String, _ text: String) -> String {
    "<kml><Placemark><\(kind)><coordinates>\(text)</coordinates></\(kind)></Placemark></kml>"
  }

  static let refused: [Case] = [
    Case("too large", .xmlSize, bytes: Array(repeating: 0x20, count: 5 << 20 | 1)),
    Case("document type", .xmlDoctype, "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>"),
    Case("document type in small letters", .xmlDoctype, "<!doctype gpx><gpx/>"),
    Case("entity in a comment", .xmlDoctype, "<gpx><!-- <!ENTITY --></gpx>"),
    Case("UTF-16", .xmlEncoding, bytes: [0xff, 0xfe, 0x3c, 0, 0x67, 0]),
    Case("declared Latin-1", .xmlEncoding, "<?xml version='1.0' encoding='ISO-8859-1'?><gpx/>"),
    Case(
      "declared Latin-1 behind a mark of UTF-8", .xmlEncoding,
      "\u{feff}<?xml version='1.0' encoding='ISO-8859-1'?><gpx/>"),
    Case("control character", .xmlEncoding, "<gpx>\u{1}</gpx>"),
    Case("too deep", .xmlDepth, "<gpx>" + String(repeating: "<a>", count: 32)),
    Case("nothing", .xmlSyntax, ""),
    Case("no end", .xmlSyntax, "<gpx><wpt lat='1' lon='2'>"),
    Case("wrong end", .xmlSyntax, "<gpx><a></b></gpx>"),
    Case("second root", .xmlSyntax, "<gpx/><gpx/>"),
    Case("text behind", .xmlSyntax, "<gpx/>x"),
    Case("text in front", .xmlSyntax, "x<gpx/>"),
    Case("unknown entity", .xmlSyntax, "<gpx><name>&foo;</name></gpx>"),
    Case("surrogate", .xmlSyntax, "<gpx><metadata><name>&#xD800;</name></metadata></gpx>"),
    Case("bare ampersand", .xmlSyntax, "<gpx><metadata><name>a & b</name></metadata></gpx>"),
    Case("attribute without quotes", .xmlSyntax, "<gpx><wpt lat=1 lon=2/></gpx>"),
    Case("attributes without space", .xmlSyntax, "<gpx><wpt lat='1'lon='2'/></gpx>"),
    Case("< in an attribute", .xmlSyntax, "<gpx a='<'/>"),
    Case("open comment", .xmlSyntax, "<gpx><!-- </gpx>"),
    Case("open CDATA", .xmlSyntax, "<gpx><![CDATA[ </gpx>"),
    Case("other root", .gpxRoot, "<kml/>"),
    Case("no position", .trackPosition, wpt("lat='1'")),
    Case("out of range", .trackPosition, wpt("lat='91' lon='0'")),
    Case("not a number", .trackPosition, wpt("lat='nan' lon='0'")),
    Case("hexadecimal", .trackPosition, wpt("lat='0x1p3' lon='0'")),
    Case("huge", .trackPosition, wpt("lat='1e999' lon='0'")),
    Case("other root", .kmlRoot, "<gpx/>", kml: true),
    Case("one number", .trackPosition, coordinates("Point", "5"), kml: true),
    Case("four numbers", .trackPosition, coordinates("Point", "5,6,7,8"), kml: true),
    Case("KML out of range", .trackPosition, coordinates("Point", "0,-91"), kml: true),
    Case("two points", .kmlGeometry, coordinates("Point", "1,1 2,2"), kml: true),
    Case("short line", .kmlGeometry, coordinates("LineString", "1,1"), kml: true),
    Case(
      "open ring", .kmlGeometry,
      "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>",
      kml: true),
    Case("no ring", .kmlGeometry, "<kml><Placemark><Polygon/></Placemark></kml>", kml: true),
  ]

  @Test("files that break a rule are refused, and the refusal names the rule", arguments: refused)
  func refusal(_ broken: Case) {
    let error = #expect(throws: Refusal.self) {
      if broken.isKML {
        _ = try KMLDocument(reading: broken.text)
      } else {
        _ = try GPXDocument(reading: broken.text)
      }
    }
    #expect(error?.slug == broken.rule.rawValue, "\(error?.detail ?? "")")
  }

  @Test("points and attributes are limited, and errors name the line")
  func limits() {
    var limits = XMLLimits()
    limits.points = 3
    #expect(throws: Refusal.self) { try gpx(Self.gpx, limits) }
    let many = (0..<65).map { "a\($0)='1'" }.joined(separator: " ")
    #expect(throws: Refusal.self) { try gpx("<gpx \(many)/>") }
    let error = #expect(throws: Refusal.self) { try gpx("<gpx>\n\n<wpt/></gpx>") }
    #expect(error?.detail.contains("line 3") == true)
  }

  @Test("strange heights and times are left out, the point stays")
  func nonsense() throws {
    let document = try gpx(
      "<gpx><wpt lat='1' lon='2'><ele>1e9</ele><time>9999-01-01T00:00:00Z</time></wpt></gpx>")
    #expect(document.waypoints == [TrackPoint(LonLat(lon: 2, lat: 1))])
  }

  @Test(
    "HTML becomes plain text",
    arguments: [
      ("plain", "plain"), ("a < b", "a < b"), ("<p>One</p><p>Two</p>", "One\n\nTwo"),
      ("<a href=\"javascript:x()\">link</a>", "link"), ("<script>alert(1)</script>x", "x"),
      ("<style>p{}</style>y", "y"), ("<script>", ""), ("&amp;lt;b&gt;", "&lt;b>"),
      ("Caf&#233;&nbsp;&#x263A;", "Café ☺"), ("<!-- hidden -->z", "z"),
      ("<img src=x onerror=y>", ""),
      ("a<br>\n\n\n<br>b", "a\n\nb"), ("&#0;&bogus;", "&#0;&bogus;"), ("<", "<"), ("<b", ""),
    ])
  func plainText(_ html: String, _ text: String) {
    #expect(PlainText.from(html: html) == text)
  }

  @Test("texts made to take long are done at once")
  func slowTexts() {
    let start = SystemClock().monotonicSeconds()
    _ = PlainText.from(html: "<script>" + String(repeating: "</x", count: 100_000))
    _ = PlainText.from(html: String(repeating: "<a", count: 100_000))
    _ = PlainText.from(html: String(repeating: "&#", count: 100_000))
    #expect(SystemClock().monotonicSeconds() - start < 30)
  }

  @Test("files cut off anywhere are refused")
  func truncated() {
    Fuzzing.truncations(Array(Self.gpx.utf8)) { file in
      #expect(throws: Refusal.self) { try GPXDocument(reading: file) }
    }
    Fuzzing.truncations(Array(Self.kml.utf8)) { file in
      #expect(throws: Refusal.self) { try KMLDocument(reading: file) }
    }
  }

  @Test(
    "damaged files are read or refused; what is read is in range", arguments: [1, 2, 3] as [UInt64])
  func mutated(seed: UInt64) {
    var accepted = 0
    Fuzzing.mutations(Array(Self.gpx.utf8), seed: seed, count: 1000) { file in
      guard let document = try? GPXDocument(reading: file) else { return }
      accepted += 1
      for point in document.waypoints {
        #expect(LonLat(validLon: point.position.lon, lat: point.position.lat) != nil)
      }
    }
    Fuzzing.mutations(Array(Self.kml.utf8), seed: seed, count: 1000) { file in
      if (try? KMLDocument(reading: file)) != nil { accepted += 1 }
    }
    #expect(accepted > 20, "seed \(seed)")
  }
}
