import Base
import Geodesy

/// A place along a tour at which something is shown and told.
///
/// - Thread: pure.
public struct TourStop: Hashable, Sendable {
  /// What is there to see.
  public enum Kind: String, Sendable, CaseIterable {
    /// AR objects with a text (TM-FR4(d)i).
    case object
    /// A text that pops up (TM-FR4(d)ii).
    case popup
  }

  /// Unique within its revision; nil until it is stored.
  public var id: EntityID?
  public var title: LocalizedText
  public var text: LocalizedText
  public var position: LonLat
  /// Metres above the WGS 84 ellipsoid.
  public var height: Double?
  public var kind: Kind
  /// AR objects that stand here, in order.
  public var objects: [EntityID]
  /// Nil for the usual radius around the position.
  public var trigger: StopTrigger?
  /// Recordings of the text, at most one a language; in others the device reads the text aloud.
  public var recordings: [StopRecording]
  /// Whether a request told of one language only, so that the recordings in others stay.
  var keepsOtherRecordings = false
  /// Pictures to look at here, in order; nil for none, in a request for those that are there.
  public var pictures: [EntityID]?

  public init(
    id: EntityID? = nil, title: LocalizedText, text: LocalizedText, position: LonLat,
    height: Double? = nil, kind: Kind = .popup, objects: [EntityID] = [],
    trigger: StopTrigger? = nil, recordings: [StopRecording] = [], pictures: [EntityID]? = nil
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.position = position
    self.height = height
    self.kind = kind
    self.objects = objects
    self.trigger = trigger
    self.recordings = recordings
    self.pictures = pictures
  }

  /// Most stops of a tour.
  static let limit = 200
  /// Most AR objects at one stop.
  static let maximumObjects = 20
  /// Most pictures at one stop.
  static let maximumPictureBytes = 10
  /// What stops are called among things that have pictures.
  static let pictureKind = "stop"
}

/// Where a walker counts as being at a stop.
public enum StopTrigger: Hashable, Sendable {
  /// Within so many metres of the stop's position.
  case radius(Double)
  /// Inside an area.
  case polygon(Polygon)
}

/// A recording that is heard at a stop in one language.
public struct StopRecording: Hashable, Sendable {
  /// A language tag; empty until the tour has told its first language.
  public var language: String
  public var recording: EntityID
  /// How long it plays; nil in requests, and if its format does not tell.
  public var seconds: Double?

  public init(language: String, recording: EntityID, seconds: Double? = nil) {
    self.language = language
    self.recording = recording
    self.seconds = seconds
  }
}

extension TourStop {
  /// How the stop is heard in a language.
  public func narration(in language: String) -> Narration {
    recordings.first { $0.language == language }.map { .recording($0.recording) } ?? .speech
  }

  /// The languages in which it has a text or a recording, those of the text first.
  var heardLanguages: [String] {
    var languages = text.entries.map(\.language)
    for recording in recordings where !languages.contains(recording.language) {
      languages.append(recording.language)
    }
    return languages
  }

  /// Puts a recording in the place of that of a language, or takes it away.
  mutating func record(_ recording: EntityID?, in language: String) {
    recordings.removeAll { $0.language == language }
    if let recording {
      recordings.append(StopRecording(language: language, recording: recording))
    }
  }
}

/// How a stop's text is heard (TM-FR4(d)iii).
public enum Narration: Hashable, Sendable {
  /// The device reads the text aloud.
  case speech
  /// A recording that was uploaded for the tour.
  case recording(EntityID)

  /// The word in requests and answers.
  enum Word: String, CaseIterable {
    case speech
    case recording
  }

  var word: Word {
    switch self {
    case .speech: .speech
    case .recording: .recording
    }
  }
}
