import Base
import Geodesy
import Groups
import Media

/// Which tours are asked for, and in which order.
///
/// - Thread: pure.
public struct TourQuery: Sendable {
  /// By what the list is grouped (TR-FR2.1.g).
  public enum Grouping: String, Sendable, CaseIterable {
    case organization
    case place
  }

  /// Tours that start within a circle, nearest first.
  public struct Near: Sendable {
    public var position: LonLat
    /// Metres, 1...20_003_932.
    public var radius: Double

    public init(_ position: LonLat, radius: Double = 10_000) {
      self.position = position
      self.radius = radius
    }
  }

  /// A part of the tour's or a stop's name in any language; upper and lower case, accents and widths do not matter.
  public var text: String?
  public var near: Near?
  public var grouping: Grouping?
  /// The tours of the caller's organization, in every state, instead of published ones.
  public var isOwn: Bool
  public var page: PageRequest

  public init(
    text: String? = nil, near: Near? = nil, grouping: Grouping? = nil, isOwn: Bool = false,
    page: PageRequest = PageRequest()
  ) {
    self.text = text
    self.near = near
    self.grouping = grouping
    self.isOwn = isOwn
    self.page = page
  }
}

/// The line of a tour in a list.
///
/// - Thread: pure.
public struct TourSummary: Hashable, Sendable {
  public var id: EntityID
  public var state: Tour.State
  public var organization: EntityID
  public var organizationName: String
  public var names: LocalizedText
  public var descriptions: LocalizedText
  /// The first stop whose name was searched for, if the tour's own was not.
  public var stop: FoundStop?
  public var place: String?
  public var price: TourPrice
  public var currency: Currency
  public var languages: [String]
  /// Metres.
  public var distance: Double
  /// Seconds.
  public var duration: Int
  public var stopCount: Int
  public var start: LonLat
  public var hasDraft: Bool
  public var version: Int
  /// Metres to the start, if the list is around a position.
  public var distanceToStart: Double?
  public var wheelchair: WheelchairAccess?
  public var picture: Picture?
  /// The route in few points, where there is no picture.
  public var shape: LineString?
  /// The revision that is shown.
  var revision: EntityID
  var sortKey: SortKey

  /// In its first language.
  public var name: String { names.text() }

  /// A stop that a search has found.
  public struct FoundStop: Hashable, Sendable {
    /// From 1.
    public var order: Int
    public var title: LocalizedText
  }

  /// What lists are sorted by.
  struct SortKey: Hashable, Sendable {
    var name: String
    var place: String
    var organization: String
  }
}

/// A page of tours, and the groups that its items belong to.
public struct TourList {
  /// Tours of one organization or place, in the order of the page.
  public struct Group: Hashable, Sendable {
    /// The name of the organization or place; "Elsewhere" for tours without a place.
    public var name: String
    public var organization: EntityID?
    public var tours: [EntityID]
  }

  public var page: Page<TourSummary>
  /// Nil if no grouping was asked for.
  public var groups: [Group]?
}
