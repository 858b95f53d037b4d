import Access
import Registration

/// What the rest must know of tours.
///
/// - Parameter settings: the radii of a tour's zones.
public func toursCapability(_ settings: Settings) -> Capability {
  toursDeclaration.with(parts: [TourZones(settings)])
}

/// The same without what needs settings: what is stored, and what holds for all tours.
public let toursDeclaration = Capability(
  "tours",
  schema: [toursSchema],
  tables: [
    TableClaim(
      "tours", export: .yes("toursCreated"),
      erasure: .yes("stay with their organization and forget who made them"),
      rules: .yes("published-tour-has-stops")),
    .impersonal(
      "tour_revisions", ofAnOrganization, rules: .yes("revisions-belong-to-their-tour")),
    .impersonal("tour_areas", ofAnOrganization, rules: .declared),
    .impersonal("tour_routes", ofAnOrganization, rules: .declared),
    .impersonal("tour_stops", ofAnOrganization, rules: .yes("published-tour-has-stops")),
    .impersonal("tour_stop_objects", ofAnOrganization, rules: .declared),
    .impersonal("tour_stop_recordings", ofAnOrganization, rules: .declared),
    .impersonal("tour_recordings", ofAnOrganization, rules: .declared),
    TableClaim("tour_runs", export: .yes("tourRuns"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "tour_run_arrivals", export: .yes("tourRuns"), erasure: .yes("deleted with the runs"),
      rules: .declared),
    TableClaim(
      "tour_feedback", export: .yes("tourRuns"), erasure: .yes("deleted with the runs"),
      rules: .declared),
    TableClaim(
      "ledger_entries", export: .yes("purchases"),
      erasure: .no("the law wants them for six years; the pseudonym's link is cut"),
      rules: .declared),
    TableClaim(
      "ledger_horizon", export: .no("one date, nobody's"), erasure: .no("one date, nobody's"),
      rules: .declared),
    TableClaim(
      "tour_payments", export: .yes("purchases"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: tourInvariants,
  personalData: [PurchaseRecords(), ToursPersonalData()],
  parts: tourNotifications + ToursSettings.all + TourLayer.Part.allCases.map { TourLayer($0) } + [
    ReportableTours(), ReportableFeedback(), TourDepartures(), TourPictures(.cover),
    TourPictures(.stop), Ledger.expiry,
  ])

private let ofAnOrganization = "what an organization publishes"
