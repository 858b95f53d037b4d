import Access
import Base
import Calendar
import Composition
import Geodata
import Groups
import Registration
import Storage
import Testing
import WaysideAPI

@testable import Notifications

/// What people do with Wayside, told request by request: each operation succeeds in at least one
/// story, and what it did is read back.
///
/// A new operation is called in the story where it belongs, and has its row beside it: whom it lets
/// through.
enum Story: String, CaseIterable, Sendable {
  case signingUp, passwords, proving, privacy
  case realms, invitations, friends, unwantedMail, requests, blocks
  case organizations, moderation, suspensions, notifications, notices, pushes, contact
  case objects, instances, coming, pictures, scans
  case tourMaking, tourFiles, touring
  case appointments, guests, calendars
  case sharing, planning
  case teams, practices, nearbyEvents, communityEvents, communities, teamRecords, rosters
  case rides
  case courses, rosterRules
  case voices, groupChats, calls
  case ways, streets, server

  /// Goes through it, with checks on the way.
  func tell(_ fixture: APIFixture) throws {
    switch self {
    case .signingUp: try fixture.tellOfSigningUp()
    case .passwords: try fixture.tellOfPasswords()
    case .proving: try fixture.tellOfProving()
    case .privacy: try fixture.tellOfPrivacy()
    case .realms: try fixture.tellOfRealms()
    case .invitations: try fixture.tellOfInvitations()
    case .friends: try fixture.tellOfFriends()
    case .unwantedMail: try fixture.tellOfUnwantedMail()
    case .requests: try fixture.tellOfRequests()
    case .blocks: try fixture.tellOfBlocks()
    case .organizations: try fixture.tellOfOrganizations()
    case .moderation: try fixture.tellOfModeration()
    case .suspensions: try fixture.tellOfSuspensions()
    case .notifications: try fixture.tellOfNotifications()
    case .notices: try fixture.tellOfNotices()
    case .pushes: try fixture.tellOfPushes()
    case .contact: try fixture.tellOfContact()
    case .objects: try fixture.tellOfObjects()
    case .instances: try fixture.tellOfInstances()
    case .coming: try fixture.tellOfComing()
    case .pictures: try fixture.tellOfPictures()
    case .scans: try fixture.tellOfScans()
    case .tourMaking: try fixture.tellOfTourMaking()
    case .tourFiles: try fixture.tellOfTourFiles()
    case .touring: try fixture.tellOfTouring()
    case .appointments: try fixture.tellOfAppointments()
    case .guests: try fixture.tellOfGuests()
    case .calendars: try fixture.tellOfCalendars()
    case .sharing: try fixture.tellOfSharing()
    case .planning: try fixture.tellOfPlanning()
    case .teams:
      try fixture.tellOfTeams()
      try fixture.tellOfEventTeams()
    case .practices: try fixture.tellOfPractices()
    case .nearbyEvents: try fixture.tellOfNearbyEvents()
    case .communityEvents: try fixture.tellOfCommunityEvents()
    case .communities:
      try fixture.tellOfCommunities()
      try fixture.tellOfNamesakes()
    case .rosters: try fixture.tellOfRosters()
    case .rides: try fixture.tellOfRides()
    case .teamRecords: try fixture.tellOfTeamRecords()
    case .courses: try fixture.tellOfCourses()
    case .rosterRules: try fixture.tellOfRosterRules()
    case .voices: try fixture.tellOfVoices()
    case .groupChats: try fixture.tellOfGroupChats()
    case .calls: try fixture.tellOfCalls()
    case .ways: try fixture.tellOfWays()
    case .streets: try fixture.tellOfStreets()
    case .server: try fixture.tellOfTheServer()
    }
  }
}

@Suite("every operation succeeds in a story, and what it did is read back")
struct StoryTests {
  /// What all stories together have done, gone through once.
  private struct Outcome: Sendable {
    var succeeded: Set<String> = []
    /// How many lists of several items were read page by page.
    var lists = 0
    /// What people were told, by the kind of notification.
    var told: [String: Set<String>] = [:]
    /// The same as it reads in German.
    var toldInGerman: [String: Set<String>] = [:]
    /// What is stored of what reads in English like ``NotificationTexts``, by kind.
    var notices: [String: String] = [:]
  }

  private static let outcome = Result { try tellAll() }

  private static func tellAll() throws -> Outcome {
    var outcome = Outcome()
    let words = NotificationWords(
      try NotificationKinds(Services.declarations.parts(NotificationKind.self)),
      clocks: AccountClocks())
    for story in Story.allCases {
      let town = story == .streets ? try SampleTown(heights: true) : nil
      let library =
        try story == .ways
        ? GeodataLibrary(MappedTown.folder.get().1) : town?.library ?? GeodataLibrary()
      let fixture = try APIFixture(geodata: library)
      do {
        try story.tell(fixture)
        outcome.lists += try fixture.expectPages()
      } catch {
        Issue.record("\(story.rawValue): \(error)")
      }
      #expect(fixture.faults.current.isEmpty, "\(story.rawValue): \(fixture.faults.current)")
      outcome.succeeded.formUnion(fixture.succeeded.current)
      try fixture.services.platform.store.read { session in
        let ids = try session.all("SELECT id FROM notifications") { try $0.id(0) }
        for id in ids {
          guard let (account, told) = try words.find(id, in: session) else { continue }
          outcome.told[told.kind, default: []].insert(told.text)
          if told.text == NotificationTexts.all[told.kind] {
            outcome.notices[told.kind] = told.payload
          }
          var habits = try AccountClocks().habits(of: account, in: session)
          habits.locale = "de"
          let german = words.worded(told, for: NoticeReader(habits))
          outcome.toldInGerman[told.kind, default: []].insert(german.text)
        }
      }
    }
    return outcome
  }

  /// One stored notice of each kind that the stories post.
  static func notices() throws -> [String: String] { try outcome.get().notices }

  @Test("all stories, and no operation without success in one of them")
  func stories() throws {
    let operations = Set(try APIFixture().api.operations.map(\.name))
    let missing = try operations.subtracting(Self.outcome.get().succeeded).sorted()
    #expect(missing.isEmpty, "never answered with success: \(missing)")
  }

  @Test("what a list has at once it has page by page, in the same order")
  func pages() throws {
    #expect(try Self.outcome.get().lists > 30)
  }

  @Test("MF-NOT-03: a notification of each kind says who, what and when")
  func texts() throws {
    let told = try Self.outcome.get().told
    let kinds = Set(Services.declarations.parts(NotificationKind.self).map(\.name))
    #expect(kinds.subtracting(NotificationTexts.elsewhere) == Set(NotificationTexts.all.keys))
    for (kind, text) in NotificationTexts.all.sorted(by: { $0.key < $1.key }) {
      #expect(told[kind]?.contains(text) == true, "\(kind): \(told[kind] ?? [])")
    }
  }

  @Test("MF-NOT-03: a notification of each kind says the same in German")
  func german() throws {
    let told = try Self.outcome.get().toldInGerman
    #expect(Set(NotificationTexts.german.keys) == Set(NotificationTexts.all.keys))
    for (kind, text) in NotificationTexts.german.sorted(by: { $0.key < $1.key }) {
      #expect(told[kind]?.contains(text) == true, "\(kind): \(told[kind] ?? [])")
    }
  }
}
