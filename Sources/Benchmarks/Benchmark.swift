import Base

/// One named measurement.
struct Benchmark {
  /// `Subject.what/size`, for instance `PackedPoints.radius-100m/1e6`.
  var name: String
  /// What one unit of the result is: `us`, `ms`, `1/s`, `bytes`.
  var unit: String
  /// Prepares data and returns the measured step, which gives one sample in `unit`.
  var setUp: () throws -> (() throws -> Double)
  /// How many samples are taken after the warm-up.
  var samples = 7
}

/// The samples of one case.
struct Measurement {
  var name: String
  var unit: String
  var samples: [Double]

  private var sorted: [Double] { samples.sorted() }
  var minimum: Double { sorted.first ?? .nan }
  var maximum: Double { sorted.last ?? .nan }
  var median: Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }

  /// One JSON object per line, for scripts that compare runs.
  var line: String {
    var json = JSONWriter()
    json.object { json in
      json.key("case")
      json.string(name)
      json.key("unit")
      json.string(unit)
      json.key("median")
      json.number(median, decimals: 3)
      json.key("min")
      json.number(minimum, decimals: 3)
      json.key("max")
      json.number(maximum, decimals: 3)
      json.key("samples")
      json.integer(samples.count)
    }
    return json.string
  }
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
