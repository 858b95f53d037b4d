import OSMFiles

/// A turn restriction as mapped: identifiers of ways and nodes.
///
/// - Source: OpenStreetMap wiki, "Relation:restriction".
struct RawRestriction {
  var from: [Int64]
  var to: [Int64]
  var viaNode: Int64?
  var viaWays: [Int64]
  /// Only this turn is allowed, instead of this one being forbidden.
  var isOnly: Bool

  /// Nil unless it is a restriction for cars that holds at all times.
  init?(members: [OSMMember], tags: OSMTags) {
    guard tags.has(.type, "restriction") || tags[.type] == "restriction:motorcar" else {
      return nil
    }
    guard let kind = tags.first(.restrictionMotorcar, .restriction) else { return nil }
    if let except = tags[.except] {
      let vehicles = except.split { $0 == ";" || $0 == "," || $0 == " " }
      if vehicles.contains(where: { $0 == "motorcar" || $0 == "motor_vehicle" || $0 == "vehicle" })
      {
        return nil
      }
    }
    if kind.hasPrefix("only_") {
      isOnly = true
    } else if kind.hasPrefix("no_") {
      isOnly = false
    } else {
      return nil
    }
    from = members.filter { $0.kind == .way && $0.role == "from" }.map(\.ref)
    to = members.filter { $0.kind == .way && $0.role == "to" }.map(\.ref)
    viaNode = members.first { $0.kind == .node && $0.role == "via" }?.ref
    viaWays = members.filter { $0.kind == .way && $0.role == "via" }.map(\.ref)
    guard !from.isEmpty, !to.isEmpty, from.count <= 16, to.count <= 16, viaWays.count <= 16,
      viaNode != nil || !viaWays.isEmpty
    else { return nil }
  }
}
