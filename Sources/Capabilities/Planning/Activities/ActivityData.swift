import Base
import Registration
import Storage

/// What an account plans and is invited to.
struct ActivityData: PersonalDataHolder {
  let activities: ActivityService

  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let own = try ActivityStore.all(hostedBy: account, in: session)
    let others = try ActivityStore.invitations(of: account, in: session).filter(\.isShown)
    try json.array("activities") { json in
      for activity in own + others {
        try ActivityEntry(activity, for: account, in: session).write(to: &json)
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    // What others count on is handed on when the account leaves the sub-realm, after this.
    for activity in try ActivityStore.all(hostedBy: account, in: transaction)
    where !activity.isToCome(at: transaction.now) {
      try activities.forget(activity, in: transaction)
    }
    for activity in try ActivityStore.invitations(of: account, in: transaction) {
      try activities.withdraw(account, from: activity, in: transaction)
    }
  }
}
