from pages import PageEntry

PAGES = [
    PageEntry("people", "/people", "visitor", empty="newcomer"),
    PageEntry("start-group", "/people/new", "visitor"),
    PageEntry("find-groups", "/people/find", "visitor"),
    PageEntry("blocks", "/people/blocks", "visitor"),
]
