import Base

/// Collects what is wrong with values from outside, so that one refusal names all of it.
struct Checks {
  private(set) var violations: [Refusal.Violation] = []

  mutating func number(_ value: Double, _ range: ClosedRange<Double>, _ pointer: String) {
    // Written so that NaN is refused, too.
    if !range.contains(value) {
      reject(pointer, "must be a number in \(range.lowerBound)...\(range.upperBound), not \(value)")
    }
  }

  mutating func integer(_ value: Int, _ range: ClosedRange<Int>, _ pointer: String) {
    if !range.contains(value) {
      reject(pointer, "must be in \(range.lowerBound)...\(range.upperBound), not \(value)")
    }
  }

  mutating func reject(_ pointer: String, _ detail: String) {
    violations.append(.init(pointer, detail))
  }

  /// Runs a check that throws a refusal of its own, and puts its places under `prefix`.
  mutating func nested<T>(_ prefix: String, _ body: () throws(Refusal) -> T) -> T? {
    do {
      return try body()
    } catch {
      violations += error.violations.map { .init(prefix + $0.pointer, $0.detail) }
      return nil
    }
  }

  /// - Throws: a refusal with everything that was collected, if anything was.
  func finish(_ slug: String, _ what: String) throws(Refusal) {
    guard !violations.isEmpty else { return }
    throw Refusal(
      .invalid, slug,
      "\(what) is wrong: "
        + violations.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ") + ".",
      violations: violations)
  }
}
