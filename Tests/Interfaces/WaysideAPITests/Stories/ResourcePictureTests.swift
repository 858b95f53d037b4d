import Access
import Base
import FormatSamples
import HTTPServing
import Storage
import Testing
import WaysideAPI

@Suite("photos of resources")
struct ResourcePictureTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func address(_ picture: JSONValue?) throws -> String {
    try #require(picture?["sizes"]?[0]?["content"]?.string)
  }

  @Test(
    "an admin sees a family's photo only once it was reported, and the look stands in the audit log"
  )
  func looks() throws {
    let (members, id, put) = try fixture.photographedCar()
    let admin = try fixture.admin()
    let content = try address(put.json)
    #expect(try fixture.call(.get, content, as: members[1]).status == 200)
    #expect(try fixture.call(.get, content, as: admin).status == 404, "nobody reported it")
    #expect(try fixture.audited(id, as: admin) == [])
    let report = try fixture.call(
      .post, "/v1/reports", as: members[1],
      ["subject": ["kind": "picture", "id": .text(id)], "reason": "offensive"])
    try #require(report.status == 201, "\(report.text)")
    #expect(try fixture.call(.get, content, as: admin).status == 200)
    #expect(try fixture.audited(id, as: admin) == ["private-picture-read"])
  }

  @Test(
    "CG-MF-25, MF-AS-10: a resource may have a photo with its words; members see it at once, unexamined, in the list and by itself, and nobody else does"
  )
  func shown() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, ben, eve) = (members[0], members[1], try fixture.person("Eve"))
    let path = "/v1/resources/\(try fixture.resource("Car", of: realm, by: ana))"
    let list = "/v1/realms/\(realm)/resources"
    let before = try fixture.call(.get, path, as: ben)
    #expect(before.json["picture"] == nil, "it may do without")
    let put = try fixture.send(.put, path + "/picture", as: ben, "?alt=The+red+car")
    try #require(put.status == 200, "\(put.text)")
    let sizes = try #require(put.json["sizes"]?.array)
    #expect(sizes.compactMap { $0["width"]?.integer } == [160, 480, 600])
    #expect(put.json["placeholder"]?.string?.hasPrefix("data:image/webp;base64,") == true)
    let read = try fixture.call(.get, path, as: ana)
    let listed = try fixture.call(.get, list, as: ana).items.first
    for picture in [read.json["picture"], listed?["picture"]] {
      #expect(picture?["alt"]?.string == "The red car")
      #expect(picture?["id"]?.string == put.json["id"]?.string)
    }
    #expect(read.json["version"]?.integer == before.json["version"]?.integer.map { $0 + 1 })
    // Its other words stay, and whoever has an older version changes nothing.
    #expect(read.json["name"]?.string == "Car")
    let stale = try fixture.call(
      .put, path, as: ana, ["name": "Bus"], headers: [before.tag()])
    #expect(stale.status == 412, "\(stale.text)")
    let changed = try fixture.call(.put, path, as: ana, ["name": "Bus"], headers: [read.tag()])
    #expect(changed.json["picture"]?["alt"]?.string == "The red car", "\(changed.text)")
    for size in sizes {
      let file = try #require(size["content"]?.string)
      #expect(try fixture.call(.get, file, as: ana)["Content-Type"] == "image/webp")
      for person in [eve, APIFixture.Person.nobody] {
        #expect(try fixture.call(.get, file, as: person).status == 404)
      }
    }
  }

  @Test(
    "a photo is changed by whoever may change its resource, comes with words, and one replaces the other"
  )
  func changed() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, eve) = (members[0], try fixture.person("Eve"))
    let path = "/v1/resources/\(try fixture.resource("Car", of: realm, by: ana))/picture"
    for reply in [
      try fixture.send(.put, path, as: eve), try fixture.call(.delete, path, as: eve),
    ] {
      #expect(reply.status == 404, "\(reply.text)")
    }
    #expect(try fixture.send(.put, path, as: ana, "").status == 422, "without words")
    let first = try fixture.send(.put, path, as: ana)
    let second = try fixture.send(.put, path, as: ana, "?decorative=true", MediaSamples.photo)
    #expect(second.status == 200 && second.json["alt"]?.string == "", "\(second.text)")
    #expect(try fixture.call(.get, address(first.json), as: ana).status == 404)
    #expect(try fixture.call(.get, address(second.json), as: ana).status == 200)
    // In a team those who run it alone look after what is shared.
    let ben = members[1]
    let team = try fixture.team(of: ana, [ben])
    let ball = "/v1/resources/\(try fixture.resource("Ball", of: team, by: ana))/picture"
    for reply in [try fixture.send(.put, ball, as: ben), try fixture.call(.delete, ball, as: ben)] {
      #expect(reply.status == 403 && reply.slug == "role-too-low", "\(reply.text)")
    }
    let photo = try fixture.send(.put, ball, as: ana)
    #expect(try fixture.call(.get, address(photo.json), as: ben).status == 200)
  }

  @Test("with a resource, and with its family, goes the photo; who took it exports it")
  func freed() throws {
    let (realm, members) = try fixture.family("Ana", "Ben")
    let (ana, ben) = (members[0], members[1])
    var photos: [String] = []
    for name in ["Car", "Boat", "Key"] {
      let path = "/v1/resources/\(try fixture.resource(name, of: realm, by: ana))"
      photos.append(
        try address(fixture.send(.put, path + "/picture", as: ana, "?alt=\(name)").json))
      if name == "Key" { continue }
      if name == "Boat" {
        #expect(try fixture.call(.delete, path + "/picture", as: ana).status == 204)
      } else {
        let tag = try fixture.call(.get, path, as: ana).tag()
        #expect(try fixture.call(.delete, path, as: ana, headers: [tag]).status == 204)
      }
    }
    let exported = try fixture.call(.get, "/v1/me/export", as: ana).json["pictures"]?.array
    #expect(exported?.compactMap { $0["alt"]?.string } == ["Key"])
    #expect(try photos.map { try fixture.call(.get, $0, as: ben).status } == [404, 404, 200])
    let family = "/v1/realms/\(realm)"
    let tag = try fixture.call(.get, family, as: ana).tag()
    #expect(try fixture.call(.delete, family, as: ana, headers: [tag]).status == 204)
    #expect(try fixture.call(.get, photos[2], as: ben).status == 404)
    let left = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM pictures") + $0.count("SELECT COUNT(*) FROM picture_uses")
        + $0.count("SELECT COUNT(*) FROM media WHERE unused_since IS NULL")
    }
    #expect(left == 0)
  }
}
