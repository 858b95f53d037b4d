import Base
import Geodesy
import Storage

/// Points of a file to be placed as instances: a GeoJSON FeatureCollection of points, a table of
/// comma-separated values with a header line, or a layer of a GeoPackage.
///
/// A feature's `properties`, or the columns, may say `object`, `scale`, `priority` and `radius` (of a
/// trigger); columns for the position in a table are `lat`, `lon` and `h`. The rest is passed over.
///
/// - Thread: pure.
public struct PointFile: Sendable {
  /// What rows have that do not say it themselves.
  public struct Defaults: Sendable {
    public var realm: EntityID
    public var object: EntityID?
    /// Metres above the ellipsoid.
    public var height: Double

    public init(realm: EntityID, object: EntityID?, height: Double = 0) {
      self.realm = realm
      self.object = object
      self.height = height
    }
  }

  /// What a file of points is written in: GeoJSON (RFC 7946), or lines of comma-separated values
  /// (RFC 4180).
  public enum Format: String, Sendable, CaseIterable { case geojson, csv }

  /// Errors that are told, at most.
  static let maximumErrors = 20

  public private(set) var drafts: [InstanceDraft] = []
  private let defaults: Defaults
  private var violations: [Refusal.Violation] = []
  private var row = 0

  /// - Throws: `invalid` that names the first wrong rows, `/rows/17/lat` and so on, from 0;
  ///   `malformed` for files that are something else.
  /// - Complexity: O(bytes); rows are read one after the other.
  public init(_ bytes: [UInt8], as format: Format, _ defaults: Defaults) throws(Refusal) {
    self.defaults = defaults
    switch format {
    case .geojson: try readFeatures(bytes)
    case .csv: try readTable(bytes)
    }
    try requireNoViolations()
  }

  /// Reads the layer of points of a GeoPackage.
  ///
  /// - Parameters:
  ///   - layer: its name; without one there must be just one layer of points.
  ///   - maximumRows: more are refused; all are held in memory until they are placed.
  /// - Throws: `Refusal`: `invalid` that names the first wrong rows as above, and by their features;
  ///   that names the layers to choose from; that says how to convert the layer. `malformed` for a
  ///   file that is damaged or something else.
  /// - Complexity: O(rows); rows are read one after the other.
  public init(
    geoPackage path: String, layer: String?, maximumRows: Int = 1_000_000, _ defaults: Defaults
  ) throws {
    self.defaults = defaults
    let package = try GeoPackage(path: path)
    try package.read(
      package.pointLayer(named: layer), values: ["object", "scale", "priority", "radius"]
    ) { feature in
      guard row < maximumRows else {
        throw Refusal(
          .tooLarge, "too-many-rows",
          "Nothing was placed: the layer has more than \(maximumRows) rows. Cut it into several files."
        )
      }
      try take(
        lon: feature.point?.x, lat: feature.point?.y, height: feature.point?.z,
        Source(feature: feature.id, problem: feature.problem)
      ) { feature.values[$0] }
    }
    try requireNoViolations()
  }

  private func requireNoViolations() throws(Refusal) {
    guard violations.isEmpty else {
      throw Refusal(
        .invalid, "invalid-content", "Nothing was placed: some rows of the file are wrong.",
        violations: violations)
    }
  }

  // MARK: Rows

  /// What is known of a row besides what it says.
  private struct Source {
    /// By what other programs know it.
    var feature: Int64?
    /// Why it has no position, where that is known.
    var problem: String?
  }

  private mutating func take(
    lon: Double?, lat: Double?, height: Double?, _ source: Source = Source(),
    _ value: (String) -> String?
  ) throws(Refusal) {
    defer { row += 1 }
    func number(_ name: String, _ range: ClosedRange<Double>, _ usual: Double) -> Double? {
      guard let text = value(name), !text.isEmpty else { return usual }
      return Double(decimal: text).flatMap { range.contains($0) ? $0 : nil }
    }
    let given = value("object") ?? ""
    let object = given.isEmpty ? defaults.object : EntityID(given)
    let scale = number("scale", Placement.scales, 1)
    let priority = number("priority", 0...100, Double(Placement.usualPriority))
    let radius = number("radius", Placement.triggerRadii, -1)
    let position = lon.flatMap { lon in lat.flatMap { LonLat(validLon: lon, lat: $0) } }
    let metres = height ?? defaults.height
    guard let position, let object, let scale, let priority, let radius,
      let whole = Int(exactly: priority), GeoPose.heights.contains(metres)
    else {
      let wrong =
        position == nil
        ? ("position", source.problem ?? "must be a longitude in ±180 and a latitude in ±90")
        : object == nil
          ? ("object", "must be the identifier of an object; give one for all with --object")
          : scale == nil
            ? ("scale", "must lie between 0.01 and 100")
            : radius == nil
              ? ("radius", "must lie between 1 and 1000")
              : priority.flatMap { Int(exactly: $0) } == nil
                ? ("priority", "must be a whole number from 0 to 100")
                : ("h", "must lie between -12000 and 1000000")
      let named = source.feature.map { " (feature \($0))" } ?? ""
      violations.append(Refusal.Violation("/rows/\(row)/\(wrong.0)", wrong.1 + named))
      if violations.count >= PointFile.maximumErrors {
        throw Refusal(
          .invalid, "invalid-content", "Nothing was placed: many rows of the file are wrong.",
          violations: violations)
      }
      return
    }
    drafts.append(
      InstanceDraft(
        object: object,
        placement: Placement(
          realms: [defaults.realm], pose: GeoPose(position: position, height: metres),
          scale: scale, priority: whole, triggerRadius: radius < 0 ? nil : radius)))
  }

  // MARK: GeoJSON

  /// Features are cut out and read one at a time, so that a large file is never a tree of values.
  private mutating func readFeatures(_ bytes: [UInt8]) throws(Refusal) {
    var scanner = FeatureScanner(bytes)
    guard scanner.skipToFeatures() else {
      throw Refusal(
        .malformed, "invalid-json", "The file is no GeoJSON FeatureCollection.")
    }
    while let range = scanner.next() {
      let feature = try? JSONValue(parsing: Array(bytes[range]))
      let geometry = feature?["geometry"]
      let numbers =
        geometry?["type"]?.string == "Point"
        ? geometry?["coordinates"]?.array?.map(\.number) ?? [] : []
      let properties = feature?["properties"]
      try take(
        lon: numbers.first ?? nil, lat: numbers.count > 1 ? numbers[1] : nil,
        height: numbers.count > 2 ? numbers[2] : nil
      ) { name in
        guard let value = properties?[name] else { return nil }
        return value.string ?? value.number.map { "\($0)" }
      }
    }
    guard scanner.isComplete else {
      throw Refusal(.malformed, "invalid-json", "The file ends or breaks off within its features.")
    }
  }

  // MARK: Comma-separated values

  private mutating func readTable(_ bytes: [UInt8]) throws(Refusal) {
    var table = TableScanner(bytes)
    let names = (table.next() ?? []).map { $0.lowercased() }
    func column(_ wanted: String...) -> Int? { names.firstIndex { wanted.contains($0) } }
    guard let lon = column("lon", "lng", "longitude"), let lat = column("lat", "latitude") else {
      throw Refusal(
        .malformed, "invalid-content", "The first line must name the columns, lat and lon at least."
      )
    }
    let height = column("h", "height")
    let others = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    while let fields = table.next() {
      func field(_ column: Int?) -> String? {
        column.flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
      }
      // A height that is none must not become the usual one.
      let metres = field(height).map { Double(decimal: $0) ?? .infinity }
      try take(
        lon: field(lon).flatMap { Double(decimal: $0) },
        lat: field(lat).flatMap { Double(decimal: $0) }, height: metres
      ) { field(others[$0]) }
    }
  }
}

/// Finds the features of a collection without reading them.
private struct FeatureScanner {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var isComplete = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Goes behind the bracket that opens the member `features` of the outermost object.
  mutating func skipToFeatures() -> Bool {
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = place + 1
        skipText()
        let isName =
          depth == 1 && bytes[start..<min(place, bytes.count)].elementsEqual("features".utf8)
        if isName {
          place += 1
          skipBlanks()
          guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { continue }
          place += 1
          skipBlanks()
          guard place < bytes.count, bytes[place] == UInt8(ascii: "[") else { return false }
          place += 1
          return true
        }
      default: break
      }
      place += 1
    }
    return false
  }

  /// The bytes of the next feature; nil at the end, or where there is something else.
  mutating func next() -> Range<Int>? {
    skipBlanks()
    if place < bytes.count, bytes[place] == UInt8(ascii: ",") {
      place += 1
      skipBlanks()
    }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "{") else {
      isComplete = place < bytes.count && bytes[place] == UInt8(ascii: "]")
      return nil
    }
    let start = place
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""): skipText()
      default: break
      }
      place += 1
      if depth == 0 { return start..<min(place, bytes.count) }
    }
    return nil
  }

  /// From the opening quotation mark to the closing one.
  private mutating func skipText() {
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
  }
}

/// Lines of comma-separated values (RFC 4180).
private struct TableScanner {
  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// The fields of the next line that has any; nil at the end.
  mutating func next() -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
          field.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: ","):
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      case 0x0d: break
      case 0x0a:
        if fields.isEmpty, field.isEmpty { continue }
        return fields + [String(decoding: field, as: UTF8.self)]
      default: field.append(byte)
      }
    }
    return fields.isEmpty && field.isEmpty ? nil : fields + [String(decoding: field, as: UTF8.self)]
  }
}
