/// Who is let through by which operation, written down once more: what the operations declare is held
/// against this, so that a slip in either is seen.
enum ExpectedAccess {
  private static let whoever = Set(Principal.allCases)
  private static let everyone: Set<Principal> = [.nobody, .general, .organization, .admin]
  private static let visitors: Set<Principal> = [.nobody, .general, .organization]
  private static let accounts: Set<Principal> = [.general, .organization, .admin]
  private static let evenSuspended = accounts.union([.suspended])
  private static let evenRestricted = evenSuspended.union([.replacingPassword])
  private static let users: Set<Principal> = [.general, .organization]
  private static let generalUsers: Set<Principal> = [.general]
  private static let organizationUsers: Set<Principal> = [.organization]
  private static let admins: Set<Principal> = [.admin]

  /// The operations that let these and nobody else through.
  private static let groups: [(Set<Principal>, String)] = [
    // Whoever asks, whatever session is sent.
    (
      whoever,
      """
      createAccount createSession getCalendarFeed getDocument getLiveness getMetrics \
      getProblem getReadiness requestPasswordRecovery
      """
    ),
    // Also without logging in, and admins too.
    (
      everyone,
      """
      getMapDescription getMapTile getObjectContent
      """
    ),
    // Also without logging in; not admins, who have the admin interface only.
    (
      visitors,
      """
      exportTourBundle exportTourGPX exportTourGeoJSON exportTourKML findRoutes getInstance \
      getIsochrone getMatrix getObject getStopRecording getTour getTourQRCodePNG \
      getTourQRCodeSVG listInstances listTours nearby planZones view viewCell
      """
    ),
    // Whoever is logged in, admins too.
    (
      accounts,
      """
      changeConsent changeNotificationSettings editOwnAccount endSession enterVerificationCode \
      getNotificationSettings getOrganization getOwnAccount listConsents listSessions \
      markAllNotifications markNotification removePhoneNumber requestVerification streamEvents
      """
    ),
    // Also those whose account is suspended: learning why, export, erasure.
    (
      evenSuspended,
      """
      eraseOwnAccount exportOwnData listNotifications
      """
    ),
    // Also those who have to replace a temporary password first.
    (
      evenRestricted,
      """
      changePassword logOut
      """
    ),
    // General and organization users.
    (
      users,
      """
      acceptInvitation addToInventory answerAppointment block changeMember createAppointment \
      createCalendarFeed createInstance createInvitation createObject createRealm createReport \
      decideAppointment decideMembership declineInvitation deleteAppointment deleteInstance \
      deleteObject deleteRealm editAppointment editInstance editObject editRealm \
      exportCalendar getAppointment getInvitation getRealm getTravelPlan getTravelPreferences \
      importCalendar inviteToAppointment joinRealm listAppointmentInvitations listAppointments \
      listBlocks listCalendarFeeds listInventory listMembers listOwnInvitations \
      listOwnOrganizationRequests listPurchases listRealmInvitations listRealms react \
      removeFromInventory removeMember removeParticipant removeReaction \
      replaceTravelPreferences requestMembership revokeCalendarFeed revokeInvitation \
      sendPositions unblock
      """
    ),
    // General users.
    (
      generalUsers,
      """
      buyTour createOrganizationRequest getRun leaveRun listRuns sendRunPositions startRun
      """
    ),
    // Organization users.
    (
      organizationUsers,
      """
      checkTour createTour deleteStopRecording deleteTour editTour importTour publishTour \
      putStopRecording retireTour
      """
    ),
    // Admins.
    (
      admins,
      """
      decideOrganizationRequest decideReport getOrganizationRequest getReport \
      listOrganizationRequests listReports
      """
    ),
  ]

  /// Whom an operation lets through; nil for one that is not written down here.
  static let table: [String: Set<Principal>] = Dictionary(
    groups.flatMap { principals, names in
      names.split(separator: " ").map { (String($0), principals) }
    }, uniquingKeysWith: { $0.intersection($1) })
}
