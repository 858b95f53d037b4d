from pages import PageEntry

PAGES = [
    PageEntry("tours", "/tours"),
]
