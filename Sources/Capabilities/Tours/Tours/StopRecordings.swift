import Access
import Base
import Storage

/// The recorded narrations of stops: uploading, hearing and taking away (TM-FR4(d)iii).
///
/// - Thread: shared.
public struct StopRecordings: Sendable {
  let tours: TourService
  let recordings: RecordingService

  public init(tours: TourService, recordings: RecordingService) {
    self.tours = tours
    self.recordings = recordings
  }

  private var platform: Platform { tours.platform }

  /// Keeps a sound file and makes it the narration of a stop in a language, in the draft; what is
  /// published stays as it is until the draft is published.
  ///
  /// - Parameters:
  ///   - stop: of the revision that editors see.
  ///   - language: nil for the tour's first one.
  /// - Throws: what a change of the tour throws, before the file is looked at where that is possible;
  ///   the refusal that names the rule of uploads; `conflict` with slug `recording-quota`. Nothing is
  ///   kept then.
  public func put(
    _ bytes: [UInt8], at stop: EntityID, of tour: EntityID, in language: String? = nil,
    expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> TourDetails {
    let language = try Self.checked(language)
    try check(stop, of: tour, expecting: version, caller: caller)
    let recording = try recordings.upload(bytes, caller: caller)
    do {
      return try tours.narrate(
        stop, of: tour, in: language, by: recording.id, expecting: version, caller: caller)
    } catch {
      try recordings.discard([recording.id])
      throw error
    }
  }

  /// Lets the device read the stop's text aloud again, in the draft; again changes nothing.
  public func remove(
    at stop: EntityID, of tour: EntityID, in language: String? = nil,
    expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try tours.narrate(
      stop, of: tour, in: Self.checked(language), by: nil, expecting: version, caller: caller)
  }

  /// The tag in its usual letter case.
  private static func checked(_ language: String?) throws(Refusal) -> String? {
    guard let language else { return nil }
    guard let tag = LanguageTag.normalised(language) else {
      throw .invalid("language", "must be a language tag such as en or de-LI")
    }
    return tag
  }

  private func check(
    _ stop: EntityID, of id: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try platform.store.read { session in
      let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
      try version.check(tour.version)
      let content = try tours.working(tour, in: session).content
      guard content.stops.contains(where: { $0.id == stop }) else {
        throw Refusal.notFound("stop")
      }
    }
  }

  /// The recording at a stop in a language, nil for the tour's first one, if the caller may hear it:
  /// editors those of every revision, others those that are published, if the tour is free or bought,
  /// and those of a tour that they walk.
  ///
  /// - Throws: `notFound`, also where the text is read aloud; `paymentRequired`.
  public func find(
    at stop: EntityID, of id: EntityID, in language: String? = nil, caller: Caller
  ) throws -> TourRecording {
    let language = try Self.checked(language)
    return try platform.store.read { session in
      try Tour.checkAudience(caller)
      guard let tour = try TourStore.find(id, in: session), tour.withdrawnAt == nil,
        let place = try RecordingStore.place(stop: stop, of: id, in: language, session)
      else { throw Refusal.notFound("recording") }
      let thing = try tour.thing(caller: caller, in: session)
      if !Rights.can(caller, .edit, thing), try !Tour.walks(place.revision, caller, in: session) {
        guard Rights.can(caller, .see, thing), tour.releasedRevision == place.revision else {
          throw Refusal.notFound("recording")
        }
        if !Rights.can(caller, .open, thing) {
          throw Refusal(
            .paymentRequired, "tour-not-paid",
            "This tour can be heard after it has been bought: POST /v1/tours/\(id)/purchase.")
        }
      }
      guard let recording = try RecordingStore.find(place.recording, in: session) else {
        throw Refusal.notFound("recording")
      }
      return recording
    }
  }
}
