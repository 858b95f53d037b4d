import Base
import FormatSamples
import Foundation
import MediaFormats
import Pictures
import Testing

@Suite("pictures are made in their sizes")
struct PictureMakerTests {
  private let maker = PictureMaker()

  private func info(_ size: MadePicture.Size) throws -> ImageInfo {
    let info = try ImageInfo(checking: size.bytes)
    #expect(info.type == .webp && info.width == size.width && info.height == size.height)
    return info
  }

  private static func wide(_ width: Int, _ height: Int) throws -> [UInt8] {
    let pixels = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 / 3 % width / 8) }
    return try #require(PNGWriter.file(width: width, height: height, pixels: pixels))
  }

  @Test("sizes are as wide as they should be, the largest first; nothing is made larger")
  func sizes() throws {
    let large = try maker.make(Self.wide(1500, 750))
    #expect(large.sizes.map(\.width) == [1280, 480, 160])
    #expect(large.sizes.map(\.height) == [640, 240, 80])
    for size in large.sizes { _ = try info(size) }
    let placeholder = try ImageInfo(checking: large.placeholder)
    #expect(placeholder.width == 16 && placeholder.height == 8)
    #expect(large.placeholder.count < 500)
    #expect(try maker.make(Self.wide(300, 200)).sizes.map(\.width) == [300, 160])
    #expect(try maker.make(Self.wide(160, 200)).sizes.map(\.width) == [160])
    #expect(try maker.make(Self.wide(1, 1)).sizes.map(\.width) == [1])
    // Twice as high as wide at most: a ribbon is made narrower.
    let ribbon = try maker.make(Self.wide(200, 4000))
    #expect(ribbon.sizes.map(\.height) == [2560, 960, 320])
  }

  @Test("a turned photo stands upright, and nothing of what it said is left")
  func turned() throws {
    let photo = MediaSamples.photo
    let stored = try ImageInfo(checking: photo)
    #expect(stored.width == 48 && stored.height == 24 && stored.orientation == 6)
    let made = try maker.make(photo)
    let size = try #require(made.sizes.first)
    #expect(size.width == 24 && size.height == 48)
    #expect(try info(size).orientation == 1)
    for file in made.sizes.map(\.bytes) + [made.placeholder] {
      let text = String(decoding: file, as: UTF8.self)
      for word in ["GPS", "Exif", "EXIF", "XMP", "ICCP", "secret"] {
        #expect(!text.contains(word), "\(word) is still there")
      }
    }
  }

  @Test("what was made can be sent again")
  func again() throws {
    let first = try #require(maker.make(Self.wide(500, 250)).sizes.first)
    #expect(first.width == 500)
    #expect(try maker.make(first.bytes).sizes.map(\.width) == [500, 480, 160])
  }

  @Test("files that unpack to too much are refused before they are unpacked")
  func bombs() {
    for (width, height) in [(12_001, 1), (1, 12_001), (8000, 4001), (0, 5)] {
      let bomb = MediaSamples.png(width: width, height: height)
      #expect(throws: Refusal.self) { try maker.make(bomb) }
    }
    let jpeg = MediaSamples.jpeg(width: 65_535, height: 65_535)
    expect("image-pixels", jpeg)
    // Within the limits, and its data are too short for what its header says.
    expect("image-broken", MediaSamples.png(width: 5000, height: 5000))
    expect("image-broken", MediaSamples.webp())
  }

  private func expect(
    _ slug: String, _ file: [UInt8], _ what: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try maker.make(file)
      Issue.record("was accepted", sourceLocation: sourceLocation)
    } catch {
      #expect((error as? Refusal)?.slug == slug, what, sourceLocation: sourceLocation)
    }
  }

  @Test("formats that nobody asked for are refused, whatever they call themselves")
  func otherFormats() {
    let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
    for text in [svg, Array("GIF89a".utf8) + svg, Array("%PDF-1.7".utf8), Array("II*\0".utf8), []] {
      expect("image-type", text)
    }
    // A file of two natures is a picture and no more: what follows is not kept.
    let script = Array("<script>alert(1)</script>".utf8)
    let polyglot = MediaSamples.photo + script
    let made = try? maker.make(polyglot)
    #expect(made?.sizes.first?.width == 24)
    for file in made?.sizes.map(\.bytes) ?? [] {
      #expect(!String(decoding: file, as: UTF8.self).contains("script"))
    }
    expect("image-broken", Array(MediaSamples.png().prefix(8)) + svg)
  }

  @Test("files that are cut off or damaged anywhere are refused or read, and nothing breaks")
  func damaged() throws {
    let png = try Self.wide(40, 30)
    var random = SystemRandomNumberGenerator()
    for file in [MediaSamples.photo, png, try #require(maker.make(png).sizes.first).bytes] {
      for end in stride(from: 0, to: file.count - 1, by: max(1, file.count / 40)) {
        #expect(throws: Refusal.self, "\(end) bytes of \(file.count)") {
          try maker.make(Array(file.prefix(end)))
        }
      }
      for _ in 0..<60 {
        var damaged = file
        let place = Int.random(in: 12..<file.count, using: &random)
        let value = UInt8.random(in: 0...255, using: &random)
        damaged[place] = value
        do {
          for size in try maker.make(damaged).sizes { _ = try info(size) }
        } catch is Refusal {
          continue
        } catch {
          Issue.record("byte \(place) as \(value): \(error)")
        }
      }
    }
  }

  @Test("many at once wait their turn; more than the queue holds are told to come back")
  func crowded() async throws {
    let maker = PictureMaker(concurrent: 1, queue: 1)
    let file = try Self.wide(1500, 1500)
    let outcomes = await withTaskGroup(of: String.self, returning: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              do {
                done.resume(returning: "\(try maker.make(file).sizes.count)")
              } catch {
                done.resume(returning: (error as? Refusal)?.slug ?? "\(error)")
              }
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(outcomes).isSubset(of: ["3", "busy"]))
    #expect(outcomes.contains("3") && outcomes.contains("busy"), "\(outcomes)")
  }
}
