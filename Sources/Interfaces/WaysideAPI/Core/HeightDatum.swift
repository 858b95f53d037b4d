/// What heights are counted from.
enum HeightDatum: String, CaseIterable {
  /// EGM96, about the level of the sea.
  case geoid
  /// WGS 84, as poses have it.
  case ellipsoid
}
