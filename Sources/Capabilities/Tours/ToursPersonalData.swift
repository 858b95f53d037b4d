import Access
import Base
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
    let runs = try RunStore.all(of: account, in: session).map { run in
      (run: run, feedback: try FeedbackStore.find(ofRun: run.id, in: session))
    }
    let tours = try TourStore.created(by: account, in: session)
    json.array("tourRuns") { json in
      for (run, feedback) in runs {
        json.object { json in
          json.member("id", run.id)
          json.member("tour", run.tour)
          json.member("state", run.state.rawValue)
          json.member("startedAt", run.startedAt)
          json.member("pausedAt", run.pausedAt)
          json.member("trial", run.isTrial)
          run.writeMetrics(now: run.activeAt, to: &json)
          if let feedback {
            json.key("feedback")
            feedback.write(to: &json)
          }
          json.array("arrivals") { json in
            for arrival in run.arrivals {
              json.object { json in
                json.member("stop", arrival.stop)
                json.member("at", arrival.at)
              }
            }
          }
        }
      }
    }
    json.array("toursCreated") { json in
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
