import Base
import Calendar

extension Activity {
  /// Takes over what the host has entered, and goes where the host wants to go, if that is complete.
  ///
  /// - Throws: `conflict` with slug `activity-state` for a step out of turn; `invalid` that names
  ///   what is missing; nothing is changed then.
  /// - Complexity: O(invitees + tasks).
  public mutating func apply(_ change: ActivityChange, at now: Instant) throws(Refusal) {
    guard step != .cancelled else { throw Self.outOfTurn("It was cancelled.") }
    var new = self
    new.name = change.name ?? name
    new.description = change.description ?? description
    new.isChecked = change.isChecked ?? (change.span == nil ? isChecked : false)
    new.span = change.span ?? span
    new.place = change.place ?? place
    new.type = change.type ?? type
    new.tasks = change.tasks ?? tasks
    if let invitees = change.invitees {
      guard step != .polling, step != .confirmed || invitees == self.invitees else {
        throw Self.outOfTurn("Those who were asked stay the same.")
      }
      new.invitees = invitees.subtracting([host])
    }
    let strangers = new.tasks.contains { task in
      task.assignee.map { !new.participants.contains($0) } ?? false
    }
    if strangers, change.tasks != nil {
      throw Refusal.invalid("/tasks", "Tasks are given to those who take part.")
    }
    // Who is invited no more does nothing either.
    for index in new.tasks.indices
    where new.tasks[index].assignee.map({ !new.participants.contains($0) }) ?? false {
      new.tasks[index].assignee = nil
    }
    if new.span != span { try new.checkTime(now) }
    if step == .confirmed { try new.checkStaysComplete(changing: change) }
    if let goal = change.step, goal != step { try new.go(to: goal, at: now) }
    self = new
  }

  private mutating func go(to goal: Step, at now: Instant) throws(Refusal) {
    switch (step, goal) {
    // Back is always open; what was entered stays.
    case (.scheduling, .start), (.details, .start), (.details, .scheduling): break
    case (.start, .scheduling), (.start, .details):
      try checkWhat()
      if goal == .details { try checkTime(now) }
    case (.scheduling, .details): try checkTime(now)
    case (.polling, .scheduling):
      throw Self.outOfTurn("Its poll has not been decided.")
    default: throw Self.outOfTurn("It cannot go from \(step.rawValue) to \(goal.rawValue).")
    }
    step = goal
  }

  /// Refuses a start page that is not complete (MF-T-clickNext-start).
  private func checkWhat() throws(Refusal) {
    try checkWords()
    guard !invitees.isEmpty else {
      throw Refusal.invalid("/invitees", "Somebody has to be invited.")
    }
  }

  private func checkWords() throws(Refusal) {
    guard !name.isEmpty else { throw Refusal.invalid("/name", "Give the activity a name.") }
    guard !description.isEmpty else {
      throw Refusal.invalid("/description", "Describe the activity.")
    }
  }

  /// Refuses a time that lies in the past (CG-MF-03: date and time are one instant).
  private func checkTime(_ now: Instant) throws(Refusal) {
    guard let span else { throw Refusal.invalid("/start", "Choose a time.") }
    guard span.start >= now else {
      throw Refusal.invalid("/start", "The start must not lie in the past.")
    }
    guard span.start < span.end else {
      throw Refusal.invalid("/duration", "The end must lie after the start.")
    }
  }

  /// Refuses details that are not complete (MF-T-clickSendInvites, MF-PFA-17).
  private func checkComplete() throws(Refusal) {
    try checkWhat()
    try checkPlaceAndType()
    try checkTasks()
  }

  /// Refuses to leave a gap in what is confirmed; what those who have left since the invitations
  /// were sent leave behind, tasks that are free and maybe nobody invited, holds up no other change.
  private func checkStaysComplete(changing change: ActivityChange) throws(Refusal) {
    try checkWords()
    try checkPlaceAndType()
    if change.tasks != nil { try checkTasks() }
  }

  private func checkPlaceAndType() throws(Refusal) {
    guard let place, place.position != nil || place.label != nil || place.address != nil else {
      throw Refusal.invalid("/place", "Say where it takes place.")
    }
    guard !type.isEmpty else { throw Refusal.invalid("/type", "Choose a type of activity.") }
  }

  private func checkTasks() throws(Refusal) {
    guard !tasks.isEmpty else {
      throw Refusal.invalid("/tasks", "A type of activity has at least one task.")
    }
    guard tasks.allSatisfy({ $0.assignee != nil }) else {
      throw Refusal.invalid("/tasks", "Give each task to somebody.")
    }
  }

  /// A poll about it was sent.
  ///
  /// - Throws: `conflict` with slug `activity-state`.
  public mutating func beginPoll() throws(Refusal) {
    guard step == .start else { throw Self.outOfTurn("A poll comes at its start.") }
    step = .polling
  }

  /// An option of its poll was chosen: what, and if the option says so, when and where (MF-PFA-13).
  ///
  /// - Throws: `conflict` with slug `activity-state`.
  public mutating func take(_ option: PollOption, at now: Instant) throws(Refusal) {
    guard step == .polling else { throw Self.outOfTurn("It has no poll to decide.") }
    name = option.name
    // A description is wanted later, and an option need not have one.
    description = option.text.isEmpty ? option.name : option.text
    // A time that has passed meanwhile is chosen anew.
    if let span = option.span, span.start >= now { self.span = span }
    place = option.place ?? place
    step = .scheduling
  }

  /// Nobody voted: the host enters by hand what it is (PFA1.E1.9).
  ///
  /// - Throws: `conflict` with slug `activity-state`.
  public mutating func leavePoll() throws(Refusal) {
    guard step == .polling else { throw Self.outOfTurn("It has no poll.") }
    step = .start
  }

  /// The invitations are sent: it is complete.
  ///
  /// - Throws: `conflict` with slug `activity-state`; `invalid` that names what is missing.
  public mutating func confirm(as item: EntityID, at now: Instant) throws(Refusal) {
    guard step == .details else { throw Self.outOfTurn("Its details come first.") }
    try checkTime(now)
    try checkComplete()
    step = .confirmed
    self.item = item
  }

  static func outOfTurn(_ why: String) -> Refusal {
    Refusal(.conflict, "activity-state", "The activity is not at a step for this. \(why)")
  }
}
