import Geodesy

extension StoreSession {
  /// A condition that a row's geometry box meets `bounds`, with its parameters.
  ///
  /// A filter: it may let through rows near the border, never misses one. Boxes across the
  /// antimeridian become two conditions joined by OR.
  ///
  /// - Parameters:
  ///   - alias: the table's name or alias in the statement.
  ///   - firstParameter: the number of the first free parameter.
  public func within(
    _ bounds: Bounds, of column: SpatialColumn, alias: String, firstParameter: Int
  ) -> (sql: String, parameters: [SQLValue]) {
    var conditions: [String] = []
    var parameters: [SQLValue] = []
    for part in bounds.parts {
      let first = firstParameter + parameters.count
      let names = (first..<first + 4).map { "?\($0)" }
      conditions.append(dialect.boxPredicate(column, alias: alias, parameters: names))
      parameters += [part.west, part.south, part.east, part.north].map(SQLValue.real)
    }
    return ("(" + conditions.joined(separator: " OR ") + ")", parameters)
  }
}
