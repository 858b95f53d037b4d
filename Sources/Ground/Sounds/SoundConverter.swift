import Base

/// Makes of any recording what every device plays: AAC in MP4, with its duration and its outline.
///
/// The work is done by Debian's ffmpeg in a process of its own, see ``ConfinedProgram``.
///
/// - Thread: shared; each call holds its thread until the program ends.
public struct SoundConverter: Sendable {
  /// What was made of a recording.
  public struct Converted: Sendable {
    /// AAC in MP4, mono, with its index in front, without anybody's tags.
    public var mp4: [UInt8]
    public var seconds: Double
    /// How loud it is along its time, 0...100 each; ``SoundConverter/peakCount`` of them.
    public var peaks: [UInt8]
  }

  /// Why nothing was made.
  public enum Failure: Error, Hashable, Sendable {
    /// The recording cannot be read, or lasts no time.
    case unreadable
    /// It lasts longer than it may.
    case tooLong
    /// The program is missing, or the system starts none.
    case unavailable
  }

  /// How many peaks a recording has, whatever it lasts.
  public static let peakCount = 64
  private static let rate = 8000

  private let program: ConfinedProgram
  private let mostSeconds: Double

  /// - Parameters:
  ///   - path: where the program is.
  ///   - mostSeconds: how long a recording may last.
  public init(path: String = "/usr/bin/ffmpeg", mostSeconds: Double = 300) {
    var bounds = ConfinedProgram.Bounds()
    bounds.outputBytes = 32 << 20
    program = ConfinedProgram(path: path, bounds: bounds)
    self.mostSeconds = mostSeconds
  }

  /// Converts one recording.
  ///
  /// - Complexity: about a hundredth of the time that it lasts; a second of slack is let pass over
  ///   ``mostSeconds``, for recorders that stop late.
  public func convert(_ bytes: [UInt8], _ kind: RecordedSound) throws(Failure) -> Converted {
    let made: [[UInt8]]
    do throws(ConfinedProgram.Failure) {
      made = try program.run(arguments(kind), input: bytes, outputs: 2)
    } catch {
      switch error {
      case .missing, .notStarted: throw .unavailable
      case .crashed, .tookTooLong, .refused: throw .unreadable
      }
    }
    let seconds = Double(made[1].count / 2) / Double(Self.rate)
    guard seconds > 0, !made[0].isEmpty else { throw .unreadable }
    guard seconds <= mostSeconds + 1 else { throw .tooLong }
    return Converted(mp4: made[0], seconds: seconds, peaks: Self.peaks(made[1]))
  }

  private func arguments(_ kind: RecordedSound) -> [String] {
    let read = [
      "-y", "-nostdin", "-hide_banner", "-v", "error", "-threads", "1",
      "-protocol_whitelist", "file", "-f", kind.demuxer, "-i", "/dev/fd/0",
    ]
    // A little more than may be, so that too much shows.
    let bound = ["-t", String(Int(mostSeconds) + 3)]
    let listen =
      ["-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-ac", "1", "-ar", "44100"]
      + ["-c:a", "aac", "-b:a", "48k", "-movflags", "+faststart", "-fflags", "+bitexact"]
    let outline = ["-map", "0:a:0", "-ac", "1", "-ar", String(Self.rate), "-f", "s16le"]
    return read + bound + listen + ["-f", "mp4", "/dev/fd/1"] + bound + outline + ["/dev/fd/3"]
  }

  /// The loudest of each of ``peakCount`` stretches, against the loudest of all.
  ///
  /// - Parameter samples: 16 bits each, little-endian.
  /// - Complexity: O(samples).
  static func peaks(_ samples: [UInt8]) -> [UInt8] {
    let count = samples.count / 2
    var loudest = [Int](repeating: 0, count: peakCount)
    for index in 0..<count {
      let value = Int16(
        bitPattern: UInt16(samples[2 * index]) | UInt16(samples[2 * index + 1]) << 8)
      let stretch = index * peakCount / count
      loudest[stretch] = max(loudest[stretch], Int(value.magnitude))
    }
    // Silence stays flat: its noise is not made large.
    let top = max(loudest.max() ?? 0, 328)
    return loudest.map { UInt8($0 * 100 / top) }
  }
}
