import Calendar

/// An occurrence with its plan.
struct PlannedOccurrence {
  var occurrence: Occurrence
  var plan: TravelPlan
  /// Whether the plan was made just now, and has to be written.
  var isNew: Bool
}

extension TravelPlanner {
  /// What a plan for `occurrence` would rest on.
  func basis(of occurrence: Occurrence, in timeline: [Occurrence]) -> [UInt8] {
    basis(
      occurrence, Self.previous(of: occurrence, in: timeline), preferences.rules(for: occurrence),
      parkedCar(before: occurrence, in: timeline))
  }
}
