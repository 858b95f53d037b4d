import Base
import CQRencode
import MediaFormats

/// A QR code of a text, usually of a web address.
///
/// Error correction level M (15 %), a quiet zone of four modules, the smallest version that fits.
/// The same text gives the same bytes.
///
/// - Source: ISO/IEC 18004; the symbol is made by libqrencode.
/// - Thread: pure.
public struct QRCode: Hashable, Sendable {
  /// Modules of light border on every side.
  public static let quietZone = 4

  public let text: String
  /// Modules on a side, without the quiet zone.
  public let width: Int
  /// Whether each module is dark, row by row from the top left.
  public let modules: [Bool]

  /// The code of a text.
  ///
  /// - Returns: nil if the text is empty or too long for a QR code.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard
      let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    guard side > 0, let data = code.pointee.data else { return nil }
    self.text = text
    width = side
    // The lowest bit of each module says whether it is dark.
    modules = (0..<side * side).map { data[$0] & 1 == 1 }
  }

  /// An SVG document of one path, one unit per module, with a title for screen readers.
  public func svg(title: String) -> String {
    let side = width + 2 * Self.quietZone
    var path = ""
    for y in 0..<width {
      var x = 0
      while x < width {
        guard modules[y * width + x] else {
          x += 1
          continue
        }
        let start = x
        while x < width, modules[y * width + x] { x += 1 }
        path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" \
      aria-labelledby="title"><title id="title">\(Self.escaped(title))</title>\
      <desc>\(Self.escaped(text))</desc>\
      <rect width="\(side)" height="\(side)" fill="#fff"/>\
      <path d="\(path)" fill="#000" shape-rendering="crispEdges"/></svg>
      """
  }

  /// A PNG image, black on white.
  ///
  /// - Parameter scale: pixels on a side of a module, 1...64.
  /// - Returns: nil for a scale out of range.
  public func png(scale: Int = 8) -> [UInt8]? {
    guard (1...64).contains(scale) else { return nil }
    let side = (width + 2 * Self.quietZone) * scale
    var pixels = [UInt8](repeating: 0xff, count: side * side)
    for y in 0..<width {
      for x in 0..<width where modules[y * width + x] {
        let left = (x + Self.quietZone) * scale
        for row in (y + Self.quietZone) * scale..<(y + Self.quietZone + 1) * scale {
          for i in row * side + left..<row * side + left + scale { pixels[i] = 0 }
        }
      }
    }
    return PNGWriter.file(width: side, height: side, pixels: pixels)
  }

  /// Lines for a terminal: two modules above each other in a character, dark on light.
  ///
  /// - Returns: lines from the top, each with the colours of ECMA-48 around it.
  public func terminalLines() -> [String] {
    func isDark(_ x: Int, _ y: Int) -> Bool {
      (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x]
    }
    let range = -Self.quietZone..<width + Self.quietZone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let characters = range.map { x in
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1b}[30;107m" + characters.joined() + "\u{1b}[0m"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
