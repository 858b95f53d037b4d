import Base
import HTTPServing
import Objects
import Testing
import WaysideAPI

/// Asking for a model of what photos show.
extension APIFixture {
  /// Photos of a person, sent one by one; their identifiers.
  func scanPhotos(of person: Person, _ count: Int = 3) throws -> [String] {
    try (0..<count).map { _ in
      let sent = try send(.post, "/v1/scan-photos", as: person)
      #expect(sent.status == 201, "\(sent.text)")
      return try sent.require("id")
    }
  }

  func requestScan(_ photos: [String], as person: Person, _ name: String = "Fountain") throws
    -> Reply
  {
    try call(
      .post, "/v1/scan-requests", as: person,
      ["name": .text(name), "alt": "Two bowls", "photos": .list(photos.map { .text($0) })])
  }

  func tellOfScans() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let list = "/v1/scan-requests"
    let photos = try scanPhotos(of: ana)
    // Only with own photos, and with enough of them.
    #expect(try requestScan(photos, as: ben).status == 422)
    #expect(try requestScan(Array(photos.prefix(2)), as: ana).status == 422)
    let made = try requestScan(photos, as: ana)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.require("id")
    let read = try call(.get, list + "/\(id)", as: ana).json
    #expect(read["state"]?.string == "requested" && read["name"]?.string == "Fountain")
    #expect(read["photos"]?.array?.compactMap { $0["id"]?.string } == photos)
    #expect(try call(.get, list, as: ana).items.compactMap { $0["id"]?.string } == [id])
    // Nobody else's.
    #expect(try call(.get, list, as: ben).items.isEmpty)
    #expect(try call(.get, list + "/\(id)", as: ben).status == 404)
    #expect(try call(.delete, list + "/\(id)", as: ben).status == 404)
    #expect(try call(.get, "/v1/pictures/\(photos[0])", as: ben).status == 404)
    // The operator makes a model.
    let request = try #require(EntityID(id))
    #expect(try services.scans.open().map(\.id) == [request])
    let object = try services.scans.fulfil(request, with: Self.model("red cube 1 m"))
    let done = try call(.get, list + "/\(id)", as: ana).json
    #expect(done["state"]?.string == "done" && done["object"]?.string == "\(object.id)")
    #expect(done["photos"]?.array?.isEmpty == true && done["decidedAt"] != nil)
    let shown = try call(.get, "/v1/objects/\(object.id)", as: ana).json
    #expect(shown["origin"]?.string == "scan" && shown["owner"]?.string == ana.id)
    #expect(try call(.get, "/v1/pictures/\(photos[0])", as: ana).status == 404, "photos go")
    #expect(try call(.delete, list + "/\(id)", as: ana).slug == "scan-decided")
    #expect(try heard(ana, "scanDecided").count == 1)
    try tellOfEndedScans(ana)
  }

  private func tellOfEndedScans(_ ana: Person) throws {
    let list = "/v1/scan-requests"
    let photos = try scanPhotos(of: ana)
    let ids = try (0..<5).map { try requestScan(photos, as: ana, "Bench \($0)").require("id") }
    #expect(try requestScan(photos, as: ana).slug == "too-many-scan-requests")
    #expect(try call(.delete, list + "/\(ids[0])", as: ana).status == 204)
    #expect(try call(.delete, list + "/\(ids[0])", as: ana).status == 204)
    #expect(
      try call(.get, list + "/\(ids[0])", as: ana).json["state"]?.string == "withdrawn")
    // Other requests still show them.
    #expect(try call(.get, "/v1/pictures/\(photos[0])", as: ana).status == 200)
    let request = try #require(EntityID(ids[1]))
    try services.scans.decline(request, because: "Too dark.")
    #expect(throws: Refusal.self) { try services.scans.decline(request, because: "Again.") }
    let declined = try call(.get, list + "/\(ids[1])", as: ana).json
    #expect(declined["state"]?.string == "declined" && declined["reason"]?.string == "Too dark.")
    #expect(
      try heard(ana, "scanDecided").contains {
        $0["text"]?.string == "No model is made of your photos of “Bench 1”: Too dark."
      })
    #expect(try services.scans.open().count == 3)
    #expect(try requestScan(photos, as: ana).status == 201, "there is room again")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let scan: [(Set<Principal>, String)] = [
    (users, "addScanPhoto requestScan listScanRequests getScanRequest withdrawScanRequest")
  ]
}
