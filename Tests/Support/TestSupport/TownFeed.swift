import Foundation

/// Timetables for the town that `OSMFileWriter.town` draws, as the tables of a GTFS feed.
///
/// Bus 1 runs along the lowest row of streets, tram T up the column `side - 2`, both every ten
/// minutes from 6:00 to 22:00 with a stop every fourth junction and a minute between two; in June
/// 2026, in the time of Europe/Vaduz (UTC+2).
public enum TownFeed {
  public static func tables(side: Int, lon: Double, lat: Double) -> [String: String] {
    let places = stride(from: 0, to: side - 1, by: 4).map { $0 }
    let corner = places.last ?? 0
    var stops = "stop_id,stop_name,stop_lat,stop_lon\n"
    for place in places {
      stops += "b\(place),Row 0 / \(place),\(lat),\(lon + Double(place) * 9e-4)\n"
      stops +=
        "t\(place),Column \(corner) / \(place),\(lat + Double(place) * 9e-4),"
        + "\(lon + Double(corner) * 9e-4)\n"
    }
    var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for (trip, letter, list) in [
      ("bus", "b", places), ("bus-back", "b", places.reversed()), ("tram", "t", places),
      ("tram-back", "t", places.reversed()),
    ] {
      for (order, place) in list.enumerated() {
        let minute = order < 10 ? "0\(order)" : "\(order)"
        times += "\(trip),06:\(minute):00,06:\(minute):00,\(letter)\(place),\(order + 1)\n"
      }
    }
    return [
      "agency.txt": """
      agency_id,agency_name,agency_url,agency_timezone
      town,Town buses,https://example.org,Europe/Vaduz
      """,
      "stops.txt": stops,
      "routes.txt": """
      route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_text_color
      1,town,1,,3,1F4E9E,FFFFFF
      T,town,T,,0,,
      """,
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260601,20260630
      """,
      "trips.txt": """
      route_id,service_id,trip_id,trip_headsign,wheelchair_accessible
      1,daily,bus,Corner,1
      1,daily,bus-back,Start,1
      T,daily,tram,Top,
      T,daily,tram-back,Corner,
      """,
      "stop_times.txt": times,
      "frequencies.txt": """
      trip_id,start_time,end_time,headway_secs,exact_times
      bus,06:00:00,22:00:00,600,1
      bus-back,06:00:00,22:00:00,600,1
      tram,06:02:00,22:00:00,600,1
      tram-back,06:02:00,22:00:00,600,1
      """,
    ]
  }

  /// Writes the tables into a folder, as a feed that can be imported.
  public static func write(side: Int, lon: Double, lat: Double, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in tables(side: side, lon: lon, lat: lat) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }
}
