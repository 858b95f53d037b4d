import FlatFiles

/// Fares in the file of a timetable: arrays 50 to 54.
extension FareTable {
  private static let none = Int64(-1)

  func write(to writer: inout FlatFileWriter, _ text: inout TextPool) {
    func number(_ value: Int?) -> Int64 { value.map { Int64($0) } ?? FareTable.none }
    var names: [TextRange] = []
    for fare in fares { names += text.add([fare.id, fare.price.currency]) }
    writer.add(50, names)
    writer.add(
      51,
      fares.flatMap { fare in
        [
          Int64(fare.price.minorUnits), number(fare.transfers), number(fare.transferSeconds),
          fare.isPaidOnBoard ? 1 : 0, number(fare.agency),
        ]
      })
    writer.add(
      52,
      rules.flatMap { rule in
        [
          Int64(rule.fare), number(rule.route), number(rule.origin), number(rule.destination),
          Int64(rule.contains.count),
        ]
      })
    writer.add(53, rules.flatMap { $0.contains.map { Int32(clamping: $0) } })
    writer.add(54, stopZones)
  }

  init(
    _ file: FlatFile, _ text: TextReader, stops: Int, routes: Int, agencies: Int
  ) throws(FlatFileError) {
    self.init()
    let names = try text.rows(try file.array(50, of: TextRange.self), columns: 2)
    let values = try file.array(51, of: Int64.self)
    let ends = try file.array(52, of: Int64.self)
    let zones = try file.array(53, of: Int32.self)
    stopZones = Array(try file.array(54, of: Int32.self))
    guard values.count == 5 * names.count, ends.count % 5 == 0,
      stopZones.isEmpty || stopZones.count == stops
    else { throw .inconsistent("its fares") }
    /// A number below a bound, or none.
    func optional(_ value: Int64, below bound: Int) throws(FlatFileError) -> Int? {
      guard value >= FareTable.none, value < Int64(bound) else { throw .inconsistent("a fare") }
      return value == FareTable.none ? nil : Int(value)
    }
    for (number, name) in names.enumerated() {
      let row = 5 * number
      guard let price = try optional(values[row], below: 1 << 40) else {
        throw .inconsistent("a fare's price")
      }
      fares.append(
        Fare(
          id: name[0], price: Price(minorUnits: price, currency: name[1]),
          transfers: try optional(values[row + 1], below: 1 << 30),
          transferSeconds: try optional(values[row + 2], below: 1 << 30),
          isPaidOnBoard: values[row + 3] == 1,
          agency: try optional(values[row + 4], below: agencies)))
    }
    let zoneCount = Int(stopZones.max() ?? -1) + 1
    var next = 0
    for row in stride(from: 0, to: ends.count, by: 5) {
      let count = ends[row + 4]
      guard let fare = try optional(ends[row], below: fares.count), count >= 0,
        count <= Int64(zones.count - next)
      else { throw .inconsistent("a fare's rule") }
      rules.append(
        Rule(
          fare: fare, route: try optional(ends[row + 1], below: routes),
          origin: try optional(ends[row + 2], below: zoneCount),
          destination: try optional(ends[row + 3], below: zoneCount),
          contains: zones[next..<next + Int(count)].map { Int($0) }))
      next += Int(count)
    }
  }
}
