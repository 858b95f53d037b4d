import Base
import CProj

/// Heights of the geoid (about the mean sea level) above the ellipsoid, from a grid of PROJ.
///
/// Debian's `proj-data` brings EGM96 at 15 minutes: within 1 m of the model, 0.5 m of the sea.
///
/// - Thread: shared; calls wait for each other.
public final class Geoid: Sendable {
  /// Why there is no geoid.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String {
      "None of PROJ's geoid grids (\(Geoid.grids.joined(separator: ", "))) is installed; "
        + "install Debian's package proj-data."
    }
  }

  private static let grids = ["us_nga_egm96_15.tif", "egm96_15.gtx"]

  private let transformation: Guarded<GridTransformation>

  /// - Throws: ``Unavailable`` if PROJ has no such grid.
  public init() throws(Unavailable) {
    guard let found = Geoid.grids.lazy.compactMap(GridTransformation.init(grid:)).first else {
      throw Unavailable()
    }
    transformation = Guarded(found)
  }

  /// Metres from the ellipsoid up to the geoid; nil outside of the grid.
  public func undulation(at p: LonLat) -> Double? {
    guard p.lon.isFinite, abs(p.lat) <= 90 else { return nil }
    return transformation.withLock { $0.undulation(at: p) }
  }

  /// The ellipsoidal height in metres of a height above the geoid.
  public func ellipsoidalHeight(ofOrthometric height: Double, at p: LonLat) -> Double? {
    undulation(at: p).map { height + $0 }
  }
}

/// A vertical grid shift with a PROJ context of its own.
// Invariant: created by one thread and from then on reached only under the lock of its `Geoid`;
// PROJ allows a context to wander between threads as long as one at a time uses it.
private final class GridTransformation: @unchecked Sendable {
  private let context: OpaquePointer
  private let shift: OpaquePointer

  init?(grid: String) {
    guard let context = proj_context_create() else { return nil }
    proj_log_level(context, PJ_LOG_NONE)
    proj_context_set_enable_network(context, 0)
    guard let shift = proj_create(context, "+proj=vgridshift +grids=\(grid) +multiplier=1") else {
      proj_context_destroy(context)
      return nil
    }
    self.context = context
    self.shift = shift
  }

  func undulation(at p: LonLat) -> Double? {
    let radians = Double.pi / 180
    let shifted = proj_trans(
      shift, PJ_FWD, proj_coord(p.normalised.lon * radians, p.lat * radians, 0, 0))
    let height = shifted.lpz.z
    return height.isFinite ? height : nil
  }

  deinit {
    proj_destroy(shift)
    proj_context_destroy(context)
  }
}
