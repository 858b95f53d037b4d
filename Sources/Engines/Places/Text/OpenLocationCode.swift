import Foundation
import Geodesy

/// Positions as short codes of letters and digits, "plus codes".
///
/// - Source: Google, "Open Location Code specification" 1.0.
/// - Thread: pure.
public enum OpenLocationCode {
  private static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let separatorPlace = 8
  private static let pairs = 10

  /// The middle of the area of a full code such as `8FVC9G8F+6X`; nil for anything else.
  public static func position(of code: String) -> LonLat? {
    guard let digits = digits(of: code), digits.before == separatorPlace else { return nil }
    return middle(digits.values)
  }

  /// The place nearest to `reference` of a code whose first letters were left out, such as `9G8F+6X`.
  public static func position(of code: String, near reference: LonLat) -> LonLat? {
    guard let digits = digits(of: code), digits.before > 0, digits.before % 2 == 0 else {
      return nil
    }
    if digits.before == separatorPlace { return middle(digits.values) }
    let missing = separatorPlace - digits.before
    // What the missing letters leave open, in degrees.
    let step = pow(20, 2 - Double(missing / 2))
    guard
      let start = middle(Array(self.digits(reference).prefix(missing)) + digits.values)
    else { return nil }
    var best = start
    func nearest(_ value: Double, to target: Double) -> Double {
      value + ((target - value) / step).rounded() * step
    }
    best.lat = nearest(start.lat, to: reference.lat)
    if abs(best.lat) > 90 { best.lat = start.lat }
    best.lon = LonLat.normalise(lon: nearest(start.lon, to: reference.lon))
    return best
  }

  /// The code of ten letters of a position: an area of about 14 m.
  public static func code(of position: LonLat) -> String {
    var text = digits(position).map { alphabet[$0] }
    text.insert(0x2b, at: separatorPlace)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text has the form of a code, full or short.
  public static func isCode(_ text: String) -> Bool { digits(of: text) != nil }

  private static func digits(of code: String) -> (values: [Int], before: Int)? {
    guard code.utf8.count <= 16 else { return nil }
    var values: [Int] = []
    var before: Int?
    for byte in code.uppercased().utf8 {
      if byte == 0x2b {
        guard before == nil else { return nil }
        before = values.count
      } else if byte == 0x30, before == nil, values.count >= 2 {
        values.append(0)  // a code of a larger area is filled up with zeros
      } else if let value = alphabet.firstIndex(of: byte) {
        values.append(value)
      } else {
        return nil
      }
    }
    guard let before, before <= separatorPlace, before >= 2, before % 2 == 0,
      values.count - before != 1, values.count <= 15
    else { return nil }
    return (values, before)
  }

  private static func digits(_ position: LonLat) -> [Int] {
    var lat = min(max(position.lat + 90, 0), 179.999_999)
    var lon = LonLat.normalise(lon: position.lon) + 180
    var digits: [Int] = []
    var size = 20.0
    for _ in 0..<pairs / 2 {
      for value in [lat, lon] { digits.append(min(19, max(0, Int((value / size).rounded(.down))))) }
      lat -= Double(digits[digits.count - 2]) * size
      lon -= Double(digits[digits.count - 1]) * size
      size /= 20
    }
    return digits
  }

  private static func middle(_ digits: [Int]) -> LonLat? {
    var (lat, lon) = (-90.0, -180.0)
    var size = (lat: 400.0, lon: 400.0)
    for (index, digit) in digits.enumerated() {
      if index >= pairs {
        // Beyond ten letters each one divides the area by five and four.
        size = (size.lat / 5, size.lon / 4)
        lat += Double(digit / 4) * size.lat
        lon += Double(digit % 4) * size.lon
      } else if index % 2 == 0 {
        size.lat /= 20
        lat += Double(digit) * size.lat
      } else {
        size.lon /= 20
        lon += Double(digit) * size.lon
      }
    }
    return LonLat(validLon: lon + size.lon / 2, lat: lat + size.lat / 2)
  }
}
