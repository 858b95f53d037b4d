import Access
import Base
import HTTPServing
import Mail
import Models
import Storage
import Testing
import WaysideAPI

/// Things that tests need before they begin.
extension APIFixture {
  /// A small GLB model, different for each prompt.
  static func model(_ prompt: String = "red cube 1 m") throws -> [UInt8] {
    try ShapePrompt(prompt).shape.glb()
  }

  func object(of person: Person, _ name: String = "Marker") throws -> String {
    let reply = try call(
      .post, "/v1/objects", as: person, ["name": .text(name), "prompt": "red cube 1 m"])
    try #require(reply.status == 201, "\(reply.text)")
    return try reply.require("id")
  }

  static func pose(lat: Double = 47.1410, lon: Double = 9.5209) -> JSON {
    [
      "position": ["lat": .number(lat), "lon": .number(lon), "h": 460],
      "quaternion": ["x": 0, "y": 0, "z": 0, "w": 1],
    ]
  }

  func place(
    _ object: String, by person: Person, in realm: String = "public", lat: Double = 47.1410,
    lon: Double = 9.5209
  ) throws -> String {
    let reply = try call(
      .post, "/v1/instances", as: person,
      [
        "object": .text(object), "realms": [.text(realm)],
        "pose": Self.pose(lat: lat, lon: lon),
      ])
    try #require(reply.status == 201, "\(reply.text)")
    return try reply.require("id")
  }

  func group(of person: Person, policy: String = "invite", name: String = "Hikers") throws -> String
  {
    let reply = try call(
      .post, "/v1/realms", as: person,
      ["kind": "group", "name": .text(name), "joinPolicy": .text(policy)])
    try #require(reply.status == 201, "\(reply.text)")
    return try reply.require("id")
  }

  /// Takes `person` into a group by a link.
  func join(_ person: Person, _ realm: String, by owner: Person) throws {
    let invited = try call(
      .post, "/v1/realms/\(realm)/invitations", as: owner, ["link": true])
    let accepted = try call(
      .post, "/v1/invitations/\(invited.require("token"))/acceptance", as: person)
    try #require(accepted.status == 200, "\(accepted.text)")
  }

  /// Where the stops of ``tourBody(name:price:objects:)`` are, in order: latitude, longitude.
  static let stops = [(47.1410, 9.5208), (47.1395, 9.5214), (47.1380, 9.5216)]

  static func tourBody(
    name: String = "A short walk", price: JSON = 0, objects: [String] = []
  ) -> JSON {
    let stops = Self.stops.enumerated().map { index, stop -> JSON in
      [
        "title": .text("Stop \(index + 1)"), "text": .text("History of stop \(index + 1)."),
        "position": ["lat": .number(stop.0), "lon": .number(stop.1)],
        "objects": index == 0 ? .list(objects.map { .text($0) }) : [],
      ]
    }
    return [
      "name": .text(name), "description": "From the town hall to the parliament.",
      "price": price,
      "links": [["title": "More", "url": "https://example.org/more"]], "languages": ["en"],
      "area": [
        "type": "Polygon",
        "coordinates": [
          [
            [9.519, 47.137], [9.523, 47.137], [9.523, 47.142], [9.519, 47.142], [9.519, 47.137],
          ]
        ],
      ],
      "route": [
        "type": "LineString",
        "coordinates": .list(Self.stops.map { [.number($0.1), .number($0.0)] }),
      ],
      "stops": .list(stops),
    ]
  }

  func draft(by guide: Person, _ body: JSON = APIFixture.tourBody()) throws -> String {
    let reply = try call(.post, "/v1/tours", as: guide, body)
    try #require(reply.status == 201, "\(reply.text)")
    return try reply.require("id")
  }

  func publishedTour(by guide: Person, _ body: JSON = APIFixture.tourBody()) throws -> String {
    let id = try draft(by: guide, body)
    let reply = try call(.post, "/v1/tours/\(id)/publication", as: guide)
    try #require(reply.status == 200, "\(reply.text)")
    return id
  }

  /// Sends one position of a run, `minutes` after the run's beginning.
  func walk(
    _ run: String, as person: Person, to point: (Double, Double)
  ) throws -> Reply {
    clock.advance(seconds: 300)
    return try call(
      .post, "/v1/runs/\(run)/positions", as: person,
      [
        "points": [
          [
            "lat": .number(point.0), "lon": .number(point.1), "accuracy": 5,
            "at": .text("\(clock.now())"),
          ]
        ]
      ])
  }
}

extension APIFixture {
  /// Gives or withdraws the consent to using positions.
  func consent(_ person: Person, _ given: Bool = true) throws {
    let reply = try call(
      .post, "/v1/me/consents", as: person, ["kind": "location", "given": .flag(given)])
    try #require(reply.status == 201, "\(reply.text)")
  }

  /// Proves the person's email address.
  func prove(_ person: Person) throws {
    let path = "/v1/me/verifications"
    try #require(try call(.post, path, as: person, ["kind": "email"]).status == 202)
    let proved = try call(
      .put, path, as: person, ["kind": "email", "code": .text(code())])
    try #require(proved.status == 200, "\(proved.text)")
  }

  /// The mails and text messages that wait to be sent, in the order in which they were made.
  func mails() throws -> [OutgoingMail] {
    let outbox = services.mail.outbox
    return try services.platform.store.read {
      try outbox.due(at: Instant(milliseconds: .max), limit: 1000, in: $0)
    }
    .map { try outbox.open($0) }.sorted { $0.id < $1.id }
  }

  /// The body of the last mail or text message.
  func lastMail() throws -> String { try #require(mails().last).body }

  /// Someone who lets positions be used.
  func walker() throws -> Person {
    let person = try person()
    try consent(person)
    return person
  }

  /// Sends one position, a minute after the one before.
  func report(_ point: (Double, Double), as person: Person) throws -> Reply {
    clock.advance(seconds: 60)
    return try call(
      .post, "/v1/positions", as: person,
      [
        "points": [
          [
            "lat": .number(point.0), "lon": .number(point.1), "accuracy": 5,
            "at": .text("\(clock.now())"),
          ]
        ]
      ])
  }
}
