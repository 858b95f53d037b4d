import Access
import Base
import Groups
import HTTPServing
import Media
import MediaFormats

/// What an invitation says to whoever holds its token and is not logged in.
extension RealmEndpoints {
  var openInvitationOperations: [Operation] {
    [
      Operation(
        .get, "/v1/invitations/{invitation}/picture/{width}", "getInvitationPicture",
        "One of the sizes of the picture of the group that a link invites to, by its token.",
        access: .anyoneButAdmins, budget: .map,
        answers: [.content(ImageInfo.FileType.webp.mimeType, "The file")],
        errors: ["content-gone", "range-not-satisfiable", "stale"]
      ) { request in
        let invitation = try invitations.open(token: request.path["invitation"])
        guard let width = Int(request.path["width"]),
          let size = try picture(of: invitation)?.sizes.first(where: { $0.width == width })
        else { throw Refusal.notFound("size of the picture") }
        return try files.response(to: request.http, size.media, isLasting: false)
      }
    ]
  }

  func open(_ token: String, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let invitation = try invitations.open(token: token)
    let picture = try picture(of: invitation)
    return request.json { json in
      invitation.write(to: &json) { json in
        guard let picture else { return }
        json.key("picture")
        // Its usual address is for those alone who see the group.
        picture.write(to: &json, at: "/v1/invitations/\(token)/picture")
      }
    }
  }

  private func picture(of invitation: OpenInvitation) throws -> Picture? {
    guard let realm = invitation.realm else { return nil }
    let kind = realm.kind == .organization ? OrganizationPictures.kind : SubRealmPictures.kind
    return try pictures.pictures(of: kind, [realm.id])[realm.id]
  }
}
