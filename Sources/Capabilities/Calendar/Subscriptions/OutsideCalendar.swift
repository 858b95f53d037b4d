import Base
import Outgoing

/// Reads calendars elsewhere: what stands at an address, as entries or as busy times.
///
/// - Thread: shared.
public struct OutsideCalendar: Sendable {
  let source: any CalendarSource

  /// Why a calendar could not be read.
  public struct Unreadable: Error, Hashable {
    /// One sentence for a person.
    public let reason: String
  }

  /// What stands in a calendar.
  struct Reading {
    var events: [CalendarReader.Event]
    /// What was left out, and why.
    var notes: [String]
    /// The entity tag of what was read.
    var tag: String?
  }

  /// Most busy times of one calendar.
  static let maximumBusyTimes = 5000

  /// Whether something can be the address of a calendar.
  public static func accepts(_ address: String) -> Bool { OutgoingClient.accepts(address) }

  /// Fetches and reads a calendar.
  ///
  /// - Parameters:
  ///   - tag: of what is known already.
  ///   - zone: of times that name none.
  ///   - organizer: whose the entries are to be.
  /// - Returns: nil if it still is what has `tag`.
  func read(
    _ address: String, unlessTagged tag: String?, preset zone: IANATimeZone,
    organizer: EntityID, now: Instant
  ) throws(Unreadable) -> Reading? {
    let answer: OutgoingAnswer
    do throws(OutgoingError) {
      answer = try source.get(address, unlessTagged: tag)
    } catch {
      throw Unreadable(reason: "It could not be fetched: \(error.message).")
    }
    guard answer.status == 200 else { return nil }
    var reader = CalendarReader(preset: zone, organizer: organizer, now: now)
    let characters: CalendarCharacters
    do throws(Refusal) {
      characters = try CalendarCharacters(mediaType: answer.field("content-type"))
    } catch {
      throw Unreadable(reason: error.detail)
    }
    do throws(BrokenCalendar) {
      try reader.read(answer.body, in: characters)
    } catch {
      throw Unreadable(
        reason: "What it sent is no calendar: line \(error.line) \(error.detail).")
    }
    let split = SeriesSplit(reader.events, stored: [], reader.budget)
    return Reading(
      events: split.events, notes: Array((reader.notes + split.notes).prefix(20)),
      tag: answer.field("etag"))
  }

  /// Fetches and reads when a calendar has something, without what it has.
  ///
  /// - Parameters:
  ///   - span: in which its times count.
  ///   - zone: of times that name none.
  /// - Throws: ``Unreadable``, also for one with too much in it.
  public func busyTimes(
    at address: String, in span: Intervals.Span, preset zone: IANATimeZone, now: Instant,
    _ ids: EntityIDSource
  ) throws(Unreadable) -> Intervals {
    let nobody = EntityID(high: 0, low: 0)
    guard
      let reading = try read(
        address, unlessTagged: nil, preset: zone, organizer: nobody, now: now)
    else { throw Unreadable(reason: "It could not be fetched: the answer is empty.") }
    let plan = SubscriptionChanges(
      from: [], to: reading.events, endingAfter: span.start, ids)
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    var found: [Intervals.Span] = []
    for case .insert(let item) in plan.steps where item.kind == CalendarItemKind.subscribed.name {
      let (starts, isSpent) = budget.lending { budget in
        item.starts(
          overlapping: span.start, span.end, limit: Self.maximumBusyTimes + 1, &budget)
      }
      found += starts.map { Intervals.Span($0, item.end(from: $0)) }
      guard !isSpent, found.count <= Self.maximumBusyTimes else {
        throw Unreadable(reason: "It has more entries than can be followed.")
      }
    }
    return Intervals(found)
  }
}
