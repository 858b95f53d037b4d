import Base

/// How often a tour is walked: numbers of people, none of whom can be told from them.
///
/// A number below ``floor`` is not told: the few people that it stands for could be known.
///
/// - Thread: pure.
public struct TourStatistics: Hashable, Sendable {
  /// The least number that is told.
  public static let floor = 5

  /// A number of people, told only if they are many enough.
  public struct Count: Hashable, Sendable {
    private let people: Int

    init(_ people: Int) { self.people = people }

    /// Nil below the floor, zero too.
    public var told: Int? { people < TourStatistics.floor ? nil : people }

    func write(_ name: StaticString, to json: inout JSONWriter) {
      json.object(name) { json in writeMembers(to: &json) }
    }

    func writeMembers(to json: inout JSONWriter) {
      if let told {
        json.member("count", told)
      } else {
        json.member("fewerThan", TourStatistics.floor)
      }
    }
  }

  /// The stars that people gave, told only if they are many enough.
  public struct Stars: Hashable, Sendable {
    public let count: Count
    /// 1...5, if it is told.
    public let mean: Double?

    init(_ people: Int, sum: Int) {
      count = Count(people)
      mean = count.told.map { Double(sum) / Double($0) }
    }

    func write(_ name: StaticString, to json: inout JSONWriter) {
      json.object(name) { json in
        count.writeMembers(to: &json)
        json.member("mean", mean, decimals: 2)
      }
    }
  }

  /// One stop of the publication that is walked now.
  public struct Stop: Hashable, Sendable {
    /// From 1.
    public var order: Int
    public var title: String
    public var reached: Count
  }

  /// People who began the tour, whatever revision.
  public var started: Count
  /// People who came to its end.
  public var completed: Count
  /// The stars that people gave after a walk, each once.
  public var stars: Stars
  /// In order; those who reached each stop of what was last published.
  ///
  /// Empty before publication.
  public var stops: [Stop]

  /// Writes the members into an open object.
  public func writeMembers(to json: inout JSONWriter) {
    started.write("started", to: &json)
    completed.write("completed", to: &json)
    stars.write("stars", to: &json)
    json.array("stops") { json in
      for stop in stops {
        json.object { json in
          json.member("order", stop.order)
          json.member("title", stop.title)
          stop.reached.write("reached", to: &json)
        }
      }
    }
  }
}
