from pages import PageEntry

PAGES = [
    PageEntry("calendar", "/calendar", "visitor", empty="newcomer"),
]
