import Access
import Base
import CapabilityTestSupport
import Foundation
import Groups
import Notifications
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Purchases of tours")
struct PurchaseTests {
  @Test("RL-TR-01, CG-RL-06: a tour is paid once, for good, however often it is asked for")
  func once() throws {
    let stand = try TourStand()
    let tour = try stand.published(["price": "\"4.50\""]).tour.id
    let entry = try stand.purchases.buy(tour, caller: stand.walker)
    #expect(entry.amount == 450 && entry.tax == 0 && entry.currency == .canadianDollar)
    #expect(entry.organization == stand.walks && !entry.reference.isEmpty)
    #expect(try stand.purchases.buy(tour, caller: stand.walker).id == entry.id)
    #expect(stand.payments.record.count == 1)
    #expect(try stand.rows("ledger_entries") == 1)
    #expect(try stand.tours.details(tour, caller: stand.walker).isPurchased)
    #expect(stand.notifications.letters.current.contains { $0.kind == .purchase })
    // Also after the price has changed.
    _ = try stand.edit(tour, #"{"price":"9.99"}"#)
    _ = try stand.tours.publish(tour, caller: stand.editor)
    #expect(try stand.runs.start(tour, caller: stand.walker).isNew)
    #expect(try stand.purchases.list(caller: stand.walker).map(\.id) == [entry.id])
  }

  @Test("Requests that meet are one payment")
  func together() throws {
    let stand = try TourStand()
    let tour = try stand.published(["price": "3"]).tour.id
    let ids = Guarded<Set<EntityID>>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      if let id = try? stand.purchases.buy(tour, caller: stand.walker).id {
        ids.withLock { _ = $0.insert(id) }
      }
    }
    #expect(ids.current.count == 1)
    #expect(stand.payments.record.count == 1)
    #expect(try stand.rows("ledger_entries") == 1)
  }

  @Test("A declined payment leaves nothing behind, and the next try is a new payment")
  func declined() throws {
    let declining = Guarded(true)
    let stand = try TourStand(
      payments: RecordedTestPayments(declines: { _ in declining.current }))
    let tour = try stand.published(["price": "3"]).tour.id
    let refused = try refusal { _ = try stand.purchases.buy(tour, caller: stand.walker) }
    #expect(refused?.kind == .paymentRequired && refused?.slug == "payment-declined")
    #expect(try stand.rows("ledger_entries") == 0)
    #expect(
      try refusal { _ = try stand.runs.start(tour, caller: stand.walker) }?.slug == "tour-not-paid")
    declining.swap(false)
    _ = try stand.purchases.buy(tour, caller: stand.walker)
    #expect(stand.payments.record.count == 2)
  }

  @Test("Free tours, drafts and organization users do not buy")
  func refused() throws {
    let stand = try TourStand()
    let free = try stand.published().tour.id
    #expect(
      try refusal { _ = try stand.purchases.buy(free, caller: stand.walker) }?.slug == "tour-free")
    let draft = try stand.make(["price": "3"]).tour.id
    #expect(
      try refusal { _ = try stand.purchases.buy(draft, caller: stand.walker) }?.kind == .notFound)
    let priced = try stand.published(["price": "3"]).tour.id
    for caller in [stand.editor, stand.stranger, stand.admin] {
      #expect(
        try refusal { _ = try stand.purchases.buy(priced, caller: caller) }?.kind == .forbidden)
    }
    #expect(stand.payments.record.isEmpty)
  }

  @Test("CO2.a: the record of a purchase outlives the account, without leading to it")
  func kept() throws {
    let stand = try TourStand()
    let tour = try stand.published(["price": "3"]).tour.id
    let entry = try stand.purchases.buy(tour, caller: stand.walker)
    #expect(entry.keepUntil.seconds(since: entry.at) > 6 * 365 * 86_400)
    try stand.store.write { transaction in
      try ToursPersonalData().erase(stand.walker.testAccount, in: transaction)
      try transaction.execute(
        "UPDATE accounts SET buyer = NULL WHERE id = ?1", [.id(stand.walker.testAccount)])
    }
    #expect(try stand.rows("ledger_entries") == 1)
    #expect(try stand.purchases.list(caller: stand.walker).isEmpty)
  }
}
