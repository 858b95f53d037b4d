"""The pages without WebGL in Debian's Firefox."""

import shutil

from firefox import firefox
from pages import every_page
from world import LAYOUT, PASSWORDS, Failed


def log_in(browser, world, account):
    browser.open(f"{world.address}/login?next=%2Fme")
    browser.fill("#field-login", f"{account}@example.org")
    browser.fill("#field-password", PASSWORDS[f"{account}@example.org"])
    browser.click("main form button.main")
    browser.until("return location.pathname === '/me'", "the page after the log-in")


def test_every_page(world):
    """TV-C-07: in Firefox, too, one logs in, every page without a map or camera is shown whole, and no script
    complains"""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        print("        WITHOUT FIREFOX: tools/setup --full installs it")
        return "skipped"
    faults, count = [], 0
    entries = [one for one in every_page()
               if not one.needs_map and not one.name.startswith(("around", "studio-", "tour-", "walk"))]
    for account in sorted({one.account or "" for one in entries}):
        with firefox(program, 420, 900) as browser:
            if account:
                log_in(browser, world, account)
            for entry in entries:
                if (entry.account or "") != account:
                    continue
                browser.open(world.address + world.path(entry.address))
                count += 1
                faults += [f"{entry.name}: {fault}" for fault in browser.run(f"return ({LAYOUT})()")]
                if "404" in browser.run("return document.title") and entry.name != "not-found":
                    faults.append(f"{entry.name}: it is not found")
            faults += [f"{account or 'nobody'}: {words}" for words in browser.complaints()]
    print(f"        {count} pages")
    if faults:
        raise Failed("\n".join(faults))


test_every_page.slow = True  # type: ignore[attr-defined]
