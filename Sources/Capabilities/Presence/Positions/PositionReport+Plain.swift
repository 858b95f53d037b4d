import Base
import Geodesy

extension PositionReport {
  /// Reads the same as ``reports(reading:)`` without making values of it first, if all is well; nil for
  /// whatever needs a closer look and an explanation.
  ///
  /// - Parameter bytes: `{"points":[{"lat":47.1,"lon":9.5,"at":"2026-05-04T08:30:00Z"}]}`.
  /// - Complexity: about 0.3 µs per position.
  public static func reports(plain bytes: [UInt8]) -> [PositionReport]? {
    bytes.withUnsafeBufferPointer { bytes in
      var json = JSONParser(text: bytes)
      guard json.take(UInt8(ascii: "{")),
        json.takePlainString()?.elementsEqual("points".utf8) == true,
        json.take(UInt8(ascii: ":")), json.take(UInt8(ascii: "["))
      else { return nil }
      var reports: [PositionReport] = []
      reports.reserveCapacity(min(limit, bytes.count / 64))
      if !json.take(UInt8(ascii: "]")) {
        repeat {
          guard reports.count < limit, let report = PositionReport(plain: &json) else { return nil }
          reports.append(report)
        } while json.take(UInt8(ascii: ","))
        guard json.take(UInt8(ascii: "]")) else { return nil }
      }
      return json.take(UInt8(ascii: "}")) && json.isAtEnd() ? reports : nil
    }
  }

  private init?(plain json: inout JSONParser) {
    guard json.take(UInt8(ascii: "{")) else { return nil }
    var members: (lat: Double?, lon: Double?, accuracy: Double?, speed: Double?, at: Instant?)
    func number(_ range: ClosedRange<Double>, into member: inout Double?) -> Bool {
      guard member == nil, let value = json.takeNumber(), range.contains(value) else {
        return false
      }
      member = value
      return true
    }
    repeat {
      guard let name = json.takePlainString(), json.take(UInt8(ascii: ":")) else { return nil }
      let isRight: Bool
      switch name.first {
      case UInt8(ascii: "l") where name.elementsEqual("lat".utf8):
        isRight = number(-90...90, into: &members.lat)
      case UInt8(ascii: "l") where name.elementsEqual("lon".utf8):
        isRight = number(-180...180, into: &members.lon)
      case UInt8(ascii: "s") where name.elementsEqual("speed".utf8):
        isRight = number(0...Self.maximumSpeed, into: &members.speed)
      case UInt8(ascii: "a") where name.elementsEqual("accuracy".utf8):
        isRight = number(0...Self.worstAccuracy, into: &members.accuracy)
      case UInt8(ascii: "a") where name.elementsEqual("at".utf8) && members.at == nil:
        members.at = json.takePlainString().flatMap { Instant(rfc3339: $0) }
        isRight = members.at != nil
      default: isRight = false
      }
      guard isRight else { return nil }
    } while json.take(UInt8(ascii: ","))
    guard json.take(UInt8(ascii: "}")), let lat = members.lat, let lon = members.lon,
      let at = members.at
    else { return nil }
    self.init(
      position: LonLat(lon: lon, lat: lat), accuracy: members.accuracy, speed: members.speed, at: at
    )
  }
}
