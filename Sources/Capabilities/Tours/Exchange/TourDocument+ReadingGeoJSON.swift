import Base
import GeoFormats
import Geodesy
import Groups

extension TourDocument {
  /// Reads a FeatureCollection: one that was written here, or another one, of which the first line
  /// is the route, the polygons are the area and the points are the stops.
  ///
  /// Members that are not known are passed over.
  ///
  /// - Throws: ``Refusal`` with every wrong member and where it stands.
  public init(geoJSON bytes: [UInt8]) throws(Refusal) {
    let limits = GeoJSONLimits()
    guard bytes.count <= limits.bytes else {
      throw Refusal(
        .tooLarge, "geojson-size",
        "The file has more than \(limits.bytes) bytes (rule geojson-size).")
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(depth: limits.depth))
    } catch {
      throw Refusal(
        .invalid, "geojson-syntax", "The file is not JSON: \(error) (rule geojson-syntax).")
    }
    let fields = try JSONFields(value)
    var reader = TourFeatureReader()
    reader.read(fields)
    try fields.finish()
    guard let document = reader.document else {
      throw .invalid("/features", "must have a line for the route")
    }
    self = document
  }
}

/// The files that a stop names.
private struct Files {
  var objects: [String] = []
  var recordings: [TourDocument.Sound] = []
  var pictures: [String] = []
}

/// Gathers a tour from the features of a GeoJSON text.
private struct TourFeatureReader {
  private var content: TourContent?
  private var head = TourContent(name: "", description: "", route: LineString([]))
  private var currency: Currency?
  private var organization: String?
  private var polygons: [Polygon] = []
  private var stops: [(order: Int, stop: TourStop, files: Files)] = []
  private var cover: String?
  private var vertices = 0

  /// What was read, once it has a route.
  var document: TourDocument? {
    guard var content else { return nil }
    content.area = polygons.isEmpty ? nil : MultiPolygon(polygons)
    let sorted = stops.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element)
    content.stops = sorted.map(\.stop)
    content.settleLanguages()
    return TourDocument(
      content: content.rounded, currency: currency, organization: organization,
      objects: sorted.map(\.files.objects), recordings: sorted.map(\.files.recordings),
      pictures: sorted.map(\.files.pictures), cover: cover)
  }

  mutating func read(_ fields: JSONFields) {
    if fields.value("type")?.string != "FeatureCollection" {
      fields.reject("type", "must be \"FeatureCollection\"")
    }
    if let system = fields.value("crs"), system != .null {
      fields.reject("crs", "only WGS 84 longitude and latitude are read (RFC 7946, section 4)")
    }
    let name = fields.value("name")?.string?.trimmedOfSpace ?? ""
    head.names = LocalizedText(
      name.isEmpty ? "Imported tour" : clipped(name, 120), language: "")
    head.descriptions = head.names
    if fields.has("wayside") {
      var reader = self
      _ = fields.object("wayside") { reader.readHead($0) }
      self = reader
    }
    var reader = self
    _ = fields.array("features", 0...TourStop.limit + 1000) { element, index in
      element.object(index) { feature in
        reader.readFeature(feature)
        feature.ignoreOthers()
      }
    }
    self = reader
    fields.ignoreOthers()
    if content == nil { fields.reject("features", "must have a line for the route") }
    if stops.count > TourStop.limit {
      fields.reject("features", "must have at most \(TourStop.limit) stops")
    }
  }

  private mutating func readHead(_ fields: JSONFields) {
    if fields.string("format", 1...100) != TourDocument.formatName {
      fields.reject("format", "must be \"\(TourDocument.formatName)\"")
    }
    _ = fields.integer("version", 1...TourDocument.formatVersion)
    head.names = LocalizedText.read(fields, "name", "names", 1...120)
    head.descriptions = LocalizedText.read(fields, "description", "descriptions", 1...4000)
    head.place = fields.optional("place") { $0.string("place", 1...120) }
    head.price = fields.optional("price") { TourPrice.read($0, "price") } ?? .free
    currency = fields.optional("currency") { $0.choice("currency", Currency.self) } ?? nil
    head.links = fields.optional("links") { TourLink.read($0, "links") } ?? []
    head.languages =
      fields.optional("languages") { TourEdit.readLanguages($0) } ?? []
    head.durationMinutes = fields.optional("durationMinutes") {
      $0.integer("durationMinutes", 1...10_080)
    }
    head.wheelchair =
      fields.optional("wheelchair") { $0.choice("wheelchair", WheelchairAccess.self) } ?? nil
    organization = fields.optional("organization") { $0.string("organization", 1...200) }
    cover = fields.optional("picture") { $0.string("picture", 1...200) }
    fields.ignoreOthers()
  }

  private mutating func readFeature(_ feature: JSONFields) {
    if feature.value("type")?.string != "Feature" { feature.reject("type", "must be \"Feature\"") }
    guard let value = feature.value("geometry") else { return }
    let place = feature.place(of: "geometry")
    let read: PositionedGeometry
    do throws(Refusal) {
      read = try PositionedGeometry(geoJSON: value, at: place)
    } catch {
      feature.reject(error)
      return
    }
    vertices += read.geometry.positions.count
    guard vertices <= 20_000 else {
      if vertices - read.geometry.positions.count <= 20_000 {
        feature.reject("geometry", "makes more than 20000 positions in all")
      }
      return
    }
    switch read.geometry {
    case .point(let position): readStop(feature, position, read.heights.first ?? nil)
    case .line(let line):
      guard content == nil else { return }
      if Set(line.points).count < 2 {
        feature.reject("geometry", "must have two different points")
      } else if line.points.count > 10_000 {
        feature.reject("geometry", "must have at most 10000 points")
      }
      head.route = line
      content = head
    case .polygon(let polygon): if !isComputed(feature) { polygons.append(polygon) }
    case .multiPolygon(let multi): if !isComputed(feature) { polygons += multi.polygons }
    }
  }

  private func isComputed(_ feature: JSONFields) -> Bool {
    feature.value("properties")?["computed"]?.bool ?? false
  }

  private mutating func readStop(_ feature: JSONFields, _ position: LonLat, _ height: Double?) {
    guard feature.has("properties") else {
      add(position, height, title: nil, text: nil)
      return
    }
    var reader = self
    _ = feature.object("properties") { properties in
      if properties.value("role")?.string == "stop" {
        reader.readOwnStop(properties, position, height)
      } else {
        reader.add(
          position, height,
          title: properties.value("title")?.string ?? properties.value("name")?.string,
          text: properties.value("text")?.string ?? properties.value("description")?.string
            ?? properties.value("desc")?.string)
      }
      properties.ignoreOthers()
    }
    self = reader
  }

  /// A stop of a file that knows nothing of stops.
  private mutating func add(
    _ position: LonLat, _ height: Double?, title: String?, text: String?
  ) {
    let stop = TourStop(imported: position, title: title, text: text, number: stops.count + 1)
    stops.append((stops.count + 1, stop, Files()))
    stops[stops.count - 1].stop.height = height
  }

  private mutating func readOwnStop(
    _ fields: JSONFields, _ position: LonLat, _ height: Double?
  ) {
    var files = Files()
    files.objects =
      fields.optional("objects") { fields in
        fields.array("objects", 0...TourStop.maximumObjects) { $0.string($1, 1...200) }
      } ?? []
    files.pictures =
      fields.optional("pictures") { fields in
        fields.array("pictures", 0...TourStop.maximumPictureBytes) { $0.string($1, 1...200) }
      } ?? []
    files.recordings = Self.recordings(fields)
    let kind = fields.optional("kind") { $0.choice("kind", TourStop.Kind.self) } ?? nil
    let stop = TourStop(
      title: LocalizedText.read(fields, "title", "titles", 1...120),
      text: Self.tells(fields, "text") || Self.tells(fields, "texts")
        ? LocalizedText.read(fields, "text", "texts", 1...10_000) : LocalizedText([]),
      position: position, height: height, kind: kind ?? (files.objects.isEmpty ? .popup : .object),
      trigger: fields.has("trigger") ? StopTrigger.read(fields, "trigger") : nil)
    let order = fields.optional("order") { $0.integer("order", 0...1_000_000) }
    stops.append((order ?? stops.count + 1, stop, files))
  }

  /// The recordings of `narrations`, and that of `narration` for the tour's first language.
  private static func recordings(_ fields: JSONFields) -> [TourDocument.Sound] {
    func name(_ narration: JSONFields) -> String? {
      let isRecorded = narration.choice("kind", Narration.Word.self) == .recording
      let name = isRecorded ? narration.string("media", 1...200) : nil
      narration.ignoreOthers()
      return name
    }
    let first = fields.has("narration") ? fields.object("narration", name) ?? nil : nil
    guard fields.has("narrations") else {
      return first.map { [TourDocument.Sound(language: "", name: $0)] } ?? []
    }
    let languages = (fields.value("narrations")?.members ?? []).map(\.name)
    var sounds: [TourDocument.Sound] = []
    _ = fields.object("narrations") { inner in
      for language in languages.prefix(LocalizedText.maximumLanguages) {
        guard let tag = LanguageTag.normalised(language) else {
          inner.reject(language, "must be a language tag such as en or de-LI")
          continue
        }
        guard let name = inner.object(language, name) ?? nil,
          !sounds.contains(where: { $0.language == tag })
        else { continue }
        sounds.append(TourDocument.Sound(language: tag, name: name))
      }
      inner.ignoreOthers()
    }
    return sounds
  }

  /// Whether a member tells a text: a stop may have none, which older files write as an empty one.
  private static func tells(_ fields: JSONFields, _ name: String) -> Bool {
    let value = fields.value(name)
    return value != nil && value != .object([]) && value != .string("")
  }
}

/// The first `count` Unicode scalars of a text.
func clipped(_ text: String, _ count: Int) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
}

extension TourStop {
  /// A stop of a file of another program; what it lacks is made up from its number and title.
  init(imported position: LonLat, title: String?, text: String?, number: Int) {
    func cleaned(_ text: String?, _ count: Int) -> String? {
      let scalars = (text ?? "").trimmedOfSpace.unicodeScalars.filter {
        $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" || $0 == "\t"
      }
      let kept = clipped(String(String.UnicodeScalarView(scalars)), count).trimmedOfSpace
      return kept.isEmpty ? nil : kept
    }
    let title = cleaned(title, 120) ?? "Stop \(number)"
    self.init(
      title: LocalizedText(title, language: ""),
      text: LocalizedText(cleaned(text, 10_000) ?? title, language: ""), position: position)
  }
}
