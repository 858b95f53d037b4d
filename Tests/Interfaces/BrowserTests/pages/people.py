from pages import PageEntry

PAGES = [
    PageEntry("people", "/people", "visitor", empty="newcomer"),
]
