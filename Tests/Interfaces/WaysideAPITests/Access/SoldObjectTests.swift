import Access
import Base
import Composition
import HTTPServing
import Objects
import Registration
import Storage
import Testing
import WaysideAPI

@Suite("what was bought with a tour, after its owner took it away")
struct SoldObjectTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private struct Sale {
    var guide: APIFixture.Person
    var buyer: APIFixture.Person
    var object: String
    var tour: String
  }

  private func sell() throws -> Sale {
    let guide = try fixture.guide()
    let object = try fixture.object(of: guide, "Old gate")
    let tour = try fixture.publishedTour(
      by: guide, APIFixture.tourBody(price: "4.50", objects: [object]))
    let buyer = try fixture.person()
    let bought = try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: buyer)
    try #require(bought.status == 201, "\(bought.text)")
    return Sale(guide: guide, buyer: buyer, object: object, tour: tour)
  }

  /// Status of the object, of its bytes, and whether the tour's first stop names it.
  private func seen(_ sale: Sale, by person: APIFixture.Person) throws -> [String] {
    let path = "/v1/objects/\(sale.object)"
    let tour = try fixture.call(.get, "/v1/tours/\(sale.tour)", as: person)
    let stop = tour.json["stops"]?[0]?["objects"]
    return [
      "\(try fixture.call(.get, path, as: person).status)",
      "\(try fixture.call(.get, path + "/content", as: person).status)",
      "\(stop?.array?.isEmpty == false)",
    ]
  }

  private func sweep() throws {
    fixture.clock.advance(seconds: 86_400 * 31)
    try fixture.services.objects.sweep()
  }

  private func doctor() throws {
    try fixture.services.platform.store.read { session in
      for invariant in Services.declarations.invariants {
        let breaches = try invariant.breaches(in: session)
        #expect(breaches == 0, "\(invariant.name)")
      }
    }
  }

  @Test(
    "RL-TR-01: a model that was bought with a tour stays its buyers' when the owner deletes it or is erased, and nobody else's",
    arguments: [false, true])
  func kept(isErased: Bool) throws {
    let sale = try sell()
    let unsold = try fixture.object(of: sale.guide, "Unsold")
    let (stranger, path) = (try fixture.person(), "/v1/objects/\(sale.object)")
    let taken =
      isErased
      ? try fixture.call(
        .delete, "/v1/me", as: sale.guide, ["password": .text(APIFixture.password)])
      : try fixture.call(.delete, path, as: sale.guide)
    try #require(taken.status == 204, "\(taken.text)")
    try sweep()
    let buyer = try fixture.logIn(sale.buyer.email)
    #expect(try seen(sale, by: buyer) == ["200", "200", "true"])
    let object = try fixture.call(.get, path, as: buyer)
    #expect(object.json["name"]?.string == "Old gate")
    #expect(object.json["owner"]?.string == (isErased ? nil : sale.guide.id))
    for person in [try fixture.logIn(stranger.email), .nobody] {
      #expect(try seen(sale, by: person) == ["404", "404", "false"])
    }
    if !isErased {
      let guide = try fixture.logIn(sale.guide.email)
      #expect(try seen(sale, by: guide) == ["404", "404", "false"])
      let own = try fixture.call(.get, "/v1/inventory?limit=200", as: guide)
      #expect(!own.text.contains(sale.object), "\(own.text)")
      #expect(own.text.contains(unsold))
    }
    let added = try fixture.call(.put, "/v1/inventory/\(sale.object)", as: buyer)
    #expect(added.status == 404, "\(added.text)")
    try doctor()
  }

  @Test("what a decision removes is taken from its buyers too, deleted by its owner before or not")
  func removed() throws {
    let sale = try sell()
    let path = "/v1/objects/\(sale.object)"
    #expect(try fixture.call(.delete, path, as: sale.guide).status == 204)
    let report = try fixture.call(
      .post, "/v1/reports", as: sale.buyer,
      ["subject": ["kind": "object", "id": .text(sale.object)], "reason": "illegal"])
    try #require(report.status == 201, "\(report.text)")
    let admin = try fixture.admin()
    let cases = try fixture.call(.get, "/v1/admin/reports", as: admin).items
    let id = try #require(cases.first?["id"]?.string)
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(id)/decision", as: admin,
      ["decision": "remove", "reason": "Illegal."])
    try #require(decided.status == 200, "\(decided.text)")
    #expect(try seen(sale, by: sale.buyer) == ["404", "404", "false"])
    try sweep()
    let bytes = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM media_uses WHERE kind = 'object'")
    }
    #expect(bytes == 0)
    try doctor()
  }
}
