// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every Swift target: Swift 6 mode, warnings are errors.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A target of one floor: `Sources/FLOOR/NAME`.
func target(_ floor: String, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)",
    swiftSettings: settings)
}

func ground(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  target("Ground", name, dependencies)
}

func engine(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  target("Engines", name, dependencies)
}

func capability(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  target("Capabilities", name, dependencies)
}

func interface(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  target("Interfaces", name, dependencies)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Interfaces/\(name)",
    swiftSettings: settings)
}

/// A C library: one Swift target imports it.
func library(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/Libraries/\(name)", pkgConfig: pkgConfig)
}

func tests(_ floor: String, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["TestSupport"],
    path: "Tests/\(floor)/\(name)Tests", swiftSettings: settings)
}

// Floors, from the ground up: a target may import targets above it in this list, never below.
// `tools/check` compares every import statement with the dependencies written here, and the order
// of the list with them.
let package = Package(
  name: "wayside",
  products: [
    .executable(name: "wayside", targets: ["wayside"]),
    // For clients that cull on the device: no server, no store.
    .library(name: "Visibility", targets: ["Visibility", "SpatialIndex", "Geodesy", "Base"]),
  ],
  targets: [
    // Libraries, C leaves: one Swift target imports each.
    library("CSpatiaLite"),
    library("CPostgres"),
    library("CProj", pkgConfig: "proj"),
    library("CGEOS"),
    library("CLinuxSockets"),
    library("CSodium", pkgConfig: "libsodium"),
    library("COpenSSL", pkgConfig: "libcrypto"),
    library("CQRencode", pkgConfig: "libqrencode"),
    library("CZip", pkgConfig: "libzip"),
    library("CICal", pkgConfig: "libical"),
    library("CExpat"),
    library("CZlib"),
    library("CTIFF", pkgConfig: "libtiff-4"),
    library("CCurl", pkgConfig: "libcurl"),
    .target(
      name: "CProtozeroShim", path: "Sources/Libraries/CProtozeroShim",
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("lz4")]),

    .target(
      name: "CVips", path: "Sources/Libraries/CVips", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CConfinement", path: "Sources/Libraries/CConfinement"),
    .target(name: "CWebAssets", path: "Sources/Libraries/CWebAssets"),

    // Ground: knows no word of the domain.
    ground("Base"),
    ground("Cryptography", ["Base", "CSodium"]),
    ground("WebPush", ["Base", "Cryptography", "COpenSSL"]),
    ground("Archives", ["Base", "CZip", "CZlib"]),
    ground("FlatFiles", ["Base"]),
    ground("Geodesy", ["Base", "CProj"]),
    ground("SpatialIndex", ["Base", "Geodesy"]),
    ground("Topology", ["Base", "Geodesy", "CGEOS"]),
    ground("GeoFormats", ["Base", "Geodesy", "CExpat"]),
    ground("MediaFormats", ["Base", "Archives"]),
    ground("Rasters", ["Base", "Geodesy", "CTIFF"]),
    ground("QRCodes", ["Base", "MediaFormats", "CQRencode"]),
    ground("Models", ["Base", "Geodesy", "MediaFormats"]),
    ground("Pictures", ["Base", "MediaFormats", "CVips"]),
    ground("Sounds", ["Base", "CConfinement"]),
    ground("OSMFiles", ["Geodesy", "CProtozeroShim"]),
    ground("Storage", ["Base", "Geodesy", "CSpatiaLite", "CPostgres"]),
    ground("Outgoing", ["Base", "CCurl"]),

    // Engines: what Wayside exists for, without accounts and rights.
    engine("Visibility", ["Base", "Geodesy", "SpatialIndex"]),
    engine("Proximity", ["Base", "Geodesy", "SpatialIndex"]),
    engine(
      "SpatialCatalog", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "Proximity", "Storage"]),
    engine("Routing", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "OSMFiles"]),
    engine("Places", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "OSMFiles"]),
    engine("Transit", ["Base", "Archives", "FlatFiles", "Geodesy", "SpatialIndex"]),
    engine("Itineraries", ["Base", "Geodesy", "Routing", "Transit"]),
    engine(
      "Geodata",
      ["Base", "Outgoing", "FlatFiles", "Geodesy", "SpatialIndex", "Routing", "Places", "Transit"]),

    // Capabilities: rules, their own SQL, their use cases.
    capability("Registration", ["Base", "Storage"]),
    capability("Deadlines", ["Base", "Storage", "Registration"]),
    capability("Access", ["Base", "Cryptography", "Storage", "Registration"]),
    capability(
      "Notifications", ["Base", "Storage", "Registration", "Deadlines", "Access"]),
    capability(
      "Mail",
      [
        "Base", "Outgoing", "Cryptography", "Storage", "Registration", "Access", "Notifications",
      ]),
    capability(
      "Identity",
      [
        "Base", "Cryptography", "Storage", "Registration", "Access", "Notifications", "Mail",
      ]),
    capability(
      "Groups",
      [
        "Base", "Geodesy", "Cryptography", "Storage", "Registration", "Proximity",
        "SpatialCatalog", "Access", "Notifications", "Mail", "Identity",
      ]),
    capability(
      "Moderation",
      [
        "Base", "Cryptography", "Storage", "Registration", "Access", "Notifications", "Mail",
        "Identity",
      ]),
    capability(
      "Push",
      [
        "Base", "Cryptography", "WebPush", "Outgoing", "Storage", "Registration", "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation",
      ]),
    capability(
      "Media",
      [
        "Base", "Cryptography", "MediaFormats", "Models", "Pictures", "Storage", "Registration",
        "Access", "Mail", "Identity", "Groups", "Moderation",
      ]),
    capability(
      "Objects",
      [
        "Base", "Geodesy", "Proximity", "GeoFormats", "Models", "MediaFormats", "Storage",
        "Registration",
        "SpatialCatalog", "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation",
        "Media",
      ]),
    capability(
      "Tours",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "SpatialIndex", "Proximity", "GeoFormats",
        "MediaFormats", "Models", "Topology", "Storage", "Registration", "SpatialCatalog",
        "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation", "Media", "Objects", "QRCodes",
      ]),
    capability(
      "Presence",
      [
        "Base", "Geodesy", "SpatialIndex", "GeoFormats", "Models", "Visibility", "Proximity",
        "Storage", "Registration",
        "SpatialCatalog", "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation",
        "Objects", "Tours",
      ]),
    capability(
      "Calendar",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "Deadlines",
        "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation", "Itineraries", "CICal",
      ]),
    capability(
      "Travel",
      [
        "Base", "Geodesy", "Cryptography", "Storage", "Registration", "Deadlines",
        "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation", "Itineraries",
        "Calendar",
      ]),

    capability(
      "Planning",
      [
        "Base", "Geodesy", "Storage", "Registration", "Deadlines", "Notifications", "Access",
        "Mail", "Identity", "Groups", "Moderation",
        "Media", "Itineraries", "Calendar", "Travel",
      ]),
    capability(
      "Teams",
      [
        "Base", "Geodesy", "Storage", "Registration", "Deadlines", "Notifications", "Access",
        "Mail", "Identity", "Groups", "Moderation",
        "Calendar", "Travel",
      ]),
    capability(
      "Talk",
      [
        "Base", "Cryptography", "Sounds", "Storage", "Registration", "Deadlines", "Notifications",
        "Access", "Identity", "Groups", "Media",
      ]),

    // Interfaces; `wayside` puts everything together.
    interface("HTTPServing", ["Base", "CLinuxSockets"]),
    interface(
      "WaysideAPI",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "Visibility", "Proximity", "GeoFormats",
        "Models", "QRCodes",
        "MediaFormats", "Topology", "Storage", "Registration", "SpatialCatalog", "Deadlines",
        "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation", "Push", "Media", "Objects", "Tours",
        "Presence", "Calendar", "Travel",
        "Planning",
        "Teams", "Sounds", "Talk",
        "FlatFiles", "Routing", "Places", "Transit", "Geodata", "Itineraries",
        "HTTPServing",
      ]),
    .target(
      name: "WebClient", dependencies: ["Base", "HTTPServing", "CWebAssets"],
      path: "Sources/Interfaces/WebClient", exclude: ["web"], swiftSettings: settings),
    interface(
      "Composition",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Visibility", "Proximity", "GeoFormats",
        "Topology",
        "Storage", "SpatialCatalog", "Registration", "Deadlines", "Notifications", "Access",
        "Mail", "Identity", "Groups", "Moderation",
        "Push", "Media",
        "Objects", "Tours", "Presence", "Calendar", "Travel", "Planning", "Teams", "Talk",
        "Routing",
        "Places", "Transit",
        "Geodata", "Itineraries",
        "HTTPServing", "WaysideAPI",
      ]),
    program(
      "wayside",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Archives", "QRCodes", "Proximity",
        "GeoFormats", "Storage", "Registration",
        "SpatialCatalog", "Deadlines", "Notifications", "Access", "Mail", "Identity", "Groups",
        "Moderation", "Push", "Media",
        "Objects",
        "Tours", "Presence", "Calendar", "Travel", "FlatFiles", "Rasters",
        "Routing", "Places", "Transit", "Geodata", "HTTPServing", "WaysideAPI", "WebClient",
        "Composition",
      ]),
    program(
      "Benchmarks",
      [
        "Base", "Cryptography", "Geodesy", "SpatialIndex", "Visibility", "Proximity", "Storage",
        "Registration",
        "SpatialCatalog", "Deadlines", "Notifications", "Access", "Mail", "Identity", "Groups",
        "Moderation", "Media", "Objects",
        "Tours",
        "Presence", "Calendar", "Planning", "FlatFiles", "Routing",
        "Places", "Transit", "Geodata", "Itineraries", "HTTPServing", "WaysideAPI", "Composition",
      ]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Base", "Geodesy", "Storage"],
      path: "Tests/Support/TestSupport",
      swiftSettings: settings),
    .target(
      name: "FormatSamples", dependencies: ["Archives", "Base", "MediaFormats", "Models"],
      path: "Tests/Support/FormatSamples", swiftSettings: settings),
    .target(
      name: "CapabilityTestSupport",
      dependencies: [
        "Base", "Geodesy", "Storage", "Deadlines", "Notifications", "Access", "Mail", "Identity",
        "Groups", "Moderation", "Media",
        "Objects",
        "Tours", "TestSupport",
      ],
      path: "Tests/Support/CapabilityTestSupport", swiftSettings: settings),
    .target(
      name: "PeopleTestSupport",
      dependencies: [
        "Base", "Geodesy", "Cryptography", "Storage", "Registration", "Deadlines", "Access",
        "Notifications", "Mail", "Identity", "Groups", "Moderation", "TestSupport",
        "NotificationTestSupport",
      ],
      path: "Tests/Support/PeopleTestSupport", swiftSettings: settings),
    .target(
      name: "NotificationTestSupport", dependencies: ["Base", "Storage", "Notifications"],
      path: "Tests/Support/NotificationTestSupport", swiftSettings: settings),
    .target(
      name: "PushServiceDouble", dependencies: ["Base", "Cryptography", "WebPush"],
      path: "Tests/Support/PushServiceDouble", swiftSettings: settings),
    tests("Ground", "Base", ["Base"]),
    tests("Ground", "Cryptography", ["Base", "Cryptography"]),
    tests("Ground", "WebPush", ["Base", "Cryptography", "WebPush"]),
    tests("Ground", "Archives", ["Base", "Archives"]),
    tests("Ground", "FlatFiles", ["Base", "FlatFiles"]),
    tests("Ground", "Geodesy", ["Base", "Geodesy"]),
    tests("Ground", "SpatialIndex", ["Base", "Geodesy", "SpatialIndex"]),
    tests("Engines", "Proximity", ["Base", "Geodesy", "SpatialIndex", "Proximity"]),
    tests(
      "Engines", "Routing", ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "OSMFiles", "Routing"]),
    tests("Engines", "Places", ["Base", "FlatFiles", "Geodesy", "OSMFiles", "Places"]),
    tests("Engines", "Visibility", ["Base", "Geodesy", "SpatialIndex", "Visibility"]),
    tests("Ground", "Topology", ["Base", "Geodesy", "Topology"]),
    tests("Ground", "Outgoing", ["Base", "Outgoing", "HTTPServing"]),
    tests("Ground", "GeoFormats", ["Base", "Geodesy", "GeoFormats"]),
    tests("Ground", "Rasters", ["Base", "Geodesy", "Rasters"]),
    tests("Ground", "MediaFormats", ["Base", "MediaFormats", "FormatSamples"]),
    tests("Ground", "Models", ["Base", "Geodesy", "Models", "FormatSamples"]),
    tests("Ground", "Sounds", ["Base", "Sounds"]),
    tests("Ground", "Pictures", ["Base", "MediaFormats", "Pictures", "FormatSamples"]),
    .target(
      name: "CCrashVFS", path: "Tests/Support/CCrashVFS",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    tests("Ground", "Storage", ["Base", "Geodesy", "Storage", "CCrashVFS"]),
    tests(
      "Engines", "SpatialCatalog",
      ["Base", "FlatFiles", "Geodesy", "SpatialIndex", "Storage", "SpatialCatalog"]),
    tests(
      "Engines", "Transit", ["Base", "Archives", "FlatFiles", "Geodesy", "SpatialIndex", "Transit"]),
    tests(
      "Engines", "Geodata",
      ["Base", "FlatFiles", "Geodesy", "Routing", "Transit", "Geodata", "HTTPServing"]),
    tests(
      "Engines", "Itineraries", ["Base", "Geodesy", "Routing", "Transit", "Geodata", "Itineraries"]),
    tests("Capabilities", "Deadlines", ["Base", "Storage", "Deadlines"]),
    tests(
      "Capabilities", "Notifications",
      [
        "Base", "Storage", "Registration", "Deadlines", "Notifications", "Access", "Mail",
        "Identity", "Groups", "Moderation", "PeopleTestSupport", "NotificationTestSupport",
      ]),
    tests(
      "Capabilities", "Access",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Access", "Notifications", "Mail", "Identity", "Groups", "Moderation",
        "PeopleTestSupport", "NotificationTestSupport",
      ]),
    tests(
      "Capabilities", "Mail",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Access", "Notifications", "Mail", "Identity", "Groups", "Moderation",
        "PeopleTestSupport",
      ]),
    tests(
      "Capabilities", "Identity",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Access", "Notifications", "Mail", "Identity", "Groups", "Moderation",
        "PeopleTestSupport",
      ]),
    tests(
      "Capabilities", "Groups",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Access", "Notifications", "Mail", "Identity", "Groups", "Moderation",
        "PeopleTestSupport",
      ]),
    tests(
      "Capabilities", "Moderation",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Access", "Notifications", "Mail", "Identity", "Groups", "Moderation",
        "PeopleTestSupport", "NotificationTestSupport",
      ]),
    tests(
      "Capabilities", "Media", ["Base", "MediaFormats", "Models", "Media", "FormatSamples"]),
    tests(
      "Capabilities", "Objects",
      [
        "Base", "Geodesy", "Cryptography", "GeoFormats", "Models", "MediaFormats", "Storage",
        "SpatialCatalog",
        "Deadlines", "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation", "Media",
        "Objects",
        "CapabilityTestSupport",
      ]),
    tests(
      "Capabilities", "Tours",
      [
        "Base", "Geodesy", "Cryptography", "Archives", "Proximity", "GeoFormats", "MediaFormats",
        "QRCodes",
        "Topology", "Registration", "Storage", "SpatialCatalog", "Deadlines", "Notifications",
        "Access", "Mail",
        "Identity", "Groups", "Moderation",
        "Media",
        "Objects", "Tours", "CapabilityTestSupport", "PeopleTestSupport",
      ]),
    tests(
      "Capabilities", "Presence",
      [
        "Base", "Geodesy", "Visibility", "Proximity", "Topology", "Storage", "SpatialCatalog",
        "Deadlines", "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation",
        "Objects", "Tours", "Presence",
        "CapabilityTestSupport",
      ]),
    tests(
      "Capabilities", "Calendar",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "Deadlines",
        "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation", "Itineraries", "Calendar",
        "PeopleTestSupport", "NotificationTestSupport",
      ]),
    tests(
      "Capabilities", "Travel",
      [
        "Base", "Geodesy", "Outgoing", "Cryptography", "Storage", "Registration", "SpatialCatalog",
        "Deadlines",
        "Notifications", "Access", "Mail", "Identity", "Groups", "Moderation", "Itineraries",
        "Calendar", "Travel", "PeopleTestSupport",
      ]),
    tests(
      "Capabilities", "Planning",
      [
        "Base", "Cryptography", "Storage", "Registration", "Deadlines", "Notifications", "Access",
        "Mail", "Identity", "Groups", "Moderation",
        "Media", "Outgoing", "Geodesy", "Itineraries",
        "Calendar", "Travel", "Planning", "PeopleTestSupport", "NotificationTestSupport",
      ]),
    tests(
      "Capabilities", "Teams",
      [
        "Base", "Cryptography", "Storage", "Registration", "Deadlines", "Notifications", "Access",
        "Mail", "Identity", "Groups", "Moderation",
        "Calendar", "Travel", "Teams", "Geodesy", "Outgoing", "PeopleTestSupport",
        "NotificationTestSupport",
      ]),
    tests("Capabilities", "Talk", ["Base", "Talk"]),
    tests("Interfaces", "HTTPServing", ["Base", "HTTPServing"]),
    tests(
      "Interfaces", "WaysideAPI",
      [
        "Base", "Geodesy", "Talk", "Outgoing", "Cryptography", "Archives", "Visibility",
        "Proximity",
        "GeoFormats", "Models", "MediaFormats", "Storage", "Registration", "SpatialCatalog",
        "Deadlines", "Notifications",
        "Access", "Mail", "Identity", "Groups", "Moderation", "Push", "Media", "Objects", "Tours",
        "Presence", "Calendar", "Travel",
        "FlatFiles",
        "Routing", "Places", "Transit", "Geodata", "Itineraries", "HTTPServing",
        "WaysideAPI", "WebClient", "Composition", "FormatSamples", "PushServiceDouble",
      ]),
    tests("Interfaces", "WebClient", ["Base", "HTTPServing", "WebClient"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Base", "Archives", "Geodesy", "GeoFormats", "MediaFormats", "Models", "Storage", "Routing",
        "Transit", "Geodata", "Calendar", "HTTPServing", "TestSupport",
      ],
      path: "Tests/Support/FuzzTargets", swiftSettings: settings),
    tests("Interfaces", "Fuzz", ["FuzzTargets"]),
    tests(
      "Interfaces", "EndToEnd",
      ["Base", "Archives", "Storage", "HTTPServing", "PushServiceDouble"]),
  ],
  // #embed is C23.
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx17
)

// Only some of the tests, where a build of all would take too long (tools/mutate).
if let chosen = Context.environment["WAYSIDE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// The program of tools/fuzz links what only a build with -sanitize=fuzzer has.
if Context.environment["WAYSIDE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Support/Fuzz",
      swiftSettings: settings))
}
