/// A wrong command line: what is wrong, and where help is.
///
/// Ends the process with code 2.
struct UsageError: Error {
  var message: String
}

/// The words after a command, split into options and operands.
struct Arguments {
  /// An option that a command understands.
  struct Option: Sendable {
    var name: String
    /// What stands for its value in the help; nil for a switch.
    var value: String?
    var summary: String
  }

  private var values: [String: String] = [:]
  private(set) var operands: [String] = []

  /// - Parameters:
  ///   - words: without the command itself.
  ///   - options: what is understood; anything else is a ``UsageError``.
  ///   - operands: how many operands are right.
  init(_ words: [String], options: [Option], operands count: ClosedRange<Int>) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        operands.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, let option = options.first(where: { $0.name == name }) else {
        throw UsageError(message: "unknown option \(word)")
      }
      if values[name] != nil { throw UsageError(message: "--\(name) stands twice") }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(message: "--\(name) takes no value") }
        values[name] = ""
      } else if parts.count == 2 {
        values[name] = parts[1]
      } else if let value = rest.popFirst() {
        values[name] = value
      } else {
        throw UsageError(message: "--\(name) needs a value")
      }
    }
    guard count.contains(operands.count) else {
      throw UsageError(
        message: operands.count < count.lowerBound ? "too few operands" : "too many operands")
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  subscript(_ name: String) -> String? { values[name] }

  /// The value of an option that must be there.
  func required(_ name: String) throws(UsageError) -> String {
    guard let value = values[name] else { throw UsageError(message: "--\(name) is required") }
    return value
  }
}
