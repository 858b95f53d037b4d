import Base
import Geodesy

/// Entry points for a fuzzer: each takes any bytes and must return.
public enum FuzzTargets {
  public static func geoJSON(_ bytes: [UInt8]) { _ = try? GeoFeature.features(geoJSON: bytes) }

  public static func gpx(_ bytes: [UInt8]) { _ = try? GPXDocument(reading: bytes) }

  public static func kml(_ bytes: [UInt8]) { _ = try? KMLDocument(reading: bytes) }

  public static func geoPose(_ bytes: [UInt8]) {
    if let json = try? JSONValue(parsing: bytes) { _ = try? GeoPose(geoPoseJSON: json) }
  }
}
