import Access
import Base
import HTTPServing
import Testing
import WaysideAPI

/// One operation on one thing, and what everybody gets for it, written out.
struct MatrixRow: Sendable {
  let operation: String
  let method: HTTPMethod
  let path: String
  let body: JSON?
  /// Whether something is other than before where it succeeds.
  let changes: Bool
  /// Who succeeds.
  let allowed: Set<Standing>
  /// The status of those who do not; 403 for those not named.
  let refused: [Standing: Int]

  init(
    _ operation: String, _ method: HTTPMethod, _ path: String, _ body: JSON? = nil,
    allowed: [Standing], absent: [Standing] = [], conflicting: [Standing] = []
  ) {
    self.operation = operation
    self.method = method
    self.path = path
    self.body = body
    changes = method != .get
    self.allowed = Set(allowed)
    var refused: [Standing: Int] = [.anonymous: 401]
    for standing in absent { refused[standing] = 404 }
    for standing in conflicting { refused[standing] = 409 }
    self.refused = refused
  }
}

@Suite("access: every thing for everyone, from strangers to owners")
struct ThingMatrixTests {
  /// To whom a team does not exist: those who are in it not at all and could not join.
  private static let outside: [Standing] = [.stranger, .removed, .rival]
  /// Those who have at least that rank, and those who are members for this purpose.
  private static func from(_ least: Standing) -> [Standing] {
    let ranks = Standing.ranks
    let start = ranks.firstIndex(of: least) ?? 0
    let found = Array(ranks[start...])
    return start <= 1 ? found + [.blocked] : found
  }

  private static let realms: [MatrixRow] = [
    // A team that takes requests is seen by those who could ask.
    MatrixRow("getRealm", .get, "/v1/realms/{team}", allowed: from(.guest) + outside),
    MatrixRow("listMembers", .get, "/v1/realms/{team}/members", allowed: from(.guest)),
    MatrixRow(
      "editRealm", .patch, "/v1/realms/{team}", ["name": "Others"], allowed: from(.admin)),
    MatrixRow("deleteRealm", .delete, "/v1/realms/{team}", allowed: [.owner]),
    MatrixRow(
      "changeMember", .patch, "/v1/realms/{team}/members/{target}", ["role": "editor"],
      allowed: from(.admin)),
    MatrixRow(
      "changeMember", .patch, "/v1/realms/{team}/members/{target}",
      ["biography": "Not so.", "number": 7], allowed: from(.admin)),
    MatrixRow(
      "changeMember", .patch, "/v1/realms/{team}/members/{target}", ["readMarks": ["messages": 3]],
      allowed: []),
    MatrixRow(
      "removeMember", .delete, "/v1/realms/{team}/members/{target}", allowed: from(.admin)),
    MatrixRow(
      "createInvitation", .post, "/v1/realms/{team}/invitations", ["link": true],
      allowed: from(.admin)),
    MatrixRow(
      "listRealmInvitations", .get, "/v1/realms/{team}/invitations", allowed: from(.admin)),
    MatrixRow(
      "revokeInvitation", .delete, "/v1/invitations/{invitation}", allowed: from(.admin),
      absent: outside + [.guest, .member, .editor, .moderator, .blocked]),
    MatrixRow(
      "decideMembership", .post, "/v1/requests/{request}/decision", ["decision": "accept"],
      allowed: from(.admin)),
    MatrixRow(
      "requestMembership", .post, "/v1/realms/{team}/requests", [:], allowed: outside,
      conflicting: from(.guest)),
  ]

  private static let objects: [MatrixRow] = [
    MatrixRow(
      "listInstances", .get, "/v1/instances?realm={team}", allowed: from(.guest),
      absent: outside + [.anonymous]),
    MatrixRow(
      "getInstance", .get, "/v1/instances/{instance}", allowed: from(.guest),
      absent: outside + [.anonymous]),
    MatrixRow(
      "editInstance", .patch, "/v1/instances/{instance}", ["scale": 2], allowed: [],
      absent: outside),
    MatrixRow(
      "deleteInstance", .delete, "/v1/instances/{instance}", allowed: [], absent: outside),
    MatrixRow(
      "createInstance", .post, "/v1/instances",
      ["object": "{shared}", "realms": ["{team}"], "pose": APIFixture.pose()],
      allowed: from(.member)),
    MatrixRow(
      "react", .put, "/v1/instances/{instance}/reaction", ["kind": "wow"], allowed: from(.guest),
      absent: outside),
    MatrixRow(
      "createReport", .post, "/v1/reports",
      ["subject": ["kind": "instance", "id": "{instance}"], "reason": "spam"],
      allowed: from(.guest), absent: outside),
    MatrixRow(
      "getObject", .get, "/v1/objects/{object}", allowed: from(.guest),
      absent: outside + [.anonymous]),
    // Admins look at what was reported alone.
    MatrixRow(
      "getObjectContent", .get, "/v1/objects/{object}/content",
      allowed: from(.guest), absent: outside + [.anonymous, .systemAdmin]),
    MatrixRow(
      "editObject", .patch, "/v1/objects/{object}", ["name": "Mine"], allowed: [],
      absent: outside),
    MatrixRow("deleteObject", .delete, "/v1/objects/{object}", allowed: [], absent: outside),
    MatrixRow(
      "addToInventory", .put, "/v1/inventory/{object}", allowed: from(.guest), absent: outside),
    MatrixRow(
      "addToInventory", .put, "/v1/inventory/{open}?realm={team}", allowed: from(.member),
      absent: outside),
    MatrixRow(
      "removeFromInventory", .delete, "/v1/inventory/{shared}?realm={team}",
      allowed: from(.editor), absent: outside),
    MatrixRow(
      "listInventory", .get, "/v1/inventory?realm={team}", allowed: from(.guest),
      absent: outside),
  ]

  private static let everyone = from(.guest) + outside
  private static let tours: [MatrixRow] = [
    MatrixRow("getTour", .get, "/v1/tours/{published}", allowed: everyone + [.anonymous]),
    MatrixRow(
      "getTour", .get, "/v1/tours/{draft}", allowed: from(.member),
      absent: outside + [.anonymous, .guest]),
    MatrixRow(
      "createTour", .post, "/v1/tours", APIFixture.tourBody(), allowed: from(.member) + [.rival]),
    MatrixRow(
      "editTour", .patch, "/v1/tours/{draft}", ["name": "Another"], allowed: from(.member),
      absent: [.rival]),
    MatrixRow(
      "editTour", .patch, "/v1/tours/{published}", ["name": "Another"], allowed: from(.member)),
    MatrixRow(
      "checkTour", .post, "/v1/tours/{published}/checks", [:], allowed: from(.member)),
    MatrixRow(
      "publishTour", .post, "/v1/tours/{draft}/publication", allowed: from(.member),
      absent: [.rival]),
    MatrixRow(
      "retireTour", .delete, "/v1/tours/{published}/publication", allowed: from(.member)),
    MatrixRow(
      "deleteTour", .delete, "/v1/tours/{draft}", allowed: from(.member), absent: [.rival]),
    MatrixRow(
      "startRun", .post, "/v1/tours/{published}/runs", allowed: [.stranger, .removed]),
  ]

  /// The body with names replaced by what stands for them.
  private static func filled(_ body: JSON, _ world: SharedWorld) -> JSON {
    switch body {
    case .text(let text): .text(world.path(text))
    case .list(let items): .list(items.map { filled($0, world) })
    case .object(let members): .object(members.map { ($0.0, filled($0.1, world)) })
    default: body
    }
  }

  /// What is changed by the version that was read.
  private static let versioned: Set<String> = [
    "editRealm", "deleteRealm", "editInstance", "deleteInstance", "editObject", "deleteObject",
    "editTour", "deleteTour", "retireTour",
  ]

  private static func call(
    _ row: MatrixRow, as standing: Standing, _ world: SharedWorld, in fixture: APIFixture
  ) throws -> Reply {
    let person = try #require(world.people[standing])
    let path = world.path(row.path)
    // The version that whoever may change it reads; any that is well formed for others.
    var headers: [(String, String)] = []
    if versioned.contains(row.operation) {
      let thing = try fixture.call(.get, path.replacing("/publication", with: ""), as: person)
      headers = [("If-Match", thing["ETag"] ?? "\"1\"")]
    }
    return try fixture.call(
      row.method, path, as: person, row.body.map { filled($0, world) }, headers: headers)
  }

  @Test("RL-Q-02: sub-realms and what is in them")
  func realmsMatrix() throws { try walk(Self.realms) }

  @Test("RL-Q-02: instances, objects and inventories of a sub-realm")
  func objectsMatrix() throws { try walk(Self.objects) }

  @Test("TM-FR1, TM-FR6: tours and their organization")
  func toursMatrix() throws { try walk(Self.tours) }

  private func walk(_ rows: [MatrixRow]) throws {
    let fixture = try APIFixture()
    let world = try SharedWorld(in: fixture)
    let names = Set(fixture.api.operations.map(\.name))
    for row in rows {
      #expect(names.contains(row.operation), "there is no operation \(row.operation)")
      for standing in Standing.allCases {
        let isAllowed = row.allowed.contains(standing)
        let place = isAllowed && row.changes ? try APIFixture(copying: fixture) : fixture
        let before = try place.state()
        let reply = try Self.call(row, as: standing, world, in: place)
        let cell = "\(row.operation) \(row.path) as \(standing): \(reply.status) \(reply.text)"
        let after = try place.state()
        if isAllowed {
          #expect((200..<300).contains(reply.status), "\(cell)")
          if row.changes, row.operation != "checkTour" {
            #expect(after != before, "nothing has come of it: \(cell)")
          }
        } else {
          #expect(reply.status == row.refused[standing] ?? 403, "\(cell)")
          #expect(after == before, "\(cell)")
        }
        #expect(place.faults.current.isEmpty, "\(place.faults.current)")
      }
    }
  }
}
