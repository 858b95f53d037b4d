/// What a publisher of delays says of a bus of ``MappedTown``, as a GTFS Realtime message.
enum TownUpdates {
  /// - Parameters:
  ///   - start: by the town's clocks, as in `09:10:00`; the bus runs by exact headway.
  ///   - isCancelled: it does not run; else it is 120 s late from its first stop on.
  static func bytes(start: String, isCancelled: Bool = false) -> [UInt8] {
    func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      [number << 3 | 2, UInt8(clamping: content.count)] + content
    }
    let trip =
      field(1, Array("bus".utf8)) + field(2, Array(start.utf8)) + field(3, Array("20260610".utf8))
      + (isCancelled ? [4 << 3, 3] : [])
    let stop = [0x08, 1] + field(3, [0x08, 120])
    let update = field(1, trip) + (isCancelled ? [] : field(2, stop))
    return field(1, field(1, Array("2.0".utf8)))
      + field(2, field(1, Array("1".utf8)) + field(3, update))
  }
}
