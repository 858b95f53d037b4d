/// Counters, gauges and histograms of one process, and their OpenMetrics text.
///
/// Names, help and label names are literals; label values are bounded in number: beyond the limit
/// they are counted together as `other`, so that no input can grow the memory.
///
/// - Source: OpenMetrics 1.0, sections 4 and 5.
/// - Thread: shared.
public final class Metrics: Sendable {
  /// How many label combinations one metric keeps.
  public static let maximumSeries = 256

  private let families = Guarded<[Family]>([])

  public init() {}

  /// A number that only grows; written with the ending `_total`.
  public func counter(
    _ name: StaticString, _ help: StaticString, labels: [StaticString] = []
  ) -> Counter {
    let counter = Counter(labels.count)
    register(name, help, "counter", labels) { writer, name, labels in
      counter.write(&writer, name, labels)
    }
    return counter
  }

  /// A number that is asked for when the text is made.
  public func gauge(
    _ name: StaticString, _ help: StaticString, read: @escaping @Sendable () -> Double
  ) {
    register(name, help, "gauge", []) { writer, name, _ in
      writer.raw(name)
      writer.byte(0x20)
      writer.double(read())
      writer.byte(0x0a)
    }
  }

  /// How often values fell below each of some bounds.
  ///
  /// - Parameter bounds: ascending upper bounds, without infinity.
  public func histogram(
    _ name: StaticString, _ help: StaticString, labels: [StaticString] = [],
    bounds: [Double] = Histogram.seconds
  ) -> Histogram {
    let histogram = Histogram(labels.count, bounds: bounds.sorted())
    register(name, help, "histogram", labels) { writer, name, labels in
      histogram.write(&writer, name, labels)
    }
    return histogram
  }

  /// The text of all metrics, closed by `# EOF`.
  public func openMetrics() -> [UInt8] {
    var writer = ByteWriter(capacity: 4096)
    for family in families.current {
      writer.raw("# TYPE ")
      writer.raw(family.name)
      writer.byte(0x20)
      writer.raw(family.kind)
      writer.raw("\n# HELP ")
      writer.raw(family.name)
      writer.byte(0x20)
      writer.raw(family.help)
      writer.byte(0x0a)
      family.write(&writer, family.name, family.labels)
    }
    writer.raw("# EOF\n")
    return writer.bytes
  }

  private func register(
    _ name: StaticString, _ help: StaticString, _ kind: StaticString, _ labels: [StaticString],
    _ write: @escaping Family.Write
  ) {
    families.withLock {
      $0.append(Family(name: name, help: help, kind: kind, labels: labels, write: write))
    }
  }
}

private struct Family: Sendable {
  typealias Write = @Sendable (inout ByteWriter, StaticString, [StaticString]) -> Void

  let name: StaticString
  let help: StaticString
  let kind: StaticString
  let labels: [StaticString]
  let write: Write
}
