import Notifications

extension ActivityNotice {
  func words(in room: German) -> String {
    switch self {
    case .pollAsked(let name, let options, let until):
      "\(name) fragt: \(options)? Stimmen Sie bis \(room.time(until)) ab."
    case .pollAllVoted(let count, let options, let until):
      "Alle \(count) haben in Ihrer Umfrage (\(options)) vor dem Ende abgestimmt, "
        + "\(room.time(until)). Öffnen Sie dies, um sie zu schließen und weiterzugehen."
    case .pollEnded(let leading, let options, let until):
      "Ihre Umfrage ist zu Ende: \(leading.map { "„\($0)“" }.joined(separator: " und ")) "
        + (leading.count == 1 ? "liegt vorn" : "liegen gleichauf; wählen Sie eines")
        + " (\(options), bis \(room.time(until)))."
    case .pollWithoutVotes(let options, let until):
      "Niemand hat in Ihrer Umfrage (\(options)) bis \(room.time(until)) abgestimmt. "
        + "Tragen Sie die Aktivität von Hand ein."
    case .pollDropped(let name, let options, let until):
      "\(name) hat die Umfrage fallengelassen, die bis \(room.time(until)) gehen sollte: "
        + "\(options)."
    case .invited(let name, let activity, let type, let description, let tasks):
      "\(name) lädt Sie zu „\(activity.name)“ (\(type)) ein: \(description). "
        + "\(activity.whenAndWhere(in: room))."
        + (tasks.map { " Ihre Aufgaben: \($0)." } ?? "")
    case .tasksGiven(let name, let activity, let count, let tasks):
      "\(name) gibt Ihnen \(count == 1 ? "eine Aufgabe" : "Aufgaben") bei „\(activity.name)“, "
        + "\(activity.whenAndWhere(in: room)): \(tasks)."
    }
  }
}

extension ToldActivity {
  func whenAndWhere(in room: German) -> String {
    "\(room.time(from: start, to: end)), \(place?.description ?? "ein Ort auf der Karte")"
  }
}
