import Access
import Base
import Storage

/// An item with what decides who may do what with it.
///
/// - Thread: pure.
public struct SeenItem: Sendable {
  public var item: CalendarItem
  public var kind: CalendarItemKind
  /// The caller's part in it, unless the caller takes none or must not know of it.
  public var participation: Participation?
  /// The sub-realm that takes part in the item and through which alone the caller sees it; nil for
  /// members of the item's own, and for those who are invited for themselves.
  public var through: EntityID?
  /// What ``Rights`` decide by.
  public var thing: Thing

  /// Reads an item for somebody.
  ///
  /// - Throws: `notFound` to those who may not see it.
  public init(
    _ id: EntityID, caller: Caller, _ kinds: CalendarItemKinds, in session: StoreSession
  ) throws {
    _ = try caller.requiredPerson()
    guard let item = try CalendarItemStore.find(id, in: session) else {
      throw Refusal.notFound(CalendarItemKind.appointment.title)
    }
    try self.init(item, caller: caller, kinds, in: session)
    try Rights.check(caller, .see, thing)
  }

  /// The same of an item that was read; whether the caller sees it has to be asked.
  init(
    _ item: CalendarItem, caller: Caller, _ kinds: CalendarItemKinds, in session: StoreSession
  ) throws {
    let account = try caller.requiredPerson().account
    self.item = item
    kind = try kinds.kind(item.kind)
    participation = try CalendarAccess.part(of: account, in: item.id, session)
    if kind.concernsMembers, caller.role(in: item.realm) == nil {
      through = try ParticipatingRealms.first(of: item.id, with: caller, in: session)
    }
    let isEditor = try CalendarEditors.has(account, of: item.id, in: session)
    // Members of what takes part come for themselves; guests look on there as they do at home.
    let comes = through.map { ParticipatingRealms.isMember(of: $0, caller) } ?? false
    let lookedOn = comes ? [] : [through].compactMap(\.self)
    thing = Thing(
      kind.thing, realms: [item.realm] + lookedOn, author: isEditor ? account : item.organizer,
      state: item.status.thingState, isHeld: participation != nil || comes)
  }
}
