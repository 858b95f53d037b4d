import Base
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Proximity

@Suite struct DeviceTests {
  @Test(
    "TR-FR2.2: a tour's push zone concerns a visit once, whichever device of the account enters")
  func oneVisit() throws {
    let zone = try Zone.circle(1, Street.home, 500, kind: .tourPush)
    let street = try Street([zone])
    let (phone, glasses) = (Street.device(1), Street.device(2))
    let stranger = Street.device(1, account: 2)
    #expect(try street.go(400, device: phone).entered.map(\.concernsVisit) == [true])
    #expect(try street.go(450, device: glasses).entered.map(\.concernsVisit) == [false])
    #expect(try street.go(450, device: stranger).entered.map(\.concernsVisit) == [true])
    #expect(try street.go(600, device: phone, after: 10).left.map(\.concernsVisit) == [false])
    #expect(try street.go(400, device: phone, after: 10).entered.map(\.concernsVisit) == [false])
    #expect(try street.go(600, device: phone, after: 10).left.map(\.concernsVisit) == [false])
    #expect(try street.go(600, device: glasses, after: 10).left.map(\.concernsVisit) == [true])
    #expect(try street.go(400, device: glasses, after: 10).entered.map(\.concernsVisit) == [true])
  }

  @Test("RI-FR5: the start zone is entered within 50 m and listed as long as one is inside")
  func startHint() throws {
    let zone = try Zone.circle(1, Street.home, 50, kind: .tourStart)
    let street = try Street([zone])
    #expect(try street.go(50.5).inside.isEmpty)
    #expect(try street.go(49.5).entered.map(\.kind) == [.tourStart])
    for _ in 0..<5 {
      #expect(
        try street.go(20).inside == [
          .init(zone: zone.id, kind: .tourStart)
        ])
    }
    let asked = try street.engine.update(Street.device(1), points: [], visible: street.visible)
    #expect(asked.inside.map(\.zone) == [zone.id] && asked.entered.isEmpty)
    #expect(try street.go(60.5).inside.isEmpty)
  }

  @Test("A device is forgotten half an hour after its last point, and with it its visit")
  func expiry() throws {
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    let (phone, glasses) = (Street.device(1), Street.device(2))
    try street.go(0, device: phone)
    #expect(try street.go(0, device: phone, after: 1_799).entered.isEmpty)
    let late = try street.go(0, device: glasses, after: 1_801)
    #expect(late.entered.map(\.concernsVisit) == [true], "the phone's visit is over")
    #expect(try street.go(0, device: phone).entered.map(\.concernsVisit) == [false])
    street.clock.advance(seconds: 1_801)
    street.engine.forgetExpired()
    #expect(street.engine.deviceCount == 0)
  }

  @Test("Devices and accounts can be forgotten at once")
  func forgetting() throws {
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    for device in 1...3 as ClosedRange<UInt64> { try street.go(0, device: Street.device(device)) }
    try street.go(0, device: Street.device(1, account: 2))
    street.engine.forget(Street.device(2))
    #expect(street.engine.state(of: Street.device(2)) == nil)
    #expect(street.engine.state(of: Street.device(1)) != nil)
    #expect(street.engine.state(of: Street.device(3)) != nil)
    street.engine.forget(account: Street.device(1).account)
    #expect(street.engine.deviceCount == 1)
    #expect(try street.go(0).entered.map(\.concernsVisit) == [true])
  }

  @Test("Zones of sub-realms that are no longer visible are left silently")
  func realms() throws {
    var street = try Street([
      try Zone.circle(1, Street.home, 50, realm: 0), try Zone.circle(2, Street.home, 50, realm: 1),
    ])
    #expect(try street.go(0).entered.count == 2)
    street.visible = VisibleRealms([SampleZones.realms[1]])
    let asked = try street.engine.update(Street.device(1), points: [], visible: street.visible)
    #expect(
      asked.inside.map(\.zone) == [SampleZones.id(2)], "not even listed before the next point")
    let update = try street.go(1)
    #expect(update.left.isEmpty && update.inside.map(\.zone) == [SampleZones.id(2)])
    street.visible = SampleZones.everything
    #expect(try street.go(2).entered.map(\.zone) == [SampleZones.id(1)])
    street.visible = VisibleRealms([])
    #expect(try street.go(500, after: 60).left.isEmpty)
  }

  @Test(
    "Removed, moved and new zones count from the next point on; a slot used again is another zone")
  func changes() throws {
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    #expect(try street.go(0).entered.map(\.zone) == [SampleZones.id(1)])
    try street.layer.apply(
      put: [try Zone.circle(2, Street.home, 60)], remove: [SampleZones.id(1)])
    let update = try street.go(0.1)
    #expect(update.entered.map(\.zone) == [SampleZones.id(2)] && update.left.isEmpty)
    #expect(update.inside.map(\.zone) == [SampleZones.id(2)])
    try street.layer.apply(put: [try Zone.circle(2, Street.east(1_000), 60)])
    #expect(try street.go(0.2).left.map(\.zone) == [SampleZones.id(2)])
    #expect(try street.go(1_000, after: 100).entered.map(\.zone) == [SampleZones.id(2)])
  }

  @Test("Devices are bounded: per account the most silent one goes, per shard new ones are refused")
  func bounds() throws {
    var settings = ProximitySettings()
    settings.devicesPerAccount = 2
    settings.devicesPerShard = 3
    let clock = ManualClock()
    let engine = ProximityEngine(
      zones: try ZoneLayer(), clock: clock, settings: settings, shardCount: 1)
    func report(_ key: DeviceKey) throws {
      clock.advance(seconds: 1)
      _ = try engine.update(
        key, points: [PositionFix(position: Street.home, at: clock.now())],
        visible: SampleZones.everything)
    }
    for device in [1, 2, 1, 3] as [UInt64] { try report(Street.device(device)) }
    #expect(engine.state(of: Street.device(2)) == nil && engine.deviceCount == 2)
    try report(Street.device(1, account: 2))
    let refusal = #expect(throws: Refusal.self) { try report(Street.device(1, account: 3)) }
    #expect(refusal?.kind == .busy && refusal?.retryAfterSeconds != nil)
    try report(Street.device(1))
    clock.advance(seconds: 1_801)
    try report(Street.device(1, account: 3))
    #expect(engine.deviceCount == 1)
  }

  @Test("However many points come, one position is kept, and none after forgetting")
  func noTrack() throws {
    let street = try Street([try Zone.circle(1, Street.home, 50)])
    for metres in 0..<200 { try street.go(Double(metres)) }
    let state = try #require(street.engine.state(of: Street.device(1)))
    var positions: [LonLat] = []
    func walk(_ value: Any, _ depth: Int) {
      if let position = value as? LonLat { positions.append(position) }
      guard depth < 8 else { return }
      for child in Mirror(reflecting: value).children { walk(child.value, depth + 1) }
    }
    walk(state, 0)
    #expect(positions == [Street.east(199)])
    #expect(state.inside.isEmpty)
  }

  @Test("The engine has no means to write a position anywhere")
  func noOutput() throws {
    let sources = try Checkout.sources(of: "Proximity")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var count = 0
    for case let file as String in files where file.hasSuffix(".swift") {
      count += 1
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for word in [
        "import Storage", "Logger", "print(", "FileHandle", "FileManager", "fopen", "write(",
        "Codable", "CustomStringConvertible",
      ] {
        #expect(!text.contains(word), "\(file) has \(word)")
      }
    }
    #expect(count > 15)
  }

  @Test("Eight threads with their own accounts get what one thread gets")
  func threads() async throws {
    let zones = try (0..<40).map { try Zone.circle($0, Street.east(Double($0) * 50), 15) }
    let street = try Street(zones)
    street.clock.advance(seconds: 1_000)
    let now = street.clock.now()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for account in 1...8 as ClosedRange<UInt64> {
        group.addTask {
          var entered = 0
          for i in 0..<400 {
            let fix = PositionFix(
              position: Street.east(Double(i) * 5), at: now.adding(seconds: Int64(i) - 900))
            entered += try street.engine.update(
              Street.device(1, account: account), points: [fix], visible: street.visible
            ).entered.count
          }
          return entered
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [Int](repeating: 40, count: 8))
  }
}
