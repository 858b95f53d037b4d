from pages import PageEntry

PAGES = [
    PageEntry("around", "/around"),
    PageEntry("inventory", "/inventory", "visitor", empty="newcomer"),
]
