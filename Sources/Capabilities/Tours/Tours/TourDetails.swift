import Base
import GeoFormats
import Geodesy
import Groups
import Media
import Storage

/// A tour as one caller sees it: the preview (TR-FR3), and for its editors the draft (TM-FR5).
public struct TourDetails: Sendable {
  public var tour: Tour
  public var revision: TourRevision
  public var organization: TourOrganization
  /// Whether the caller may change it.
  public var isEditor: Bool
  /// Whether the caller may have the texts of the stops: it is free, bought, or the caller's own.
  public var isUnlocked: Bool
  /// Whether the caller has bought it.
  public var isPurchased: Bool
  /// What editors should look at; nil if nobody has looked.
  public var warnings: [TourWarning]?
  /// Languages that the caller prefers, best first.
  public var languages: [String] = []
  /// Those of the cover and the stops.
  public var pictures: [EntityID: Picture] = [:]
  /// That of the organization.
  public var organizationPicture: Picture?
  /// Metres within which a stop without a trigger of its own is reached, for devices that count on
  /// without a network; nil where nobody walks.
  public var arrivalMetres: Double?

  /// Reads the pictures that the content names.
  mutating func findPictures(in session: StoreSession) throws {
    let covers = try PictureStore.pictures(
      of: TourContent.pictureKind, [revision.id], in: session)
    let galleries = try PictureStore.pictures(
      of: TourStop.pictureKind, revision.content.stops.compactMap(\.id), in: session)
    for picture in [covers, galleries].flatMap({ $0.values.joined() }) {
      pictures[picture.id] = picture
    }
    let owner = tour.organization
    organizationPicture =
      try PictureStore.pictures(of: OrganizationPictures.kind, [owner], in: session)[owner]?.first
  }
}

extension TourDetails {
  /// Grows with every change that the caller can see: for editors that of the tour, for all others
  /// that of the revision they see, which drafts leave alone.
  public var version: Int { isEditor ? tour.version : revision.number }

  /// Differs whenever the answer does.
  ///
  /// Pictures that a moderator takes away change it, too, and so do the end of the publication for
  /// those who are on the tour or have bought it, and the reader's language. For editors it is the
  /// version alone, by which they change the tour.
  public var tag: String {
    guard !isEditor else { return String(version) }
    let seen = pictures.isEmpty ? "" : "-\(pictures.count)"
    let state = tour.state == .published ? "" : "-\(tour.state.rawValue)"
    let told = revision.content.languages
    let language = LocalizedText(told.map { LocalizedText.Entry($0, $0) }).text(in: languages)
    return String(version) + seen + state + (told.count > 1 ? "-\(language)" : "")
  }

  /// When what the caller sees was changed last.
  private var updatedAt: Instant {
    isEditor ? tour.updatedAt : revision.releasedAt ?? tour.updatedAt
  }

  /// Writes the tour as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      writeHead(to: &json)
      writeMap(to: &json)
      json.array("stops") { json in
        for (order, stop) in revision.content.stops.enumerated() {
          stop.write(
            order: order + 1, withTexts: isUnlocked, first: revision.content.defaultLanguage,
            languages: languages, pictures: pictures, to: &json)
        }
      }
      if isEditor { writeEditing(to: &json) }
    }
  }

  private func writeHead(to json: inout JSONWriter) {
    let content = revision.content
    json.member("id", tour.id)
    json.member("state", tour.state.rawValue)
    json.member("organization", organization.id)
    json.member("organizationName", organization.name)
    json.member("organizationPicture", organizationPicture)
    json.member("name", content.names.text(in: languages))
    json.key("names")
    content.names.write(to: &json)
    json.member("description", content.descriptions.text(in: languages))
    json.key("descriptions")
    content.descriptions.write(to: &json)
    json.member("picture", content.picture.flatMap { pictures[$0] })
    json.member("place", content.place)
    json.member("price", content.price.description)
    json.member("currency", revision.currency.rawValue)
    json.member("purchased", isPurchased)
    json.key("links")
    TourLink.write(content.links, to: &json)
    json.array("languages") { json in
      for language in content.languages { json.string(language) }
    }
    json.member("distance", revision.measures.distance, decimals: 1)
    json.member("duration", revision.measures.duration)
    json.member("durationMinutes", content.durationMinutes)
    json.member("wheelchair", content.wheelchair?.rawValue)
    json.member("arrivalMetres", arrivalMetres)
    json.member("version", version)
    json.member("createdAt", tour.createdAt)
    json.member("updatedAt", updatedAt)
    json.member("publishedAt", tour.publishedAt)
  }

  /// What a map of the tour shows: area, route with its direction, AR objects (TR-FR3(f)).
  private func writeMap(to json: inout JSONWriter) {
    let content = revision.content
    json.member("start", position: content.start)
    json.member("end", position: content.end)
    json.key("area")
    json.area(revision.measures.area)
    json.key("route")
    json.geometry(.line(content.route))
    json.array("objects") { json in
      for use in content.objects {
        json.object { json in
          json.member("object", use.object)
          json.member("position", position: use.position, height: use.height)
        }
      }
    }
  }

  private func writeEditing(to json: inout JSONWriter) {
    json.member("revision", revision.number)
    json.member("hasDraft", tour.draftRevision != nil)
    json.member("isPublished", tour.state == .published)
    json.member("areaComputed", revision.content.area == nil)
    guard let warnings else { return }
    json.member("warningCount", warnings.count)
    json.key("warnings")
    TourWarning.write(warnings, to: &json)
  }
}

extension TourStop {
  /// Writes the stop; `title` and `text` are in the first fitting language, `titles` and `texts`
  /// in all of them.
  ///
  /// - Parameters:
  ///   - first: the tour's first language.
  ///   - pictures: those that the stop names.
  func write(
    order: Int, withTexts: Bool, first: String, languages: [String],
    pictures: [EntityID: Picture], to json: inout JSONWriter
  ) {
    json.object { json in
      writeMembers(
        order: order, withTexts: withTexts, first: first, languages: languages, to: &json)
      guard withTexts else { return }
      json.member("pictures", of: (self.pictures ?? []).compactMap { pictures[$0] }) {
        $0.write(to: &$1)
      }
    }
  }

  func writeMembers(
    order: Int, withTexts: Bool, first: String, languages: [String], to json: inout JSONWriter
  ) {
    json.member("id", id)
    json.member("order", order)
    json.member("kind", kind.rawValue)
    json.member("title", title.text(in: languages))
    json.key("titles")
    title.write(to: &json)
    if withTexts {
      json.member("text", text.text(in: languages))
      json.key("texts")
      text.write(to: &json)
      json.key("narration")
      narration(in: first).write(to: &json)
      json.object("narrations") { json in
        for language in heardLanguages {
          json.key(language)
          narration(in: language).write(
            seconds: recordings.first { $0.language == language }?.seconds, to: &json)
        }
      }
    }
    json.member("position", position: position, height: height)
    json.array("objects") { json in
      for object in objects { json.id(object) }
    }
    if let trigger {
      json.key("trigger")
      trigger.write(to: &json)
    }
  }
}

extension Narration {
  func write(seconds: Double? = nil, to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", word.rawValue)
      if case .recording(let id) = self {
        json.member("media", id)
        json.member("seconds", seconds, decimals: 1)
      }
    }
  }
}

extension StopTrigger {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .radius(let metres):
        json.member("radius", metres)
      case .polygon(let polygon):
        json.key("polygon")
        json.geometry(.polygon(polygon))
      }
    }
  }
}
