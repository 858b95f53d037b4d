import Base

/// What a browser's recorder writes, told apart by its first bytes.
///
/// - Source: MediaStream Recording (W3C); Chromium and Firefox write WebM or Ogg with Opus, Safari MP4.
/// - Thread: pure.
public enum RecordedSound: String, Sendable, CaseIterable {
  case webm, ogg, mp4, wav, mp3

  /// Finds the kind from the content, whatever it was called.
  ///
  /// - Throws: `audio-type` for anything else; `media-playlist` for what names other files.
  public init(sniffing bytes: [UInt8]) throws(Refusal) {
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // The name of the format stands in the header of EBML, which comes first and is short.
      guard bytes.prefix(64).contains(subsequence: Array("webm".utf8)) else {
        throw Self.unknown
      }
      self = .webm
    } else if bytes.starts(with: "OggS".utf8) {
      self = .ogg
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      self = .mp4
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
      self = .wav
    } else if bytes.starts(with: "ID3".utf8)
      || (bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2)
    {
      self = .mp3
    } else {
      throw Self.unknown
    }
  }

  private static let unknown = UploadRule.audioType.refusal(
    "", "the content is no recording in WebM, Ogg, MP4, WAV or MP3")

  public var mimeType: String {
    switch self {
    case .webm: "audio/webm"
    case .ogg: "audio/ogg"
    case .mp4: "audio/mp4"
    case .wav: "audio/wav"
    case .mp3: "audio/mpeg"
    }
  }

  /// The name by which the converter reads that format and no other.
  var demuxer: String {
    switch self {
    case .webm: "matroska"
    case .ogg: "ogg"
    case .mp4: "mov"
    case .wav: "wav"
    case .mp3: "mp3"
    }
  }
}

extension Collection where Element: Equatable {
  fileprivate func contains(subsequence other: [Element]) -> Bool {
    var rest = self[...]
    while rest.count >= other.count {
      if rest.starts(with: other) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
