import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct TurnTests {
  /// A crossing of four streets with a way round it.
  private func crossing() -> SketchWorld {
    var world = SketchWorld(
      """
            N
            |
            4
            |
      W-1---M---2-E
      |     |     |
      |     3     |
      |     |     |
      P-----S-----Q
      """)
    world.way("WM")
    world.way("ME")
    world.way("NM")
    world.way("MS")
    world.way("WPS")
    world.way("SQE")
    return world
  }

  @Test("a forbidden turn is not driven, and binds only cars")
  func noTurn() throws {
    var world = crossing()
    #expect(try world.route("1", "3", .car) == "M")
    world.restriction("no_right_turn", from: "WM", via: "M", to: "MS")
    #expect(try world.route("1", "3", .car) == "WPS")
    #expect(try world.route("1", "2", .car) == "M")
    #expect(try world.route("3", "1", .car) == "M")
    #expect(try world.route("1", "3", .bicycle) == "M")
    #expect(try world.route("1", "3", .walk) == "M")
  }

  @Test("an only-turn forbids the others")
  func onlyTurn() throws {
    var world = crossing()
    world.restriction("only_straight_on", from: "WM", via: "M", to: "ME")
    #expect(try world.route("1", "2", .car) == "M")
    #expect(try world.route("1", "3", .car) == "WPS")
  }

  @Test("exceptions for cars and conditional restrictions do not bind cars")
  func exceptions() throws {
    var world = crossing()
    world.restriction(
      "no_right_turn", from: "WM", via: "M", to: "MS", [.except: "psv;motorcar"])
    #expect(try world.route("1", "3", .car) == "M")
    var psv = crossing()
    psv.restriction("no_right_turn", from: "WM", via: "M", to: "MS", [.except: "psv"])
    #expect(try psv.route("1", "3", .car) == "WPS")
  }

  /// A double carriageway: turning round over the link in the middle.
  private func dual() -> SketchWorld {
    var world = SketchWorld(
      """
      A--1--B-----C-----D
      |     |     |     |
      E--2--F-----G-----H
      """)
    world.way("EA")
    world.way("AB", [.highway: "primary", .oneway: "yes"])
    world.way("BC", [.highway: "primary", .oneway: "yes"])
    world.way("CD", [.highway: "primary", .oneway: "yes"])
    world.way("HG", [.highway: "primary", .oneway: "yes"])
    world.way("GF", [.highway: "primary", .oneway: "yes"])
    world.way("FE", [.highway: "primary", .oneway: "yes"])
    world.way("BF")
    world.way("CG")
    world.way("DH")
    return world
  }

  @Test("a restriction over a via way forbids the whole sequence and nothing else")
  func viaWay() throws {
    var world = dual()
    #expect(try world.route("1", "2", .car) == "BF")
    world.restriction("no_u_turn", from: "AB", via: "BF", to: "FE")
    #expect(try world.route("1", "2", .car) == "BCGF")
    world.restriction("no_u_turn", from: "BC", via: "CG", to: "GF")
    #expect(try world.route("1", "2", .car) == "BCDHGF")
  }

  @Test("two restrictions that share their beginning are both kept")
  func sharedVia() throws {
    var world = dual()
    world.restriction("no_u_turn", from: "AB", via: "BF", to: "FE")
    world.restriction("no_u_turn", from: "AB", via: "BC,CG", to: "GF")
    #expect(try world.route("1", "2", .car) == "BCDHGF")
  }

  @Test("a restriction has up to sixteen members of a role, and none with more is taken")
  func manyMembers() {
    func restriction(_ counts: [String: Int]) -> RawRestriction? {
      let members = ["from", "via", "to"].flatMap { role in
        (0..<(counts[role] ?? 1)).map { OSMMember(kind: .way, ref: Int64($0 + 1), role: role) }
      }
      return RawRestriction(
        members: members, tags: OSMTags([.type: "restriction", .restriction: "no_u_turn"]))
    }
    for role in ["from", "via", "to"] {
      #expect(restriction([role: 16]) != nil, "\(role)")
      #expect(restriction([role: 17]) == nil, "\(role)")
    }
  }

  @Test("cars turn round in dead ends only")
  func deadEnd() throws {
    var world = SketchWorld(
      """
      A--1--B-----C
            |
            D
      """)
    world.way("AB", [.highway: "residential", .oneway: "yes"])
    world.way("BC")
    world.way("BD")
    #expect(try world.route("1", "1", .car) == "")
    var line = SketchWorld("A-1--2--B")
    line.way("AB")
    #expect(try line.route("1", "2", .car) == "")
    #expect(try line.route("2", "1", .car) == "")
  }

  @Test("a left turn over two lanes costs more time than going straight on")
  func turnCosts() throws {
    let world = crossing()
    let straight = try world.duration("1", "2", StreetProfile(.car))
    let right = try world.duration("1", "3", StreetProfile(.car))
    // Both ways are 60 and 40 m; the turn makes the shorter one slower than its length says.
    #expect(right / 7 > straight / 8)
  }
}
