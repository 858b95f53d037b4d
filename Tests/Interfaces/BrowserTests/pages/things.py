"""Pages of one thing, which is made when its address is first asked for (sample_things.py)."""

from pages import PageEntry

PAGES = [
    PageEntry("appointment", "/calendar/{appointment}", "visitor"),
    PageEntry("appointment-invited", "/calendar/{appointment}", "guide", quick=False),
    PageEntry("appointment-edit", "/calendar/{appointment}/edit", "visitor"),
    PageEntry("walk", "/t/{walking}/walk", "member"),
    PageEntry("report", "/admin/reports/{report}", "admin"),
    PageEntry("placed-case", "/admin/reports/{case}", "admin"),
    PageEntry("organization-request", "/admin/organization-requests/{organizationRequest}", "admin"),
    PageEntry("message", "/admin/messages/{message}", "admin"),
    PageEntry("account", "/admin/accounts/{account}", "admin"),
    PageEntry("resources", "/people/{family}/resources", "ana"),
    PageEntry("resource", "/people/{family}/resources/{resource}", "ana"),
    PageEntry("booking", "/people/bookings/{booking}", "ben"),
    PageEntry("override-request", "/people/override-requests/{override}", "ben"),
    PageEntry("team-event-edit", "/people/events/{race}/edit", "captain"),
    PageEntry("course-edit", "/people/courses/{course}/edit", "captain"),
    PageEntry("player", "/people/{team}/players/{player}", "captain"),
    PageEntry("invitation", "/invitations/{link}", "newcomer"),
    PageEntry("open-invitation", "/invitations/{link}"),
]
