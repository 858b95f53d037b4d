import Base
import FormatSamples
import Foundation
import Testing

@testable import MediaFormats

@Suite struct MediaFormatsTests {
  @Test("image headers give size and orientation")
  func images() throws {
    let jpeg = try ImageInfo(checking: MediaSamples.jpeg())
    #expect(jpeg == ImageInfo(type: .jpeg, width: 640, height: 480, orientation: 6))
    #expect(
      try ImageInfo(checking: MediaSamples.png()) == ImageInfo(type: .png, width: 3, height: 2))
    #expect(
      try ImageInfo(checking: MediaSamples.webp()) == ImageInfo(type: .webp, width: 100, height: 50)
    )
  }

  @Test("a JPEG of no width or no height is refused, the smallest is not")
  func emptyImages() throws {
    #expect(try ImageInfo(checking: MediaSamples.jpeg(width: 1, height: 1)).width == 1)
    for (width, height) in [(0, 480), (640, 0)] {
      #expect(throws: Refusal.self) {
        try ImageInfo(checking: MediaSamples.jpeg(width: width, height: height))
      }
    }
    // A scan of which nobody has said how large the picture is.
    let scan = MediaSamples.segment(0xda, [1, 1, 0, 0, 63, 0]) + [0x12, 0xff, 0xd9]
    #expect(throws: Refusal.self) { try ImageInfo(checking: [0xff, 0xd8] + scan) }
  }

  static let lengths: [(String, [UInt8], Double)] = [
    ("wav", MediaSamples.wav(), 2), ("mp3", MediaSamples.mp3(), 50 * 1152 / 44_100),
    ("flac", MediaSamples.flac(), 2), ("opus", MediaSamples.opus(), 2),
    ("vorbis", MediaSamples.vorbis(), 1), ("mp4", MediaSamples.mp4(), 2.5),
    ("mp4 with an empty box", MediaSamples.mp4() + MediaSamples.box("free", []), 2.5),
    (
      "mp4 with times of 64 bits",
      MediaSamples.mp4(
        header: [1, 0, 0, 0] + Array(repeating: 0, count: 16) + MediaSamples.big32(1000)
          + MediaSamples.big32(0) + MediaSamples.big32(2500)), 2.5
    ),
  ]

  @Test("sound headers give the duration", arguments: lengths)
  func durations(_ name: String, _ file: [UInt8], _ seconds: Double) throws {
    #expect(abs(try AudioInfo(checking: file).seconds - seconds) < 1e-9, "\(name)")
  }

  @Test("checks of Ogg pages are right after stripping")
  func oggSums() throws {
    for file in [MediaSamples.opus(), MediaSamples.vorbis()] {
      let stripped = try AudioInfo.stripped(file)
      #expect(stripped.count == file.count)
      var start = 0
      while start < stripped.count {
        let lacing = stripped[(start + 27)...].prefix(Int(stripped[start + 26]))
        let end = start + 27 + lacing.count + lacing.reduce(0) { $0 + Int($1) }
        var page = Array(stripped[start..<end])
        let sum = Array(page[22..<26])
        page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        #expect(MediaSamples.little32(Int(OggCRC.of(page))) == sum)
        start = end
      }
    }
  }

  @Test("the check sum of Ogg pages is that of its polynomial, not reflected, from zero")
  func oggSum() {
    #expect(OggCRC.of("123456789".utf8) == 0x89a1_897f)
    #expect(OggCRC.of([]) == 0 && OggCRC.of([1]) == 0x04c1_1db7)
  }

  @Test("what is no image is refused as one")
  func imageType() {
    let error = #expect(throws: Refusal.self) { try ImageInfo(checking: MediaSamples.wav()) }
    #expect(error?.slug == "image-type")
  }

  @Test("a small PNG has exactly these bytes")
  func golden() throws {
    let file = try #require(PNGWriter.file(width: 2, height: 1, pixels: [0, 255]))
    let hex = file.map { String(format: "%02x", $0) }.joined()
    // Put together by another program with the zlib library.
    #expect(
      hex == "89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000"
        + "000e494441547801010300fcff0000ff01020100b7012ef70000000049454e44ae4260"
        + "82")
    #expect(PNGWriter.file(width: 2, height: 1, pixels: [0]) == nil)
    #expect(PNGWriter.file(width: 0, height: 1, pixels: []) == nil)
    let colour = try #require(
      PNGWriter.file(width: 200, height: 150, pixels: Array(repeating: 7, count: 90_000)))
    #expect(try ImageInfo(checking: colour).width == 200)
  }
}
