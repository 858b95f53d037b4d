import Base
import Geodesy

extension FeedReader {
  mutating func readRoutes() throws(Refusal) {
    var table = try table("routes.txt")
    let id = try requiredColumn("route_id", of: table)
    let type = try requiredColumn("route_type", of: table)
    let (short, long) = (table.column("route_short_name"), table.column("route_long_name"))
    let (colour, textColour) = (table.column("route_color"), table.column("route_text_color"))
    let agency = table.column("agency_id")
    while try table.next() {
      report.row(table.file)
      guard !table.isEmpty(id) else {
        report.skip(table.file, table.line, "route_id", "is empty")
        continue
      }
      guard let mode = table.integer(type).flatMap(TransportMode.init(routeType:)) else {
        report.skip(table.file, table.line, "route_type", "is no known means of transport")
        continue
      }
      guard routeNumbers.add(table.raw(id)) != nil else {
        report.skip(table.file, table.line, "route_id", "repeats an earlier row")
        continue
      }
      feed.routes.append(
        Feed.Route(
          id: table.text(id),
          agency: table.isEmpty(agency) ? 0 : agencyNumbers.number(of: table.raw(agency)),
          shortName: table.text(short), longName: table.text(long), mode: mode,
          colour: Self.colour(table.raw(colour)), textColour: Self.colour(table.raw(textColour))))
    }
    try checkShare(table.file)
  }

  private static func colour(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard digits.count == 6 else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  mutating func readTrips() throws(Refusal) {
    var table = try table("trips.txt")
    let id = try requiredColumn("trip_id", of: table)
    let route = try requiredColumn("route_id", of: table)
    let service = try requiredColumn("service_id", of: table)
    let (headsign, shape) = (table.column("trip_headsign"), table.column("shape_id"))
    let wheelchair = table.column("wheelchair_accessible")
    let bicycles = table.column("bikes_allowed")
    while try table.next() {
      report.row(table.file)
      guard feed.trips.count < limits.trips else {
        throw FeedRule.size.refusal(
          table.file, table.line, nil, "is one of more than \(limits.trips) trips")
      }
      guard !table.isEmpty(id) else {
        report.skip(table.file, table.line, "trip_id", "is empty")
        continue
      }
      guard let route = routeNumbers.number(of: table.raw(route)) else {
        report.skip(table.file, table.line, "route_id", "is not in routes.txt")
        continue
      }
      guard let service = serviceNumbers.number(of: table.raw(service)) else {
        report.skip(
          table.file, table.line, "service_id", "is in neither calendar.txt nor calendar_dates.txt")
        continue
      }
      guard tripNumbers.add(table.raw(id)) != nil else {
        report.skip(table.file, table.line, "trip_id", "repeats an earlier row")
        continue
      }
      feed.trips.append(
        Feed.Trip(
          id: table.text(id), route: route, service: service, headsign: table.text(headsign),
          wheelchair: accessibility(table, wheelchair),
          shape: table.isEmpty(shape) ? nil : shapeNumbers.number(of: table.raw(shape)),
          times: 0..<0, bicycles: accessibility(table, bicycles)))
    }
    try checkShare(table.file)
  }

  mutating func readShapes() throws(Refusal) {
    guard var table = try optionalTable("shapes.txt") else { return }
    guard let id = table.column("shape_id"), let lat = table.column("shape_pt_lat"),
      let lon = table.column("shape_pt_lon"), let order = table.column("shape_pt_sequence")
    else {
      report.notes.append("shapes.txt lacks a column that it must have; left out")
      return
    }
    var points: [[(order: Int, position: LonLat)]] = []
    var total = 0
    while try table.next() {
      report.row(table.file)
      guard let order = table.integer(order) else {
        report.skip(table.file, table.line, "shape_pt_sequence", "is no whole number")
        continue
      }
      guard let lon = table.double(lon), let lat = table.double(lat),
        let position = LonLat(validLon: lon, lat: lat)
      else {
        report.skip(table.file, table.line, "shape_pt_lat", "is no position, with shape_pt_lon")
        continue
      }
      guard total < limits.shapePoints else {
        throw FeedRule.size.refusal(
          table.file, table.line, nil, "is one of more than \(limits.shapePoints) points")
      }
      total += 1
      let number: Int
      if let known = shapeNumbers.number(of: table.raw(id)) {
        number = known
      } else if let added = shapeNumbers.add(table.raw(id)) {
        number = added
        points.append([])
      } else {
        continue
      }
      points[number].append((order, position))
    }
    feed.shapes = points.map { points in
      points.sorted { $0.order < $1.order }.map(\.position)
    }
  }

  mutating func readInfo() throws(Refusal) {
    guard var table = try optionalTable("feed_info.txt"), try table.next() else { return }
    report.row(table.file)
    feed.publisher = table.text(table.column("feed_publisher_name"))
    feed.version = table.text(table.column("feed_version"))
  }
}
