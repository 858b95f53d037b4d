import Access
import Base
import Groups

/// A kind of calendar item: what may be done with its items and by whom, as one value that a
/// capability registers.
///
/// A worked example: lessons of a team, which its editors give and for which members ask.
///
/// ```swift
/// // LessonKind.swift, a new file:
/// extension CalendarItemKind {
///   static let lesson = CalendarItemKind(
///     "lesson", named: "lesson", in: [.team], writers: .editor, isAnsweredByMembers: true,
///     hasDeadline: true, hasCapacity: true)
/// }
///
/// // TrainingCapability.swift, in `parts`:
/// CalendarItemKind.lesson
/// ```
///
/// - Thread: pure.
public struct CalendarItemKind: Sendable {
  /// As it is stored and as the interface calls it, in camel case.
  public let name: String
  /// As a person calls it, in "There is no such ...".
  public let title: String
  /// The kinds of sub-realms that its items can be at home in.
  public let homes: Set<SubRealmKind>
  /// The least role in the home sub-realm with which one makes items and changes those of others;
  /// nil where each changes the own ones alone.
  public let writers: MembershipRole?
  public let statuses: Set<CalendarItem.Status>
  /// Whether every member of the sub-realm may answer, invited or not.
  public let isAnsweredByMembers: Bool
  /// Whether answers can be wanted until some time.
  public let hasDeadline: Bool
  /// Whether the number of those who come can be limited.
  public let hasCapacity: Bool
  /// Whether resources take part, of which each can do so in one item at a time.
  public let takesResources: Bool
  /// Whether its times count as busy for those who come, for all who may ask for free times.
  public let isBusy: Bool
  /// Whether its items are the whole sub-realm's: every member is told of them and of each change,
  /// its admins of each answer, and what is cancelled stays to be seen.
  public let concernsMembers: Bool
  /// Who may do what with its items.
  public let thing: ThingKind

  /// - Parameters:
  ///   - title: as a person calls it.
  ///   - homes: the kinds of sub-realms that its items can be at home in.
  ///   - writers: the least role with which one makes them; nil for everybody in the sub-realm, who
  ///     then changes the own ones alone.
  ///   - isReadOnly: whether its items are made and changed elsewhere, and only seen here.
  public init(
    _ name: String, named title: String, in homes: Set<SubRealmKind>, writers: MembershipRole?,
    statuses: Set<CalendarItem.Status> = Set(CalendarItem.Status.allCases),
    isAnsweredByMembers: Bool = false, hasDeadline: Bool = false, hasCapacity: Bool = false,
    takesResources: Bool = false, isBusy: Bool = true, concernsMembers: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.name = name
    self.title = title
    self.homes = homes
    self.writers = writers
    self.statuses = statuses
    self.isAnsweredByMembers = isAnsweredByMembers
    self.hasDeadline = hasDeadline
    self.hasCapacity = hasCapacity
    self.takesResources = takesResources
    self.isBusy = isBusy
    self.concernsMembers = concernsMembers
    thing = ThingKind(
      title,
      rules: isReadOnly
        ? [Rule(.see, .author, while: .live, .retired)]
        : Self.rules(writers, isAnsweredByMembers, concernsMembers))
  }

  /// Who takes part sees an item from when it is no draft, and so do members of its sub-realm.
  ///
  /// In a personal sub-realm nobody has a role, so that there the one who made it decides alone. What
  /// is the whole sub-realm's belongs to whoever runs it from when it is published: who made it and
  /// runs the sub-realm no longer keeps the drafts alone.
  private static func rules(
    _ writers: MembershipRole?, _ isAnsweredByMembers: Bool, _ concernsMembers: Bool
  ) -> [Rule] {
    var rules = [
      Rule(.see, .author),
      Rule(.see, .holder, while: .live, .retired),
      Rule(.see, .member(.guest), while: .live, .retired),
      Rule(.join, .holder, while: .live),
      Rule(.add, .member(writers ?? .member)),
    ]
    rules += [.edit, .delete, .invite].map {
      writers != nil && concernsMembers ? Rule($0, .author, while: .draft) : Rule($0, .author)
    }
    if isAnsweredByMembers { rules.append(Rule(.join, .member(.member), while: .live)) }
    if let writers {
      rules.append(Rule(.see, .member(writers)))
      rules += [.edit, .delete, .invite].map { Rule($0, .member(writers)) }
    }
    return rules
  }
}

/// The kinds that calendars know from the start (DOMAIN, Calendar).
extension CalendarItemKind {
  /// In one's own calendar, with others as guests.
  public static let appointment = CalendarItemKind(
    "appointment", named: "appointment", in: [.personal], writers: nil,
    statuses: [.tentative, .confirmed, .cancelled])
  /// Of a team, community or organization: made by its admins, answered by its members.
  public static let event = CalendarItemKind(
    "event", named: "event", in: [.team, .community, .organization], writers: .admin,
    isAnsweredByMembers: true, hasDeadline: true, hasCapacity: true, concernsMembers: true)
  /// Of a team, usually recurring.
  public static let practice = CalendarItemKind(
    "practice", named: "practice", in: [.team], writers: .admin, isAnsweredByMembers: true,
    hasDeadline: true, hasCapacity: true, concernsMembers: true)
  /// Of a family or of friends, by whoever hosts it.
  public static let activity = CalendarItemKind(
    "activity", named: "activity", in: [.family, .group, .direct], writers: nil,
    isAnsweredByMembers: true, hasDeadline: true, hasCapacity: true)
  /// Of something that one at a time can use.
  public static let booking = CalendarItemKind(
    "booking", named: "booking", in: [.family, .group, .team, .community, .organization],
    writers: nil, takesResources: true)
  /// A tour that somebody guides.
  public static let tourSession = CalendarItemKind(
    "tourSession", named: "guided tour", in: [.organization], writers: .editor,
    isAnsweredByMembers: true, hasDeadline: true, hasCapacity: true)

  /// Of a calendar that somebody subscribes to: it is changed there, not here.
  static let subscribed = CalendarItemKind(
    "subscribed", named: "entry of a subscribed calendar", in: [.personal], writers: nil,
    statuses: [.confirmed, .tentative], isReadOnly: true)
  /// The same that takes up no time (TRANSP:TRANSPARENT), such as a public holiday.
  static let subscribedNote = CalendarItemKind(
    "subscribedNote", named: "entry of a subscribed calendar", in: [.personal], writers: nil,
    statuses: [.confirmed, .tentative], isBusy: false, isReadOnly: true)

  static let all = [
    appointment, event, practice, activity, booking, tourSession, subscribed, subscribedNote,
  ]
}

/// All kinds that are registered.
///
/// - Thread: pure.
public struct CalendarItemKinds: Sendable {
  private let byName: [String: CalendarItemKind]

  /// - Throws: `conflict` when two have one name.
  public init(_ kinds: [CalendarItemKind]) throws(Refusal) {
    var byName: [String: CalendarItemKind] = [:]
    for kind in kinds where byName.updateValue(kind, forKey: kind.name) != nil {
      throw Refusal(
        .conflict, "registered-twice", "Two kinds of calendar items are named \(kind.name).")
    }
    self.byName = byName
  }

  /// In order of their names.
  public var names: [String] { byName.keys.sorted() }

  /// The names of those that are a whole sub-realm's, in order.
  public var ofMembers: [String] {
    byName.values.filter(\.concernsMembers).map(\.name).sorted()
  }

  /// - Throws: `invalid` for a name that no kind has.
  public func kind(_ name: String) throws(Refusal) -> CalendarItemKind {
    guard let kind = byName[name] else {
      throw Refusal.invalid("/kind", "There is no kind of calendar item named \(name.prefix(40)).")
    }
    return kind
  }
}

extension CalendarItem {
  /// Refuses to change as an appointment what has rules of its own: a booking, a practice.
  ///
  /// - Throws: `conflict` with slug `changed-elsewhere`.
  public func checkIsAppointment() throws(Refusal) {
    guard kind == CalendarItemKind.appointment.name else {
      throw Refusal(
        .conflict, "changed-elsewhere",
        "This entry is a \(kind), which is changed where it was made. Its notes, reminder and "
          + "modes can be changed here.")
    }
  }
}
