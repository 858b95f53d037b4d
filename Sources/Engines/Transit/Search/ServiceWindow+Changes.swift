extension ServiceWindow {
  /// Seconds between two rides at one stop.
  @inline(__always)
  func change(at stop: Int, _ rule: ChangeRule) -> Int32 {
    let ruled = changeSeconds[stop]
    return ruled >= 0 ? ruled : Int32(truncatingIfNeeded: rule.least)
  }

  /// Seconds between two rides with a walk between them.
  @inline(__always)
  func change(_ edge: FootpathTable.Edge, _ rule: ChangeRule) -> Int32 {
    if edge.ruledSeconds >= 0 { return edge.ruledSeconds }
    // Rounded up; at most a day times ten.
    let walk = (Int(edge.seconds) * rule.walkPercent + 99) / 100
    return Int32(truncatingIfNeeded: max(walk, rule.least))
  }
}
