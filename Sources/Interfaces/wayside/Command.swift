/// One command of the program.
struct Command: Sendable {
  var name: String
  /// Operands as the usage line shows them.
  var operands: String
  var operandCount: ClosedRange<Int>
  var summary: String
  var options: [Arguments.Option]
  var run: @Sendable (Arguments) throws -> Void

  /// The usage of this command.
  var help: String {
    var text = "Usage: wayside \(name)\(operands.isEmpty ? "" : " " + operands)"
    for option in options { text += " [--\(option.name)\(option.value.map { " " + $0 } ?? "")]" }
    text += "\n\n\(summary)\n\n"
    for option in options {
      let left = "--\(option.name)\(option.value.map { " " + $0 } ?? "")"
      text += "  " + left + String(repeating: " ", count: max(2, 28 - left.count))
      text += option.summary + "\n"
    }
    return text
  }

  static let storeOptions = [
    Arguments.Option(
      name: "data", value: "DIR",
      summary: "the data folder; serve, admin create, import and restore make one that is absent"),
    Arguments.Option(
      name: "store", value: "URL",
      summary: "postgres://... keeps the database there instead of in the data folder"),
    Arguments.Option(
      name: "store-file", value: "FILE",
      summary: "the same, in a file's first line, for addresses with a password"),
  ]

  /// Said by commands that open the database as the server does.
  static let alone = """
    A server whose database is a file in the folder is stopped meanwhile; beside one over
    PostgreSQL it may run.
    """

  static let json = Arguments.Option(
    name: "json", value: nil, summary: "prints one JSON object instead of text")
}
