import Storage

/// The form in which the migrations of all capabilities have left a table, put together from their
/// statements, so that a test can make it anew.
struct SchemaText {
  private var columns: [String] = []
  private var rules: [String] = []
  private var indexes: [String] = []
  private var spatialColumns: [SpatialColumn] = []

  /// - Throws: ``Unknown`` for a statement that changes the table in a way not known here.
  init(of table: String, in modules: [SchemaModule]) throws {
    for migration in modules.flatMap(\.migrations) {
      for statement in migration.statements { try read(statement, table) }
      for rebuild in migration.rebuilds where rebuild.table == table {
        read(definition: rebuild.definition)
        indexes = rebuild.indexes
        spatialColumns = rebuild.spatialColumns
      }
      spatialColumns += migration.spatialColumns.filter { $0.table == table }
    }
  }

  struct Unknown: Error {
    let statement: String
  }

  /// A rebuild that changes nothing.
  func rebuild(of table: String, columns names: [String]) -> TableRebuild {
    TableRebuild(
      table, definition: (columns + rules).joined(separator: ",\n"), keeping: names,
      indexes: indexes, spatialColumns: spatialColumns)
  }

  private mutating func read(_ statement: String, _ table: String) throws {
    let words = statement.split { $0.isWhitespace || $0 == "(" }.map(String.init)
    if statement.hasPrefix("CREATE TABLE \(table) ") {
      let body = statement.drop { $0 != "(" }.dropFirst()
      read(definition: String(body[..<(body.lastIndex(of: ")") ?? body.endIndex)]))
    } else if statement.hasPrefix("ALTER TABLE \(table) ADD COLUMN ") {
      columns.append(String(statement.dropFirst("ALTER TABLE \(table) ADD COLUMN ".count)))
    } else if statement.hasPrefix("ALTER TABLE \(table) DROP COLUMN ") {
      columns.removeAll { $0.hasPrefix("\(words.last ?? "") ") }
    } else if let on = words.firstIndex(of: "ON"), words.first == "CREATE",
      words[..<on].contains("INDEX"), words[on + 1] == table
    {
      indexes.append(statement)
    } else if statement.hasPrefix("DROP INDEX ") {
      indexes.removeAll { $0.contains(" \(words.last ?? "") ON ") }
    } else if words.prefix(3) == ["ALTER", "TABLE", table]
      || words.prefix(3) == ["DROP", "TABLE", table]
    {
      throw Unknown(statement: statement)
    }
  }

  /// Columns come before rules, so that those added later find their place.
  private mutating func read(definition: String) {
    (columns, rules) = ([], [])
    for part in Self.parts(of: definition) {
      let word = part.prefix { $0.isLetter }
      if ["PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"].contains(word) {
        rules.append(part)
      } else {
        columns.append(part)
      }
    }
  }

  /// What stands between the commas that are in no brackets.
  private static func parts(of definition: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in definition {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { part in
      let tail = part.drop { $0.isWhitespace }
      return String(tail.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
}
