import Base

/// A point as a GeoPackage keeps it: a header, then well-known binary in the form of ISO.
///
/// - Source: OGC 12-128r18, clause 2.1.3; ISO 13249-3 for the types of geometries.
public struct GeoPackagePoint: Hashable, Sendable {
  /// The row of `gpkg_spatial_ref_sys` whose coordinates these are.
  public var referenceSystem: Int32
  /// Longitude and latitude, in this order whatever the reference system says of its axes.
  public var x: Double
  public var y: Double
  /// Nil where the point has none; what it measures (M) is passed over.
  public var z: Double?

  /// What a geometry has wrong, said so that it follows its place.
  struct Problem: Error, Hashable {
    var reason: String

    static let unreadable = Problem(
      reason: "must be a geometry as GeoPackage keeps it; its bytes are not")
    static let empty = Problem(reason: "must be a point; it is empty")
  }

  /// - Throws: what is wrong, for anything but one whole point.
  init(decoding bytes: [UInt8]) throws(Problem) {
    var reader = ByteReader(bytes)
    // "GP", and version 1, which is written as 0.
    guard reader.bigEndian(UInt16.self) == 0x4750, reader.littleEndian(UInt8.self) == 0,
      let flags = reader.littleEndian(UInt8.self)
    else { throw .unreadable }
    // Bit 5 marks types of other programs, 6 and 7 mean nothing yet.
    guard flags >> 5 == 0,
      let system = reader.integer(Int32.self, isLittleEndian: flags & 1 == 1)
    else { throw .unreadable }
    let envelopes = [0, 32, 48, 48, 64]
    let envelope = Int(flags >> 1 & 0b111)
    guard envelope < envelopes.count, reader.take(envelopes[envelope]) != nil else {
      throw .unreadable
    }
    if flags >> 4 & 1 == 1 { throw .empty }
    guard let order = reader.littleEndian(UInt8.self), order <= 1,
      let type = reader.integer(UInt32.self, isLittleEndian: order == 1)
    else { throw .unreadable }
    // Thousands say which of Z and M follow.
    guard type % 1000 == 1, type < 4000 else {
      let names = [
        2: "line", 3: "polygon", 4: "set of points", 5: "set of lines", 6: "set of polygons",
      ]
      guard type < 4000 else { throw .unreadable }
      throw Problem(reason: "must be a point; it is a \(names[Int(type % 1000)] ?? "shape")")
    }
    func number() -> Double? {
      reader.integer(UInt64.self, isLittleEndian: order == 1).map(Double.init(bitPattern:))
    }
    let count = [2, 3, 3, 4][Int(type / 1000)]
    guard reader.remaining == 8 * count, let x = number(), let y = number() else {
      throw .unreadable
    }
    let hasHeight = type / 1000 == 1 || type / 1000 == 3
    let z = hasHeight ? number() : nil
    // Well-known binary has no other way to write an empty point.
    guard !x.isNaN, !y.isNaN else { throw .empty }
    referenceSystem = system
    (self.x, self.y, self.z) = (x, y, z)
  }
}

extension ByteReader {
  fileprivate mutating func integer<T: FixedWidthInteger>(
    _ type: T.Type, isLittleEndian: Bool
  ) -> T? {
    isLittleEndian ? littleEndian(type) : bigEndian(type)
  }
}
