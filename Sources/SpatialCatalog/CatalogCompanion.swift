/// Something derived from the entries of a layer and kept in step with them, by slot number.
///
/// A value: the layer changes a copy and publishes it together with the entries, so that a version
/// always holds both alike.
///
/// - Thread: a value.
public protocol CatalogCompanion: Sendable {
  /// Puts entries at slots; nil where a slot has become vacant.
  mutating func put(_ changes: [(slot: UInt32, entry: CatalogEntry?)])
}
