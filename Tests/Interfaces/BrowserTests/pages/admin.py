from pages import PageEntry

PAGES = [
    PageEntry("reports", "/admin/reports", "admin"),
    PageEntry("suspended-accounts", "/admin/accounts", "admin"),
    PageEntry("audit", "/admin/audit", "admin"),
    PageEntry("geodata", "/admin/geodata", "admin"),
    PageEntry("messages", "/admin/messages", "admin"),
    PageEntry("organization-requests", "/admin/organization-requests", "admin"),
]
