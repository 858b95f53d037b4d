import Base
import Foundation
import MediaFormats
import QRCodes
import TestSupport
import Testing

@testable import Tours

@Suite("QR codes of tours")
struct TourQRCodeTests {
  private let tour = EntityID(high: 0x0198_0d3e_7c1a_7000, low: 0x8000_0000_0000_0042)

  @Test(
    "TR-FR2.3: the code, read module by module, holds the tour's web address",
    arguments: [
      "http://127.0.0.1:8080", "https://wayside.example.org", "https://a.li",
      "https://a-rather-long-host-name.of-some-tourist-office.example.org:8443/wayside",
    ])
  func decodes(_ publicAddress: String) throws {
    let code = try #require(QRCode(tour: tour, publicAddress: publicAddress))
    let reader = try #require(QRReader(width: code.width, modules: code.modules))
    // Bits 00 are level M.
    #expect(reader.level == 0)
    #expect(reader.text == "\(publicAddress)/t/\(tour)")
  }

  @Test("TR-FR2.3: SVG and PNG show the same modules, with a quiet zone of four")
  func images() throws {
    let code = try #require(QRCode(tour: tour, publicAddress: "https://a.li"))
    let side = code.width + 8
    let svg = code.svg(title: "Tour <Old & New>")
    #expect(svg.contains("viewBox=\"0 0 \(side) \(side)\""))
    #expect(svg.contains("<title id=\"title\">Tour &lt;Old &amp; New&gt;</title>"))
    // Draw the path again: every command is "Mx yhwv1h-wz".
    var drawn = Set<[Int]>()
    let path = try #require(svg.split(separator: "<path d=\"").last?.split(separator: "\"").first)
    for command in path.split(separator: "M") {
      let numbers = command.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(numbers.count == 5)
      for x in numbers[0]..<numbers[0] + numbers[2] { drawn.insert([x, numbers[1]]) }
    }
    var dark = Set<[Int]>()
    for y in 0..<code.width {
      for x in 0..<code.width where code.modules[y * code.width + x] {
        dark.insert([x + 4, y + 4])
      }
    }
    #expect(drawn == dark)
    let png = try #require(code.png(scale: 3))
    let info = try ImageInfo(checking: png)
    #expect(info.width == side * 3 && info.height == side * 3)
    let pixels = (0..<side * side * 9).map { place -> UInt8 in
      dark.contains([place % (side * 3) / 3, place / (side * 3) / 3]) ? 0 : 0xff
    }
    #expect(png == PNGWriter.file(width: side * 3, height: side * 3, pixels: pixels))
    #expect(code.png(scale: 0) == nil && code.png(scale: 65) == nil)
  }

  private static let zbar = "/usr/bin/zbarimg"

  @Test(
    "TR-FR2.3: another program reads the picture",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: zbar),
      "SKIPPED: no zbarimg; `tools/setup --full` installs it"))
  func otherReader() throws {
    let folder = try TemporaryFolder()
    let address = "https://wayside.example.org"
    let code = try #require(QRCode(tour: tour, publicAddress: address))
    try Data(try #require(code.png())).write(to: URL(fileURLWithPath: folder.file("qr.png")))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.zbar)
    process.arguments = ["--quiet", "--raw", folder.file("qr.png")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "\(address)/t/\(tour)\n")
  }

  @Test("The same address gives the same bytes; a hopeless one gives none")
  func deterministic() throws {
    let a = try #require(QRCode(tour: tour, publicAddress: "https://a.li"))
    let b = try #require(QRCode(tour: tour, publicAddress: "https://a.li"))
    #expect(a == b && a.png() == b.png() && a.svg(title: "x") == b.svg(title: "x"))
    #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
    #expect(QRCode("") == nil)
  }
}

/// Reads undamaged QR codes of versions 1 to 9, to check the writer: an own reading of
/// ISO/IEC 18004, sections 7.4 to 7.9, without error correction.
private struct QRReader {
  /// The two bits of the error correction level.
  let level: Int
  let text: String

  /// Data codewords of each block at level M, versions 1 to 9.
  private static let blocks: [[Int]] = [
    [16], [28], [44], [32, 32], [43, 43], [27, 27, 27, 27], [31, 31, 31, 31], [38, 38, 39, 39],
    [36, 36, 36, 37, 37],
  ]

  init?(width: Int, modules: [Bool]) {
    guard modules.count == width * width, (width - 17) % 4 == 0 else { return nil }
    let version = (width - 17) / 4
    guard (1...9).contains(version) else { return nil }
    func dark(_ x: Int, _ y: Int) -> Bool { modules[y * width + x] }
    // Format information beside the upper left finder, most significant bit first.
    let places = [
      (0, 8), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (7, 8), (8, 8), (8, 7), (8, 5), (8, 4),
      (8, 3),
      (8, 2), (8, 1), (8, 0),
    ]
    let format = places.reduce(0) { $0 << 1 | (dark($1.0, $1.1) ? 1 : 0) } ^ 0b101_0100_0001_0010
    level = format >> 13
    let mask = format >> 10 & 7

    func isFunction(_ x: Int, _ y: Int) -> Bool {
      if x < 9 && y < 9 || x >= width - 8 && y < 9 || x < 9 && y >= width - 8 { return true }
      if x == 6 || y == 6 { return true }
      if version >= 7, x < 6 && y >= width - 11 || y < 6 && x >= width - 11 { return true }
      guard version >= 2 else { return false }
      let centres = version >= 7 ? [6, (width - 1) / 2, width - 7] : [6, width - 7]
      for cx in centres {
        for cy in centres {
          let atFinder =
            (cx == 6 && cy == 6) || (cx == 6 && cy == width - 7) || (cx == width - 7 && cy == 6)
          if !atFinder, abs(x - cx) <= 2, abs(y - cy) <= 2 { return true }
        }
      }
      return false
    }
    func flips(_ x: Int, _ y: Int) -> Bool {
      switch mask {
      case 0: (x + y) % 2 == 0
      case 1: y % 2 == 0
      case 2: x % 3 == 0
      case 3: (x + y) % 3 == 0
      case 4: (y / 2 + x / 3) % 2 == 0
      case 5: x * y % 2 + x * y % 3 == 0
      case 6: (x * y % 2 + x * y % 3) % 2 == 0
      default: ((x + y) % 2 + x * y % 3) % 2 == 0
      }
    }
    var bits: [Bool] = []
    var right = width - 1
    var upwards = true
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<width {
        let y = upwards ? width - 1 - step : step
        for x in [right, right - 1] where !isFunction(x, y) {
          bits.append(dark(x, y) != flips(x, y))
        }
      }
      upwards.toggle()
      right -= 2
    }
    let sizes = Self.blocks[version - 1]
    var words = stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }[...]
    var data = sizes.map { _ in [Int]() }
    for row in 0..<(sizes.max() ?? 0) {
      for block in sizes.indices where row < sizes[block] {
        guard let word = words.popFirst() else { return nil }
        data[block].append(word)
      }
    }
    // Byte mode 0100, then eight bits of length up to version 9.
    let stream = data.flatMap { $0 }.flatMap { word in (0..<8).map { word >> (7 - $0) & 1 } }
    func number(_ start: Int, _ count: Int) -> Int {
      stream[start..<start + count].reduce(0) { $0 << 1 | $1 }
    }
    guard number(0, 4) == 0b0100 else { return nil }
    let length = number(4, 8)
    guard 12 + 8 * length <= stream.count else { return nil }
    let bytes = (0..<length).map { UInt8(number(12 + 8 * $0, 8)) }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
