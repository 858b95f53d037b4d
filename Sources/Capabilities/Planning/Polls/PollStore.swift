import Base
import Calendar
import Geodesy
import Storage

/// Polls in the database; each belongs to an activity, by whose identifier it goes.
enum PollStore {
  /// The poll of an activity; nil if it has none.
  static func find(
    _ activity: EntityID, host: EntityID, invitees: Set<EntityID>, in session: StoreSession
  ) throws -> Poll? {
    var poll = try session.first(
      "SELECT deadline, state, chosen, told_all FROM polls WHERE activity = ?1", [.id(activity)]
    ) { row in
      var poll = Poll(
        id: activity, host: host, options: [], deadline: try row.instant(0), invitees: invitees)
      poll.state = try row.word(1, Poll.State.self)
      poll.chosen = try row.optional(2, row.id)
      poll.hasToldThatAllVoted = try row.bool(3)
      return poll
    }
    guard poll != nil else { return nil }
    let options = try session.all(
      """
      SELECT id, name, description, starts_at, ends_at, lon, lat, label, address
      FROM poll_options WHERE activity = ?1 ORDER BY position
      """, [.id(activity)], read)
    poll?.options = options
    try session.each(
      "SELECT voter, option FROM poll_votes WHERE activity = ?1", [.id(activity)]
    ) { row in poll?.ballots[try row.id(0), default: []].insert(try row.id(1)) }
    return poll
  }

  private static func read(_ row: any Row) throws -> PollOption {
    let place = Place(
      position: try row.optional(5, row.real).map { LonLat(lon: $0, lat: try row.real(6)) },
      label: try row.optional(7, row.text), address: try row.optional(8, row.text))
    return PollOption(
      id: try row.id(0), name: try row.text(1), text: try row.text(2),
      span: try row.optional(3, row.instant).map { Intervals.Span($0, try row.instant(4)) },
      place: place == Place() ? nil : place)
  }

  /// Writes a poll that was sent, with its options.
  static func insert(_ poll: Poll, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "INSERT INTO polls (activity, deadline, state, told_all) VALUES (?1, ?2, ?3, 0)",
      [.id(poll.id), .instant(poll.deadline), .text(poll.state.rawValue)])
    for (position, option) in poll.options.enumerated() {
      let point = option.place?.position
      try transaction.execute(
        """
        INSERT INTO poll_options (id, activity, position, name, description, starts_at, ends_at,
          lon, lat, label, address)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """,
        [
          .id(option.id), .id(poll.id), .int(position), .text(option.name), .text(option.text),
          .instant(option.span?.start), .instant(option.span?.end), .real(orNull: point?.lon),
          .real(orNull: point?.lat), .text(orNull: option.place?.label),
          .text(orNull: option.place?.address),
        ])
    }
  }

  /// Writes what can change of a poll, but for the ballots.
  static func update(_ poll: Poll, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE polls SET state = ?2, chosen = ?3, told_all = ?4 WHERE activity = ?1",
      [
        .id(poll.id), .text(poll.state.rawValue), .id(poll.chosen),
        .bool(poll.hasToldThatAllVoted),
      ])
  }

  /// Writes one ballot in place of the one before.
  static func put(
    _ ballot: Set<EntityID>, of voter: EntityID, in poll: EntityID,
    _ transaction: WriteTransaction
  ) throws {
    try deleteVotes(of: voter, in: poll, transaction)
    for option in ballot.sorted() {
      try transaction.execute(
        "INSERT INTO poll_votes (activity, option, voter) VALUES (?1, ?2, ?3)",
        [.id(poll), .id(option), .id(voter)])
    }
  }

  static func deleteVotes(
    of voter: EntityID, in poll: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM poll_votes WHERE activity = ?1 AND voter = ?2", [.id(poll), .id(voter)])
  }

  /// Deletes the poll of an activity with its options and votes (MF-PFA-08).
  static func delete(_ activity: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM polls WHERE activity = ?1", [.id(activity)])
  }
}
