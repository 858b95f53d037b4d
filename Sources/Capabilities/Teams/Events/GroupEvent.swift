import Base
import Calendar
import Identity
import Storage

/// One occurrence of an event or practice of a sub-realm, as one of its members sees it.
///
/// - Thread: pure.
public struct GroupEvent: Sendable {
  public var item: CalendarItem
  /// When this occurrence begins.
  public var start: Instant
  /// When the next occurrence of a series begins.
  public var nextStart: Instant?
  public var realmName: String
  public var organizerName: String
  public var answers: OccurrenceAnswers
  /// The teams that take part beside the one that plans it, by name; to those who plan it also those
  /// that are invited.
  public var teams: [ParticipatingRealm] = []
  /// The team through which the reader sees it, who is not in the one that plans it.
  public var through: ParticipatingRealm?
  /// How many are in the sub-realm, and in those that take part.
  public var members: Int
  /// How many of those who come cannot be there in time, by their own plans; only for those who run
  /// it, and where enough come that a number says of nobody whether it is meant.
  public var late: Int?
  /// Whose view it is.
  public var reader: EntityID
  public var mayEdit: Bool
  /// Whether the reader can answer now.
  public var isOpen: Bool
  /// Whether it has begun.
  public var hasBegun: Bool
  /// Metres around its place within which one is there; nil where there is no place, and before and
  /// after it takes place.
  public var placeMetres: Double?

  public var end: Instant { item.end(from: start) }

  /// Whether one can be there: it has a place, and takes place.
  func isAtItsPlace(_ now: Instant) -> Bool {
    item.place?.position != nil && item.status.isOn && hasBegun && now <= end
  }

  /// What the reader has said.
  public var own: OccurrenceAnswers.Entry { answers[reader] }

  /// How many members have said nothing; those who left with an answer are not counted.
  public var unanswered: Int {
    max(0, members - answers.entries.values.count { $0.answer != .none })
  }

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", item.id)
      json.member("kind", item.kind)
      json.object("realm") { json in
        json.member("id", item.realm)
        json.member("name", realmName)
      }
      json.member("title", item.title)
      json.member("description", item.description.isEmpty ? nil : item.description)
      json.member("start", item.zone.wallTime(at: start).description)
      json.member("zone", item.zone.name)
      json.member("duration", item.duration)
      json.member("allDay", item.isAllDay)
      json.member("startsAt", start)
      json.member("endsAt", end)
      json.member("recurrence", item.recurrence?.text)
      json.member("repeats", item.repeats)
      json.member("firstStart", item.repeats ? item.start.description : nil)
      json.member("nextStart", nextStart.map { item.zone.wallTime(at: $0).description })
      json.member("series", item.recurrenceID?.series)
      if let place = item.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("placeMetres", placeMetres)
      json.member("status", item.status.rawValue)
      json.member("responseDeadline", item.responseDeadline)
      json.member("capacity", item.capacity)
      json.member("minimumAge", item.minimumAge)
      json.member("link", item.link)
      json.object("organizer") { json in
        json.member("id", item.organizer)
        json.member("name", organizerName)
      }
      json.object("counts") { json in
        json.member("accepted", answers.count(.accepted))
        json.member("tentative", answers.count(.tentative))
        json.member("declined", answers.count(.declined))
        json.member("waiting", answers.count(.waiting))
        json.member("unanswered", unanswered)
        json.member("late", late)
      }
      if !teams.isEmpty {
        json.array("teams") { json in
          for team in teams {
            json.object { json in
              json.member("id", team.realm)
              json.member("name", team.name)
              json.member("state", team.state.rawValue)
            }
          }
        }
      }
      if let through {
        json.object("through") { json in
          json.member("id", through.realm)
          json.member("name", through.name)
        }
      }
      json.member("answer", own.answer.rawValue)
      json.member("comment", own.comment.isEmpty ? nil : own.comment)
      json.member("open", isOpen)
      json.member("begun", hasBegun)
      json.member("mayEdit", mayEdit)
      json.member("createdAt", item.createdAt)
      json.member("updatedAt", item.updatedAt)
      json.member("version", item.version)
    }
  }
}

/// What one member has said to an event, for those who run it.
///
/// - Thread: pure.
public struct MemberAnswer: Sendable {
  public var account: AccountSummary
  public var entry: OccurrenceAnswers.Entry

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("account")
      account.write(to: &json)
      json.member("answer", entry.answer.rawValue)
      json.member("comment", entry.comment.isEmpty ? nil : entry.comment)
      json.member("answeredAt", entry.answeredAt)
    }
  }
}
