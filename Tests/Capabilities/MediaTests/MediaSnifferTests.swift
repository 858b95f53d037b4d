import Base
import FormatSamples
import Media
import MediaFormats
import Models
import TestSupport
import Testing

@Suite struct MediaSnifferTests {
  static let samples: [(String, [UInt8], String)] = [
    ("png", MediaSamples.png(), "image/png"), ("jpeg", MediaSamples.jpeg(), "image/jpeg"),
    ("webp", MediaSamples.webp(), "image/webp"), ("wav", MediaSamples.wav(), "audio/wav"),
    ("mp3", MediaSamples.mp3(), "audio/mpeg"), ("flac", MediaSamples.flac(), "audio/flac"),
    ("opus", MediaSamples.opus(), "audio/ogg"), ("vorbis", MediaSamples.vorbis(), "audio/ogg"),
    ("mp4", MediaSamples.mp4(), "audio/mp4"), ("glb", GLBSamples.file(), "model/gltf-binary"),
  ]

  @Test("the type is found from the content", arguments: samples.indices)
  func types(_ index: Int) throws {
    #expect(try MediaSniffer.check(Self.samples[index].1).mimeType == Self.samples[index].2)
  }

  @Test("nothing about the maker is left, and the rest reads the same", arguments: samples.indices)
  func stripping(_ index: Int) throws {
    let (name, file, _) = Self.samples[index]
    var original = file
    if name == "glb" {
      original = GLBSamples.replacing("\"scene\":0", "\"extras\":{\"author\":\"secret\"}")
    }
    if name == "png" {
      original =
        MediaSamples.png(
          MediaSamples.pngChunk("tEXt", Array("Author\0secret".utf8))
            + MediaSamples.pngChunk("eXIf", Array("secret GPS".utf8))) + Array("secret".utf8)
    }
    let stripped = try MediaSniffer.stripped(original)
    let text = String(decoding: stripped, as: UTF8.self)
    for word in ["secret", "GPS", "test"] { #expect(!text.contains(word), "\(name)") }
    let before = try MediaSniffer.check(original)
    let after = try MediaSniffer.check(stripped)
    if case .model(var model) = before {
      model.generator = nil
      #expect(after == .model(model))
    } else {
      #expect(after == before)
    }
    // What is clean stays as it is.
    #expect(try MediaSniffer.stripped(stripped) == stripped, "\(name)")
  }

  @Test("a JPEG keeps its colour profile and its scan, and loses its thumbnail")
  func jpegKept() throws {
    let stripped = try MediaSniffer.stripped(MediaSamples.jpeg(exif: false))
    let text = String(decoding: stripped, as: UTF8.self)
    #expect(text.contains("ICC_PROFILE"))
    #expect(!text.contains("Exif"))
    #expect(stripped.suffix(9) == [0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9])
    #expect(!stripped.contains(9))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rule: UploadRule
    var file: [UInt8]
    var limits = MediaSniffer.Limits()

    init(
      _ name: String, _ rule: UploadRule, _ file: [UInt8],
      _ change: (inout MediaSniffer.Limits) -> Void = { _ in }
    ) {
      (testDescription, self.rule, self.file) = (name, rule, file)
      change(&limits)
    }
  }

  static let refused: [Case] = [
    Case("text", .audioType, Array("hello, this is a text".utf8)), Case("empty", .audioType, []),
    Case("SVG", .audioType, Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
    Case("GIF", .audioType, Array("GIF89a".utf8) + Array(repeating: 0, count: 20)),
    Case("playlist", .mediaPlaylist, Array("#EXTM3U\nfile:///etc/passwd".utf8)),
    Case("concat list", .mediaPlaylist, Array("ffconcat version 1.0".utf8)),
    Case("image bytes", .imageSize, MediaSamples.png()) { $0.image.bytes = 10 },
    Case("four gigapixels", .imagePixels, MediaSamples.jpeg(width: 64_250, height: 64_250)),
    Case("long side", .imagePixels, MediaSamples.png(width: 12_001, height: 1)),
    Case("many pixels", .imagePixels, MediaSamples.png(width: 8000, height: 8000)),
    Case("largest sides", .imagePixels, MediaSamples.png(width: 0xffff_ffff, height: 0xffff_ffff)),
    Case("WebP pixels", .imagePixels, MediaSamples.webp(width: 16_000_000, height: 16_000_000)),
    Case(
      "animated PNG", .imageAnimated,
      MediaSamples.png(MediaSamples.pngChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))),
    Case("animated WebP", .imageAnimated, MediaSamples.webp(flags: 2)),
    Case("no width", .imageBroken, MediaSamples.png(width: 0)),
    Case(
      "check sum", .imageBroken,
      MediaSamples.png().enumerated().map { $0.offset == 20 ? $0.element ^ 1 : $0.element }),
    Case("cut PNG", .imageBroken, Array(MediaSamples.png().dropLast(4))),
    Case("cut JPEG", .imageBroken, Array(MediaSamples.jpeg().prefix(200))),
    Case("sound bytes", .audioSize, MediaSamples.wav()) { $0.audio.bytes = 100 },
    Case("too long", .audioDuration, MediaSamples.wav()) { $0.audio.seconds = 1 },
    Case("endless", .audioDuration, MediaSamples.flac(samples: 0xf_ffff_ffff)),
    Case("no samples", .audioBroken, MediaSamples.wav(bytes: 0)),
    Case("cut FLAC", .audioBroken, Array(MediaSamples.flac().prefix(20))),
    Case("one frame", .audioBroken, MediaSamples.mp3(frames: 1)),
    Case("video", .audioType, MediaSamples.mp4(handler: "vide")),
    Case("other codec", .audioType, MediaSamples.mp4(codec: "alac")),
    Case(
      "Ogg with video", .audioType,
      MediaSamples.oggPage([Array("\u{1}theora".utf8)], position: 0, sequence: 0)),
  ]

  @Test("media that break a rule are refused, and the refusal names the rule", arguments: refused)
  func refusal(_ broken: Case) {
    let error = #expect(throws: Refusal.self) {
      try MediaSniffer.check(broken.file, limits: broken.limits)
    }
    #expect(error?.slug == broken.rule.rawValue, "\(error?.detail ?? "")")
  }

  @Test("cut and damaged media are read or refused, never more", arguments: samples.indices)
  func damaged(_ index: Int) {
    let (name, file, _) = Self.samples[index]
    let small =
      name == "wav"
      ? MediaSamples.wav(bytes: 64) : name == "mp3" ? MediaSamples.mp3(frames: 3) : file
    func read(_ bytes: [UInt8]) {
      _ = try? MediaSniffer.check(bytes)
      _ = try? MediaSniffer.stripped(bytes)
    }
    Fuzzing.truncations(small, read)
    Fuzzing.mutations(small, seed: UInt64(index), count: 500, read)
  }
}
