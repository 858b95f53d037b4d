import Base
import Geodata
import Testing
import WaysideAPI

/// What people do with Wayside, told request by request: each operation succeeds in at least one
/// story, and what it did is read back.
///
/// A new operation goes into the list of the story that calls it.
enum Story: String, CaseIterable, Sendable {
  case signingUp, passwords, proving, privacy
  case realms, invitations, requests, blocks
  case organizations, moderation, notifications
  case objects, instances, coming
  case tourMaking, tourFiles, touring
  case appointments, guests, calendars
  case ways, streets, server

  /// The operations that succeed in it.
  var operations: Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }

  private var list: String {
    switch self {
    case .signingUp:
      "createAccount createSession getOwnAccount editOwnAccount listSessions endSession logOut"
    case .passwords: "changePassword requestPasswordRecovery"
    case .proving: "requestVerification enterVerificationCode removePhoneNumber"
    case .privacy: "listConsents changeConsent exportOwnData eraseOwnAccount"
    case .realms:
      """
      createRealm listRealms getRealm editRealm deleteRealm listMembers joinRealm changeMember \
      removeMember
      """
    case .invitations:
      """
      createInvitation listRealmInvitations listOwnInvitations getInvitation acceptInvitation \
      declineInvitation revokeInvitation
      """
    case .requests: "requestMembership decideMembership"
    case .blocks: "listBlocks block unblock"
    case .organizations:
      """
      createOrganizationRequest listOwnOrganizationRequests getOrganization \
      listOrganizationRequests getOrganizationRequest decideOrganizationRequest
      """
    case .moderation: "createReport listReports getReport decideReport"
    case .notifications:
      """
      listNotifications markNotification markAllNotifications getNotificationSettings \
      changeNotificationSettings streamEvents
      """
    case .objects:
      """
      createObject getObject getObjectContent editObject deleteObject listInventory \
      addToInventory removeFromInventory
      """
    case .instances:
      """
      createInstance listInstances getInstance editInstance deleteInstance react removeReaction \
      nearby view viewCell
      """
    case .coming: "sendPositions planZones"
    case .tourMaking:
      "createTour listTours getTour editTour deleteTour publishTour checkTour retireTour"
    case .tourFiles:
      """
      getTourQRCodeSVG getTourQRCodePNG exportTourGeoJSON exportTourGPX exportTourKML \
      exportTourBundle importTour putStopRecording getStopRecording deleteStopRecording
      """
    case .touring: "buyTour listPurchases startRun listRuns getRun sendRunPositions leaveRun"
    case .appointments:
      """
      listAppointments createAppointment getAppointment editAppointment deleteAppointment \
      getTravelPlan getTravelPreferences replaceTravelPreferences
      """
    case .guests:
      """
      listAppointmentInvitations inviteToAppointment removeParticipant answerAppointment \
      decideAppointment
      """
    case .calendars:
      """
      exportCalendar importCalendar createCalendarFeed listCalendarFeeds getCalendarFeed \
      revokeCalendarFeed
      """
    case .ways: "findRoutes"
    case .streets: "getMatrix getIsochrone getMapTile getMapDescription"
    case .server: "getLiveness getReadiness getMetrics getDocument getProblem"
    }
  }

  /// Goes through it, with checks on the way.
  func tell(_ fixture: APIFixture) throws {
    switch self {
    case .signingUp: try fixture.tellOfSigningUp()
    case .passwords: try fixture.tellOfPasswords()
    case .proving: try fixture.tellOfProving()
    case .privacy: try fixture.tellOfPrivacy()
    case .realms: try fixture.tellOfRealms()
    case .invitations: try fixture.tellOfInvitations()
    case .requests: try fixture.tellOfRequests()
    case .blocks: try fixture.tellOfBlocks()
    case .organizations: try fixture.tellOfOrganizations()
    case .moderation: try fixture.tellOfModeration()
    case .notifications: try fixture.tellOfNotifications()
    case .objects: try fixture.tellOfObjects()
    case .instances: try fixture.tellOfInstances()
    case .coming: try fixture.tellOfComing()
    case .tourMaking: try fixture.tellOfTourMaking()
    case .tourFiles: try fixture.tellOfTourFiles()
    case .touring: try fixture.tellOfTouring()
    case .appointments: try fixture.tellOfAppointments()
    case .guests: try fixture.tellOfGuests()
    case .calendars: try fixture.tellOfCalendars()
    case .ways: try fixture.tellOfWays()
    case .streets: try fixture.tellOfStreets()
    case .server: try fixture.tellOfTheServer()
    }
  }
}

@Suite("every operation succeeds in a story, and what it did is read back")
struct StoryTests {
  @Test("a story, with success of each of its operations", arguments: Story.allCases)
  func story(_ story: Story) throws {
    let town = story == .streets ? try SampleTown() : nil
    let library =
      try story == .ways
      ? GeodataLibrary(MappedTown.folder.get().1) : town?.library ?? GeodataLibrary()
    let fixture = try APIFixture(geodata: library)
    try story.tell(fixture)
    let missing = story.operations.subtracting(fixture.succeeded.current)
    #expect(missing.isEmpty, "never answered with success: \(missing.sorted())")
    #expect(fixture.faults.current.isEmpty, "\(fixture.faults.current)")
  }

  @Test("there is no operation without a story, and no story of what is no operation")
  func coverage() throws {
    let told = Story.allCases.reduce(into: Set<String>()) { $0.formUnion($1.operations) }
    let operations = Set(try APIFixture().api.operations.map(\.name))
    #expect(operations.subtracting(told).sorted() == [])
    #expect(told.subtracting(operations).sorted() == [])
  }
}
