import Base
import Objects
import Storage

/// Nothing is placed and changed while one is on a tour (UC4.8).
public struct NoPlacingDuringTours: PlacingCondition {
  public init() {}

  public func check(_ account: EntityID, in transaction: WriteTransaction) throws {
    guard
      let run = try RunService.activeRun(of: account, in: transaction, now: transaction.now)
    else { return }
    throw Refusal(
      .conflict, "on-tour",
      "You are on a tour, during which nothing is placed or changed. Pause it first: "
        + "POST /v1/runs/\(run.id)/pause.")
  }
}
