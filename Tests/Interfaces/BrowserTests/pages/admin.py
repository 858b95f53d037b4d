from pages import PageEntry

PAGES = [
    PageEntry("reports", "/admin/reports", "admin"),
    PageEntry("organization-requests", "/admin/organization-requests", "admin"),
]
