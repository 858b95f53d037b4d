// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every Swift target: Swift 6 mode, warnings are errors.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

// Arrows point down only: a target may import targets above it in this list, never below.
// `tools/check` compares every import statement with the dependencies written here.
let package = Package(
  name: "wayside",
  products: [
    .executable(name: "wayside", targets: ["wayside"]),
    // For clients that cull on the device: no server, no store.
    .library(name: "Visibility", targets: ["Visibility", "SpatialIndex", "Geodesy", "Base"]),
  ],
  targets: [
    // C leaves: one Swift target imports each.
    .systemLibrary(name: "CSpatiaLite"),
    .systemLibrary(name: "CPostgres"),
    .systemLibrary(name: "CProj", pkgConfig: "proj"),
    .systemLibrary(name: "CGEOS"),
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CZip", pkgConfig: "libzip"),
    .systemLibrary(name: "CICal", pkgConfig: "libical"),
    .target(
      name: "COsmiumShim",
      // Assertions stay off: libosmium states its own checks on outside bytes as exceptions.
      cxxSettings: [.define("NDEBUG"), .define("OSMIUM_WITH_LZ4")],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("lz4")]),

    // Ground floor: knows no word of the domain.
    module("Base"),
    module("Cryptography", ["Base", "CSodium"]),
    module("Archives", ["Base", "CZip"]),
    module("FlatFiles", ["Base"]),
    module("Geodesy", ["Base", "CProj"]),
    module("SpatialIndex", ["Base", "Geodesy"]),
    module("Proximity", ["Base", "Geodesy", "SpatialIndex"]),
    module("Routing", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "COsmiumShim"]),
    module("Visibility", ["Base", "Geodesy", "SpatialIndex"]),
    module("GeoFormats", ["Base", "Geodesy", "CGEOS"]),
    module("Storage", ["Base", "Geodesy", "CSpatiaLite", "CPostgres"]),
    module("SpatialCatalog", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "Storage"]),
    module("Transit", ["Base", "Archives", "FlatFiles", "Geodesy", "SpatialIndex"]),

    // Imported maps, heights and timetables, in use and on disk.
    module("Geodata", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "Routing", "Transit"]),

    module("Itineraries", ["Base", "Geodesy", "Routing", "Transit"]),

    // Capabilities: rules, their own SQL, their use cases.
    module("Realms", ["Base", "Geodesy", "Cryptography", "Storage", "SpatialCatalog"]),
    module(
      "Content",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "SpatialIndex", "Visibility", "Proximity",
        "GeoFormats",
        "Storage", "SpatialCatalog", "Realms", "CQRencode",
      ]),
    module(
      "Travel",
      [
        "Base", "Geodesy", "Cryptography", "GeoFormats", "Storage", "SpatialCatalog", "Realms",
        "CICal",
      ]),

    // Interfaces.
    module("HTTPServing", ["Base", "CMicroHTTPD"]),
    module(
      "WaysideAPI",
      [
        "Base", "Geodesy", "Cryptography", "Visibility", "Proximity", "GeoFormats", "Storage",
        "SpatialCatalog", "Realms", "Content", "Travel", "FlatFiles", "Routing", "Transit",
        "Geodata", "Itineraries", "HTTPServing",
      ]),
    .executableTarget(
      name: "wayside",
      dependencies: [
        "Base", "Geodesy", "Cryptography", "Archives", "Proximity", "GeoFormats", "Storage",
        "SpatialCatalog", "Realms", "Content", "Travel", "FlatFiles", "Routing", "Transit",
        "Geodata",
        "HTTPServing", "WaysideAPI",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Base", "Cryptography", "Geodesy", "SpatialIndex", "Visibility", "Proximity", "Storage",
        "SpatialCatalog", "Realms", "Content", "FlatFiles", "Routing", "Transit", "Geodata",
        "Itineraries", "HTTPServing", "WaysideAPI",
      ],
      swiftSettings: settings),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Base", "Geodesy", "Storage"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("Base", ["Base"]),
    tests("Cryptography", ["Base", "Cryptography"]),
    tests("Archives", ["Base", "Archives"]),
    tests("FlatFiles", ["Base", "FlatFiles"]),
    tests("Geodesy", ["Base", "Geodesy"]),
    tests("SpatialIndex", ["Base", "Geodesy", "SpatialIndex"]),
    tests("Proximity", ["Base", "Geodesy", "SpatialIndex", "Proximity"]),
    tests("Routing", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "Routing"]),
    tests("Visibility", ["Base", "Geodesy", "SpatialIndex", "Visibility"]),
    tests("GeoFormats", ["Base", "Geodesy", "GeoFormats"]),
    .target(
      name: "CCrashVFS", path: "Tests/CCrashVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    tests("Storage", ["Base", "Geodesy", "Storage", "CCrashVFS"]),
    tests("SpatialCatalog", ["Base", "Geodesy", "SpatialIndex", "Storage", "SpatialCatalog"]),
    tests(
      "Transit", ["Base", "Archives", "FlatFiles", "Geodesy", "SpatialIndex", "Transit"]),
    tests(
      "Geodata",
      ["Base", "FlatFiles", "Geodesy", "Routing", "Transit", "Geodata", "HTTPServing"]),
    tests("Itineraries", ["Base", "Geodesy", "Routing", "Transit", "Geodata", "Itineraries"]),
    tests(
      "Realms", ["Base", "Geodesy", "Cryptography", "Storage", "SpatialCatalog", "Realms"]),
    tests(
      "Content",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "Visibility", "Proximity", "GeoFormats",
        "Storage",
        "SpatialCatalog", "Realms", "Content",
      ]),
    tests(
      "Travel",
      ["Base", "Geodesy", "Cryptography", "Storage", "SpatialCatalog", "Realms", "Travel"]),
    tests("HTTPServing", ["Base", "HTTPServing"]),
    tests(
      "WaysideAPI",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "Visibility", "Proximity", "GeoFormats",
        "Storage", "SpatialCatalog", "Realms", "Content", "Travel", "FlatFiles", "Routing",
        "Transit",
        "Geodata", "HTTPServing", "WaysideAPI",
      ]),
    tests("EndToEnd", ["Base"]),
  ],
  cxxLanguageStandard: .cxx17
)
