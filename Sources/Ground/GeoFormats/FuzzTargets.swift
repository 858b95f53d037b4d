import Base
import Geodesy

/// Entry points for a fuzzer: each takes any bytes and must return.
public enum FuzzTargets {
  public static func geoJSON(_ bytes: [UInt8]) {
    for feature in (try? GeoFeature.features(geoJSON: bytes)) ?? [] {
      if let geometry = feature.geometry { _ = try? Topology.validated(geometry) }
      if case .polygon(let polygon)? = feature.geometry { _ = try? polygon.cutAtAntimeridian() }
    }
  }

  public static func gpx(_ bytes: [UInt8]) { _ = try? GPXDocument(reading: bytes) }

  public static func kml(_ bytes: [UInt8]) { _ = try? KMLDocument(reading: bytes) }

  public static func geoPose(_ bytes: [UInt8]) {
    if let json = try? JSONValue(parsing: bytes) { _ = try? GeoPose(geoPoseJSON: json) }
  }

  /// GLB, images and sound.
  public static func media(_ bytes: [UInt8]) {
    _ = try? MediaSniffer.check(bytes)
    _ = try? MediaSniffer.stripped(bytes)
  }

  public static func prompt(_ bytes: [UInt8]) {
    _ = try? ShapePrompt(String(decoding: bytes, as: UTF8.self)).shape.glb()
  }
}
