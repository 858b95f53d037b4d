import Base
import Foundation
import TestSupport
import Testing

/// Each member of settings.json does what the operator's guide says, in the running server.
@Suite("Settings of the running server")
struct SettingsTests {
  /// What of the settings shows over HTTP.
  private struct Seen: Equatable {
    var addedSecond = 0
    var atStart = false
    var pushed = false
    var arrived = false
    var cameToPlace = false
    var sideBySide = 0
    var oneBehindTheOther = 0
    var seconds = 0.0
  }

  private static let (lat, lon) = (47.1410, 9.5208)
  private static let metre = 1 / 111_190.0

  private func look(_ settings: String) throws -> Seen {
    let data = try TemporaryFolder()
    let made = try Program().run(
      "admin", "create", "--email", "admin@example.org", "--password-stdin", "--data", data.path,
      input: RunningServer.password + "\n")
    try #require(made.code == 0, "\(made.errors)")
    let server = try RunningServer(data, settings: settings)
    var seen = Seen()
    let (guide, walker) = (try guide(server), try server.person("walker"))
    try server.want("POST", "/v1/me/consents", as: walker, #"{"kind":"location","given":true}"#)
    var minute: Int64 = -600
    func point(_ metresNorth: Double) -> String {
      minute += 60
      let at = SystemClock().now().adding(seconds: minute)
      return """
        {"points":[{"lat":\(Self.lat + metresNorth * Self.metre),"lon":\(Self.lon),"accuracy":5,
         "at":"\(at)"}]}
        """
    }
    func report(_ metresNorth: Double) throws -> RunningServer.Answer {
      try server.want("POST", "/v1/positions", as: walker, point(metresNorth))
    }

    // The inventory.
    var objects: [String] = []
    for name in ["One", "Two"] {
      objects.append(
        try server.want(
          "POST", "/v1/objects", as: guide, #"{"name":"\#(name)","prompt":"red cube 1 m"}"#
        ).require("id"))
      _ = try server.want(
        "POST", "/v1/instances", as: guide,
        """
        {"object":"\(objects[objects.count - 1])","realms":["public"],
         "pose":{"position":{"lat":47.2,"lon":9.6,"h":0},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
        """)
    }
    _ = try server.want("PUT", "/v1/inventory/\(objects[0])", as: walker)
    seen.addedSecond = try server.call("PUT", "/v1/inventory/\(objects[1])", as: walker).status

    // A tour: its push, its start, its first stop, its duration.
    let tour = try server.want("POST", "/v1/tours", as: guide, Self.tour)
    let id = try tour.require("id")
    try server.want("POST", "/v1/tours/\(id)/publication", as: guide)
    seen.seconds = try #require(tour.json["duration"]?.number, "\(tour.text)")
    _ = try report(5000)
    let kinds = try report(400).json["entered"]?.array?.compactMap { $0["kind"]?.string } ?? []
    seen.pushed = kinds.contains("tourPush")
    seen.atStart = try report(45).json["nearestTours"]?[0]?["atStart"]?.bool ?? false
    let run = try server.want("POST", "/v1/tours/\(id)/runs", as: walker).require("id")
    let walked = try server.want("POST", "/v1/runs/\(run)/positions", as: walker, point(25))
    seen.arrived = walked.json["arrived"]?.array?.isEmpty == false
    try server.want("DELETE", "/v1/runs/\(run)", as: walker)

    // An appointment's place, 2 km south.
    let begin = SystemClock().now().adding(seconds: 7200)
    try server.want(
      "POST", "/v1/appointments", as: walker,
      """
      {"title":"Dentist","start":"\(begin.description.prefix(19))","zone":"UTC","duration":600,
       "place":{"lat":\(Self.lat - 2000 * Self.metre),"lon":\(Self.lon)},
       "confirm":["unreachable","overlap"]}
      """)
    _ = try report(-1000)
    let places = try report(-2000 + 120).json["inside"]?.array ?? []
    seen.cameToPlace = places.contains { $0["kind"]?.string == "place" }

    // Views: three things in the north side by side, two in the south one behind the other.
    for (north, east) in [(50.0, -12.0), (50, 0), (50, 12), (-30, 0), (-33, 0)] {
      try server.want(
        "POST", "/v1/instances", as: guide,
        """
        {"object":"\(objects[0])","realms":["public"],"pose":{"position":
         {"lat":\(Self.lat + north * Self.metre),"lon":\(Self.lon + east * Self.metre / 0.68),
          "h":460},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
        """)
    }
    func view(yaw: Int) throws -> Int {
      try server.want(
        "POST", "/v1/view", as: nil,
        """
        {"pose":{"position":{"lat":\(Self.lat),"lon":\(Self.lon),"h":460},
         "angles":{"yaw":\(yaw),"pitch":0,"roll":0}},"fieldOfView":{"horizontal":60,"vertical":60},
         "viewport":{"width":1000,"height":1000},"realm":"public"}
        """
      ).items.count
    }
    seen.sideBySide = try view(yaw: 90)
    seen.oneBehindTheOther = try view(yaw: -90)
    return seen
  }

  /// An organization user, made as the operator and an admin make one.
  private func guide(_ server: RunningServer) throws -> String {
    let guide = try server.person("guide")
    let admin = try server.logIn("admin@example.org")
    let asked = try server.want(
      "POST", "/v1/organization-requests", as: guide,
      #"{"organizationName":"Vaduz Walks","reason":"We lead walks."}"#
    ).require("id")
    try server.want(
      "POST", "/v1/admin/organization-requests/\(asked)/decision", as: admin,
      #"{"decision":"accept"}"#)
    return guide
  }

  private static let tour = """
    {"name":"A short walk","description":"From the town hall to the parliament.","price":0,
     "languages":["en"],"area":{"type":"Polygon","coordinates":[[[9.519,47.137],[9.523,47.137],
     [9.523,47.142],[9.519,47.142],[9.519,47.137]]]},
     "route":{"type":"LineString","coordinates":[[9.5208,47.141],[9.5214,47.1395],[9.5216,47.138]]},
     "stops":[{"title":"One","text":"a","position":{"lat":47.141,"lon":9.5208}},
      {"title":"Two","text":"b","position":{"lat":47.1395,"lon":9.5214}},
      {"title":"Three","text":"c","position":{"lat":47.138,"lon":9.5216}}]}
    """

  @Test("CG-RL-07, CG-RL-08, CG-RL-11: every setting has its effect in the running server")
  func all() throws {
    var seen = try look("{}")
    // About 350 m of route at 5 km/h, and two minutes for each of three stops.
    let walk = seen.seconds - 360
    #expect(abs(walk - 350 / (5 / 3.6)) < 8, "\(seen.seconds)")
    #expect(
      seen
        == Seen(
          addedSecond: 200, atStart: true, pushed: true, arrived: false, cameToPlace: false,
          sideBySide: 3, oneBehindTheOther: 1, seconds: seen.seconds))
    seen = try look(
      """
      {"inventoryLimit":1,"startHintMetres":30,"tourPushMetres":200,"arrivalMetres":40,
       "placeMetres":150,"viewLimit":2,"viewOverlap":1,"walkingSpeed":2.7777777777777777,
       "secondsPerStop":10}
      """)
    #expect(abs(seen.seconds - (walk / 2 + 30)) < 2, "\(seen.seconds)")
    #expect(
      seen
        == Seen(
          addedSecond: seen.addedSecond, atStart: false, pushed: false, arrived: true,
          cameToPlace: true, sideBySide: 2, oneBehindTheOther: 2, seconds: seen.seconds))
    #expect((400..<500).contains(seen.addedSecond), "\(seen.addedSecond)")
  }
}
