import Base
import FlatFiles
import Geodesy

/// A timetable in a file that is loaded by copying arrays, not by reading a feed.
///
/// | array | content |
/// |---|---|
/// | 1...19 | counts, days, text, stops, routes, agencies, services |
/// | 20...29 | names of trips, shapes |
/// | 30...49 | patterns, trips, times, walks |
/// | 50...54 | fares, their rules, zones |
public enum TimetableFile {
  static let format = FlatFile.Format(magic: "WAYTIMES", version: 3)

  /// The file of a timetable.
  public static func content(_ timetable: Timetable) -> [UInt8] {
    var writer = FlatFileWriter()
    var text = TextPool()
    writer.add(1, [Int64(timetable.firstDay), Int64(timetable.dayCount)])
    writer.add(
      3,
      [timetable.timeZone, timetable.publisher, timetable.version, timetable.emissionSource].map {
        text.add($0)
      })
    writer.add(4, timetable.stops.flatMap { text.add([$0.id, $0.name, $0.platform]) })
    writer.add(5, timetable.stops.flatMap { [$0.position.lon, $0.position.lat] })
    writer.add(6, timetable.stops.map { Int32(clamping: $0.parent ?? -1) })
    writer.add(7, timetable.stops.flatMap { [$0.kind.rawValue, $0.wheelchair.rawValue] })
    writer.add(8, timetable.routes.flatMap { text.add([$0.id, $0.shortName, $0.longName]) })
    writer.add(
      9,
      timetable.routes.flatMap { route -> [Int32] in
        [
          Int32(clamping: route.agency ?? -1), Int32(route.mode.rawValue),
          Int32(clamping: Int64(route.colour ?? .max)),
          Int32(clamping: Int64(route.textColour ?? .max)),
        ]
      })
    writer.add(10, timetable.agencies.flatMap { text.add([$0.id, $0.name]) })
    writer.add(11, timetable.services.map { Int32(clamping: $0.words.count) })
    writer.add(12, timetable.services.flatMap(\.words))
    writer.add(20, timetable.tripNames.flatMap { text.add([$0.id, $0.headsign]) })
    writer.add(21, timetable.tripNames.map(\.shape))
    writer.add(22, timetable.tripNames.map(\.wheelchair.rawValue))
    writer.add(25, timetable.tripNames.map(\.bicycles.rawValue))
    writer.add(23, timetable.shapeStarts)
    writer.add(24, timetable.shapePoints)
    writer.add(30, timetable.patterns)
    writer.add(31, timetable.patternStops)
    writer.add(32, timetable.patternFlags)
    writer.add(33, timetable.patternMetres)
    writer.add(34, timetable.patternGrams)
    writer.add(35, timetable.trips)
    writer.add(36, timetable.arrivals)
    writer.add(37, timetable.departures)
    writer.add(38, timetable.sequences)
    writer.add(39, timetable.footpaths.starts)
    writer.add(40, timetable.footpaths.edges)
    writer.add(41, timetable.changeSeconds)
    timetable.fares.write(to: &writer, &text)
    writer.add(2, text.bytes)
    return writer.bytes(format)
  }

  /// Writes the file in one step; readers see the old one or the new one.
  public static func write(_ timetable: Timetable, to path: String) throws(FlatFileError) {
    try FlatFileWriter.write(content(timetable), to: path)
  }

  /// Loads a file.
  ///
  /// - Throws: ``FlatFileError`` if it cannot be read or anything about it is wrong.
  /// - Complexity: O(bytes), a few milliseconds for a city.
  public static func read(path: String) throws(FlatFileError) -> Timetable {
    try read(FlatFile(FlatMemory(mapping: path), format: format))
  }

  /// The same from the content of such a file.
  public static func read(content: [UInt8]) throws(FlatFileError) -> Timetable {
    try read(FlatFile(FlatMemory(copying: content), format: format))
  }

  private static func read(_ file: FlatFile) throws(FlatFileError) -> Timetable {
    var timetable = Timetable()
    let text = TextReader(try file.array(2, of: UInt8.self))
    let days = try file.array(1, of: Int64.self)
    guard days.count == 2, (-1_000_000...1_000_000).contains(days[0]),
      (0...100_000).contains(days[1])
    else { throw .inconsistent("its days") }
    timetable.firstDay = Int(days[0])
    timetable.dayCount = Int(days[1])
    let head = try text.rows(try file.array(3, of: TextRange.self), columns: 4)
    guard head.count == 1 else { throw .inconsistent("its head") }
    timetable.timeZone = head[0][0]
    timetable.publisher = head[0][1]
    timetable.version = head[0][2]
    timetable.emissionSource = head[0][3]
    timetable.stops = try stops(file, text)
    timetable.agencies = try text.rows(try file.array(10, of: TextRange.self), columns: 2).map {
      Feed.Agency(id: $0[0], name: $0[1])
    }
    timetable.routes = try routes(file, text, agencies: timetable.agencies.count)
    timetable.services = try services(file)
    try readTrips(file, text, into: &timetable)
    timetable.patterns = Array(try file.array(30, of: Timetable.Pattern.self))
    timetable.patternStops = Array(try file.array(31, of: Int32.self))
    timetable.patternFlags = Array(try file.array(32, of: UInt8.self))
    timetable.patternMetres = Array(try file.array(33, of: Int32.self))
    timetable.patternGrams = Array(try file.array(34, of: Int32.self))
    timetable.trips = Array(try file.array(35, of: Timetable.Trip.self))
    timetable.arrivals = Array(try file.array(36, of: Int32.self))
    timetable.departures = Array(try file.array(37, of: Int32.self))
    timetable.sequences = Array(try file.array(38, of: Int32.self))
    timetable.footpaths = FootpathTable(
      starts: Array(try file.array(39, of: Int32.self)),
      edges: Array(try file.array(40, of: FootpathTable.Edge.self)))
    timetable.changeSeconds = Array(try file.array(41, of: Int32.self))
    timetable.fares = try FareTable(
      file, text, stops: timetable.stops.count, routes: timetable.routes.count,
      agencies: timetable.agencies.count)
    if let what = timetable.contradiction { throw .inconsistent(what) }
    timetable.latestTime = timetable.latest()
    return timetable
  }

  private static func stops(
    _ file: FlatFile, _ text: TextReader
  ) throws(FlatFileError) -> [Feed.Stop] {
    let names = try text.rows(try file.array(4, of: TextRange.self), columns: 3)
    let positions = try file.array(5, of: Double.self)
    let parents = try file.array(6, of: Int32.self)
    let kinds = try file.array(7, of: UInt8.self)
    guard positions.count == 2 * names.count, parents.count == names.count,
      kinds.count == 2 * names.count
    else { throw .inconsistent("its stops") }
    var stops: [Feed.Stop] = []
    stops.reserveCapacity(names.count)
    for (number, name) in names.enumerated() {
      guard let position = LonLat(validLon: positions[2 * number], lat: positions[2 * number + 1]),
        let kind = Feed.Stop.Kind(rawValue: kinds[2 * number]),
        let wheelchair = Feed.Accessibility(rawValue: kinds[2 * number + 1]),
        parents[number] >= -1, Int(parents[number]) < names.count
      else { throw .inconsistent("a stop") }
      stops.append(
        Feed.Stop(
          id: name[0], name: name[1], platform: name[2], position: position, kind: kind,
          parent: parents[number] < 0 ? nil : Int(parents[number]), wheelchair: wheelchair))
    }
    return stops
  }

  private static func routes(
    _ file: FlatFile, _ text: TextReader, agencies: Int
  ) throws(FlatFileError) -> [Feed.Route] {
    let names = try text.rows(try file.array(8, of: TextRange.self), columns: 3)
    let values = try file.array(9, of: Int32.self)
    guard values.count == 4 * names.count else { throw .inconsistent("its routes") }
    var routes: [Feed.Route] = []
    for (number, name) in names.enumerated() {
      let agency = Int(values[4 * number])
      guard (-1..<agencies).contains(agency),
        let mode = UInt8(exactly: values[4 * number + 1]).flatMap(TransportMode.init(rawValue:))
      else { throw .inconsistent("a route") }
      func colour(_ value: Int32) -> UInt32? {
        (0...0xff_ffff).contains(value) ? UInt32(value) : nil
      }
      routes.append(
        Feed.Route(
          id: name[0], agency: agency < 0 ? nil : agency, shortName: name[1], longName: name[2],
          mode: mode, colour: colour(values[4 * number + 2]),
          textColour: colour(values[4 * number + 3])))
    }
    return routes
  }

  private static func services(_ file: FlatFile) throws(FlatFileError) -> [DaySet] {
    let counts = try file.array(11, of: Int32.self)
    let words = try file.array(12, of: UInt64.self)
    var services: [DaySet] = []
    var at = 0
    for count in counts {
      guard count >= 0, Int(count) <= words.count - at else { throw .inconsistent("its days") }
      services.append(DaySet(words: Array(words[at..<at + Int(count)])))
      at += Int(count)
    }
    return services
  }

  private static func readTrips(
    _ file: FlatFile, _ text: TextReader, into timetable: inout Timetable
  ) throws(FlatFileError) {
    let names = try text.rows(try file.array(20, of: TextRange.self), columns: 2)
    let shapes = try file.array(21, of: Int32.self)
    let wheelchairs = try file.array(22, of: UInt8.self)
    // Files that are older than the rule say nothing.
    let bicycles =
      (try? file.array(25, of: UInt8.self)).map { Array($0) }
      ?? Array(repeating: Feed.Accessibility.unknown.rawValue, count: names.count)
    timetable.shapeStarts = Array(try file.array(23, of: Int32.self))
    timetable.shapePoints = Array(try file.array(24, of: FixedPosition.self))
    guard shapes.count == names.count, wheelchairs.count == names.count,
      bicycles.count == names.count
    else {
      throw .inconsistent("its trips' names")
    }
    for (number, name) in names.enumerated() {
      guard let wheelchair = Feed.Accessibility(rawValue: wheelchairs[number]),
        let bicycles = Feed.Accessibility(rawValue: bicycles[number])
      else {
        throw .inconsistent("a trip's name")
      }
      timetable.tripNames.append(
        Timetable.TripName(
          id: name[0], headsign: name[1], shape: shapes[number], wheelchair: wheelchair,
          bicycles: bicycles))
    }
  }
}
