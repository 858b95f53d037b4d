"""What browser tests share: the real server with sample data, and a real browser in front of it.

    def test_log_in(world):
        "CG-X-16: a visitor logs in with the email address"
        page = world.open("/login")
        page.get_by_label("Email").fill("visitor@example.org")

Things are found as a person finds them: by role and visible name, never by test ids.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
import sample_things  # noqa: E402
import story_family  # noqa: E402
from story_groups import make_groups  # noqa: E402
from story_server import PASSWORDS, Client, Server, sign_up  # noqa: E402

SITE = ROOT / ".build" / "web" / "site"
SAMPLES = ROOT / ".build" / "web" / "samples"
MAP = ROOT / ".build" / "geodata" / "liechtenstein.osm.pbf"
"""What tools/geodata fetches."""
SIZES = {"phone": (390, 844), "small": (360, 640), "tablet": (820, 1180), "desktop": (1366, 850)}
NEWCOMER = "newcomer@example.org"
PASSWORDS[NEWCOMER] = "sample-newcomer-1"
ACCOUNTS = {
    "visitor": "visitor@example.org", "guide": "guide@example.org", "admin": "admin@example.org",
    "newcomer": NEWCOMER, "captain": "captain@example.org", "member": "member@example.org",
    "ana": "ana@example.org", "ben": "ben@example.org",
}
"""A general user with sample data, an organization user, an admin, a general user with nothing, those
who run and are in the sample groups, and two of the sample family."""

WALKERS = {"visitor", "newcomer", "member", "ana", "ben"}
"""Those of them who go on tours in tests."""

AXE = next((ROOT / ".venv").glob("lib/*/site-packages/axe_playwright_python/axe.min.js"), None)
# Drawing by software, on a machine that does other work, is slow; who finds nothing waits so long.
expect.set_options(timeout=30_000)
BROWSER = "chromium-headless-shell"
"""The engine of Chromium without its windows: it takes a third of the processor's time."""
WHOLE_BROWSER = "chromium"
"""Chromium as people have it, for what the engine alone refuses, notifications, and for pictures: where the processor
paints, a map below a sheet is left out of them."""
# Pages are painted by the processor itself; only maps and views go through a graphics library that it plays.
BROWSER_FLAGS = [
    "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader",
    "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--mute-audio",
]


COVERED_BY_NOTICES = """(() => {
  // Whenever something is said, what one can press and sees lies beside it; a page that can be scrolled on
  // brings out what has slid below it, as below the bar.
  const told = new Set();
  const name = (one) => (one.getAttribute('aria-label') || one.innerText || one.id || one.tagName).slice(0, 40);
  const isClipped = (one, x, y) => {
    for (let over = one.parentElement; over; over = over.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(over);
      const { left, right, top, bottom } = over.getBoundingClientRect();
      const isOutside = x < left || x > right || y < top || y > bottom;
      if (isOutside && (overflowX !== 'visible' || overflowY !== 'visible')) return over !== document.body;
      if (position === 'fixed') return false;
    }
    return false;
  };
  const canCome = (one, bottom, edge) => {
    for (let over = one; over; over = over.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(over).position)) return false;
    }
    return document.documentElement.scrollHeight - innerHeight - scrollY >= bottom - edge - 1;
  };
  const look = () => {
    const said = document.querySelector('.notices');
    if (!said?.querySelector('.notice')) return;
    const edge = said.getBoundingClientRect().top;
    for (const one of document.querySelectorAll('button, a[href], select, input, textarea, summary')) {
      if (said.contains(one) || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, top, bottom, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || y > innerHeight || isClipped(one, x, y)) continue;
      if (!document.elementFromPoint(x, y)?.closest('.notices') || canCome(one, bottom, edge)) continue;
      if (told.has(name(one))) continue;
      told.add(name(one));
      console.error(`what is said lies on “${name(one)}”: ${said.innerText.slice(0, 200)}`);
    }
  };
  // After the page has made room.
  const later = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(look, 50)));
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      const isSaid = (one) => one.nodeType === 1 && (one.matches('.notice') || one.querySelector('.notice'));
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isSaid))) later();
    }).observe(document, { childList: true, subtree: true });
  });
})()"""


class Failed(AssertionError):
    """What a test saw instead of what it expects."""


def sample_data(binary: Path) -> Path:
    """A data folder with accounts, tours and, where it can be had, a map; made once per program.

    Each run works on a copy of it.
    """
    kept = SAMPLES / str(int(binary.stat().st_mtime))
    if kept.exists():
        return kept
    shutil.rmtree(SAMPLES, ignore_errors=True)
    SAMPLES.mkdir(parents=True)
    from serverharness import free_port
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary) / "data"
        data.mkdir()
        server = Server(str(binary), data, None, free_port(), ["--rate-limits", "off"])
        # Streets, houses and the map around the sample tours; kept from one time to the next.
        if not MAP.exists():
            subprocess.run([str(ROOT / "tools" / "geodata")], check=False, capture_output=True)
        if MAP.exists():
            server.import_map(MAP)
        else:
            print(f"WITHOUT A MAP: {MAP.name} could not be had; tests that need one are skipped", flush=True)
        server.import_timetable(ROOT / "geodata" / "liechtenstein" / "timetable", "liechtenstein")
        server.command("admin", "create", "--email", "admin@example.org", "--password-stdin",
                       text=PASSWORDS["admin@example.org"] + "\n")
        server.start()
        try:
            make_accounts(server.port)
            groups = make_groups(server.port)
            story_family.settle(server.port)
        finally:
            server.stop()
        server.command("import", str(ROOT / "geodata" / "vaduz"), "--as", "guide@example.org")
        (data / "groups.json").write_text(json.dumps(groups))
        (data / "server.log").unlink(missing_ok=True)
        shutil.copytree(data, kept)
    return kept


def make_accounts(port: int) -> None:
    guide, admin = Client(port), Client(port)
    for email, name in (("guide@example.org", "Sample guide"), ("visitor@example.org", "Sample visitor"),
                        (NEWCOMER, "Sample newcomer")):
        sign_up(guide, email, name)
    guide.log_in("guide@example.org")
    guide.post("/v1/organization-requests", {
        "organizationName": "Vaduz Walks", "website": "https://example.org/vaduz-walks",
        "reason": "We lead walks through the town and want to upload them."})
    admin.log_in("admin@example.org")
    request = admin.get("/v1/admin/organization-requests")["items"][0]
    admin.post(f"/v1/admin/organization-requests/{request['id']}/decision", {"decision": "accept"},
               status=200)


class World:
    """A server with sample data, and a browser."""

    def __init__(self, server: Server, launch: Callable[[str], Browser], has_map: bool):
        self.server, self.browser, self.has_map = server, launch(BROWSER), has_map
        self._launch = launch
        self._whole_browser: Browser | None = None
        self.address = f"http://127.0.0.1:{server.port}"
        self._cookies: dict[str, Any] = {}
        self._named: dict[str, str] = {}
        self._contexts: list[BrowserContext] = []
        self._clients: dict[str, Client] = {}
        self._used: set[str] = set()
        self.problems: list[str] = []
        """What the browser complained about since the test began."""

    # Talking to the server past the pages, to arrange what a test needs.

    def client(self, account: str | None = None) -> Client:
        """Somebody who talks to the server as a program would."""
        client = Client(self.server.port)
        if account:
            client.log_in(ACCOUNTS[account])
        return client

    def mailed_code(self, address: str) -> str:
        """The code in the newest mail to an address, when it has been sent."""
        folder = Path(self.server.data) / "mail"
        for _ in range(300):
            for file in sorted(folder.glob("*"), key=lambda file: -file.stat().st_mtime):
                mail = message_from_bytes(file.read_bytes())
                content = mail.get_payload(decode=True)
                found = re.search(r"\b(\d{6})\b is your", content.decode() if isinstance(content, bytes) else "")
                if found and mail["To"] == address:
                    return found.group(1)
            time.sleep(0.1)
        raise Failed(f"no mail to {address} in 30 s")

    def texted_code(self, number: str) -> str:
        """The code in the text message to a telephone number, when it has been sent."""
        folder = Path(self.server.data) / "mail"
        for _ in range(300):
            for file in folder.glob("*.txt"):
                recipient, _, body = file.read_text().partition("\n")
                found = re.search(r"\b(\d{6})\b is your", body)
                if found and recipient == number:
                    return found.group(1)
            time.sleep(0.1)
        raise Failed(f"no text message to {number} in 30 s")

    def mailed(self, address: str, subject: str) -> str:
        """The text of the mail to an address whose subject holds some words, when it has been sent."""
        folder = Path(self.server.data) / "mail"
        for _ in range(300):
            for file in folder.glob("*"):
                mail = message_from_bytes(file.read_bytes())
                title = str(make_header(decode_header(mail["Subject"] or "")))
                content = mail.get_payload(decode=True)
                if subject in title and mail["To"] == address and isinstance(content, bytes):
                    return content.decode()
            time.sleep(0.1)
        raise Failed(f"no mail “{subject}” to {address} in 30 s")

    def prove(self, address: str) -> None:
        """Proves the address of an account of that name, so that it may invite by address."""
        client = self.client(address)
        client.post("/v1/me/verifications", {"kind": "email"}, status=202)
        client.call("PUT", "/v1/me/verifications", {"kind": "email", "code": self.mailed_code(address)}).want(200)

    def path(self, address: str) -> str:
        """An address of a page with what stands in braces filled in: `{tour}`, the first free one; of the
        sample groups `{team}`, `{community}`, `{practice}`, `{race}`, `{evening}`, `{news}`; the sample
        `{family}`, and an activity of it by its step, as `{polling}`; a single thing of sample_things.py."""
        for name in re.findall(r"{(\w+)}", address):
            # Tours come and go with the tests, and walks end with them.
            if name in ("tour", "walking") or name not in self._named:
                self._named |= self._found(name)
        return address.format(**self._named)

    def _found(self, name: str) -> dict[str, str]:
        """What goes by a name, and what comes to light with it."""
        if name == "tour":
            tours = self.client().get("/v1/tours")["items"]
            return {"tour": next(tour["id"] for tour in tours if float(tour["price"]) == 0)}
        if name in sample_things.MAKERS:
            return {name: sample_things.MAKERS[name](self)}
        groups: dict[str, str] = json.loads((Path(self.server.data) / "groups.json").read_text())
        return groups if name in groups else story_family.at_every_step(self.server.port)

    # The browser

    def context(self, account: str | None = None, *, size: str = "phone", theme: str = "light",
                scale: int = 100, contrast: str | None = None, whole: bool = False,
                **options: Any) -> BrowserContext:
        """A browser of somebody's own, logged in unless `account` is None; of the `whole` Chromium."""
        width, height = SIZES[size]
        browser = self.whole_browser if whole else self.browser
        context = browser.new_context(
            base_url=self.address, viewport={"width": width, "height": height}, color_scheme=theme,
            locale=options.pop("locale", "en-GB"), timezone_id=options.pop("timezone_id", "Europe/Vaduz"),
            reduced_motion="reduce",
            service_workers=options.pop("service_workers", "block"), has_touch=size != "desktop", **options)
        context.set_default_timeout(60_000)
        context.add_init_script(COVERED_BY_NOTICES)
        if scale != 100 or contrast:
            settings = json.dumps({"size": scale, "contrast": contrast or "system"})
            context.add_init_script(f"localStorage.setItem('wayside.settings', '{settings}')")
        if account:
            self._used.add(account)
            context.add_cookies(self._session(account))
            context.add_init_script("localStorage.setItem('wayside.session', '1')")
        self._contexts.append(context)
        return context

    @property
    def whole_browser(self) -> Browser:
        """Chromium with all its parts, started when it is first needed."""
        if self._whole_browser is None:
            self._whole_browser = self._launch(WHOLE_BROWSER)
        return self._whole_browser

    def _session(self, account: str) -> Any:
        if account not in self._cookies:
            email = ACCOUNTS[account]
            request = self.browser.new_context(base_url=self.address)
            answer = request.request.post("/v1/sessions?cookie=true", data={
                "login": email, "password": PASSWORDS[email], "device": "Browser test"})
            if answer.status != 201:
                raise Failed(f"log-in of {email}: {answer.status} {answer.text()}")
            self._cookies[account] = request.cookies()
            request.close()
        return self._cookies[account]

    def forget(self, account: str) -> None:
        """After a test that ended the session of an account."""
        self._cookies.pop(account, None)

    def open(self, path: str, account: str | None = None, **options: Any) -> Page:
        """A page in a browser of its own, when its heading is there."""
        page = self.watched(self.context(account, **options).new_page())
        page.goto(path)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        return page

    def installed(self, page: Page) -> None:
        """Waits for the service worker of the pages, of a context that allows it."""
        ready = "Promise.race([navigator.serviceWorker.ready.then(() => true), new Promise((r) => setTimeout(r, 15000, false))])"
        if not page.evaluate(ready):
            raise Failed("the service worker is not installed")

    def watched(self, page: Page) -> Page:
        """The page with its complaints noted."""
        page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error.stack}"))
        page.on("console", lambda message: self._note(message))
        return page

    def _note(self, message: ConsoleMessage) -> None:
        # Refusals of the server are the page's business, and are shown by it.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"the console says: {message.text}")

    def begin_test(self) -> None:
        self.problems.clear()
        self._used.clear()

    def _end_walks(self, account: str) -> None:
        """Nobody of the sample people goes into the next test on a tour: during one nothing is placed."""
        for attempt in (1, 2):
            client = self._clients.get(account) or self._clients.setdefault(account, self.client(account))
            answer = client.call("GET", "/v1/runs", open="true")
            if answer.status != 401:
                break
            # The test has ended all sessions of the account.
            del self._clients[account]
        for run in answer.json["items"] if answer.status == 200 else []:
            client.call("DELETE", f"/v1/runs/{run['id']}")

    def close_pages(self) -> None:
        for context in self._contexts:
            with contextlib.suppress(Exception):
                context.close()
        self._contexts.clear()

    def end_test(self) -> None:
        self.close_pages()
        for account in self._used & WALKERS:
            with contextlib.suppress(Exception):
                self._end_walks(account)


def expect_accessible(page: Page, rules: list[str] | None = None) -> None:
    """axe-core finds nothing to mend; `rules` are those that are looked at, where not all."""
    if AXE is None:
        raise Failed("axe-core is missing; run tools/setup")
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text())
    # A colour that is still fading is no colour of the page's.
    page.evaluate("""() => Promise.allSettled(document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished))""")
    result = page.evaluate("""(rules) => axe.run(document, { resultTypes: ['violations'], runOnly: rules ?? [
        'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })""", rules)
    words = [
        f"{violation['id']}: {violation['help']}: " + "; ".join(
            f"{node['target'][0]} ({node['failureSummary'].splitlines()[-1].strip()})"
            for node in violation["nodes"][:4])
        for violation in result["violations"]
    ]
    if words:
        raise Failed("axe: " + "\n  ".join(words))


LAYOUT = """() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + 1) {
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.right > width + 1 && box.width > 0 && !element.closest('.map, .unseen, [data-scrolls]');
    });
    faults.push('it scrolls sideways because of ' + wide.slice(0, 3).map((e) => e.outerHTML.slice(0, 90)).join(' | '));
  }
  const controls = [];
  // What floats over the page may lie over it, as the bar at the lower edge over a list.
  const layer = (element) => {
    let own = element;
    while (own && !['fixed', 'sticky'].includes(getComputedStyle(own).position)) own = own.parentElement;
    return own;
  };
  const name = (element) => (element.getAttribute('aria-label') || element.innerText || element.id || element.tagName).slice(0, 40);
  for (const element of document.querySelectorAll('button, a[href], select, input, textarea, summary')) {
    const style = getComputedStyle(element);
    if (element.closest('.unseen, .maplibregl-map, [hidden], .skip') || element.classList.contains('skip')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || style.display === 'inline') continue;
    const label = element.labels && element.labels[0] ? element.labels[0].getBoundingClientRect().height : 0;
    if (Math.max(box.height, label) < 43.5 && !['range'].includes(element.type)) {
      faults.push(`${name(element)}: only ${Math.round(box.height)} px high`);
    }
    if (element.scrollWidth > element.clientWidth + 2 && ['BUTTON', 'A'].includes(element.tagName) && style.overflow === 'hidden') {
      faults.push(`${name(element)}: its text is cut`);
    }
    controls.push({ element, box, layer: layer(element) });
  }
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 2 && high > 2) faults.push(`${name(one.element)} lies over ${name(other.element)}`);
    }
  }
  return faults;
}"""


def expect_layout(page: Page, *, apart: bool = True) -> None:
    """Nothing scrolls sideways, no control is too small to touch, no label is cut; no control lies over
    another, if they are to lie `apart`."""
    faults = [fault for fault in page.evaluate(LAYOUT) if apart or " lies over " not in fault]
    if faults:
        raise Failed("layout: " + "\n  ".join(faults[:8]))


def retire(client: Client, tour: str) -> None:
    """Takes the publication of a tour back, so that it is not among those of the tests that follow."""
    version = client.get(f"/v1/tours/{tour}")["version"]
    reply = client.call("DELETE", f"/v1/tours/{tour}/publication", None, {"If-Match": f'"{version}"'})
    if reply.status not in (200, 204):
        raise Failed(f"the tour stays published: {reply.status} {reply.body!r}")


def fill_sign_up(page: Page, name: str, email: str, password: str = "a long sentence of my own") -> None:
    """Fills the form of a new account, as somebody of sixteen or more."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_label("Repeat it to be sure").fill(password)
    page.get_by_role("checkbox", name="I am 16 or older").check()
    page.get_by_role("checkbox", name="I accept the terms").check()


def settle(page: Page) -> None:
    """Waits until nothing is being loaded on the page."""
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    expect(page.locator(".skeleton")).to_have_count(0)


def until(page: Page, holds: Callable[[], Any], what: str = "") -> Any:
    """Waits for a state that no locator sees, and returns what then holds; the page goes on meanwhile."""
    end = time.monotonic() + 30
    while not (found := holds()):
        if time.monotonic() > end:
            raise Failed(f"not in 30 s: {what or holds}")
        page.wait_for_timeout(50)
    return found


@contextlib.contextmanager
def running(binary: Path) -> Iterator[World]:
    """The world of one run."""
    from serverharness import free_port
    sample = sample_data(binary)
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary) / "data"
        shutil.copytree(sample, data)
        # Push services of tests are on this machine.
        (data / "settings.json").write_text('{"privateHosts": ["127.0.0.1"]}')
        server = Server(str(binary), data, None, free_port(), ["--rate-limits", "off", "--web", str(SITE)])
        server.start()
        try:
            with sync_playwright() as playwright:
                launched: list[Browser] = []

                def launch(name: str) -> Browser:
                    launched.append(playwright.chromium.launch(
                        executable_path=shutil.which(name), args=[
                            *BROWSER_FLAGS, "--disable-gpu" if name == BROWSER else "--use-angle=swiftshader"]))
                    return launched[-1]

                yield World(server, launch, (data / "maps").exists())
                for browser in launched:
                    browser.close()
        finally:
            server.stop()
