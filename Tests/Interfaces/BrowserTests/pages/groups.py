from pages import PageEntry

PAGES = [
    PageEntry("people", "/people", "visitor", empty="newcomer"),
    PageEntry("start-group", "/people/new", "visitor"),
    PageEntry("find-groups", "/people/find", "visitor"),
    PageEntry("friends", "/people/friends", "captain", empty="newcomer"),
    PageEntry("chats", "/people/chats", "captain", empty="newcomer"),
    PageEntry("chat", "/people/chats/{team}", "captain"),
    PageEntry("blocks", "/people/blocks", "visitor"),
    PageEntry("communities", "/people/communities", "member", empty="newcomer"),
    PageEntry("team", "/people/{team}", "captain"),
    PageEntry("team-member", "/people/{team}", "member"),
    PageEntry("team-records", "/people/{team}/records", "captain"),
    PageEntry("team-roster", "/people/{team}/roster", "captain"),
    PageEntry("team-edit", "/people/{team}/edit", "captain"),
    PageEntry("member-settings", "/people/{community}/edit", "member", quick=False),
    PageEntry("community", "/people/{community}", "member", empty="newcomer"),
    PageEntry("news", "/people/news/{news}", "member"),
    PageEntry("family-home", "/people/family", "newcomer"),
]
