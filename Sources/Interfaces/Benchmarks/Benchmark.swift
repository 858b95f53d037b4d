import Base
import Glibc

/// One named measurement.
struct Benchmark {
  /// `Subject.what/size`, for instance `PackedPoints.radius-100m/1e6`.
  var name: String
  /// What one unit of the result is: `us`, `ms`, `1/s`, `bytes`, `MB`, `x` for a ratio.
  var unit: String
  /// How many samples are taken after the warm-up.
  var samples = 7
  /// Whether the step runs once before it is measured.
  var warmsUp = true
  /// Prepares data and returns the measured step, which gives one sample.
  var setUp: () throws -> (() throws -> Sample)
}

/// What was asked of a figure.
struct Bar {
  private let bound: Double
  private let isLeast: Bool
  /// What is known to be missed, as the worst of machines has seen it; nil where the bound is met.
  private let known: Double?

  static func atLeast(_ bound: Double, known: Double? = nil) -> Bar {
    Bar(bound: bound, isLeast: true, known: known)
  }

  static func atMost(_ bound: Double, known: Double? = nil) -> Bar {
    Bar(bound: bound, isLeast: false, known: known)
  }

  func isMet(by value: Double) -> Bool { isLeast ? value >= bound : value <= bound }

  /// Whether it is missed, but by no more than is known and decided about.
  func isKnown(_ value: Double) -> Bool {
    guard let known, !isMet(by: value) else { return false }
    return isLeast ? value >= known : value <= known
  }

  var description: String { (isLeast ? "at least " : "at most ") + "\(bound)" }
}

/// One result of a measured step.
struct Sample {
  /// In the unit of the case.
  var value: Double
  /// More that was seen in the same step: percentiles in microseconds, hits per query.
  var details: [(name: String, value: Double)] = []

  init(_ value: Double, _ details: [(name: String, value: Double)] = []) {
    self.value = value
    self.details = details
  }
}

/// Why a case cannot be measured here.
struct Unavailable: Error {
  var reason: String
}

/// The samples of one case.
struct Measurement {
  var name: String
  var unit: String
  var samples: [Sample]

  var middle: Double { median(samples.map(\.value)) }

  /// The medians of what was seen besides, in the order of the samples.
  var details: [(name: String, value: Double)] {
    (samples.first?.details ?? []).indices.map { place in
      (samples[0].details[place].name, median(samples.map { $0.details[place].value }))
    }
  }

  /// What was asked of the figure and of those beside it, and whether it was seen.
  var bars: [(figure: String, value: Double, bar: Bar, isMet: Bool)] {
    ([(name, middle)] + details.map { ("\(name):\($0.name)", $0.value) }).compactMap {
      (figure, value) in Bars.bar(of: figure).map { (figure, value, $0, $0.isMet(by: value)) }
    }
  }

  /// One JSON object per line, for scripts that compare runs; details are medians.
  var line: String {
    let values = samples.map(\.value).sorted()
    var json = JSONWriter()
    json.object { json in
      json.member("case", name)
      json.member("unit", unit)
      json.member("median", middle, decimals: 3)
      json.member("min", values.first ?? .nan, decimals: 3)
      json.member("max", values.last ?? .nan, decimals: 3)
      for detail in details {
        json.key(detail.name)
        json.number(detail.value, decimals: 3)
      }
      json.member("samples", samples.count)
      if let first = bars.first {
        json.member("bar", bars.map(\.bar.description).joined(separator: "; "))
        json.member("isMet", bars.dropFirst().reduce(first.isMet) { $0 && $1.isMet })
      }
    }
    return json.string
  }
}

/// The middle of `values`, the upper one of two; NaN if there are none.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}

/// Keeps a value from being optimised away.
@_optimize(none)
func consume<T>(_ value: T) {}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = SystemClock()
  let start = clock.monotonicSeconds()
  try body()
  return clock.monotonicSeconds() - start
}

/// Seconds of its core that `body` takes, however many others want it: for rates per core.
func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}

/// Runs `body` once per item: the median in microseconds, with the mean and the 99th percentile.
func eachTimed<Item>(_ items: [Item], _ body: (Item) throws -> Int) rethrows -> Sample {
  let clock = SystemClock()
  var times: [Double] = []
  times.reserveCapacity(items.count)
  var hits = 0
  var before = clock.monotonicSeconds()
  for item in items {
    hits += try body(item)
    let now = clock.monotonicSeconds()
    times.append((now - before) * 1e6)
    before = now
  }
  times.sort()
  let count = Double(max(items.count, 1))
  return Sample(
    times.isEmpty ? .nan : times[times.count / 2],
    [
      ("p99", times.isEmpty ? .nan : times[times.count * 99 / 100]),
      ("mean", times.reduce(0, +) / count), ("hits", Double(hits) / count),
    ])
}

/// `1e6` for 1,000,000, of powers of ten.
func sizeName(_ count: Int) -> String { "1e\(String(count).count - 1)" }
