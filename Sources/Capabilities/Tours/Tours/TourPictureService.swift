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

  /// Says in other words what is to be seen on the cover; what is published keeps its words.
  ///
  /// - Throws: `notFound` also where there is no cover, or meanwhile another one.
  public func describeCover(
    of tour: EntityID, as alt: AltText, expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    func cover(_ content: TourContent) throws(Refusal) -> EntityID {
      guard let picture = content.picture else { throw Refusal.notFound("picture") }
      return picture
    }
    var described: EntityID?
    return try kept(of: tour, expecting: version, caller: caller) { content, picture in
      let cover = try cover(content)
      guard described.map({ $0 == cover }) ?? true else { throw Refusal.notFound("picture") }
      content.picture = picture
    } making: { content, holder, author in
      let cover = try cover(content)
      described = cover
      return try pictures.redescribe(cover, as: alt, holder: holder, author: author)
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

  /// Says in other words what is to be seen on a picture at a stop; what is published keeps its words.
  ///
  /// - Throws: `notFound` also for a picture that is not there.
  public func describe(
    _ picture: EntityID, at stop: EntityID, of tour: EntityID, as alt: AltText,
    expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try kept(of: tour, expecting: version, caller: caller) { content, renewed in
      let place = try Self.place(of: stop, in: content)
      let there = content.stops[place].pictures ?? []
      guard there.contains(picture) else { throw Refusal.notFound("picture") }
      content.stops[place].pictures = there.map { $0 == picture ? renewed : $0 }
    } making: {
      try pictures.redescribe(picture, as: alt, holder: $1, author: $2)
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
    try kept(of: id, expecting: version, caller: caller, change) {
      try pictures.keep(upload, holder: $1, author: $2)
    }
  }

  /// Makes a picture, once the change that shows it is seen to be possible, and changes the draft.
  ///
  /// - Parameter make: from the draft as it is, for the organization and by the account.
  private func kept(
    of id: EntityID, expecting version: ExpectedVersion, caller: Caller,
    _ change: (inout TourContent, EntityID) throws -> Void,
    making make: (TourContent, EntityID, EntityID) throws -> Picture
  ) throws -> TourDetails {
    let (loggedIn, organization) = try Tour.organization(caller: caller)
    let before = try tours.platform.store.read { session in
      let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
      try version.check(tour.version)
      let content = try tours.working(tour, in: session).content
      var changed = content
      try change(&changed, EntityID(high: 0, low: 0))
      return content
    }
    let picture = try make(before, organization, loggedIn.account)
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
