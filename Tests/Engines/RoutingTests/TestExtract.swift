import FlatFiles

@testable import Routing

/// Builds the files of small worlds.
enum TestExtract {
  static func content(
    _ streets: StreetCollector, _ heights: (any HeightSource)? = nil, map: MapCollector = .init()
  ) -> [UInt8] {
    var writer = FlatFileWriter()
    _ = NetworkBuilder.build(streets, heights: heights, into: &writer)
    map.build().write(into: &writer)
    return writer.bytes(Extract.format)
  }

  static func network(
    _ streets: StreetCollector, _ heights: (any HeightSource)? = nil
  ) throws -> StreetNetwork {
    try Extract(content: content(streets, heights)).streets
  }
}
