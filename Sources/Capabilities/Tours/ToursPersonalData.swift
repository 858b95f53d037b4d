import Base
import Realms
import Registration
import Storage

/// What tours keep about accounts: their runs, and who made which tour.
///
/// Purchases stand in the ledger, which has rules of its own.
///
/// - Thread: pure.
public struct ToursPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let runs = try RunStore.all(of: account, in: session)
    let tours = try TourStore.created(by: account, in: session)
    json.key("tourRuns")
    json.array { json in
      for run in runs {
        json.object { json in
          json.key("id")
          json.id(run.id)
          json.key("tour")
          json.id(run.tour)
          json.key("state")
          json.string(run.state.rawValue)
          json.key("startedAt")
          json.instant(run.startedAt)
          run.writeMetrics(now: run.activeAt, to: &json)
          json.key("arrivals")
          json.array { json in
            for arrival in run.arrivals {
              json.object { json in
                json.key("stop")
                json.id(arrival.stop)
                json.key("at")
                json.instant(arrival.at)
              }
            }
          }
        }
      }
    }
    json.key("toursCreated")
    json.array { json in
      for tour in tours { json.id(tour.id) }
    }
  }

  /// Deletes the runs; tours stay with their organization and forget who made them.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try RunStore.erase(account, in: transaction)
    try PurchaseStore.erase(account, in: transaction)
    try TourStore.forgetCreator(account, in: transaction)
  }
}
