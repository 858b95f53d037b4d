from pages import PageEntry

PAGES = [
    PageEntry("studio", "/studio", "guide"),
    PageEntry("studio-new", "/studio/tours/new", "guide"),
    PageEntry("studio-details", "/studio/tours/{tour}", "guide", quick=False),
    PageEntry("studio-route", "/studio/tours/{tour}?part=route", "guide"),
    PageEntry("studio-stops", "/studio/tours/{tour}?part=stops", "guide"),
    PageEntry("studio-stop", "/studio/tours/{tour}?part=stops&stop=1", "guide", quick=False),
    PageEntry("studio-check", "/studio/tours/{tour}?part=check", "guide", quick=False),
    PageEntry("studio-versions", "/studio/tours/{tour}?part=versions", "guide", quick=False),
    PageEntry("studio-share", "/studio/tours/{tour}?part=share", "guide", quick=False),
    PageEntry("studio-poster", "/studio/tours/{tour}/poster", "guide", quick=False),
]
