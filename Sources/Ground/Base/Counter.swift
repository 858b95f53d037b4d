/// A number that only grows, one per combination of label values.
///
/// - Thread: shared.
public final class Counter: Sendable {
  private let series: Guarded<MetricSeries<Int>>

  init(_ labelCount: Int) { series = Guarded(MetricSeries(labelCount: labelCount, initial: 0)) }

  /// Adds `amount` ≥ 0 to the series of those label values, given in the order of the labels.
  public func add(_ amount: Int = 1, _ labels: String...) {
    series.withLock { series in
      series.update(labels) { $0 = $0.addingReportingOverflow(max(0, amount)).partialValue }
    }
  }

  func write(_ writer: inout ByteWriter, _ name: StaticString, _ labels: [StaticString]) {
    for (values, count) in series.current.sorted {
      writer.raw(name)
      writer.raw("_total")
      writeLabels(&writer, labels, values)
      writer.byte(0x20)
      writer.integer(Int64(count))
      writer.byte(0x0a)
    }
  }
}
