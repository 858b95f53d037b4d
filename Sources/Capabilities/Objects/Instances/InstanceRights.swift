import Access
import Base
import Storage

extension ThingKind {
  /// Placed objects: seen in the sub-realms that they are shared in, changed by who placed them.
  public static let instance = ThingKind(
    "instance", hidesBlockedAuthors: true,
    refusals: [
      .edit: notAuthor, .delete: notAuthor,
    ],
    rules: [
      Rule(.see, .author, while: .live, .published, .retired),
      Rule(.see, .member(.guest), while: .live, .published),
      Rule(.see, .systemAdmin, while: .published),
      Rule(.join, .person, while: .live, .published),
      Rule(.edit, .author, while: .live, .published, .retired),
      Rule(.delete, .author, while: .live, .published, .retired),
    ])

  private static let notAuthor = Refusal(
    .forbidden, "not-author", "Only who placed it can change or remove this instance.")
}

extension Instance {
  /// What rights need to know of it.
  var thing: Thing {
    let isPublic = placement.realms.contains(SubRealmID.publicRealm)
    let thingState: ThingState =
      switch state {
      case .live: isPublic ? .published : .live
      case .hidden: .retired
      case .removed: .withdrawn
      }
    return Thing(.instance, realms: placement.realms, author: author, state: thingState)
  }

  /// The live or hidden instance, if `caller` may do `verb` with it.
  ///
  /// - Throws: `notFound` for absent, removed and hidden ones alike; `forbidden`.
  static func find(
    _ id: EntityID, to verb: Verb = .see, caller: Caller, in session: StoreSession
  ) throws -> Instance {
    guard let instance = try InstanceStore.findKept(id, in: session) else {
      throw Refusal.notFound("instance")
    }
    try Rights.check(caller, verb, instance.thing)
    return instance
  }
}
