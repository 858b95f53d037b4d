import Access
import Base
import Media
import Storage

/// Changing the pictures of a tour, in its draft; what is published stays as it is until the draft
/// is published.
///
/// Each use case throws what a change of the tour throws, before the file is looked at where that
/// is possible, and the refusals of ``PictureService``; nothing is kept then.
///
/// - Thread: shared.
public struct TourPictureService: Sendable {
  let tours: TourService
  let pictures: PictureService

  public init(tours: TourService, pictures: PictureService) {
    self.tours = tours
    self.pictures = pictures
  }

  /// Makes a file the picture on the cover.
  public func putCover(
    _ upload: PictureUpload, of tour: EntityID, expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> TourDetails {
    try kept(upload, of: tour, expecting: version, caller: caller) { content, picture in
      content.picture = picture
    }
  }

  /// Takes the picture from the cover; again changes nothing.
  public func removeCover(
    of tour: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try tours.change(tour, currency: nil, expecting: version, caller: caller) { content in
      var content = content
      content.picture = nil
      return content
    }
  }

  /// Adds a picture behind those at a stop.
  ///
  /// - Throws: `conflict` with slug `gallery-full` where it has as many as it can have.
  public func add(
    _ upload: PictureUpload, at stop: EntityID, of tour: EntityID,
    expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try kept(upload, of: tour, expecting: version, caller: caller) { content, picture in
      let place = try Self.place(of: stop, in: content)
      var there = content.stops[place].pictures ?? []
      guard there.count < TourStop.maximumPictureBytes else {
        throw Refusal(
          .conflict, "gallery-full",
          "A stop has at most \(TourStop.maximumPictureBytes) pictures. Take one away first.")
      }
      there.append(picture)
      content.stops[place].pictures = there
    }
  }

  /// Takes a picture from a stop.
  ///
  /// - Throws: `notFound` also for a picture that is not there.
  public func remove(
    _ picture: EntityID, at stop: EntityID, of tour: EntityID, expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> TourDetails {
    try tours.change(tour, currency: nil, expecting: version, caller: caller) { content in
      var content = content
      let place = try Self.place(of: stop, in: content)
      let there = content.stops[place].pictures ?? []
      guard there.contains(picture) else { throw Refusal.notFound("picture") }
      let left = there.filter { $0 != picture }
      content.stops[place].pictures = left.isEmpty ? nil : left
      return content
    }
  }

  private static func place(of stop: EntityID, in content: TourContent) throws(Refusal) -> Int {
    guard let place = content.stops.firstIndex(where: { $0.id == stop }) else {
      throw Refusal.notFound("stop")
    }
    return place
  }

  private func kept(
    _ upload: PictureUpload, of id: EntityID, expecting version: ExpectedVersion, caller: Caller,
    _ change: (inout TourContent, EntityID) throws -> Void
  ) throws -> TourDetails {
    let (loggedIn, organization) = try Tour.organization(caller: caller)
    try tours.platform.store.read { session in
      let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
      try version.check(tour.version)
      var content = try tours.working(tour, in: session).content
      try change(&content, EntityID(high: 0, low: 0))
    }
    let picture = try pictures.keep(upload, holder: organization, author: loggedIn.account)
    do {
      return try tours.change(id, currency: nil, expecting: version, caller: caller) { content in
        var content = content
        try change(&content, picture.id)
        return content
      }
    } catch {
      try pictures.discard([picture.id])
      throw error
    }
  }
}
