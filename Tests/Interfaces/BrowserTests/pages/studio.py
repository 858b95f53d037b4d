from pages import PageEntry

PAGES = [
    PageEntry("studio", "/studio", "guide"),
]
