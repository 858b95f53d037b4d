import Base
import Realms
import Storage

/// An appointment as one of its participants sees it.
public struct AppointmentDetails: Sendable {
  public var item: CalendarItem
  public var participation: Participation
  public var organizerName: String
  public var participants: [Participant]
  /// The plan for the occurrence that is shown.
  public var plan: TravelPlan?
  /// Which occurrence is shown; of a series, the next one unless another was asked for.
  public var start: Instant
  /// Whether plans can be made anew just now.
  public var isPlanCurrent: Bool

  /// Grows with everything that its reader can see of it, but for the plan.
  public var version: Int { item.version + participation.version - 1 }

  public var isOwn: Bool { item.organizer == participation.account }
}

extension AppointmentDetails {
  /// Writes the appointment as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", item.id)
      json.member("uid", item.uid)
      json.member("title", item.title)
      json.member("start", item.start.description)
      json.member("zone", item.zone.name)
      json.member("duration", item.duration)
      json.member("allDay", item.isAllDay)
      json.member("startsAt", start)
      json.member("endsAt", item.end(from: start))
      json.member("recurrence", item.recurrence?.text)
      json.member("series", item.slot?.series)
      json.member("occurrence", item.slot?.occurrence)
      if let place = item.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("status", item.status.rawValue)
      json.key("organizer")
      json.object { json in
        json.member("id", item.organizer)
        json.member("name", organizerName)
      }
      json.key("participants")
      json.array { json in
        for participant in participants {
          json.object { json in
            json.member("id", participant.account)
            json.member("name", participant.name)
            json.member("answer", participant.answer.rawValue)
          }
        }
      }
      json.member("own", isOwn)
      json.member("answer", participation.answer.rawValue)
      json.member("notes", participation.notes)
      json.member("preNotification", participation.preNotification)
      if let modes = participation.modes { json.member("modes", words: modes) }
      if let plan {
        json.key("plan")
        plan.write(isCurrent: isPlanCurrent, to: &json)
      }
      json.member("createdAt", item.createdAt)
      json.member("updatedAt", item.updatedAt)
      json.member("version", version)
    }
  }
}

/// One line of a calendar.
public struct CalendarLine: Sendable {
  public var occurrence: Occurrence
  public var plan: TravelPlan?

  public func write(to json: inout JSONWriter) {
    let item = occurrence.item
    json.object { json in
      json.member("id", item.id)
      json.member("title", item.title)
      json.member("startsAt", occurrence.start)
      json.member("endsAt", occurrence.end)
      json.member("zone", item.zone.name)
      json.member("allDay", item.isAllDay)
      json.member("repeats", item.repeats)
      if let place = item.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("status", item.status.rawValue)
      json.member("own", item.organizer == occurrence.participation.account)
      json.member("answer", occurrence.participation.answer.rawValue)
      // TV-ALY-08, TV-ALY-09: at most one time of the way and one verdict.
      json.member("verdict", plan?.verdict.rawValue)
      json.member("leaveAt", plan?.leaveAt)
      json.member("minutes", plan?.journey?.minutes)
    }
  }
}
