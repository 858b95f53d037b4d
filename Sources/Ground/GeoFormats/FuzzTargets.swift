import Base
import Geodesy

/// Entry points for a fuzzer: each takes any bytes and must return.
public enum FuzzTargets {
  /// Reads the bytes as GeoJSON features.
  public static func geoJSON(_ bytes: [UInt8]) { _ = try? GeoFeature.features(geoJSON: bytes) }

  /// Reads the bytes as a GPX file.
  public static func gpx(_ bytes: [UInt8]) { _ = try? GPXDocument(reading: bytes) }

  /// Reads the bytes as a KML file.
  public static func kml(_ bytes: [UInt8]) { _ = try? KMLDocument(reading: bytes) }

  /// Reads the bytes as each form of an OGC GeoPose.
  public static func geoPose(_ bytes: [UInt8]) {
    if let json = try? JSONValue(parsing: bytes) { _ = try? GeoPose(geoPoseJSON: json) }
  }
}
