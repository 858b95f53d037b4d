from pages import PageEntry

PAGES = [
    PageEntry("tours", "/tours"),
    PageEntry("tours-map", "/tours?view=map", needs_map=True, quick=False),
    PageEntry("tour", "/t/{tour}", "visitor"),
    PageEntry("tour-guest", "/t/{tour}", quick=False),
    PageEntry("walk-none", "/t/{tour}/walk", "visitor", quick=False),
]
