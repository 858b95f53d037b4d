import Access
import Base
import Calendar
import Identity
import Storage

/// An activity as one of those who take part sees it.
///
/// - Thread: pure.
public struct ActivityEntry: Sendable {
  public var activity: Activity
  public var poll: Poll?
  var viewer: EntityID
  var names: [EntityID: String]

  init(_ activity: Activity, for viewer: EntityID, in session: StoreSession) throws {
    self.activity = activity
    self.viewer = viewer
    poll = try PollStore.find(
      activity.id, host: activity.host, invitees: activity.invitees, in: session)
    names = try AccountDirectory.names(of: activity.participants.sorted(), in: session)
  }

  private func write(_ name: StaticString, _ account: EntityID, to json: inout JSONWriter) {
    json.object(name) { json in
      json.member("id", account)
      json.member("name", names[account] ?? "")
    }
  }

  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", activity.id)
      json.member("realm", activity.realm)
      write("host", activity.host, to: &json)
      json.member("hosted", activity.host == viewer)
      json.member("step", activity.step.rawValue)
      json.member("name", activity.name)
      json.member("description", activity.description)
      json.array("invitees") { json in
        for account in activity.invitees.sorted(by: inOrder) {
          json.object { json in
            json.member("id", account)
            json.member("name", names[account] ?? "")
          }
        }
      }
      json.member("start", activity.span?.start)
      json.member("end", activity.span?.end)
      json.member("checked", activity.isChecked)
      if let place = activity.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("type", activity.type)
      json.array("tasks") { json in
        for task in activity.tasks {
          json.object { json in
            json.member("title", task.title)
            if let assignee = task.assignee { write("assignee", assignee, to: &json) }
          }
        }
      }
      if let poll { json.object("poll") { write(poll, to: &$0) } }
      json.member("appointment", activity.item)
      json.member("createdAt", activity.createdAt)
      json.member("version", activity.version)
    }
  }

  private func inOrder(_ a: EntityID, _ b: EntityID) -> Bool {
    (NameKey.of(names[a] ?? ""), a) < (NameKey.of(names[b] ?? ""), b)
  }

  /// Counts are shown after closing (CG-MF-32); how many have voted, to the host alone.
  private func write(_ poll: Poll, to json: inout JSONWriter) {
    json.member("state", poll.state.rawValue)
    json.member("deadline", poll.deadline)
    json.array("options") { json in
      for (option, votes) in zip(poll.options, poll.counts) {
        json.object { json in
          json.member("id", option.id)
          json.member("name", option.name)
          json.member("description", option.text)
          json.member("start", option.span?.start)
          json.member("end", option.span?.end)
          if let place = option.place {
            json.key("place")
            place.write(to: &json)
          }
          if poll.showsCounts { json.member("votes", votes) }
        }
      }
    }
    json.array("ballot") { json in
      for option in poll.options where poll.ballots[viewer]?.contains(option.id) ?? false {
        json.id(option.id)
      }
    }
    json.array("leading") { json in
      if poll.showsCounts { for option in poll.leading { json.id(option.id) } }
    }
    json.member("chosen", poll.chosen)
    json.member("voters", poll.invitees.count)
    if activity.host == viewer { json.member("voted", poll.ballots.count) }
  }
}

/// A poll that is to be sent.
///
/// - Thread: pure.
public struct PollDraft: Hashable, Sendable {
  public var deadline: Instant
  var options: [PollOption]

  /// Reads `{deadline, options: [{name, description?, start?, end?, place?}]}`.
  public init(reading fields: JSONFields) {
    deadline = fields.instant("deadline")
    options = fields.array("options", PollOption.counts) { fields, index in
      fields.object(index) { Self.option(reading: $0) }
        ?? PollOption(id: EntityID(high: 0, low: 0), name: "")
    }
  }

  private static func option(reading fields: JSONFields) -> PollOption {
    var option = PollOption(
      id: EntityID(high: 0, low: 0), name: fields.string("name", PollOption.names),
      text: fields.optional("description") { $0.string("description", PollOption.texts) } ?? "")
    let start = fields.optional("start") { $0.instant("start") }
    let end = fields.optional("end") { $0.instant("end") }
    switch (start, end) {
    case (let start?, let end?):
      if start < end, end.seconds(since: start) <= Double(CalendarItem.longest) {
        option.span = Intervals.Span(start, end)
      } else {
        fields.reject("end", "must lie after start, within 31 days")
      }
    case (nil, nil): break
    case (_, nil): fields.reject("end", "is required beside start")
    case (nil, _): fields.reject("start", "is required beside end")
    }
    option.place = fields.optional("place") { $0.object("place") { Place.read($0) } ?? nil } ?? nil
    return option
  }
}
