import Base
import Calendar

/// Something that a host plans for others of a family or of friends, step by step, until it stands
/// in everybody's calendar.
///
/// What has been entered stays at every step; going back loses nothing.
///
/// - Thread: pure.
public struct Activity: Hashable, Sendable {
  /// - `start`: who is invited, and what it is, if not a poll decides that.
  /// - `polling`: a poll was sent, and its result has not been taken over.
  /// - `scheduling`: what is known, when is open.
  /// - `details`: when is known; where, of which type and who does what are open.
  /// - `confirmed`: the invitations were sent; it stands in the calendars.
  /// - `cancelled`: taken back after it was confirmed; before, nothing is left of it.
  public enum Step: String, Sendable, CaseIterable {
    case start, polling, scheduling, details, confirmed, cancelled
  }

  public var id: EntityID
  public var realm: EntityID
  public var host: EntityID
  public var step = Step.start
  public var name = ""
  public var description = ""
  /// Never the host (CG-MF-33).
  public var invitees: Set<EntityID>
  public var span: Intervals.Span?
  /// Whether its time was chosen among those at which all are free; false for one entered by hand.
  public var isChecked = false
  public var place: Place?
  /// The name of its type; empty until it is chosen.
  public var type = ""
  public var tasks: [ActivityTask] = []
  /// The entry of the calendars, once there is one.
  public var item: EntityID?
  /// Whether it has a poll that was sent.
  public var hasPoll = false
  public var createdAt: Instant
  public var version = 1

  public init(
    id: EntityID, realm: EntityID, host: EntityID, invitees: Set<EntityID>, createdAt: Instant
  ) {
    self.id = id
    self.realm = realm
    self.host = host
    self.invitees = invitees.subtracting([host])
    self.createdAt = createdAt
  }

  /// Host and invitees.
  public var participants: Set<EntityID> { invitees.union([host]) }

  /// Whether others than the host may know of it: not of a draft that nobody was asked about.
  public var isShown: Bool { hasPoll || step == .confirmed || step == .cancelled }

  /// Characters of a name.
  public static let names = 0...200
  /// Characters of a description.
  public static let descriptions = 0...2000
  /// Most that are invited.
  static let maximumInvitees = PlanningGroup.maximumOthers
  /// Most that one host plans at a time in one sub-realm.
  static let limit = 50
}

/// Something to be done for an activity, by exactly one of those who take part.
///
/// - Thread: pure.
public struct ActivityTask: Hashable, Sendable {
  public var title: String
  /// Nil until it is given to somebody.
  public var assignee: EntityID?

  public init(title: String, assignee: EntityID? = nil) {
    self.title = title
    self.assignee = assignee
  }

  /// Characters of a title.
  public static let titles = 1...200
  /// Tasks of one activity or type.
  public static let counts = 0...50
}

/// What of an activity is to be another.
///
/// - Thread: pure.
public struct ActivityChange: Hashable, Sendable {
  public var name: String?
  public var description: String?
  public var invitees: Set<EntityID>?
  public var span: Intervals.Span?
  public var isChecked: Bool?
  public var place: Place?
  public var type: String?
  public var tasks: [ActivityTask]?
  /// Where the host goes next, back or on.
  public var step: Activity.Step?

  public init() {}

  /// Reads any of `{name, description, invitees, start, duration, checked, place, type, tasks,
  /// step}`; start and duration, in seconds, stand together.
  public init(reading fields: JSONFields) {
    name = fields.optional("name") { $0.string("name", Activity.names) }
    description = fields.optional("description") {
      $0.string("description", Activity.descriptions)
    }
    invitees = fields.optional("invitees") { fields in
      Set(fields.array("invitees", 0...Activity.maximumInvitees) { $0.id($1) })
    }
    let start = fields.optional("start") { $0.instant("start") }
    let duration = fields.optional("duration") {
      $0.integer("duration", 60...CalendarItem.longest)
    }
    switch (start, duration) {
    case (let start?, let duration?):
      span = Intervals.Span(start, start.adding(seconds: Int64(duration)))
    case (nil, nil): break
    case (_, nil): fields.reject("duration", "is required beside start")
    case (nil, _): fields.reject("start", "is required beside duration")
    }
    isChecked = fields.optional("checked") { $0.bool("checked") }
    place = fields.optional("place") { $0.object("place") { Place.read($0) } ?? nil } ?? nil
    type = fields.optional("type") { $0.string("type", 0...100) }
    tasks = fields.optional("tasks") { fields in
      fields.array("tasks", ActivityTask.counts) { fields, index in
        fields.object(index) { fields in
          ActivityTask(
            title: fields.string("title", ActivityTask.titles),
            assignee: fields.optional("assignee") { $0.id("assignee") })
        } ?? ActivityTask(title: "")
      }
    }
    step = fields.optional("step") { $0.choice("step", GoalStep.self) }?.flatMap(\.step)
  }

  /// The steps that a host goes to by itself.
  private enum GoalStep: String, CaseIterable {
    case start, scheduling, details

    var step: Activity.Step? { Activity.Step(rawValue: rawValue) }
  }
}
