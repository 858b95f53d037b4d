import Access
import Base
import Calendar
import Geodesy
import Groups
import Storage

/// Where members of a sub-realm could meet, and how long each is under way.
///
/// Where somebody sets out is told to nobody else: each sees the own time, and whoever asks sees how
/// the times of all are spread, rounded and without names. Others are counted as if they set out in
/// the middle of a square of about a kilometre, before anything is computed, so that asking for many
/// places tells no more than one does.
///
/// - Thread: shared.
public struct MeetingService: Sendable {
  let platform: Platform
  let ways: any MeetingWays
  let places: any MeetingPlaces

  /// The ways to one place.
  public struct Entry: Sendable {
    public var place: MeetingPlace
    /// Seconds of the one who asks; nil where that one's start is not known.
    public var own: Double?
    /// Of all whose start is known; nil for those who may see their own way only.
    public var spread: MeetingRanking.Spread?
    /// The option of a poll; nil for the activity's own place.
    public var option: EntityID?
  }

  /// What was found.
  public struct Answer: Sendable {
    public var ways = WayBasis.none
    /// Whose start is known, and of how many it is not.
    public var known = 0
    public var unknown = 0
    /// Who has said where to set out, of those invited; where, is not told.
    ///
    /// To the host alone.
    public var given: [EntityID]?
    /// Seconds to which spreads are rounded up.
    public var grain = 0
    /// The best first.
    public var entries: [Entry] = []
  }

  /// The same with other places than those of the map.
  public func among(_ places: any MeetingPlaces) -> MeetingService {
    MeetingService(platform: platform, ways: ways, places: places)
  }

  /// Ranks places by the ways of all who take part.
  ///
  /// - Throws: `notFound` to those who are no members; `invalid` for participants who are not, and
  ///   where nobody's start is known.
  /// - Complexity: that of a table of participants times 2,000 places for each way of getting about.
  public func find(
    _ query: MeetingQuery, in realm: EntityID, caller: Caller
  ) throws -> Answer {
    let account = try caller.requiredPerson().account
    let people = [account] + query.participants.subtracting([account]).sorted()
    var isFamily = false
    var travellers = try platform.store.read { session in
      let group = try PlanningGroup.find(realm, ofMember: caller, in: session)
      guard group.isClose || group.kind == .team else {
        throw Refusal.invalid("/realm", "Members of families, groups and teams meet.")
      }
      isFamily = group.isFamily
      let others = query.participants.subtracting([account])
      guard try group.members(among: others, in: session) == others else {
        throw Refusal.invalid("/participants", "All have to be members of the sub-realm.")
      }
      var said: [EntityID: StartingPlace] = [:]
      if let id = query.activity {
        let activity = try ActivityService.hosted(id, caller: caller, in: session)
        guard activity.realm == realm else { throw Refusal.notFound("activity") }
        said = try StartingPlace.all(of: id, in: session)
      }
      return try people.map { try Traveller($0, at: query.time, from: said[$0], in: session) }
    }
    travellers = Self.seen(travellers)
    if let from = query.from { travellers[0].start = from }
    guard isFamily || travellers.dropFirst().count(where: { $0.start != nil }) >= Self.fewest
    else { throw Self.tooFew }
    let starts = travellers.compactMap(\.start)
    guard let (centre, metres) = Self.area(starts) else {
      throw Refusal.invalid(
        "/from", "Nobody's way is known: show where you set out, or enter your home.")
    }
    var candidates = query.places.map { MeetingPlace(kind: nil, place: $0) }
    if !query.kinds.isEmpty {
      candidates += places.places(
        query.kinds, around: centre, withinMetres: metres, limit: MeetingQuery.maximumPlaces)
    }
    return answer(candidates, travellers, query.order)
  }

  /// People as the first of them may see the others.
  private static func seen(_ travellers: [Traveller]) -> [Traveller] {
    travellers.prefix(1) + travellers.dropFirst().map(\.roughly)
  }

  /// Among people who need not know each other's homes, of how many others the ways have to be known,
  /// so that none can be told from the spread.
  private static let fewest = 3
  private static let tooFew = Refusal.invalid(
    "/participants",
    "Outside of families, places are compared for at least \(fewest) others whose ways are known.")

  private func answer(
    _ candidates: [MeetingPlace], _ travellers: [Traveller], _ order: MeetingRanking.Order
  ) -> Answer {
    let isOwnKnown = travellers.first?.start != nil
    let known = travellers.filter { $0.start != nil }
    let ranking = MeetingRanking(order, others: known.count - (isOwnKnown ? 1 : 0))
    var answer = Answer(
      known: known.count, unknown: travellers.count - known.count, grain: ranking.grain)
    let candidates = candidates.filter { $0.place.position != nil }
    let found = EstimatedWays(ways: ways).seconds(
      of: known, to: candidates.compactMap(\.place.position))
    if !candidates.isEmpty { answer.ways = found.isEstimated ? .straightLine : .streets }
    let own = candidates.indices.map { isOwnKnown ? found.table[0][$0] : nil }
    let spreads = candidates.indices.compactMap { column in
      ranking.spread(found.table.map { $0[column] })
    }
    guard spreads.count == candidates.count else { return answer }
    answer.entries = ranking.ranked(spreads, own: own).prefix(MeetingQuery.maximumTold).map {
      Entry(place: candidates[$0], own: own[$0], spread: spreads[$0])
    }
    return answer
  }

  /// The middle of some positions, and how far around it places are looked for: as far as the
  /// farthest of them, 2 to 15 km; nil without any.
  static func area(_ positions: [LonLat]) -> (centre: LonLat, metres: Double)? {
    guard let first = positions.first else { return nil }
    // Longitudes as differences from the first, so that the antimeridian lies between none of them.
    var (lon, lat) = (0.0, 0.0)
    for position in positions {
      lon += (position.lon - first.lon).remainder(dividingBy: 360)
      lat += position.lat
    }
    let count = Double(positions.count)
    let centre = LonLat(
      lon: (first.lon + lon / count).remainder(dividingBy: 360), lat: lat / count)
    let farthest = positions.map { Geodesic.distance(from: centre, to: $0) }.max() ?? 0
    return (centre, min(max(farthest, 2000), 15_000))
  }
}

extension MeetingService {
  /// The ways to the places that an activity and the options of its poll name: the own one for
  /// everybody who takes part; to the host how those of all are spread, too.
  ///
  /// - Returns: in the order of the options, the activity's own place last.
  /// - Throws: `notFound`.
  public func ways(toActivity id: EntityID, caller: Caller) throws -> Answer {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      let activity = try ActivityService.find(id, caller: caller, in: session)
      let poll = try PollStore.find(
        id, host: activity.host, invitees: activity.invitees, in: session)
      let isHost = activity.host == account
      let isFamily = try PlanningGroup.find(activity.realm, in: session)?.isFamily ?? false
      let others =
        isHost ? activity.invitees.sorted().prefix(MeetingQuery.maximumParticipants - 1) : []
      let said = try StartingPlace.all(of: id, in: session)
      var answer = Answer()
      if isHost { answer.given = activity.invitees.sorted().filter { said[$0] != nil } }
      func add(_ place: Place?, at time: Instant?, option: EntityID?) throws {
        guard let place, place.position != nil else { return }
        let travellers = Self.seen(
          try ([account] + others).map {
            try Traveller($0, at: time, from: said[$0], in: session)
          })
        let found = self.answer(
          [MeetingPlace(kind: nil, place: place)], travellers, .longest)
        guard var entry = found.entries.first else { return }
        entry.option = option
        let known = travellers.dropFirst().count { $0.start != nil }
        if !isHost || known < (isFamily ? 1 : Self.fewest) { entry.spread = nil }
        answer.entries.append(entry)
        answer.grain = found.grain
        (answer.known, answer.unknown) = (found.known, found.unknown)
        if answer.ways != .straightLine { answer.ways = found.ways }
      }
      for option in poll?.options ?? [] {
        try add(option.place, at: option.span?.start ?? activity.span?.start, option: option.id)
      }
      try add(activity.place, at: activity.span?.start, option: nil)
      return answer
    }
  }
}

extension MeetingService.Answer {
  /// Writes it as the interface shows it; seconds are whole ones.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("ways", ways.rawValue)
      json.member("known", known)
      json.member("unknown", unknown)
      json.member("grain", grain)
      if let given {
        json.array("given") { json in for account in given { json.id(account) } }
      }
      json.array("items") { json in
        for entry in entries { write(entry, to: &json) }
      }
    }
  }

  private func write(_ entry: MeetingService.Entry, to json: inout JSONWriter) {
    json.object { json in
      json.member("option", entry.option)
      json.member("kind", entry.place.kind?.rawValue)
      json.key("place")
      entry.place.place.write(to: &json)
      json.member("own", entry.own.flatMap { Int(exactly: $0.rounded(.up)) })
      guard let spread = entry.spread else { return }
      json.object("spread") { json in
        json.member("shortest", spread.shortest)
        json.member("median", spread.median)
        json.member("longest", spread.longest)
      }
    }
  }
}
