from pages import PageEntry

# A place in the synthetic world, at a fixed time of day.
SIMULATED = "simulate=47.1386,9.52246,350&time=2026-06-20T09:00:00Z"

ON_MAP = "view=map&at=47.1386,9.52246"

PAGES = [
    PageEntry("around", "/around"),
    PageEntry("around-ar", f"/around?view=ar&{SIMULATED}"),
    PageEntry("around-ar-begin", "/around?view=ar"),
    PageEntry("around-placing", f"/around?view=ar&{SIMULATED}&place=choose", "visitor", quick=False),
    PageEntry("around-placing-words", f"/around?view=ar&{SIMULATED}&place={{cube}}&step=realms", "visitor", quick=False),
    PageEntry("around-positioning", f"/around?view=ar&{SIMULATED}&place={{cube}}&step=position&in=public", "visitor"),
    PageEntry("around-map-placing", f"/around?{ON_MAP}&place=choose", "visitor", quick=False),
    PageEntry("around-map-positioning", f"/around?{ON_MAP}&place={{cube}}&step=position&in=public", "visitor"),
    PageEntry("inventory", "/inventory", "visitor", empty="newcomer"),
    PageEntry("inventory-upload", "/inventory?add=upload", "visitor"),
]
