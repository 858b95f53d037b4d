import Base

/// A picture as requests name it: `{"id": ...}`, or the whole picture of an answer.
enum PictureReference {
  static func read(_ fields: JSONFields, _ name: String) -> EntityID? {
    fields.object(name, component: "PictureReference") { picture in
      let id = picture.id("id")
      // What an answer says of it, so that an answer can be sent back.
      for member in ["alt", "width", "height", "placeholder", "sizes"] {
        _ = picture.optional(member) { $0.value(member) }
      }
      return id
    }
  }
}
