import Foundation

/// Where random bits come from; injected, so that a run can be repeated from its seed.
public protocol RandomSource: Sendable {
  /// 64 independent random bits.
  func next() -> UInt64
}

/// The operating system's cryptographic generator.
public struct SystemRandom: RandomSource {
  public init() {}

  public func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

/// A repeatable generator for tests, sample data and benchmarks; never for secrets.
///
/// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A uniform number in 0..<1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A normal number with mean 0 and deviation 1 (Box-Muller).
  public mutating func gaussian() -> Double {
    let u = max(unit(), 1e-300)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * unit())
  }
}

/// A `SeededRandom` that several threads share.
public final class SharedSeededRandom: RandomSource {
  private let generator: Guarded<SeededRandom>

  public init(seed: UInt64) { generator = Guarded(SeededRandom(seed: seed)) }

  public func next() -> UInt64 { generator.withLock { $0.next() } }
}
