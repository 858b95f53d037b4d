import Access
import Base
import CapabilityTestSupport
import Geodesy
import Identity
import Proximity
import SpatialCatalog
import Storage
import Testing
import Tours

@testable import Presence

@Suite("Devices that report positions")
struct ProximityWatchTests {
  @Test("a withdrawn consent forgets the device, also where it is given again before anyone looks")
  func withdrawnAndGiven() throws {
    let stand = try TourStand()
    let consents = ConsentService(platform: stand.platform)
    let watch = ProximityWatch(
      platform: stand.platform, zones: try ZoneCatalog([TourZones(stand.platform.settings)]),
      consents: consents)
    let device = try stand.walker.required()
    let fix = PositionFix(position: LonLat(lon: 9.5223, lat: 47.139), at: stand.clock.now())
    _ = try watch.engine.update(
      DeviceKey(account: device.account, device: device.session), points: [fix],
      visible: VisibleRealms(caller: stand.walker))
    #expect(watch.deviceCount == 1)
    func change(_ kind: String, to isGiven: Bool) throws {
      let fields = try JSONFields(
        JSONValue(parsing: Array(#"{"kind": "\#(kind)", "given": \#(isGiven)}"#.utf8)))
      _ = try consents.change(ConsentChange(reading: fields), caller: stand.walker)
    }
    var seen = try stand.store.changes(after: 0).last?.sequence ?? 0
    func follow() throws {
      let news = try stand.store.changes(after: seen)
      seen = news.last?.sequence ?? seen
      let relevant = news.filter { watch.changeKinds.contains($0.kind) }
      try stand.store.readOnce { try watch.apply(relevant, in: $0) }
    }
    // Another consent is no matter of positions.
    try change("analytics", to: false)
    try follow()
    #expect(watch.deviceCount == 1)
    try change("location", to: false)
    try change("location", to: true)
    try follow()
    #expect(watch.deviceCount == 0)
  }
}
