import FlatFiles
import Geodesy
import SpatialIndex

/// What an extract holds for the map and for other engines, with an R-tree.
///
/// - Thread: immutable, shared.
public final class MapFeatures: Sendable {
  private let kinds: FlatArray<UInt8>
  private let isArea: FlatArray<UInt8>
  private let details: FlatArray<UInt32>
  private let names: FlatArray<UInt32>
  private let bases: FlatArray<UInt16>
  private let heights: FlatArray<UInt16>
  private let refs: FlatArray<UInt32>
  private let layers: FlatArray<Int8>
  private let flags: FlatArray<UInt8>
  private let heightSources: FlatArray<UInt8>
  private let sources: FlatArray<UInt64>
  private let translationStarts: FlatArray<UInt32>
  private let translations: FlatArray<UInt32>
  private let ringStarts: FlatArray<UInt32>
  private let pointStarts: FlatArray<UInt32>
  private let points: FlatArray<FixedPosition>
  private let textStarts: FlatArray<UInt32>
  private let textBytes: FlatArray<UInt8>
  private let tree: BoxSnapshot

  init(_ file: FlatFile) throws(FlatFileError) {
    kinds = try file.array(MapFile.kinds, of: UInt8.self)
    isArea = try file.array(MapFile.isArea, of: UInt8.self)
    details = try file.array(MapFile.details, of: UInt32.self)
    names = try file.array(MapFile.names, of: UInt32.self)
    bases = try file.array(MapFile.bases, of: UInt16.self)
    heights = try file.array(MapFile.heights, of: UInt16.self)
    refs = try file.array(MapFile.refs, of: UInt32.self)
    layers = try file.array(MapFile.layers, of: Int8.self)
    flags = try file.array(MapFile.flags, of: UInt8.self)
    heightSources = try file.array(MapFile.heightSources, of: UInt8.self)
    sources = try file.array(MapFile.sources, of: UInt64.self)
    translationStarts = try file.array(MapFile.translationStarts, of: UInt32.self)
    translations = try file.array(MapFile.translations, of: UInt32.self)
    ringStarts = try file.array(MapFile.ringStarts, of: UInt32.self)
    pointStarts = try file.array(MapFile.pointStarts, of: UInt32.self)
    points = try file.array(MapFile.points, of: FixedPosition.self)
    textStarts = try file.array(MapFile.textStarts, of: UInt32.self)
    textBytes = try file.array(MapFile.textBytes, of: UInt8.self)
    let treeBytes = try file.array(MapFile.tree, of: UInt8.self)
    do throws(SnapshotError) {
      tree = BoxSnapshot(
        try PackedBoxes(
          lying: UnsafeRawBufferPointer(treeBytes.buffer), in: treeBytes.owner))
    } catch {
      throw .inconsistent("the index of its map is damaged")
    }
    try check()
  }

  /// Number of features; they are numbered from 0.
  public var count: Int { kinds.count }

  /// The features of some kinds whose box touches `bounds`, by number.
  ///
  /// - Complexity: O(log n + results).
  public func find(_ wanted: Set<MapFeature.Kind>, touching bounds: Bounds) -> [Int] {
    var items: [UInt32] = []
    tree.find(touching: bounds, into: &items)
    return items.map { Int($0) }.filter { $0 < count && wanted.contains(kind($0)) }.sorted()
  }

  /// One feature.
  ///
  /// - Parameter number: 0..<``count``; nil beyond.
  public func feature(_ number: Int) -> MapFeature? {
    guard number >= 0, number < count else { return nil }
    let rings = rings(number)
    let geometry: Geometry
    if isArea[number] != 0 {
      geometry = .polygon(Polygon(rings))
    } else if let line = rings.first, line.count > 1 {
      geometry = .line(LineString(line))
    } else {
      geometry = .point(rings.first?.first ?? LonLat(lon: 0, lat: 0))
    }
    return MapFeature(
      number: number, kind: kind(number), detail: text(details[number]),
      name: text(names[number]), translations: translations(of: number), ref: text(refs[number]),
      layer: Int(layers[number]), flags: MapFeature.Flags(rawValue: flags[number]),
      base: Double(bases[number]) / 10, height: Double(heights[number]) / 10,
      heightSource: MapFeature.HeightSource(rawValue: heightSources[number]) ?? .guessed,
      source: sources[number], geometry: geometry)
  }

  private func translations(of number: Int) -> [MapFeature.Translation] {
    let range = Int(translationStarts[number])..<Int(translationStarts[number + 1])
    return stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map {
      MapFeature.Translation(language: text(translations[$0]), name: text(translations[$0 + 1]))
    }
  }

  /// What decides in which order features are drawn: that below, first.
  ///
  /// - Parameter number: 0..<``count``, as ``find(_:touching:)`` gives it.
  public func layerAndFlags(of number: Int) -> (layer: Int, flags: MapFeature.Flags) {
    guard layers.indices.contains(number) else { return (0, []) }
    return (Int(layers[number]), MapFeature.Flags(rawValue: flags[number]))
  }

  /// What a feature is, without its shape.
  ///
  /// - Parameter number: 0..<``count``, as ``find(_:touching:)`` gives it.
  public func kindAndDetail(of number: Int) -> (kind: MapFeature.Kind, detail: String) {
    guard kinds.indices.contains(number) else { return (.place, "") }
    return (kind(number), detail(number))
  }

  /// What a feature is within its kind, 0..<``count``.
  func detail(_ number: Int) -> String { text(details[number]) }

  /// Calls `body` with every building that touches `bounds`; of all there are by default.
  public func forEachBuilding(
    touching bounds: Bounds = .world, _ body: (BuildingFootprint) -> Void
  ) {
    for number in find([.building, .buildingPart], touching: bounds) where isArea[number] != 0 {
      body(
        BuildingFootprint(
          rings: rings(number), base: Double(bases[number]) / 10,
          height: Double(heights[number]) / 10,
          heightSource: MapFeature.HeightSource(rawValue: heightSources[number]) ?? .guessed))
    }
  }

  /// The car parks from which one goes on by public transport.
  ///
  /// - Complexity: O(features).
  public var parkAndRide: [ParkAndRide] {
    (0..<count).compactMap { number in
      guard kind(number) == .parkAndRide, let place = rings(number).first?.first else { return nil }
      return ParkAndRide(name: text(names[number]), position: place)
    }
  }

  /// The box around the sea, which goes on beyond the streets; nil for a map without a coast.
  ///
  /// - Complexity: O(features).
  public var boundsOfSea: Bounds? {
    var box: Bounds?
    for number in 0..<count where kind(number) == .water && detail(number) == "sea" {
      for position in rings(number).first ?? [] {
        let old =
          box
          ?? Bounds(
            west: position.lon, south: position.lat, east: position.lon, north: position.lat)
        box = Bounds(
          west: min(old.west, position.lon), south: min(old.south, position.lat),
          east: max(old.east, position.lon), north: max(old.north, position.lat))
      }
    }
    return box
  }

  /// Whether a feature is an area, and not a line or a point.
  func isArea(_ number: Int) -> Bool { isArea.indices.contains(number) && isArea[number] != 0 }

  /// Calls `body` with the rings of an area, or the line of a line, where they lie in the file.
  ///
  /// - Parameter number: 0..<``count``, as ``find(_:touching:)`` gives it.
  func forEachLine(of number: Int, _ body: (Slice<UnsafeBufferPointer<FixedPosition>>) -> Void) {
    guard isArea.indices.contains(number) else { return }
    for ring in Int(ringStarts[number])..<Int(ringStarts[number + 1]) {
      body(points.buffer[Int(pointStarts[ring])..<Int(pointStarts[ring + 1])])
    }
  }

  /// The kind of a feature, 0..<``count``.
  func kind(_ number: Int) -> MapFeature.Kind {
    MapFeature.Kind(rawValue: kinds[number]) ?? .place
  }

  private func rings(_ number: Int) -> [[LonLat]] {
    (Int(ringStarts[number])..<Int(ringStarts[number + 1])).map { ring in
      (Int(pointStarts[ring])..<Int(pointStarts[ring + 1])).map { points[$0].lonLat }
    }
  }

  private func text(_ number: UInt32) -> String {
    let range = Int(textStarts[Int(number)])..<Int(textStarts[Int(number) + 1])
    return String(decoding: UnsafeBufferPointer(rebasing: textBytes.buffer[range]), as: UTF8.self)
  }

  /// No number in the file may lead outside of its arrays.
  private func check() throws(FlatFileError) {
    func isPartition(_ starts: FlatArray<UInt32>, of count: Int) -> Bool {
      starts.first == 0 && starts.last.map { Int($0) } == count
        && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard isArea.count == count, details.count == count, names.count == count,
      bases.count == count, heights.count == count, ringStarts.count == count + 1,
      isPartition(ringStarts, of: pointStarts.count - 1),
      isPartition(pointStarts, of: points.count), isPartition(textStarts, of: textBytes.count),
      refs.count == count, layers.count == count, flags.count == count,
      heightSources.count == count, sources.count == count,
      translationStarts.count == count + 1, isPartition(translationStarts, of: translations.count),
      details.allSatisfy({ Int($0) + 1 < textStarts.count }),
      refs.allSatisfy({ Int($0) + 1 < textStarts.count }),
      translations.allSatisfy({ Int($0) + 1 < textStarts.count }),
      names.allSatisfy({ Int($0) + 1 < textStarts.count })
    else { throw .inconsistent("a map feature leads outside of the file") }
  }
}
