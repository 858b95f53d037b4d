/// What was asked of figures: what a change must not lose.
///
/// By the names of their cases, with a colon of what was seen besides. A run in which one is missed fails at its end.
///
/// They are those of the Numbers page, for a machine of two cores that does nothing else. What it says was
/// missed stands here, too, so that each run says it again.
enum Bars {
  static func bar(of name: String) -> Bar? { all[name] }

  private static let all: [String: Bar] = [
    "PackedPoints.build/1e6": .atMost(1000),
    "PackedPoints.a100/1e6": .atMost(1.5),
    "PackedPoints.b1k/1e6": .atMost(20),
    "PackedPoints.knn20/1e6": .atMost(8),
    "Catalog.nearby/1e3-memberships:1/1e6": .atMost(3),
    "Nearby.http/a100+realm/1e6/c16": .atLeast(60_000),
    "View.engine/1e3/1e5-walls:p99": .atMost(300),
    "View.engine/1e5/1e5-walls:p99": .atMost(5000),
    "View.cold/1e6:coldToWarm": .atMost(2),
    "View.cold/1e6/100-writes:coldToWarm": .atMost(2),
    "Writes.sqlite/c64": .atLeast(5000),
    "Writes.sqlite/bulk-1e4": .atLeast(50_000),
    "Redis.nearby/a100/c16": .atLeast(1),
    "Redis.nearby/a100+realm/c16": .atLeast(1),
    "Proximity.update/1e4/1e5/p1": .atLeast(3_000_000),
    "Proximity.update/1e4/1e5/p100": .atLeast(5_000_000),
    "Proximity.memory/1e6": .atMost(300),
    "Positions.http/1e4/p1/c16": .atLeast(70_000),
    "Server.ready/vaduz": .atMost(1000),
    "Server.resident/vaduz": .atMost(80),
    "Server.ready/1e6": .atMost(200),
    "Server.ready/1e6/rows": .atMost(1000),
    "Transit.pareto/heidelberg": .atMost(6000),
    "Transit.pareto/nyc-subway": .atMost(6000),
    "Transit.day-table/heidelberg": .atMost(20_000),
    "Transit.day-table/nyc-subway": .atMost(20_000),
    "Itineraries.depart-at/heidelberg:p99": .atMost(5000),
    "Itineraries.arrive-by/heidelberg:p99": .atMost(5000),
    "Places.typing/porto": .atMost(1000),
    "Places.typing/helsinki": .atMost(1000),
    "Places.found/porto": .atLeast(98),
    "Places.found/helsinki": .atLeast(98),
    "Planning.slots/50x92": .atMost(50),
    "Planning.slots/50x92-ways": .atMost(50),
    "Planning.meet/20x2000-longest": .atMost(300),
    "Planning.meet/20x2000-fairness": .atMost(300),
    "Events.month/50": .atMost(20),
    "Events.telling/1000": .atMost(1000),
  ]
}
