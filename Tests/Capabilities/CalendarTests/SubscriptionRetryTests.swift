import Testing

@testable import Calendar

@Suite("subscriptions that fail")
struct SubscriptionRetryTests {
  @Test("what cannot be read is asked for again after 15 minutes, then twice as long, up to a day")
  func retries() {
    #expect(
      (1...9).map { Subscription.retry(after: $0) }
        == [900, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
    #expect(Subscription.retry(after: 1000) == 86_400)
  }
}
