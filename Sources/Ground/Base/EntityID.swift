/// The identifier of a stored thing: a UUID of version 7, made by the server.
///
/// Ordered by the time of making, so that rows and pages come in order of creation.
///
/// - Source: RFC 9562, section 5.7.
/// - Thread: pure.
public struct EntityID: Hashable, Comparable, Sendable {
  /// The first 8 bytes: 48 bits of Unix milliseconds, the version, 12 random bits.
  public let high: UInt64
  /// The last 8 bytes: the variant and 62 random bits.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes a new identifier from a time and 128 random bits, of which 74 are used.
  public init(at time: Instant, random: any RandomSource) {
    let milliseconds = UInt64(clamping: time.milliseconds) & 0xffff_ffff_ffff
    high = milliseconds << 16 | 0x7000 | random.next() & 0x0fff
    low = 0x8000_0000_0000_0000 | random.next() & 0x3fff_ffff_ffff_ffff
  }

  /// Reads the 36-character form in either letter case; nil for anything else.
  public init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// Reads the 36-character form in either letter case; nil for anything else.
  public init?(_ text: String) {
    var text = text
    guard let id = text.withUTF8({ EntityID(text: $0) }) else { return nil }
    self = id
  }

  private init?(text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var count = 0
    for (position, byte) in text.enumerated() {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == 0x2d else { return nil }
      } else {
        let nibble: UInt64
        switch byte {
        case 0x30...0x39: nibble = UInt64(byte - 0x30)
        case 0x61...0x66: nibble = UInt64(byte - 0x61 + 10)
        case 0x41...0x46: nibble = UInt64(byte - 0x41 + 10)
        default: return nil
        }
        if count < 16 { high = high << 4 | nibble } else { low = low << 4 | nibble }
        count += 1
      }
    }
    self.high = high
    self.low = low
  }

  /// Reads 16 bytes, most significant first, as the store keeps them; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (i, byte) in bytes.enumerated() {
      if i < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.high = high
    self.low = low
  }

  /// Reads 16 bytes, most significant first, from memory of a database row; nil for any other count.
  ///
  /// - Complexity: a few nanoseconds, where the generic form takes a microsecond.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for i in 0..<8 {
        buffer[i] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * i))
        buffer[i + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * i))
      }
      count = 16
    }
  }

  /// The time of making, to the millisecond.
  public var time: Instant { Instant(milliseconds: Int64(high >> 16)) }

  public static func < (a: EntityID, b: EntityID) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}

extension EntityID: CustomStringConvertible {
  /// The 36-character form in lower case.
  public var description: String {
    var writer = ByteWriter(capacity: 36)
    write(to: &writer)
    return writer.string
  }

  /// Appends the 36-character form.
  public func write(to writer: inout ByteWriter) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      var position = 0
      for i in 0..<32 {
        if i == 8 || i == 12 || i == 16 || i == 20 {
          text[position] = 0x2d
          position += 1
        }
        let word = i < 16 ? high : low
        let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (i & 15))) & 15
        text[position] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
        position += 1
      }
      writer.bytes.append(contentsOf: text)
    }
  }
}

/// Makes identifiers that grow strictly within this process, also within one millisecond and when
/// the clock steps back.
///
/// - Thread: shared.
public final class EntityIDSource: Sendable {
  private let clock: any WallClock
  private let random: any RandomSource
  private let last: Guarded<EntityID>

  public init(clock: any WallClock, random: any RandomSource) {
    self.clock = clock
    self.random = random
    last = Guarded(EntityID(high: 0, low: 0))
  }

  /// The next identifier, greater than every one before it.
  public func next() -> EntityID {
    let fresh = EntityID(at: clock.now(), random: random)
    return last.withLock { last in
      if fresh > last {
        last = fresh
      } else {
        // RFC 9562, section 6.2, method 2: count up in the random part.
        let step = 1 + (random.next() & 0xffff_ffff)
        let (sum, carry) = (last.low & 0x3fff_ffff_ffff_ffff).addingReportingOverflow(step)
        let overflow = carry || sum > 0x3fff_ffff_ffff_ffff
        let counter = (last.high & 0x0fff) + (overflow ? 1 : 0)
        let time = (last.high >> 16) + (counter > 0x0fff ? 1 : 0)
        last = EntityID(
          high: time << 16 | 0x7000 | counter & 0x0fff,
          low: 0x8000_0000_0000_0000 | sum & 0x3fff_ffff_ffff_ffff)
      }
      return last
    }
  }
}
