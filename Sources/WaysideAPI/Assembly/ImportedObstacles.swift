import Base
import Content
import Geodata
import Geodesy
import Routing

/// The buildings of an imported map.
struct ImportedBuildings: BuildingSource {
  let map: ImportedMap

  var bounds: Bounds { map.bounds }

  func forEachBuilding(_ body: (MappedBuilding) -> Void) {
    map.extract.map.forEachBuilding {
      body(MappedBuilding(rings: $0.rings, base: $0.base, height: $0.height))
    }
  }
}

extension MapObstacles {
  /// Takes what is imported into use, now and whenever that changes.
  ///
  /// Heights are those above the geoid; without PROJ's grids of it none are known.
  func follow(_ library: GeodataLibrary) {
    let geoid = try? Geoid()
    library.observe { [self] snapshot in
      let elevation = snapshot.elevation
      var ground: Ground?
      if let geoid, elevation.count > 0 {
        ground = { position in
          elevation.height(at: position).flatMap {
            geoid.ellipsoidalHeight(ofOrthometric: $0, at: position)
          }
        }
      }
      replace(with: snapshot.maps.map(ImportedBuildings.init), ground: ground)
    }
  }
}
