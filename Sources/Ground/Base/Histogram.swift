/// How often values fell below each of some bounds, per combination of label values.
///
/// - Thread: shared.
public final class Histogram: Sendable {
  struct Counts: Sendable {
    var buckets: [Int]
    var sum = 0.0
  }

  /// Bounds for the times of requests, in seconds.
  public static let seconds: [Double] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private let bounds: [Double]
  private let series: Guarded<MetricSeries<Counts>>

  init(_ labelCount: Int, bounds: [Double]) {
    self.bounds = bounds.filter(\.isFinite)
    let empty = Counts(buckets: Array(repeating: 0, count: self.bounds.count + 1))
    series = Guarded(MetricSeries(labelCount: labelCount, initial: empty))
  }

  /// Counts one value; NaN is not counted.
  public func observe(_ value: Double, _ labels: String...) {
    if value.isNaN { return }
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    series.withLock { series in
      series.update(labels) {
        $0.buckets[bucket] += 1
        $0.sum += value
      }
    }
  }

  func write(_ writer: inout ByteWriter, _ name: StaticString, _ labels: [StaticString]) {
    for (values, counts) in series.current.sorted {
      var total = 0
      for (i, count) in counts.buckets.enumerated() {
        total += count
        let bound = i < bounds.count ? bounds[i].description : "+Inf"
        writer.raw(name)
        writer.raw("_bucket")
        writeLabels(&writer, labels + ["le"], values + [bound])
        writer.byte(0x20)
        writer.integer(Int64(total))
        writer.byte(0x0a)
      }
      for (ending, value) in [("_count", Double(total)), ("_sum", counts.sum)] {
        writer.raw(name)
        writer.text(ending)
        writeLabels(&writer, labels, values)
        writer.byte(0x20)
        writer.double(value)
        writer.byte(0x0a)
      }
    }
  }
}
