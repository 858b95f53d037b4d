import Base

extension CalendarWriter.Entry {
  /// What is written of an entry whose account has answered single occurrences by themselves: the
  /// series without those it does not come to, and those by themselves to which it comes for sure while it
  /// may come to the others, or the other way round; of a series it does not come to, those it does.
  ///
  /// - Parameters:
  ///   - answers: by the beginnings of the occurrences.
  ///   - budget: is charged for following the rule; what it is too small for is not found.
  /// - Source: RFC 5546, section 3.2.2, on who is invited to single occurrences.
  func asAnswered(
    _ answers: [Instant: Participation.Answer], _ budget: inout RecurrenceBudget
  ) -> [Self] {
    guard !answers.isEmpty else { return [self] }
    guard item.repeats else {
      var entry = self
      entry.participation.answer = answers[item.startsAt] ?? participation.answer
      return entry.participation.isInCalendar ? [entry] : []
    }
    let coming = answers.filter { $0.value == .accepted || $0.value == .tentative }
    guard participation.isInCalendar else { return alone(coming, &budget) }
    var entry = self
    entry.item.excluded.formUnion(answers.keys.filter { coming[$0] == nil })
    return [entry] + standingOut(coming, &budget)
  }

  /// The occurrences that stand otherwise than their series does, for sure or perhaps, by themselves.
  func standingOut(
    _ answers: [Instant: Participation.Answer], _ budget: inout RecurrenceBudget
  ) -> [Self] {
    let isTentative = participation.answer == .tentative
    return alone(answers.filter { ($0.value == .tentative) != isTentative }, &budget)
  }

  /// Those of its occurrences that it has, in order of time.
  private func alone(
    _ answers: [Instant: Participation.Answer], _ budget: inout RecurrenceBudget
  ) -> [Self] {
    var found: [Self] = []
    for (start, answer) in answers.sorted(by: { $0.key < $1.key })
    where item.hasOccurrence(at: start, &budget) {
      found.append(alone(at: start, answer))
    }
    return found
  }

  /// One occurrence of a series, by itself.
  private func alone(at start: Instant, _ answer: Participation.Answer) -> Self {
    var entry = self
    entry.item.start = item.wall(at: start)
    (entry.item.recurrence, entry.item.excluded, entry.item.added) = (nil, [], [])
    entry.item.recurrenceID = CalendarItem.RecurrenceID(series: item.id, occurrence: start)
    entry.participation.answer = answer
    return entry
  }
}
