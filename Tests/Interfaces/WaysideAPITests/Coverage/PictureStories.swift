import Base
import FormatSamples
import HTTPServing
import MediaFormats
import Testing

/// Giving things pictures, looking at them and taking them away.
extension APIFixture {
  /// A picture file of 600 x 300 pixels.
  static let picture: [UInt8] =
    PNGWriter.file(
      width: 600, height: 300,
      pixels: (0..<600 * 300).map { UInt8(truncatingIfNeeded: $0 % 600 / 3) }) ?? []

  /// Sends a picture file.
  func send(
    _ method: HTTPMethod, _ path: String, as person: Person, _ query: String = "?alt=A+view",
    _ bytes: [UInt8] = APIFixture.picture, headers: [(String, String)] = []
  ) throws -> Reply {
    try call(
      method, path + query, as: person, bytes: bytes, type: ContentType.binary, headers: headers)
  }

  func tellOfPictures() throws {
    let (guide, ana) = (try guide(), try person("Ana"))
    let photo = try send(.put, "/v1/me/picture", as: ana, "?alt=Ana+smiling", MediaSamples.photo)
    #expect(photo.status == 200, "\(photo.text)")
    #expect(photo.json["width"]?.integer == 24 && photo.json["height"]?.integer == 48)
    let me = try call(.get, "/v1/me", as: ana)
    #expect(me.json["picture"]?["alt"]?.string == "Ana smiling")
    let id = try photo.require("id")
    #expect(try call(.get, "/v1/pictures/\(id)", as: ana).json["id"]?.string == id)
    let file = try call(.get, "/v1/pictures/\(id)/24", as: ana)
    #expect(file.status == 200 && Array(file.bytes.prefix(4)) == Array("RIFF".utf8))
    #expect(try call(.delete, "/v1/me/picture", as: ana).status == 204)
    #expect(try call(.get, "/v1/me", as: ana).json["picture"] == nil)
    #expect(try call(.get, "/v1/pictures/\(id)", as: ana).status == 404)

    let sign = "/v1/organizations/\(guide.organization)"
    #expect(try send(.put, sign + "/picture", as: guide, "?decorative=true").status == 200)
    #expect(try call(.get, sign, as: ana).json["picture"]?["alt"]?.string == "")
    #expect(try call(.delete, sign + "/picture", as: guide).status == 204)
    #expect(try call(.get, sign, as: ana).json["picture"] == nil)

    try tellOfRealmPictures(ana, guide)
    try tellOfResourcePictures()

    let object = "/v1/objects/\(try self.object(of: ana))"
    #expect(try send(.put, object + "/picture", as: ana).status == 200)
    #expect(try call(.get, object, as: ana).json["picture"]?["width"]?.integer == 600)
    #expect(
      try call(.get, "/v1/inventory?source=own", as: ana).items.first?["picture"]?["height"]?
        .integer
        == 300)
    #expect(try call(.delete, object + "/picture", as: ana).status == 204)
    #expect(try call(.get, object, as: ana).json["picture"] == nil)
    try tellOfTourPictures(guide)
  }

  private func tellOfRealmPictures(_ ana: Person, _ guide: Person) throws {
    let ben = try person("Ben")
    let path = "/v1/realms/\(try group(of: ana))"
    let before = try call(.get, path, as: ana).json["version"]?.integer
    let put = try send(.put, path + "/picture", as: ana)
    #expect(put.status == 200, "\(put.text)")
    let shown = try call(.get, path, as: ana)
    #expect(shown.json["picture"]?["width"]?.integer == 600)
    #expect(shown.json["version"]?.integer == before.map { $0 + 1 })
    #expect(
      try call(.get, "/v1/realms", as: ana).items.contains {
        $0["picture"]?["alt"]?.string == "A view"
      })
    let id = try put.require("id")
    #expect(try call(.get, "/v1/pictures/\(id)", as: ben).status == 404, "nobody else's")
    #expect(try send(.put, path + "/picture", as: ben).status == 404)
    let own = "/v1/realms/\(guide.organization)"
    #expect(try send(.put, own + "/picture", as: guide).slug == "organization-picture")
    let sign = "/v1/organizations/\(guide.organization)/picture"
    #expect(try send(.put, sign, as: guide).status == 200)
    #expect(try call(.get, own, as: guide).json["picture"]?["width"]?.integer == 600)
    #expect(try call(.delete, path + "/picture", as: ana).status == 204)
    #expect(try call(.get, path, as: ana).json["picture"] == nil)
    // With the group goes its picture.
    let last = try send(.put, path + "/picture", as: ana).require("id")
    let tag = try call(.get, path, as: ana).tag()
    #expect(try call(.delete, path, as: ana, headers: [tag]).status == 204)
    #expect(try call(.get, "/v1/pictures/\(last)", as: ana).status == 404)
  }

  private func tellOfResourcePictures() throws {
    let (realm, members) = try family("Dora", "Emil")
    let (dora, emil) = (members[0], members[1])
    let path = "/v1/resources/\(try resource("Car", of: realm, by: dora))"
    let put = try send(.put, path + "/picture", as: emil, "?alt=The+red+car")
    #expect(put.status == 200, "\(put.text)")
    #expect(try call(.get, path, as: dora).json["picture"]?["alt"]?.string == "The red car")
    #expect(try call(.delete, path + "/picture", as: dora).status == 204)
    #expect(try call(.get, path, as: emil).json["picture"] == nil)
  }

  private func tellOfTourPictures(_ guide: Person) throws {
    let tour = "/v1/tours/\(try draft(by: guide))"
    func tag() throws -> (String, String) { try call(.get, tour, as: guide).tag() }
    let cover = try send(.put, tour + "/picture", as: guide, headers: [tag()])
    #expect(cover.status == 200, "\(cover.text)")
    #expect(cover.json["picture"]?["sizes"]?.array?.count == 3)
    #expect(try call(.get, "/v1/tours?own=true", as: guide).items.first?["picture"] != nil)
    let told = try call(
      .patch, tour + "/picture", as: guide, ["alt": "A hill"], headers: [cover.tag()])
    #expect(told.status == 200 && told.json["picture"]?["alt"]?.string == "A hill", "\(told.text)")
    let stop = try #require(cover.json["stops"]?[1]?["id"]?.string)
    let gallery = tour + "/stops/\(stop)/pictures"
    let added = try send(.post, gallery, as: guide, headers: [tag()])
    #expect(added.status == 200, "\(added.text)")
    let first = try #require(added.json["stops"]?[1]?["pictures"]?[0]?["id"]?.string)
    let renewed = try call(
      .patch, gallery + "/\(first)", as: guide, ["decorative": true], headers: [tag()])
    let shown = renewed.json["stops"]?[1]?["pictures"]?[0]
    #expect(renewed.status == 200 && shown?["alt"]?.string == "", "\(renewed.text)")
    let picture = try #require(shown?["id"]?.string)
    let taken = try call(.delete, gallery + "/\(picture)", as: guide, headers: [tag()])
    #expect(taken.status == 200, "\(taken.text)")
    #expect(taken.json["stops"]?[1]?["pictures"]?.array?.isEmpty == true)
    let bare = try call(.delete, tour + "/picture", as: guide, headers: [tag()])
    #expect(bare.status == 200 && bare.json["picture"] == nil, "\(bare.text)")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let picture: [(Set<Principal>, String)] = [
    (everyone, "getPicture getPictureContent"),
    (
      users,
      """
      putOwnPicture removeOwnPicture putObjectPicture removeObjectPicture putRealmPicture \
      removeRealmPicture putResourcePicture removeResourcePicture
      """
    ),
    (
      organizationUsers,
      """
      putOrganizationPicture removeOrganizationPicture putTourPicture removeTourPicture \
      addStopPicture removeStopPicture describeTourPicture describeStopPicture
      """
    ),
  ]
}
