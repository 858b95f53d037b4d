/// Values by label values, bounded in number.
struct MetricSeries<Value: Sendable>: Sendable {
  let labelCount: Int
  let initial: Value
  private var values: [[String]: Value] = [:]

  init(labelCount: Int, initial: Value) {
    self.labelCount = labelCount
    self.initial = initial
  }

  mutating func update(_ labels: [String], _ change: (inout Value) -> Void) {
    // In place: every request comes by here.
    if let known = values.index(forKey: labels) { return change(&values.values[known]) }
    let isFull = values.count >= Metrics.maximumSeries
    let key =
      labels.count == labelCount && !isFull
      ? labels : Array(repeating: "other", count: labelCount)
    var value = values[key] ?? initial
    change(&value)
    values[key] = value
  }

  /// In a fixed order, so that texts can be compared; a metric without labels always has its value.
  var sorted: [(labels: [String], value: Value)] {
    if labelCount == 0, values.isEmpty { return [([], initial)] }
    return values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }
}

/// Appends `{name="value",...}`, or nothing without labels.
func writeLabels(_ writer: inout ByteWriter, _ names: [StaticString], _ values: [String]) {
  if names.isEmpty { return }
  for (i, (name, value)) in zip(names, values).enumerated() {
    writer.byte(i == 0 ? 0x7b : 0x2c)
    writer.raw(name)
    writer.raw("=\"")
    for byte in value.utf8 {
      switch byte {
      case 0x0a: writer.raw("\\n")
      case 0x22: writer.raw("\\\"")
      case 0x5c: writer.raw("\\\\")
      default: writer.byte(byte)
      }
    }
    writer.byte(0x22)
  }
  writer.byte(0x7d)
}
