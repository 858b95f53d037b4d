import Base
import Media

/// Photos of a thing, of which whoever runs the server is to make a model for the account.
///
/// - Thread: pure.
public struct ScanRequest: Hashable, Sendable {
  /// How far a request is.
  public enum State: String, Sendable, CaseIterable {
    case requested
    /// A model was made.
    case done
    case declined
    /// Taken back by its account.
    case withdrawn
  }

  public var id: EntityID
  public var account: EntityID
  public var name: String
  public var alt: AltText
  public var state: State
  /// What was made of it; nil unless it is done.
  public var object: EntityID?
  /// Why it was declined; nil unless it was.
  public var reason: String?
  public var createdAt: Instant
  /// When it was done, declined or taken back.
  public var decidedAt: Instant?
  /// In the order in which they were sent; none once it is decided.
  public var photos: [Picture] = []

  /// How many photos one has.
  public static let photoCount = 3...20
  /// Most requests of one account that wait.
  public static let maximumOpen = 5
  /// How long a reason is, in characters.
  public static let reasonLength = 1...300

  /// What its photos are called among what pictures are of.
  static let pictureKind = "scanRequest"

  /// Writes the request as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.member("alt", alt.words)
      json.member("state", state.rawValue)
      if let object { json.member("object", object) }
      if let reason { json.member("reason", reason) }
      json.member("createdAt", createdAt)
      if let decidedAt { json.member("decidedAt", decidedAt) }
      json.array("photos") { json in
        for photo in photos { photo.write(to: &json) }
      }
    }
  }
}

/// A request as it is sent, with photos that were sent before.
public struct ScanDraft: Sendable {
  public var name: String
  public var alt: AltText
  public var photos: [EntityID]

  public init(name: String, alt: AltText, photos: [EntityID]) {
    self.name = name
    self.alt = alt
    self.photos = photos
  }

  /// Reads `name`, `alt` or `decorative`, and `photos`.
  public init(reading fields: JSONFields) {
    name = fields.string("name", ObjectText.name)
    alt = AltText(reading: fields)
    photos = fields.array("photos", ScanRequest.photoCount) { fields, index in fields.id(index) }
    if Set(photos).count < photos.count { fields.reject("photos", "must not name a photo twice") }
  }
}
