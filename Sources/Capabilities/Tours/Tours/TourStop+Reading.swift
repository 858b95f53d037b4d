import Base
import GeoFormats
import Geodesy

extension TourStop {
  /// Reads the stops of a request; wrong members are noted in `fields`.
  static func read(_ fields: JSONFields, _ name: String) -> [TourStop] {
    let stops = fields.array(name, 0...limit) { element, index in
      element.object(index, component: "StopInput") { TourStop(reading: $0) }
    }.compactMap { $0 }
    let ids = stops.compactMap(\.id)
    if Set(ids).count < ids.count { fields.reject(name, "has two stops with the same id") }
    return stops
  }

  private init(reading fields: JSONFields) {
    let objects = fields.optional("objects") { fields in
      fields.array("objects", 0...Self.maximumObjects) { $0.id($1) }
    }
    let place = fields.object("position") { StopPosition(reading: $0) }
    self.init(
      id: fields.optional("id") { $0.id("id") },
      title: LocalizedText.read(fields, "title", "titles", 1...120),
      // A draft may be kept before everything is told; the checks say what is missing.
      text: fields.has("text") || fields.has("texts")
        ? LocalizedText.read(fields, "text", "texts", 1...10_000) : LocalizedText([]),
      position: place?.position ?? LonLat(lon: 0, lat: 0), height: place?.height,
      kind: fields.optional("kind") { $0.choice("kind", Kind.self) ?? .popup }
        ?? (objects?.isEmpty ?? true ? .popup : .object),
      objects: objects ?? [],
      trigger: fields.has("trigger") ? StopTrigger.read(fields, "trigger") : nil,
      recordings: [],
      pictures: fields.optional("pictures") { fields in
        fields.array("pictures", 0...Self.maximumPictureBytes) {
          PictureReference.read($0, $1) ?? EntityID(high: 0, low: 0)
        }
      })
    readNarrations(fields)
    // A null is an absent member.
    _ = (fields.isNull("trigger"), fields.isNull("narration"), fields.isNull("narrations"))
    _ = (fields.isNull("text"), fields.isNull("texts"))
    // Members of our own answers that say nothing new, so that an answer can be sent back.
    _ = fields.value("order")
    if Set(self.objects).count < self.objects.count {
      fields.reject("objects", "names an object twice")
    }
    if let pictures, Set(pictures).count < pictures.count {
      fields.reject("pictures", "names a picture twice")
    }
  }
}

extension TourStop {
  /// Reads `narrations`, with one entry a language, or `narration`, which is that of the tour's
  /// first language; the former counts where both are sent, as in an answer of ours.
  private mutating func readNarrations(_ fields: JSONFields) {
    let one = fields.has("narration") ? Narration.read(fields, "narration") : nil
    fields.described("narrations", as: .map(.named("Narration")), optional: true, placeholder: ()) {
      _ in
    }
    guard fields.value("narrations") != nil, let names = Self.languages(fields, "narrations") else {
      keepsOtherRecordings = one != nil
      if case .recording(let id)? = one { record(id, in: "") }
      return
    }
    _ = fields.object("narrations") { inner in
      for name in names {
        guard let tag = LanguageTag.normalised(name) else {
          inner.reject(name, "must be a language tag such as en or de-LI")
          _ = inner.value(name)
          continue
        }
        if recordings.contains(where: { $0.language == tag }) {
          inner.reject(name, "is there twice")
        }
        if case .recording(let id)? = Narration.read(inner, name) {
          recordings.append(StopRecording(language: tag, recording: id))
        }
      }
    }
  }

  private static func languages(_ fields: JSONFields, _ name: String) -> [String]? {
    let names = fields.value(name)?.members?.map(\.name) ?? []
    guard names.count <= LocalizedText.maximumLanguages else {
      fields.reject(name, "must have at most \(LocalizedText.maximumLanguages) languages")
      return []
    }
    return names
  }
}

/// A position with or without a height, as requests write it.
struct StopPosition {
  var position: LonLat
  var height: Double?

  init(reading fields: JSONFields) {
    position = LonLat(lon: fields.number("lon", -180...180), lat: fields.number("lat", -90...90))
    height = fields.optional("h") { $0.number("h", GeoPose.heights) }
  }
}

extension StopTrigger {
  /// The radii in metres that a stop may have.
  static let radii = 1.0...1000

  static func read(_ fields: JSONFields, _ name: String) -> StopTrigger? {
    fields.described(name, as: .named("StopTrigger"), placeholder: nil) { fields in
      fields.object(name, readOne) ?? nil
    }
  }

  private static func readOne(_ fields: JSONFields) -> StopTrigger? {
    if fields.has("radius"), fields.has("polygon") {
      fields.reject("polygon", "cannot stand beside radius; send one of them")
    }
    guard fields.has("polygon") else { return .radius(fields.number("radius", radii)) }
    guard case .polygon(let polygon)? = fields.geometry("polygon", [.polygon]) else { return nil }
    return .polygon(polygon)
  }
}

extension Narration {
  static func read(_ fields: JSONFields, _ name: String) -> Narration? {
    fields.described(name, as: .named("Narration"), placeholder: nil) { fields in
      fields.object(name, readOne) ?? nil
    }
  }

  private static func readOne(_ fields: JSONFields) -> Narration? {
    // Members of our own answers that say nothing new.
    _ = fields.value("seconds")
    switch fields.choice("kind", Word.self) {
    case .recording?: return .recording(fields.id("media"))
    case .speech?, nil:
      if fields.has("media") {
        fields.reject("media", "belongs to kind \"recording\" only")
      }
      return .speech
    }
  }
}

extension JSONFields {
  /// Reads a GeoJSON geometry of one of `kinds`; notes what is wrong with it.
  func geometry(_ name: String, _ kinds: Set<GeometryKind>) -> Geometry? {
    guard let value = value(name) else {
      reject(name, "is required")
      return nil
    }
    var limits = GeoJSONLimits()
    limits.vertices = 10_000
    do throws(Refusal) {
      return try Geometry(geoJSON: value, allowed: kinds, at: place(of: name), limits: limits)
    } catch {
      reject(error)
      return nil
    }
  }
}
