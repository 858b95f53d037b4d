import Base

/// Bounds on a sound file.
///
/// - Thread: pure.
public struct AudioLimits: Sendable {
  public var bytes = 30 << 20
  public var seconds = 3600.0

  public init() {}
}

/// What the headers of a sound file say.
///
/// - Thread: pure.
public struct AudioInfo: Hashable, Sendable {
  /// What the sound is kept in, found from its bytes.
  public enum FileType: String, CaseIterable, Sendable {
    case mp3, mp4, opus, vorbis, flac, wav

    public var mimeType: String {
      switch self {
      case .mp3: "audio/mpeg"
      case .mp4: "audio/mp4"
      case .opus, .vorbis: "audio/ogg"
      case .flac: "audio/flac"
      case .wav: "audio/wav"
      }
    }
  }

  public var type: FileType
  public var seconds: Double

  /// Finds type and duration from the content, whatever the file was called.
  ///
  /// - Throws: ``Refusal`` naming the rule: not MP3, AAC in MP4, Ogg Opus or Vorbis, FLAC or WAV; a
  ///   playlist; too many bytes; too long; broken.
  /// - Complexity: O(bytes) without decoding.
  public init(checking bytes: [UInt8], limits: AudioLimits = AudioLimits()) throws(Refusal) {
    guard bytes.count <= limits.bytes else {
      throw UploadRule.audioSize.refusal(
        "", "the sound has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    self = try AudioFile(bytes).info
    guard seconds.isFinite, seconds > 0 else {
      throw UploadRule.audioBroken.refusal("", "the sound has no length")
    }
    guard seconds <= limits.seconds else {
      throw UploadRule.audioDuration.refusal(
        "", "the sound lasts \(Int(min(seconds, 1e9))) s, more than \(Int(limits.seconds))")
    }
  }

  init(type: FileType, seconds: Double) {
    self.type = type
    self.seconds = seconds
  }
}

/// A sound file of one of the known kinds.
enum AudioFile {
  case mp3(MP3File)
  case mp4(MP4File)
  case ogg(OggFile)
  case flac(FLACFile)
  case wav(WAVFile)

  init(_ bytes: [UInt8]) throws(Refusal) {
    for start in ["#EXTM3U", "[playlist]", "ffconcat", "<asx", "<?xml", "<smil"]
    where bytes.starts(with: start.utf8) {
      throw UploadRule.mediaPlaylist.refusal("", "playlists are not accepted")
    }
    if bytes.starts(with: "fLaC".utf8) {
      self = .flac(try FLACFile(bytes))
    } else if bytes.starts(with: "OggS".utf8) {
      self = .ogg(try OggFile(bytes))
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
      self = .wav(try WAVFile(bytes))
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      self = .mp4(try MP4File(bytes))
    } else if bytes.starts(with: "ID3".utf8) || MP3File.frame(bytes[...], at: 0) != nil {
      self = .mp3(try MP3File(bytes))
    } else {
      throw UploadRule.audioType.refusal(
        "", "the content is not MP3, AAC in MP4, Ogg Opus or Vorbis, FLAC or WAV")
    }
  }

  var info: AudioInfo {
    switch self {
    case .mp3(let file): AudioInfo(type: .mp3, seconds: file.seconds)
    case .mp4(let file): AudioInfo(type: .mp4, seconds: file.seconds)
    case .ogg(let file): AudioInfo(type: file.isOpus ? .opus : .vorbis, seconds: file.seconds)
    case .flac(let file): AudioInfo(type: .flac, seconds: file.seconds)
    case .wav(let file): AudioInfo(type: .wav, seconds: file.seconds)
    }
  }

  var stripped: [UInt8] {
    switch self {
    case .mp3(let file): file.stripped
    case .mp4(let file): file.stripped
    case .ogg(let file): file.stripped
    case .flac(let file): file.stripped
    case .wav(let file): file.stripped
    }
  }

  static func broken(_ what: String) -> Refusal { UploadRule.audioBroken.refusal("", what) }
}
