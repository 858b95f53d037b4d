import Base
import Foundation
import Testing

@testable import Sounds

@Suite("recordings become what every device plays")
struct SoundConverterTests {
  /// Half a second of a tone at half volume, then as long silence: 16 bits, 8,000 Hz.
  static func wave(seconds: Double = 1, rate: Int = 8000) -> [UInt8] {
    let count = Int(seconds * Double(rate))
    let samples = (0..<count).map { index -> Int16 in
      index < count / 2 ? Int16(16_000 * sin(Double(index) * 440 * 2 * .pi / Double(rate))) : 0
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let head =
      Array("RIFF".utf8) + bytes(36 + 2 * count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(2 * count, 4)
    return head + samples.flatMap { bytes(Int(UInt16(bitPattern: $0)), 2) }
  }

  @Test("CG-SC-27: AAC in MP4 with its duration and how loud it is along its time")
  func converted() throws {
    let made = try SoundConverter().convert(Self.wave(), .wav)
    #expect(Array(made.mp4.dropFirst(4).prefix(4)) == Array("ftyp".utf8))
    // The index stands before the sound, so that it plays while it comes.
    let index = try #require(Self.position(of: "moov", in: made.mp4))
    let sound = try #require(Self.position(of: "mdat", in: made.mp4))
    #expect(index < sound)
    #expect(abs(made.seconds - 1) < 0.01)
    #expect(made.peaks.count == SoundConverter.peakCount)
    #expect(made.peaks.prefix(30).allSatisfy { $0 > 90 }, "\(made.peaks)")
    #expect(made.peaks.suffix(30).allSatisfy { $0 == 0 }, "\(made.peaks)")
  }

  private static func position(of name: String, in bytes: [UInt8]) -> Int? {
    let name = Array(name.utf8)
    return bytes.indices.dropLast(3).first { Array(bytes[$0..<$0 + 4]) == name }
  }

  @Test("CG-SC-27: five minutes and a late stop are taken, more is not")
  func tooLong() throws {
    let converter = SoundConverter(mostSeconds: 2)
    #expect(try converter.convert(Self.wave(seconds: 2.5), .wav).seconds > 2.4)
    #expect(throws: SoundConverter.Failure.tooLong) {
      try converter.convert(Self.wave(seconds: 4), .wav)
    }
  }

  @Test("what is no sound, or cut off, is unreadable; the program's own trouble is told apart")
  func failures() throws {
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7919 % 251) }
    #expect(throws: SoundConverter.Failure.unreadable) {
      try SoundConverter().convert([0x1A, 0x45, 0xDF, 0xA3] + noise, .webm)
    }
    #expect(throws: SoundConverter.Failure.unreadable) {
      try SoundConverter().convert([], .ogg)
    }
    #expect(throws: SoundConverter.Failure.unavailable) {
      try SoundConverter(path: "/nonexistent/ffmpeg").convert(Self.wave(), .wav)
    }
  }

  @Test("the kind is found from the bytes, whatever it was called")
  func sniffed() throws {
    #expect(try RecordedSound(sniffing: Self.wave()) == .wav)
    #expect(try RecordedSound(sniffing: Array("OggS....".utf8)) == .ogg)
    #expect(
      try RecordedSound(sniffing: [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82] + Array("webm".utf8))
        == .webm)
    for other in ["", "#EXTM3U\n/etc/passwd", "ffconcat version 1.0", "<?xml", "GIF89a"] {
      #expect(throws: Refusal.self) { try RecordedSound(sniffing: Array(other.utf8)) }
    }
    // Matroska that is no WebM.
    #expect(throws: Refusal.self) {
      try RecordedSound(sniffing: [0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8))
    }
  }
}
