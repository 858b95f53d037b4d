import Base
import SpatialCatalog
import Tours
import Visibility

/// What a camera sees, with what is known of each object.
///
/// - Thread: a value.
public struct ViewAnswer: Sendable {
  public var view: View
  /// Whether buildings and ground were looked at.
  public var knowsBuildings: Bool
  public var knowsTerrain: Bool
  /// The part of the buildings here, 0...1, whose heights nobody has measured; nil without any.
  public var guessedHeights: Double?
  /// Writes the members that say what an item is, by its number.
  let identify: @Sendable (UInt32, inout JSONWriter) -> Void

  /// Writes the answer as one JSON object.
  public func write(to json: inout JSONWriter) {
    view.write(to: &json, identify: identify) { json in
      json.object("considered") { json in
        json.member("buildings", knowsBuildings)
        json.member("terrain", knowsTerrain)
        json.member("guessedHeights", guessedHeights, decimals: 3)
      }
    }
  }
}

/// What a device that culls by itself needs to know of a circle.
///
/// - Thread: a value.
public enum ViewCell: Sendable {
  /// The instances of a sub-realm, or what has changed of them; for a reader of their own if there
  /// are some that are hidden from that one.
  case realm(CatalogCell, reader: EntityID?)
  /// The objects of the tour that the device's user is on; there is nothing to follow then.
  case tour([TourScene.Item])

  /// Different for different content of one circle, for any reader; nil where that is not known.
  public var tag: String? {
    guard case .realm(let cell, let reader) = self else { return nil }
    return "\(cell.sequence)" + (reader.map { "-\($0)" } ?? "")
  }

  public var count: Int {
    switch self {
    case .realm(let cell, _): cell.hits.count
    case .tour(let items): items.count
    }
  }

  /// Writes the answer as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .realm(let cell, _):
        json.member("sequence", cell.sequence)
        write(cell.isEverything, cell.removed, to: &json) { json in
          for hit in cell.hits {
            json.object { json in cell.version.writeBody(of: hit, to: &json) }
          }
        }
      case .tour(let items):
        write(true, [], to: &json) { json in
          for item in items {
            json.object { json in
              item.body.withUnsafeBufferPointer { json.encodedMembers($0) }
            }
          }
        }
      }
    }
  }

  private func write(
    _ isEverything: Bool, _ removed: [EntityID], to json: inout JSONWriter,
    _ items: (inout JSONWriter) -> Void
  ) {
    json.member("complete", isEverything)
    json.key("items")
    json.array(items)
    json.array("removed") { json in
      for id in removed { json.id(id) }
    }
  }
}
