import Access
import Base
import Calendar
import Storage

/// An appointment as one of its participants sees it, with the way to it.
public struct AppointmentDetails: Sendable {
  public var calendar: CalendarItemDetails
  /// The plan for the occurrence that is shown.
  public var plan: TravelPlan?
  /// Whether plans can be made anew just now.
  public var isPlanCurrent: Bool

  public var item: CalendarItem { calendar.item }
  public var participation: Participation { calendar.participation }
  public var participants: [Participant] { calendar.participants }
  public var start: Instant { calendar.start }

  /// Grows with everything that its reader can see of it, but for the plan.
  public var version: Int { calendar.version }

  /// Writes the appointment as one JSON object.
  public func write(to json: inout JSONWriter) {
    calendar.write(to: &json) { json in
      guard let plan else { return }
      json.key("plan")
      plan.write(isCurrent: isPlanCurrent, to: &json)
    }
  }
}

/// One line of a calendar.
public struct CalendarLine: Sendable {
  public var occurrence: Occurrence
  public var plan: TravelPlan?
  /// How the sub-realm is called that it is at home in; nil for what is in somebody's own calendar.
  public var realmName: String?
  /// What else takes place at its time.
  public var overlapping: Occurrence?

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    let item = occurrence.item
    json.object { json in
      json.member("id", item.id)
      json.member("kind", item.kind)
      if let realmName {
        json.object("realm") { json in
          json.member("id", item.realm)
          json.member("name", realmName)
        }
      }
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
      json.member("overlaps", overlapping?.item.title)
    }
  }
}
