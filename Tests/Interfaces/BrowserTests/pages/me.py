from pages import PageEntry

PAGES = [
    PageEntry("notifications", "/notifications", "guide", empty="newcomer"),
    PageEntry("me", "/me", "visitor"),
    PageEntry("profile", "/me/profile", "visitor"),
    PageEntry("security", "/me/security", "visitor"),
    PageEntry("password", "/me/password", "visitor"),
    PageEntry("privacy", "/me/privacy", "visitor"),
    PageEntry("display", "/me/display", "visitor"),
    PageEntry("notification-kinds", "/me/notifications", "visitor"),
    PageEntry("walks", "/me/walks", "visitor"),
    PageEntry("own-reports", "/me/reports", "visitor"),
    PageEntry("groups", "/me/groups", "captain", empty="newcomer"),
    PageEntry("organization", "/me/organization", "guide", empty="newcomer"),
]
