import Geodesy

/// What is searched.
public struct PlaceQuery: Sendable {
  /// As typed so far; no more than the first 200 letters count.
  public var text: String
  /// Where the search is; what is nearer stands higher.
  public var near: LonLat?
  /// All kinds if empty.
  public var kinds: Set<PlaceKind>
  /// At most so many; 1...50.
  public var limit: Int

  public init(_ text: String, near: LonLat? = nil, kinds: Set<PlaceKind> = [], limit: Int = 10) {
    self.text = text
    self.near = near
    self.kinds = kinds
    self.limit = min(max(limit, 1), 50)
  }

  /// Whether a kind is asked for.
  public func wants(_ kind: PlaceKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }
}
