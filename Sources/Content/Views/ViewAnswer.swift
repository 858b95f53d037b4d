import Base
import SpatialCatalog
import Visibility

/// What a camera sees, with what is known of each object.
///
/// - Thread: a value.
public struct ViewAnswer: Sendable {
  public var view: View
  /// Whether buildings and ground were looked at.
  public var knowsBuildings: Bool
  public var knowsTerrain: Bool
  /// Writes the members that say what an item is, by its number.
  let identify: @Sendable (UInt32, inout JSONWriter) -> Void

  /// Writes the answer as one JSON object.
  public func write(to json: inout JSONWriter) {
    view.write(to: &json, identify: identify) { json in
      json.key("considered")
      json.object { json in
        json.key("buildings")
        json.bool(knowsBuildings)
        json.key("terrain")
        json.bool(knowsTerrain)
      }
    }
  }
}

extension CatalogCell {
  /// Writes the answer as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sequence")
      json.integer(sequence)
      json.key("complete")
      json.bool(isEverything)
      json.key("items")
      json.array { json in
        for hit in hits {
          json.object { json in version.writeBody(of: hit, to: &json) }
        }
      }
      json.key("removed")
      json.array { json in
        for id in removed { json.id(id) }
      }
    }
  }
}
