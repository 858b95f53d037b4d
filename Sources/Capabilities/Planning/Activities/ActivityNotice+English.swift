import Notifications

extension ActivityNotice {
  func words(in room: English) -> String {
    switch self {
    case .pollAsked(let name, let options, let until):
      "\(name) asks: \(options)? Vote until \(room.time(until))."
    case .pollAllVoted(let count, let options, let until):
      "All \(count) have voted in your poll (\(options)) before its end, \(room.time(until)). "
        + "Open this to close it and go on."
    case .pollEnded(let leading, let options, let until):
      "Your poll has ended: \(leading.map { "“\($0)”" }.joined(separator: " and ")) "
        + (leading.count == 1 ? "leads" : "lead alike; choose one")
        + " (\(options), until \(room.time(until)))."
    case .pollWithoutVotes(let options, let until):
      "Nobody has voted in your poll (\(options)) until \(room.time(until)). "
        + "Enter the activity by hand."
    case .pollDropped(let name, let options, let until):
      "\(name) has dropped the poll that was to end \(room.time(until)): \(options)."
    case .invited(let name, let activity, let type, let description, let tasks):
      "\(name) invites you to “\(activity.name)” (\(type)): \(description). "
        + "\(activity.whenAndWhere(in: room))."
        + (tasks.map { " Your tasks: \($0)." } ?? "")
    case .tasksGiven(let name, let activity, let count, let tasks):
      "\(name) gives you \(count == 1 ? "a task" : "tasks") of “\(activity.name)”, "
        + "\(activity.whenAndWhere(in: room)): \(tasks)."
    }
  }
}

extension ToldActivity {
  func whenAndWhere(in room: English) -> String {
    "\(room.time(from: start, to: end)), \(place?.description ?? "a place on the map")"
  }
}
