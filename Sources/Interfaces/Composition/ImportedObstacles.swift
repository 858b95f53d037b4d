import Base
import Geodata
import Geodesy
import Presence
import Routing
import Visibility

/// The buildings of an imported map.
struct ImportedBuildings: BuildingSource {
  let map: ImportedMap

  var bounds: Bounds { map.bounds }

  func forEachBuilding(_ body: (MappedBuilding) -> Void) {
    map.extract.map.forEachBuilding {
      body(
        MappedBuilding(
          rings: $0.rings, base: $0.base, height: $0.height,
          isHeightGuessed: $0.heightSource == .guessed))
    }
  }
}

/// Imported heights around a camera.
///
/// The geoid is taken as level with the ellipsoid as far as a camera sees: over 5 km it rises by some
/// decimetres, less than heights are exact to.
struct ImportedGround: HeightField {
  let tiles: ElevationTiles
  /// Metres from the ellipsoid up to the geoid at the camera.
  let undulation: Double

  /// One second of arc along a meridian, as the finest tiles have.
  let spacing = Ellipsoid.leastCurvatureRadius * .pi / 180 / 3600

  /// The highest mountain.
  var maximumHeight: Double { 8_900 + undulation }

  func height(at position: LonLat) -> Double? {
    tiles.height(at: position.normalised).map { $0 + undulation }
  }
}

extension MapObstacles {
  /// Takes what is imported into use, now and whenever that changes.
  ///
  /// Heights are those above the geoid; without PROJ's grids of it none are known.
  func follow(_ library: GeodataLibrary) {
    let geoid = try? Geoid()
    let state = Guarded("")
    library.observe { [self] snapshot in
      // Millions of walls need not be indexed anew because a bus is late.
      guard state.swap(snapshot.stateOfGround) != snapshot.stateOfGround else { return }
      let elevation = snapshot.elevation
      let maps = snapshot.maps.map(ImportedBuildings.init)
      guard let geoid, elevation.count > 0 else {
        replace(with: maps)
        return
      }
      replace(
        with: maps,
        ground: { position in
          elevation.height(at: position).flatMap {
            geoid.ellipsoidalHeight(ofOrthometric: $0, at: position)
          }
        },
        surroundings: { position in
          guard elevation.height(at: position) != nil else { return nil }
          return geoid.undulation(at: position).map {
            ImportedGround(tiles: elevation, undulation: $0)
          }
        })
    }
  }
}
