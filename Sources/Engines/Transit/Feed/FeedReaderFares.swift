import Base

extension FeedReader {
  /// Fares are no needed part of a feed: rows that cannot be used are skipped, however many.
  mutating func readFares() throws(Refusal) {
    guard var table = try optionalTable("fare_attributes.txt") else { return }
    let id = try requiredColumn("fare_id", of: table)
    let price = try requiredColumn("price", of: table)
    let currency = try requiredColumn("currency_type", of: table)
    let (payment, agency) = (table.column("payment_method"), table.column("agency_id"))
    let (transfers, duration) = (table.column("transfers"), table.column("transfer_duration"))
    while try table.next() {
      report.row(table.file)
      guard !table.isEmpty(id), fareNumbers.number(of: table.raw(id)) == nil else {
        report.skip(table.file, table.line, "fare_id", "is empty, or repeats an earlier row")
        continue
      }
      let code = table.text(currency)
      guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else {
        report.skip(table.file, table.line, "currency_type", "is no currency of three letters")
        continue
      }
      guard let price = Price(decimal: table.text(price), currency: code) else {
        report.skip(table.file, table.line, "price", "is no amount of \(code), such as 2.80")
        continue
      }
      guard table.isEmpty(payment) || (0...1).contains(table.integer(payment) ?? -1) else {
        report.skip(table.file, table.line, "payment_method", "is neither 0 nor 1")
        continue
      }
      guard table.isEmpty(transfers) || (0...2).contains(table.integer(transfers) ?? -1) else {
        report.skip(table.file, table.line, "transfers", "is none of 0 to 2, nor empty")
        continue
      }
      guard
        table.isEmpty(duration) || (0...1_000_000_000).contains(table.integer(duration) ?? -1)
      else {
        report.skip(table.file, table.line, "transfer_duration", "is no number of seconds")
        continue
      }
      let only = agencyNumbers.number(of: table.raw(agency))
      guard table.isEmpty(agency) || only != nil else {
        report.skip(table.file, table.line, "agency_id", "is not in agency.txt")
        continue
      }
      guard feed.fares.fares.count < limits.fareRows, fareNumbers.add(table.raw(id)) != nil else {
        throw FeedRule.size.refusal(
          table.file, table.line, nil, "is one of more than \(limits.fareRows) fares")
      }
      feed.fares.fares.append(
        FareTable.Fare(
          id: table.text(id), price: price, transfers: table.integer(transfers),
          transferSeconds: table.integer(duration), isPaidOnBoard: table.integer(payment) != 1,
          agency: table.isEmpty(agency) ? nil : only))
    }
    try readFareRules()
  }

  /// Rows of a fare that agree in all but the zones that are passed make one rule.
  private mutating func readFareRules() throws(Refusal) {
    var rules: [FareTable.Rule: Set<Int>] = [:]
    /// Rules that name a zone where no stop is: nobody passes it.
    var impossible: Set<FareTable.Rule> = []
    var order: [FareTable.Rule] = []
    var hasRules = Array(repeating: false, count: feed.fares.fares.count)
    if var table = try optionalTable("fare_rules.txt") {
      let id = try requiredColumn("fare_id", of: table)
      let route = table.column("route_id")
      let ends = (table.column("origin_id"), table.column("destination_id"))
      let contains = table.column("contains_id")
      var rows = 0
      while try table.next() {
        report.row(table.file)
        rows += 1
        guard rows <= limits.fareRows else {
          throw FeedRule.size.refusal(
            table.file, table.line, nil, "is one of more than \(limits.fareRows) rules")
        }
        guard let fare = fareNumbers.number(of: table.raw(id)) else {
          report.skip(table.file, table.line, "fare_id", "is no fare that can be used")
          continue
        }
        // A rule that cannot be used must not make its fare hold everywhere.
        hasRules[fare] = true
        let only = routeNumbers.number(of: table.raw(route))
        guard table.isEmpty(route) || only != nil else {
          report.skip(table.file, table.line, "route_id", "is not in routes.txt")
          continue
        }
        let origin = zoneNumbers.number(of: table.raw(ends.0))
        guard table.isEmpty(ends.0) || origin != nil else {
          report.skip(table.file, table.line, "origin_id", "is no zone of stops.txt")
          continue
        }
        let destination = zoneNumbers.number(of: table.raw(ends.1))
        guard table.isEmpty(ends.1) || destination != nil else {
          report.skip(table.file, table.line, "destination_id", "is no zone of stops.txt")
          continue
        }
        let rule = FareTable.Rule(
          fare: fare, route: table.isEmpty(route) ? nil : only,
          origin: table.isEmpty(ends.0) ? nil : origin,
          destination: table.isEmpty(ends.1) ? nil : destination)
        if rules[rule] == nil { order.append(rule) }
        if table.isEmpty(contains) {
          rules[rule, default: []].formUnion([])
        } else if let zone = zoneNumbers.number(of: table.raw(contains)) {
          rules[rule, default: []].insert(zone)
        } else {
          report.skip(table.file, table.line, "contains_id", "is no zone of stops.txt")
          rules[rule, default: []].formUnion([])
          impossible.insert(rule)
        }
      }
    }
    feed.fares.rules = order.filter { !impossible.contains($0) }.map { rule in
      var whole = rule
      whole.contains = (rules[rule] ?? []).sorted()
      return whole
    }
    for (fare, has) in hasRules.enumerated() where !has {
      feed.fares.rules.append(FareTable.Rule(fare: fare))
    }
  }
}
