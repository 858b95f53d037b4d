import Base
import Groups
import Storage

/// What somebody plans in a sub-realm ends when that one leaves it; what is confirmed and to come
/// gets another host.
struct ActivityDepartures: DepartureHandler {
  let activities: ActivityService

  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    for activity in try ActivityStore.all(hostedBy: account, in: transaction)
    where activity.realm == realm {
      if try activities.handOn(activity, in: transaction) { continue }
      try activities.forget(activity, in: transaction)
    }
    for activity in try ActivityStore.invitations(of: account, in: transaction)
    where activity.realm == realm {
      try activities.withdraw(account, from: activity, in: transaction)
    }
  }

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for activity in try ActivityStore.all(in: realm, transaction) {
      try activities.forget(activity, in: transaction)
    }
    try transaction.execute("DELETE FROM activity_types WHERE realm = ?1", [.id(realm)])
  }
}
