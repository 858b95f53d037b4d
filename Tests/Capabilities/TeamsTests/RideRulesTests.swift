import Base
import Geodesy
import Testing

@testable import Teams

@Suite("Rules of rides")
struct RideRulesTests {
  @Test("every state of two people, and every command of either of them")
  func states() {
    typealias Step = (RideAgreement, RideAgreement.Command, RidePart.Role)
    func key(_ step: Step) -> String { "\(step.0) \(step.1) \(step.2)" }
    var allowed: [String: RideAgreement] = [:]
    for role in RidePart.Role.allCases {
      allowed[key((.none, .ask, role))] = .asked(by: role)
      allowed[key((.asked(by: role), .accept, role.opposite))] = .agreed
      allowed[key((.asked(by: role), .decline, role.opposite))] = .closed(by: role.opposite)
      allowed[key((.asked(by: role), .leave, role))] = .closed(by: role)
      allowed[key((.agreed, .leave, role))] = .closed(by: role)
      allowed[key((.closed(by: role), .ask, role))] = .asked(by: role)
    }
    let states: [RideAgreement] = [
      .none, .asked(by: .driver), .asked(by: .seeker), .agreed, .closed(by: .driver),
      .closed(by: .seeker),
    ]
    var tried = 0
    for state in states {
      for command in RideAgreement.Command.allCases {
        for role in RidePart.Role.allCases {
          let step = key((state, command, role))
          do throws(Refusal) {
            let next = try state.after(command, by: role)
            #expect(allowed[step] == next, "\(step)")
          } catch {
            #expect(allowed[step] == nil && error.slug == "ride-state", "\(step)")
          }
          tried += 1
        }
      }
    }
    #expect(tried == 48 && allowed.count == 12)
  }

  /// A road from south to north with a side road of an hour at 47.2: a second for each 0.0001° of
  /// latitude, which 47.25 does not lie on.
  private struct Road: CarWays {
    func seconds(from: [LonLat], to: [LonLat]) -> [[Double?]]? {
      from.map { a in
        to.map { b in
          guard abs(a.lat - 47.2525) > 0.001, abs(b.lat - 47.2525) > 0.001 else { return nil }
          return abs(a.lat - b.lat) * 10_000 + (a.lon > 9.51 ? 3600 : 0) + (b.lon > 9.51 ? 3600 : 0)
        }
      }
    }
  }

  @Test("on streets, a detour of 10 minutes or of a quarter fits, and is told in steps of 5")
  func onStreets() {
    let matching = RideMatching(ways: Road())
    let place = LonLat(lon: 9.5025, lat: 47.0025)
    func at(_ lat: Double, _ lon: Double = 9.501) -> LonLat { LonLat(lon: lon, lat: lat) }
    let found = matching.matches(
      drivers: [at(47.101)], seekers: [at(47.051), at(47.131), at(47.141), at(47.051, 9.52)],
      to: place)[0]
    // On the way; 600 s, 800 s and two hours away from it.
    #expect(found.map(\.isWithin) == [true, true, false, false])
    #expect(found.map(\.minutes) == [5, 10, 15, 120])
    #expect(found.allSatisfy { !$0.isEstimated })
    // A quarter of a long way is more than 10 minutes: 4,000 s, and 1,000 s of detour.
    let long = matching.matches(
      drivers: [at(47.401)], seekers: [at(47.451), at(47.456)], to: place)[0]
    #expect(long.map(\.isWithin) == [true, false] && long.map(\.minutes) == [20, 20])
    // Off the road it is estimated along straight lines.
    let off = matching.matches(drivers: [at(47.251)], seekers: [at(47.101)], to: place)[0]
    #expect(off.map(\.isEstimated) == [true] && off.map(\.isWithin) == [true])
    // The nearest to the driver is picked up first, wherever it stands in the list.
    #expect(
      matching.order(
        from: at(47.1025), [at(47.03), at(47.09), at(47.06)], to: place) == [1, 2, 0])
  }

  @Test("without a map, ways are straight lines")
  func straight() {
    let matching = RideMatching(ways: NoCarWays())
    let place = LonLat(lon: 9.5, lat: 47.1)
    let found = matching.matches(
      drivers: [LonLat(lon: 9.5, lat: 47.2)],
      seekers: [LonLat(lon: 9.5, lat: 47.15), LonLat(lon: 9.5, lat: 47.3)], to: place)[0]
    #expect(found.map(\.isWithin) == [true, false])
    #expect(found.map(\.isEstimated) == [true, true])
    #expect(found[0].minutes == 5)
  }

  @Test(
    "a start anywhere in a cell of the grid gives the same answer: nothing finer can be found out")
  func grid() {
    let matching = RideMatching(ways: Road())
    let driver = LonLat(lon: 9.501, lat: 47.101)
    let place = LonLat(lon: 9.5025, lat: 47.0025)
    let cell = (1..<50).map {
      LonLat(lon: 9.5 + Double($0) * 0.0001, lat: 47.05 + Double($0) * 0.0001)
    }
    let found = Set(matching.matches(drivers: [driver], seekers: cell, to: place)[0])
    #expect(found.count == 1)
  }
}
