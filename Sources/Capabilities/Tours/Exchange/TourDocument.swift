import Base
import Geodesy
import Groups

/// A tour as files hold it: AR objects and recordings are named by words that mean something only
/// to the file or to the server that wrote it.
///
/// - Thread: pure.
public struct TourDocument: Hashable, Sendable {
  /// The content; its stops have no identifiers, objects, recordings and pictures.
  public var content: TourContent
  public var currency: Currency?
  /// The name of the organization that the tour comes from.
  public var organization: String?
  /// The AR objects of each stop.
  public var objects: [[String]]
  /// A recording in one language.
  public struct Sound: Hashable, Sendable {
    /// A language tag; empty for the tour's first language.
    public var language: String
    public var name: String

    public init(language: String, name: String) {
      self.language = language
      self.name = name
    }
  }

  /// The recordings of each stop; in languages without one the text is read aloud.
  public var recordings: [[Sound]]
  /// The pictures of each stop.
  public var pictures: [[String]]
  /// The picture on the cover.
  public var cover: String?

  public init(
    content: TourContent, currency: Currency? = nil, organization: String? = nil,
    objects: [[String]] = [], recordings: [[Sound]] = [], pictures: [[String]] = [],
    cover: String? = nil
  ) {
    self.content = content
    self.currency = currency
    self.organization = organization
    let count = content.stops.count
    self.objects = Array(
      (objects + Array(repeating: [], count: max(0, count - objects.count))).prefix(count))
    self.recordings = Array(
      (recordings + Array(repeating: [], count: max(0, count - recordings.count))).prefix(count))
    self.pictures = Array(
      (pictures + Array(repeating: [], count: max(0, count - pictures.count))).prefix(count))
    self.cover = cover
  }

  /// The document of a tour, with names that `object`, `recording` and `picture` give.
  init(
    _ details: TourDetails, object: (EntityID) -> String, recording: (EntityID) -> String,
    picture: (EntityID) -> String
  ) {
    let content = details.revision.content
    self.init(
      content: content.portable, currency: details.revision.currency,
      organization: details.organization.name,
      objects: content.stops.map { $0.objects.map(object) },
      recordings: content.stops.map { stop in
        stop.recordings.map { Sound(language: $0.language, name: recording($0.recording)) }
      },
      pictures: content.stops.map { ($0.pictures ?? []).map(picture) },
      cover: content.picture.map(picture))
  }

  /// Whether the area has been drawn by an editor.
  var hasOwnArea: Bool { content.area != nil }
}

extension TourContent {
  /// The content without anything that only this server knows.
  var portable: TourContent {
    var content = self
    content.picture = nil
    for i in content.stops.indices {
      content.stops[i].id = nil
      content.stops[i].objects = []
      content.stops[i].recordings = []
      content.stops[i].pictures = nil
    }
    return content
  }
}
