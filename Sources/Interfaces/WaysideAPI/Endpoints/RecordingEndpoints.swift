import Access
import Base
import HTTPServing
import MediaFormats
import Tours

/// The recorded narrations of a tour's stops.
struct RecordingEndpoints {
  let recordings: StopRecordings
  let files: any MediaContent

  private static let path = "/v1/tours/{tour}/stops/{stop}/recording"
  private static let language = [
    QueryParameter("language", .text(2...35), "A language tag; the tour's first one by default.")
  ]
  private static let types = Set(AudioInfo.FileType.allCases.map(\.mimeType)).sorted()

  var operations: [Operation] {
    [
      Operation(
        .put, Self.path, "putStopRecording",
        """
        Makes a sound file the narration of a stop of the draft in a language; MP3, AAC, Ogg, FLAC \
        or WAV.
        """,
        access: .organization, budget: .upload, query: Self.language,
        body: .file(
          types: Self.types + [ContentType.binary], limit: RecordingLimits.fileBytes),
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: [
          "no-organization", "not-your-organization", "recording-quota", "daily-quota", "tour-busy",
          "media-busy", "invalid-content",
        ]
          + ErrorCatalogue.family("audio-", "media-playlist"), version: .required
      ) { request in
        let (tour, stop) = (try request.id("tour"), try request.id("stop"))
        let version = try request.expectedVersion()
        let bytes = try files.received(request.http.body)
        let details = try recordings.put(
          bytes, at: stop, of: tour, in: request.query.text("language"), expecting: version,
          caller: request.caller)
        return request.versioned(details.version) { details.write(to: &$0) }
      },
      Operation(
        .get, Self.path, "getStopRecording",
        "The recorded narration of a stop in a language, whole or in parts (Range).",
        access: .anyoneButAdmins,
        query: Self.language, answers: Self.types.map { .content($0, "The sound") },
        errors: [
          "tour-not-paid", "content-gone", "content-damaged", "range-not-satisfiable", "stale",
          "invalid-content",
        ]
      ) { request in
        let recording = try recordings.find(
          at: request.id("stop"), of: request.id("tour"), in: request.query.text("language"),
          caller: request.caller)
        // A stop keeps its address when it is recorded anew.
        return try files.response(to: request.http, recording.media, isLasting: false)
      },
      Operation(
        .delete, Self.path, "deleteStopRecording",
        "Lets the stop's text be read aloud again in a language, in the draft.",
        access: .organization,
        query: Self.language, answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: ["no-organization", "not-your-organization", "tour-busy", "invalid-content"],
        version: .required
      ) { request in
        let (tour, stop) = (try request.id("tour"), try request.id("stop"))
        let details = try recordings.remove(
          at: stop, of: tour, in: request.query.text("language"),
          expecting: request.expectedVersion(), caller: request.caller)
        return request.versioned(details.version) { details.write(to: &$0) }
      },
    ]
  }
}
