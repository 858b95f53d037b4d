import Base
import Foundation
import Geodesy
import Models

/// What takes up space of an instance, read back from the body that the catalog keeps of it.
///
/// The one place beside ``InstanceCatalogSource`` that knows what stands in a body; a test holds
/// the two against each other.
///
/// - Thread: pure.
public struct InstanceBody: Sendable {
  public let pose: GeoPose
  public let scale: Double
  /// Metres, in the object's own frame.
  public let boundingBox: Box3

  /// - Parameter bytes: as in ``InstanceRecord/body``; nil if they are something else.
  /// - Complexity: about 1 µs; no allocation.
  public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var numbers = BodyNumbers(bytes)
    // In the order of the body: pose, scale, priority, bounding box; then texts.
    guard let lat = numbers.next(), let lon = numbers.next(), let height = numbers.next(),
      let x = numbers.next(), let y = numbers.next(), let z = numbers.next(),
      let w = numbers.next(), let scale = numbers.next(), numbers.next() != nil,
      let minimum = numbers.vector(), let maximum = numbers.vector(), numbers.next() == nil
    else { return nil }
    pose = GeoPose(
      position: LonLat(lon: lon, lat: lat), height: height,
      orientation: Quaternion(x: x, y: y, z: z, w: w))
    self.scale = scale
    boundingBox = Box3(minimum: minimum, maximum: maximum)
  }
}

/// The numbers of a JSON text, one after the other; texts are passed over.
private struct BodyNumbers {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func vector() -> Vector3? {
    guard let x = next(), let y = next(), let z = next() else { return nil }
    return Vector3(x: x, y: y, z: z)
  }

  mutating func next() -> Double? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = place
        while place < bytes.count, BodyNumbers.belongs(bytes[place]) { place += 1 }
        // Followed by a comma or a bracket, at which the conversion stops.
        guard place < bytes.count, let base = bytes.baseAddress else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<place])
        if let number = Double(plainDecimal: text) { return number }
        return (base + start).withMemoryRebound(to: CChar.self, capacity: place - start + 1) {
          strtod($0, nil)
        }
      default: place += 1
      }
    }
    return nil
  }

  private static func belongs(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
