import Base
import HTTPServing
import MediaFormats
import Realms
import Tours

/// The recorded narrations of a tour's stops.
struct RecordingEndpoints {
  let recordings: StopRecordings
  let files: any MediaContent

  private static let path = "/v1/tours/{tour}/stops/{stop}/recording"
  private static let types = Set(AudioInfo.FileType.allCases.map(\.mimeType)).sorted()

  var operations: [Operation] {
    [
      Operation(
        .put, Self.path, "putStopRecording",
        "Makes a sound file the narration of a stop of the draft; MP3, AAC, Ogg, FLAC or WAV.",
        access: .organization, budget: .upload,
        body: .file(
          types: Self.types + [ContentType.binary], limit: RecordingLimits.fileBytes),
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: [
          "no-organization", "not-your-organization", "recording-quota", "daily-quota", "tour-busy",
          "media-busy", "invalid-content",
        ]
          + ErrorCatalogue.family("audio-", "media-playlist"), version: .required
      ) { exchange in
        let (tour, stop) = (try exchange.id("tour"), try exchange.id("stop"))
        let version = try exchange.expectedVersion()
        let bytes = try files.received(exchange.request.body)
        let details = try recordings.put(
          bytes, at: stop, of: tour, expecting: version, by: exchange.caller)
        return exchange.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .get, Self.path, "getStopRecording",
        "The recorded narration of a stop, whole or in parts (Range).", access: .anyone,
        answers: Self.types.map { .content($0, "The sound") },
        errors: ["tour-not-paid", "content-gone", "range-not-satisfiable", "stale"]
      ) { exchange in
        let recording = try recordings.find(
          at: exchange.id("stop"), of: exchange.id("tour"), for: exchange.caller)
        return try files.response(to: exchange.request, recording.media)
      },
      Operation(
        .delete, Self.path, "deleteStopRecording",
        "Lets the stop's text be read aloud again, in the draft.", access: .organization,
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: ["no-organization", "not-your-organization", "tour-busy", "invalid-content"],
        version: .required
      ) { exchange in
        let (tour, stop) = (try exchange.id("tour"), try exchange.id("stop"))
        let details = try recordings.remove(
          at: stop, of: tour, expecting: exchange.expectedVersion(), by: exchange.caller)
        return exchange.versioned(details.tour.version) { details.write(to: &$0) }
      },
    ]
  }
}
