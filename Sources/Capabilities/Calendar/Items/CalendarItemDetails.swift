import Base
import Identity
import Storage

/// An item as one of those who take part in it sees it.
public struct CalendarItemDetails: Sendable {
  public var item: CalendarItem
  public var participation: Participation
  public var organizerName: String
  public var participants: [Participant]
  /// Which occurrence is shown; of a series, the next one unless another was asked for.
  public var start: Instant
  /// Whether the reader waits for a place.
  public var waits: Bool

  /// Reads an item for an account.
  ///
  /// - Throws: `notFound`, also to those who take no part in it.
  public init(
    _ id: EntityID, at occurrence: Instant?, of account: EntityID, now: Instant,
    in session: StoreSession
  ) throws {
    (item, participation) = try CalendarAccess.find(id, for: account, in: session)
    start = try item.start(at: occurrence, now: now)
    waits = try WaitingList.has(account, of: id, in: session)
    organizerName = try AccountDirectory.name(of: item.organizer, in: session)
    participants = try ParticipationStore.participants(of: id, for: account, in: session)
    if item.organizer == account { participants += try InvitedAddresses.all(of: id, in: session) }
  }

  /// Grows with everything that its reader can see of it.
  public var version: Int { item.version + participation.version - 1 }

  public var isOwn: Bool { item.organizer == participation.account && !item.isSubscribed }

  /// Writes the item as one JSON object.
  ///
  /// - Parameter more: writes further members of it.
  public func write(to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }) {
    json.object { json in
      json.member("id", item.id)
      json.member("uid", item.uid)
      json.member("kind", item.kind)
      json.member("realm", item.realm)
      json.member("title", item.title)
      json.member("description", item.description.orNil)
      json.member("start", item.start.description)
      json.member("zone", item.zone.name)
      json.member("duration", item.duration)
      json.member("allDay", item.isAllDay)
      json.member("startsAt", start)
      json.member("endsAt", item.end(from: start))
      json.member("recurrence", item.recurrence?.text)
      json.member("series", item.recurrenceID?.series)
      json.member("occurrence", item.recurrenceID?.occurrence)
      if let place = item.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("status", item.status.rawValue)
      json.member("responseDeadline", item.responseDeadline)
      json.member("capacity", item.capacity)
      json.member("minimumAge", item.minimumAge)
      json.object("organizer") { json in
        json.member("id", item.organizer)
        json.member("name", organizerName)
      }
      json.array("participants") { json in
        for participant in participants { participant.write(to: &json) }
      }
      json.member("own", isOwn)
      json.member("answer", participation.answer.rawValue)
      json.member("comment", participation.comment.orNil)
      if waits { json.member("waits", true) }
      json.member("notes", participation.notes)
      json.member("preNotification", participation.preNotification)
      if let modes = participation.modes { json.member("modes", words: modes) }
      more(&json)
      json.member("createdAt", item.createdAt)
      json.member("updatedAt", item.updatedAt)
      json.member("version", version)
    }
  }
}

extension Participant {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", account)
      json.member("name", name)
      json.member("answer", answer.rawValue)
    }
  }
}
