import Access
import Base
import FormatSamples
import HTTPServing
import Media
import Testing
import WaysideAPI

@Suite("pictures of things")
struct PictureTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func read(_ path: String, as person: APIFixture.Person) throws -> Reply {
    try fixture.call(.get, path, as: person)
  }

  private func tag(_ tour: String, as guide: APIFixture.Person) throws -> (String, String) {
    try read(tour, as: guide).tag()
  }

  /// Gives the tour's cover and its first stop a picture, in the draft.
  private func picture(_ tour: String, by guide: APIFixture.Person) throws {
    let cover = try fixture.send(
      .put, tour + "/picture", as: guide, "?alt=The+castle", headers: [tag(tour, as: guide)])
    try #require(cover.status == 200, "\(cover.text)")
    let stop = try #require(cover.json["stops"]?[0]?["id"]?.string)
    let added = try fixture.send(
      .post, tour + "/stops/\(stop)/pictures", as: guide, "?alt=The+gate",
      headers: [cover.tag()])
    try #require(added.status == 200, "\(added.text)")
  }

  private func publish(_ tour: String, by guide: APIFixture.Person) throws {
    let reply = try fixture.call(.post, tour + "/publication", as: guide)
    try #require(reply.status == 200, "\(reply.text)")
  }

  private func address(_ picture: JSONValue?) throws -> String {
    try #require(picture?["sizes"]?[0]?["content"]?.string)
  }

  @Test("a tour's pictures are its draft's until they are published, and stay when it is edited")
  func drafts() throws {
    let (guide, other) = (try fixture.guide(), try fixture.guide("Other Walks"))
    let visitor = try fixture.person()
    let tour = "/v1/tours/\(try fixture.publishedTour(by: guide))"
    try picture(tour, by: guide)
    let draft = try read(tour, as: guide).json
    #expect(draft["picture"]?["alt"]?.string == "The castle")
    #expect(draft["stops"]?[0]?["pictures"]?[0]?["alt"]?.string == "The gate")
    let cover = try address(draft["picture"])
    let gate = try address(draft["stops"]?[0]?["pictures"]?[0])
    #expect(try read(tour, as: visitor).json["picture"] == nil)
    for path in [cover, gate] {
      #expect(try read(path, as: guide).status == 200)
      #expect(try read(path, as: visitor).status == 404, "a draft's")
      #expect(try read(path, as: .nobody).status == 404)
      #expect(try read(path, as: other).status == 404)
    }
    try publish(tour, by: guide)
    for path in [cover, gate] { #expect(try read(path, as: .nobody).status == 200) }
    #expect(try read(tour, as: .nobody).json["picture"]?["alt"]?.string == "The castle")
    #expect(try read("/v1/tours", as: .nobody).items.first?["picture"]?["width"]?.integer == 600)
    // Stops that say nothing of pictures keep them; those that do are taken at their word.
    let stops = try #require(read(tour, as: guide).json["stops"]?.array)
    func sent(_ pictures: JSON?) throws -> JSONValue {
      let id = try #require(stops[0]["id"]?.string)
      let lat = try #require(stops[0]["position"]?["lat"]?.number)
      let lon = try #require(stops[0]["position"]?["lon"]?.number)
      var members: [(String, JSON)] = [
        ("id", .text(id)), ("title", "Gate"), ("text", "It is old."),
        ("position", ["lat": .number(lat), "lon": .number(lon)]),
      ]
      if let pictures { members.append(("pictures", pictures)) }
      let reply = try fixture.call(
        .patch, tour, as: guide, ["stops": [.object(members)]], headers: [tag(tour, as: guide)])
      #expect(reply.status == 200, "\(reply.text)")
      return reply.json
    }
    #expect(try sent(nil)["stops"]?[0]?["pictures"]?.array?.count == 1)
    #expect(try read(tour, as: guide).json["picture"]?["alt"]?.string == "The castle")
    #expect(try read(tour, as: visitor).json["stops"]?[0]?["pictures"]?.array?.count == 1)
  }

  @Test("a draft's pictures are told in other words without their files")
  func otherWords() throws {
    let (guide, other) = (try fixture.guide(), try fixture.guide("Other Walks"))
    let tour = "/v1/tours/\(try fixture.publishedTour(by: guide))"
    try picture(tour, by: guide)
    try publish(tour, by: guide)
    let published = try read(tour, as: guide).json
    let stop = try #require(published["stops"]?[0]?["id"]?.string)
    let gate = try #require(published["stops"]?[0]?["pictures"]?[0]?["id"]?.string)
    let second = try fixture.send(
      .post, tour + "/stops/\(stop)/pictures", as: guide, "?alt=The+wall",
      headers: [tag(tour, as: guide)])
    #expect(second.status == 200, "\(second.text)")
    // The draft's stops are others than the published ones.
    let draft = try #require(second.json["stops"]?[0]?["id"]?.string)
    let path = tour + "/stops/\(draft)/pictures"
    let told = try fixture.call(
      .patch, path + "/\(gate)", as: guide, ["alt": "The gate at noon"], headers: [second.tag()])
    #expect(told.status == 200, "\(told.text)")
    let cover = try fixture.call(
      .patch, tour + "/picture", as: guide, ["alt": "The castle at noon"], headers: [told.tag()])
    #expect(cover.status == 200, "\(cover.text)")
    #expect(cover.json["picture"]?["alt"]?.string == "The castle at noon")
    let words = cover.json["stops"]?[0]?["pictures"]?.array?.map { $0["alt"]?.string }
    #expect(words == ["The gate at noon", "The wall"], "in its place")
    // The same files under another address.
    let old = try read(address(published["picture"]), as: guide)
    let new = try read(address(cover.json["picture"]), as: guide)
    #expect(new.status == 200 && new.bytes == old.bytes)
    #expect(try address(cover.json["picture"]) != address(published["picture"]))
    let seen = try read(tour, as: .nobody).json
    #expect(seen["picture"]?["alt"]?.string == "The castle")
    #expect(seen["stops"]?[0]?["pictures"]?[0]?["alt"]?.string == "The gate")
    // Refused: without words, by others, of a picture that is not there, of a version that is gone.
    let blank = try fixture.call(
      .patch, tour + "/picture", as: guide, ["alt": " "], headers: [cover.tag()])
    #expect(blank.status == 422 && blank.pointers == ["/alt"], "\(blank.text)")
    let foreign = try fixture.call(
      .patch, tour + "/picture", as: other, ["alt": "Mine"], headers: [cover.tag()])
    #expect(foreign.status == 404 || foreign.status == 403, "\(foreign.text)")
    let gone = try fixture.call(
      .patch, path + "/\(gate)", as: guide, ["alt": "Gone"], headers: [cover.tag()])
    #expect(gone.status == 404, "it has another one in its place")
    let stale = try fixture.call(
      .patch, tour + "/picture", as: guide, ["alt": "Late"], headers: [told.tag()])
    #expect(stale.status == 412, "\(stale.text)")
    try publish(tour, by: guide)
    #expect(try read(tour, as: .nobody).json["picture"]?["alt"]?.string == "The castle at noon")
  }

  @Test("a gallery has ten pictures at most, and none of other organizations")
  func gallery() throws {
    let guide = try fixture.guide()
    let other = try fixture.guide("Other Walks")
    let tour = "/v1/tours/\(try fixture.draft(by: guide))"
    let stop = try #require(read(tour, as: guide).json["stops"]?[0]?["id"]?.string)
    let path = tour + "/stops/\(stop)/pictures"
    for _ in 0..<10 {
      let added = try fixture.send(
        .post, path, as: guide, "?decorative=true", MediaSamples.photo,
        headers: [tag(tour, as: guide)])
      #expect(added.status == 200, "\(added.text)")
    }
    let eleventh = try fixture.send(.post, path, as: guide, headers: [tag(tour, as: guide)])
    #expect(eleventh.status == 409 && eleventh.slug == "gallery-full", "\(eleventh.text)")
    let pictures = try #require(read(tour, as: guide).json["stops"]?[0]?["pictures"]?.array)
    #expect(pictures.count == 10)
    let theirs = "/v1/tours/\(try fixture.draft(by: other))"
    let taken = try fixture.call(
      .patch, theirs, as: other,
      ["picture": ["id": .text(try #require(pictures[0]["id"]?.string))]],
      headers: [tag(theirs, as: other)])
    #expect(taken.status == 422 && taken.pointers == ["/picture"], "\(taken.text)")
    let foreign = try fixture.send(
      .put, tour + "/picture", as: other, headers: [tag(tour, as: guide)])
    #expect(foreign.status == 404, "a draft of others is not there")
  }

  @Test("the pictures at a priced tour's stops are for those who bought it; its cover is for all")
  func priced() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let id = try fixture.draft(by: guide, APIFixture.tourBody(price: "4.50"))
    let tour = "/v1/tours/\(id)"
    try picture(tour, by: guide)
    try publish(tour, by: guide)
    let own = try read(tour, as: guide).json
    let gate = try address(own["stops"]?[0]?["pictures"]?[0])
    #expect(try read(address(own["picture"]), as: walker).status == 200)
    #expect(try read(gate, as: walker).status == 404)
    #expect(try read(tour, as: walker).json["stops"]?[0]?["pictures"] == nil)
    #expect(try fixture.call(.post, tour + "/purchase", as: walker).status == 201)
    #expect(try read(gate, as: walker).status == 200)
    #expect(try read(tour, as: walker).json["stops"]?[0]?["pictures"]?.array?.count == 1)
  }

  @Test("people's pictures are seen by those who share a group with them, and by nobody else")
  func people() throws {
    let (ana, ben, eve) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Eve")
    )
    let made = try fixture.send(.put, "/v1/me/picture", as: ana, "?alt=Ana", MediaSamples.photo)
    let path = try address(made.json)
    let group = try fixture.group(of: ana)
    try fixture.join(ben, group, by: ana)
    #expect(try read(path, as: ben).status == 200)
    let members = try read("/v1/realms/\(group)/members", as: ben).items
    #expect(members.compactMap { $0["account"]?["picture"]?["alt"]?.string } == ["Ana"])
    for person in [eve, APIFixture.Person.nobody] {
      #expect(try read(path, as: person).status == 404)
    }
    // Another one takes its place; the first is gone with its files.
    let second = try fixture.send(.put, "/v1/me/picture", as: ana, "?alt=Ana+again")
    #expect(second.status == 200)
    #expect(try read(path, as: ana).status == 404)
    #expect(try read("/v1/me", as: ana).json["picture"]?["alt"]?.string == "Ana again")
  }

  @Test("files are immutable, with strong tags; what was seen is not sent again")
  func caching() throws {
    let ana = try fixture.person("Ana")
    let made = try fixture.send(.put, "/v1/me/picture", as: ana)
    let file = try read(address(made.json), as: ana)
    let tag = try #require(file["ETag"])
    #expect(!tag.hasPrefix("W/"))
    #expect(file["Cache-Control"]?.contains("immutable") == true)
    #expect(file["Content-Type"] == "image/webp")
    let again = try fixture.call(
      .get, address(made.json), as: ana, headers: [("If-None-Match", tag)])
    #expect(again.status == 304)
    let id = try made.require("id")
    for width in ["161", "0", "-1", "x", "99999999999999999999"] {
      #expect(try read("/v1/pictures/\(id)/\(width)", as: ana).status == 404, "\(width)")
    }
  }

  @Test("what is no picture, unpacks to too much, or comes without words is refused whole")
  func refused() throws {
    let ana = try fixture.person("Ana")
    func put(_ bytes: [UInt8], _ query: String = "?alt=A+view") throws -> Reply {
      try fixture.send(.put, "/v1/me/picture", as: ana, query, bytes)
    }
    let wordless = try put(APIFixture.picture, "")
    #expect(wordless.status == 422 && wordless.text.contains("alt"), "\(wordless.text)")
    #expect(try put(APIFixture.picture, "?alt=A&decorative=true").status == 422)
    #expect(try put(APIFixture.picture, "?alt=%20").status == 422)
    let html = Array("<html><script>alert(1)</script></html>".utf8)
    #expect(try put(html).slug == "image-type")
    #expect(try put(Array("GIF89a".utf8) + html).slug == "image-type")
    #expect(try put([]).slug == "image-type")
    #expect(try put(MediaSamples.png(width: 60_000, height: 60_000)).slug == "image-pixels")
    #expect(try put(MediaSamples.png(width: 5000, height: 5000)).slug == "image-broken")
    #expect(try put(Array(APIFixture.picture.dropLast(500))).slug == "image-broken")
    #expect(try put([UInt8](repeating: 0, count: 1 << 20)).slug == "image-type")
    #expect(try read("/v1/me", as: ana).json["picture"] == nil)
    #expect(try fixture.services.pictures.pictures(of: "account", []).isEmpty)
  }

  @Test("a reported picture is taken out of sight everywhere, and its owner is told why")
  func moderation() throws {
    let (guide, visitor, admin) = (
      try fixture.guide(), try fixture.person(), try fixture.admin()
    )
    let tour = "/v1/tours/\(try fixture.draft(by: guide))"
    try picture(tour, by: guide)
    try publish(tour, by: guide)
    let shown = try read(tour, as: visitor)
    let gate = try #require(shown.json["stops"]?[0]?["pictures"]?[0])
    let id = try #require(gate["id"]?.string)
    let report = try fixture.call(
      .post, "/v1/reports", as: visitor,
      ["subject": ["kind": "picture", "id": .text(id)], "reason": "offensive"])
    #expect(report.status == 201, "\(report.text)")
    let path = "/v1/admin/reports/\(try report.require("id"))"
    let details = try read(path, as: admin)
    #expect(details.json["evidence"]?["alt"]?.string == "The gate", "\(details.text)")
    #expect(try read(address(gate), as: admin).status == 200)
    let decided = try fixture.call(
      .post, path + "/decision", as: admin, ["decision": "remove", "reason": "Not here."])
    #expect(decided.status == 200, "\(decided.text)")
    for person in [guide, visitor, APIFixture.Person.nobody] {
      #expect(try read(address(gate), as: person).status == 404)
    }
    #expect(try read(address(gate), as: admin).status == 200, "it can be appealed")
    let after = try read(tour, as: visitor)
    #expect(after.json["stops"]?[0]?["pictures"]?.array?.isEmpty == true)
    #expect(after["ETag"] != shown["ETag"])
    let told = try read("/v1/notifications", as: guide).text
    #expect(told.contains("The gate") && told.contains("Not here."), "\(told)")
    #expect(after.json["picture"] == nil, "the cover has the same file")
    // After the time for appeals its files go.
    fixture.clock.advance(seconds: 86_400 * 31)
    #expect(try fixture.services.pictures.sweep() == 2)
  }

  @Test("a picture that is taken out of sight does not come back in other words")
  func removedInOtherWords() throws {
    let (guide, visitor, admin) = (
      try fixture.guide(), try fixture.person(), try fixture.admin()
    )
    let tour = "/v1/tours/\(try fixture.publishedTour(by: guide))"
    try picture(tour, by: guide)
    try publish(tour, by: guide)
    let id = try #require(try read(tour, as: visitor).json["picture"]?["id"]?.string)
    let told = try fixture.call(
      .patch, tour + "/picture", as: guide, ["alt": "The castle at noon"],
      headers: [tag(tour, as: guide)])
    #expect(told.status == 200, "\(told.text)")
    let copy = try address(told.json["picture"])
    let report = try fixture.call(
      .post, "/v1/reports", as: visitor,
      ["subject": ["kind": "picture", "id": .text(id)], "reason": "offensive"])
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(try report.require("id"))/decision", as: admin,
      ["decision": "remove", "reason": "Not here."])
    #expect(decided.status == 200, "\(decided.text)")
    #expect(try read(copy, as: guide).status == 404)
    try publish(tour, by: guide)
    #expect(try read(tour, as: visitor).json["picture"] == nil)
  }

  @Test("a reported picture that its owner takes away or replaces stays for who decides about it")
  func evidence() throws {
    let (ana, ben, admin) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.admin()
    )
    try fixture.join(ben, fixture.group(of: ana), by: ana)
    let made = try fixture.send(.put, "/v1/me/picture", as: ana, "?alt=Ana")
    let path = try address(made.json)
    let report = try fixture.call(
      .post, "/v1/reports", as: ben,
      ["subject": ["kind": "picture", "id": .text(made.require("id"))], "reason": "offensive"])
    #expect(report.status == 201, "\(report.text)")
    #expect(try fixture.send(.put, "/v1/me/picture", as: ana, "?alt=Another").status == 200)
    fixture.clock.advance(seconds: 86_401)
    _ = try fixture.services.pictures.sweep()
    #expect(try read(path, as: ben).status == 404)
    #expect(try read(path, as: admin).status == 200)
    let kept = try fixture.call(
      .post, "/v1/admin/reports/\(try report.require("id"))/decision", as: admin,
      ["decision": "keep", "reason": "All right."])
    #expect(kept.status == 200, "\(kept.text)")
    #expect(try fixture.services.pictures.sweep() == 1)
    #expect(try read(path, as: admin).status == 404)
  }

  @Test("what an account keeps of pictures is exported, and gone after its erasure")
  func privacy() throws {
    let ana = try fixture.person("Ana")
    let made = try fixture.send(.put, "/v1/me/picture", as: ana, "?alt=Ana")
    let exported = try read("/v1/me/export", as: ana)
    #expect(exported.json["pictures"]?[0]?["alt"]?.string == "Ana", "\(exported.text)")
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)],
      headers: [read("/v1/me", as: ana).tag()])
    #expect(erased.status == 204, "\(erased.text)")
    let admin = try fixture.admin()
    #expect(try read(address(made.json), as: admin).status == 404)
  }

  @Test("a bundle carries cover and galleries with their words to another tour")
  func bundles() throws {
    let guide = try fixture.guide()
    let tour = "/v1/tours/\(try fixture.draft(by: guide))"
    try picture(tour, by: guide)
    let bundle = try read(tour + "/bundle.zip", as: guide)
    #expect(bundle.status == 200)
    #expect(bundle.bytes == (try read(tour + "/bundle.zip", as: guide)).bytes)
    let other = try fixture.guide("Other Walks")
    let copied = try fixture.call(
      .post, "/v1/tours/import", as: other, bytes: bundle.bytes, type: "application/zip")
    #expect(copied.status == 201, "\(copied.text)")
    #expect(copied.json["notes"]?.array?.isEmpty == true)
    #expect(copied.json["picture"]?["alt"]?.string == "The castle")
    #expect(copied.json["stops"]?[0]?["pictures"]?[0]?["alt"]?.string == "The gate")
    #expect(try read(address(copied.json["picture"]), as: other).status == 200)
    // A plain file names pictures that others do not have.
    let plain = try read(tour + "/export.geojson", as: guide)
    let linked = try fixture.call(
      .post, "/v1/tours/import", as: other, bytes: plain.bytes, type: "application/geo+json")
    #expect(linked.status == 201 && linked.json["picture"] == nil, "\(linked.text)")
    #expect(linked.json["notes"]?.array?.count == 2)
  }

  @Test("pictures that nothing shows any more go a day later")
  func sweeping() throws {
    let guide = try fixture.guide()
    let tour = "/v1/tours/\(try fixture.draft(by: guide))"
    try picture(tour, by: guide)
    let cover = try read(tour, as: guide).json["picture"]
    let bare = try fixture.call(
      .delete, tour + "/picture", as: guide, headers: [tag(tour, as: guide)])
    #expect(bare.status == 200)
    #expect(try fixture.services.pictures.sweep() == 0, "it may come back")
    fixture.clock.advance(seconds: 86_401)
    #expect(try fixture.services.pictures.sweep() == 1)
    #expect(try read(address(cover), as: fixture.admin()).status == 404)
  }
}
