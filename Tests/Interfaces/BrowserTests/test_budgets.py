"""How much is sent, how soon a page can be used, and what it costs to draw.

The figures are those that were promised. The machine does other work, which only ever adds to a time: what is measured
is tried some times, and one of them must keep to its figure.
"""

import json
import re
import statistics
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

from playwright.sync_api import expect
from world import Failed, ROOT, SITE, until

TRIES = 8
SHELL, WITH_MAP = 150_000, 420_000
"""Bytes as they are sent."""
USABLE, USABLE_SLOW, INTERACTION, FRAME = 1000, 2500, 200, 4
"""Milliseconds."""
SHIFT = 0.05
LARGE = {"3D": b"WebGLRenderer", "calendar": b"fc-daygrid", "map": b"maplibregl"}
"""What is fetched only when it is needed, and by what it can be told; QR codes are drawn by the server."""
MODELS, LABELS = 20, 200
FRAMES_SEEN = 20

ENTRIES = """
    globalThis.seen = { shift: 0, paint: 0, interactions: {} };
    const follow = (options, call) => new PerformanceObserver((list) => list.getEntries().forEach(call)).observe(
        { buffered: true, ...options });
    globalThis.seen.moved = [];
    follow({ type: 'layout-shift' }, (one) => {
        if (one.hadRecentInput) return;
        seen.shift += one.value;
        seen.moved.push(...one.sources.map(({ node }) => node?.nodeName + '.' + node?.className));
    });
    follow({ type: 'largest-contentful-paint' }, (one) => { seen.paint = one.startTime; });
    follow({ type: 'event', durationThreshold: 16 }, (one) => {
        if (one.interactionId) seen.interactions[one.interactionId] =
            Math.max(one.duration, seen.interactions[one.interactionId] ?? 0);
    });
"""
FRAMES = """
    globalThis.scripts = new Map();
    const native = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (call) => native((now) => {
        const begin = performance.now();
        call(now);
        globalThis.scripts.set(now, (globalThis.scripts.get(now) ?? 0) + performance.now() - begin);
    });
"""


def compressed(path):
    "Bytes of a file as they are sent."
    data = (SITE / (path.lstrip("/").removeprefix("v1/map/") or "index.html")).read_bytes()
    if path.endswith((".woff2", ".png")):
        return len(data)
    return len(subprocess.run(["brotli", "--best", "--stdout", "-"], input=data, capture_output=True,
                              check=True).stdout)


def files(world, path, sign):
    "The files of the pages that a first visit fetches, and the page."
    page = world.watched(world.context().new_page())
    paths = set()
    page.on("response", lambda response: paths.add(response.url.removeprefix(world.address)))
    page.goto(path)
    sign(page).wait_for()
    page.wait_for_load_state("networkidle")
    return {one for one in paths if one.startswith(("/assets/", "/v1/map/sprites/"))} | {"/"}, page


def large_parts(paths):
    "Which of the large parts are among files."
    texts = {path.name: path.read_bytes() for path in (SITE / "assets").glob("*.js")}
    # `maplibregl` is also the name by which the pages' own map finds it.
    holders = {name: {file for file, text in texts.items() if sign in text and len(text) > 100_000}
               for name, sign in LARGE.items()}
    assert all(holders.values()), holders
    return {name for name, files_ in holders.items() if files_ & {path.rpartition("/")[2] for path in paths}}


def test_shell_is_small(world):
    "the first page is at most 150 kB as it is sent, fonts included; map, 3D and calendar are not among it"
    paths, _ = files(world, "/", lambda page: page.get_by_role("link", name="Look around"))
    size = sum(map(compressed, paths))
    print(f"        first page: {size / 1000:.1f} kB in {len(paths)} files")
    assert size <= SHELL, sorted((compressed(path), path) for path in paths)
    assert large_parts(paths) == set(), large_parts(paths)


def test_map_is_small(world):
    "the first page with a map is at most 420 kB; 3D and calendar are not among it"
    if not world.has_map:
        return "skipped"
    paths, page = files(world, "/around", lambda page: page.locator(".maplibregl-canvas"))
    assert any(path.endswith(".png") for path in paths), "the icons of the map are not among it"
    size = sum(map(compressed, paths))
    print(f"        first page with a map: {size / 1000:.1f} kB in {len(paths)} files")
    assert size <= WITH_MAP, sorted((compressed(path), path) for path in paths)
    assert large_parts(paths) == {"map"}, large_parts(paths)
    return None


def test_installed_size(world):
    "TV-C-06: all that the client can ever keep of itself on a device is at most 15 MB, unpacked"
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"        the whole client: {size / 1e6:.1f} MB")
    assert 500_000 < size <= 15_000_000, size


def fastest(figure, measure):
    "The shortest of some times, once one keeps to the figure."
    times = []
    for _ in range(TRIES):
        times.append(measure())
        if times[-1] <= figure:
            break
    return min(times)


def usable(world, context, slow=False):
    "Milliseconds until what the start page offers can be pressed, and until the largest thing is painted."
    page = world.watched(context.new_page())
    page.add_init_script(ENTRIES + """
        new MutationObserver((_, observer) => {
            if (!document.querySelector('main a.button[href="/around"]')) return;
            observer.disconnect();
            requestAnimationFrame(() => globalThis.usable = performance.now());
        }).observe(document, { subtree: true, childList: true });
    """)
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 150, "downloadThroughput": 1_600_000 // 8, "uploadThroughput": 750_000 // 8})
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto("/")
    page.get_by_role("link", name="Look around").wait_for()
    page.wait_for_load_state("networkidle")
    # The entry comes some time after the picture.
    until(page, lambda: page.evaluate("globalThis.seen.paint") > 0, "a picture")
    found = page.evaluate("[globalThis.usable, globalThis.seen.paint]")
    context.close()
    return found


def test_soon(world):
    "a first visit can be used after a second; by then its largest part is painted"
    paints = []

    def measure():
        time_, paint = usable(world, world.context())
        paints.append(paint)
        return max(time_, paint)

    time_ = fastest(USABLE, measure)
    print(f"        usable and painted after {time_:.0f} ms")
    assert 0 < min(paints) and time_ <= USABLE, (time_, paints)


def test_soon_on_a_slow_device(world):
    "with a fourth of the processor and a network like “Fast 3G” a first visit can be used after 2.5 seconds"
    # The program itself, with the files as they are compressed in it.
    from serverharness import free_port
    from story_server import Server
    with tempfile.TemporaryDirectory() as data:
        server = Server(world.server.binary, Path(data), None, free_port(), ["--rate-limits", "off"])
        server.start()
        try:
            address = f"http://127.0.0.1:{server.port}"

            def measure():
                context = world.browser.new_context(base_url=address, viewport={"width": 390, "height": 844})
                return max(usable(world, context, slow=True))

            time_ = fastest(USABLE_SLOW, measure)
        finally:
            server.stop()
    print(f"        usable and painted after {time_:.0f} ms")
    assert time_ <= USABLE_SLOW, time_


test_soon_on_a_slow_device.slow = True  # type: ignore[attr-defined]

PAGES = [(None, "/"), (None, "/tours"), (None, "/t/{tour}"), (None, "/around"), ("visitor", "/calendar"), ("ben", "/today"),
         ("visitor", "/people"), ("visitor", "/me"), ("visitor", "/notifications"), ("guide", "/studio"),
         ("admin", "/admin/reports")]


def test_nothing_moves(world):
    "no page jumps while it comes (cumulative layout shift under 0.05)"
    shifts, moved = {}, {}
    for account in dict.fromkeys(account for account, _ in PAGES):
        page = world.watched(world.context(account).new_page())
        page.add_init_script(ENTRIES)
        for path in (path for one, path in PAGES if one == account):
            page.goto(world.path(path))
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
            expect(page.locator(".skeleton")).to_have_count(0)
            page.wait_for_timeout(300)
            shifts[path] = page.evaluate("globalThis.seen.shift")
            moved[path] = page.evaluate("globalThis.seen.moved")
    print(f"        most: {max(shifts.values()):.3f} ({max(shifts, key=lambda path: shifts[path])})")
    moving = {path: (round(shift, 3), moved[path]) for path, shift in shifts.items() if shift >= SHIFT}
    if moving:
        raise Failed(f"these jump: {moving}")


def test_interaction(world):
    "from a tap or a key to the next picture it takes less than 200 ms by the browser's own entries"
    best = {}
    for _ in range(TRIES):
        page = world.watched(world.context("visitor").new_page())
        page.add_init_script(ENTRIES)
        page.goto("/tours")
        main, navigation, dialog = (page.get_by_role(role) for role in ("main", "navigation", "dialog"))
        main.get_by_role("link", name=re.compile("Castle")).wait_for()

        def go(name):
            navigation.get_by_role("link", name=name).click()
            expect(page).to_have_url(re.compile(f"/{name.lower()}"))

        acts = {
            "unfold the filters": page.get_by_text("Filters and grouping").click,
            "search": lambda: page.get_by_label("Search").press("c"),
            "open a tour": main.get_by_role("link", name=re.compile("Castle")).click,
            "open a dialog": page.get_by_role("button", name="QR code", exact=True).click,
            "close it": dialog.get_by_role("button", name="Close", exact=True).click,
            "go to People": lambda: go("People"), "go to Calendar": lambda: go("Calendar"), "go to Me": lambda: go("Me"),
            "open the menu": page.get_by_role("button", name="Menu").first.click}
        for name, act in acts.items():
            page.evaluate("globalThis.seen.interactions = {}")
            act()
            page.wait_for_timeout(400)
            taken = page.evaluate("Math.max(0, ...Object.values(globalThis.seen.interactions))")
            best[name] = min(taken, best.get(name, taken))
        page.context.close()
        if max(best.values()) < INTERACTION:
            break
    longest = max(best, key=lambda name: best[name])
    print(f"        longest interaction: {best[longest]:.0f} ms ({longest})")
    assert 0 < best[longest] < INTERACTION, best


def longest_task(world, account, path, sign):
    "The most milliseconds that the page's thread is busy at a stretch until a page is there, on a slow device."
    page = world.watched(world.context(account).new_page())
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    world.browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    page.goto(path)
    sign(page).first.wait_for()
    page.wait_for_timeout(500)
    events = json.loads(world.browser.stop_tracing())["traceEvents"]
    page.context.close()
    threads = {(one["pid"], one["tid"]) for one in events
               if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    # By the thread's own clock: a busy machine adds nothing to it.
    return max(one["tdur"] / 1000 for one in events
               if one["name"] == "RunTask" and "tdur" in one and (one["pid"], one["tid"]) in threads)


def test_long_calendar(world):
    "a calendar of 1,500 entries within four weeks keeps a slow device busy for at most 200 ms at a stretch"
    client = world.client("newcomer")
    made = [client.post("/v1/appointments", {
        "title": f"Round {number}", "start": f"2031-06-01T{6 + number // 4:02}:{15 * (number % 4):02}", "zone": "UTC",
        "duration": 600, "recurrence": "FREQ=DAILY;COUNT=28",
        "confirm": ["noPosition", "overlap", "unreachable", "nextUnreachable"]})["id"] for number in range(1500 // 28 + 1)]

    def rows(page):
        return page.get_by_role("main").get_by_role("listitem").filter(has_text="Round")

    path = "/calendar?view=list&date=2031-06-01"
    longest = fastest(INTERACTION, lambda: longest_task(world, "newcomer", path, rows))
    # More come as one scrolls, and stay for whoever comes back.
    page = world.open(path, "newcomer")
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(80)
    rows(page).nth(60).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")
    page.go_back()
    expect(rows(page)).to_have_count(80)
    for one in made:
        client.call("DELETE", f"/v1/appointments/{one}").want(204)
    print(f"        longest task: {longest:.0f} ms")
    assert longest <= INTERACTION, longest


test_long_calendar.slow = True  # type: ignore[attr-defined]


def frame_time(page, act):
    "The median of the milliseconds that scripts take for a frame while something is done, and how many frames it were."
    page.evaluate("globalThis.scripts.clear()")
    # Drawing by software takes its time; what scripts take does not depend on it.
    end = time.monotonic() + 30
    while time.monotonic() < end and page.evaluate("globalThis.scripts.size") < FRAMES_SEEN:
        act()
    times = page.evaluate("[...globalThis.scripts.values()]")
    if len(times) < FRAMES_SEEN / 2:
        raise Failed(f"only {len(times)} frames were drawn")
    return statistics.median(times), len(times)


def least_frame_time(page, act):
    "The same, the best of some tries."
    seen = []
    for _ in range(TRIES):
        seen.append(frame_time(page, act))
        if seen[-1][0] <= FRAME:
            break
    return min(seen)


def things(world):
    "Things in a row of arcs before the one who looks north."
    for number in range(MODELS + LABELS):
        yield {
            "id": str(uuid.UUID(int=number + 1)), "object": str(uuid.UUID(int=number + 1001)), "priority": 0, "scale": 1,
            "level": "model" if number < MODELS else "label",
            "pose": {"position": {"lat": 47.1393 + 0.0001 * (2 + number // 20),
                                  "lon": 9.5215 + 0.00004 * (number % 20 - 10)},
                     "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}},
            "boundingBox": {"min": [-0.5, -0.5, 0], "max": [0.5, 0.5, 1]}}


def test_frames_in_the_view(world):
    "scripts take at most 4 ms for a frame with 20 models and 200 labels in the view"
    content = (ROOT / "geodata" / "objects" / "sign-post.glb").read_bytes()
    shown = list(things(world))
    page = world.watched(world.context(None).new_page())
    page.add_init_script(FRAMES)
    answer = {"items": shown, "hidden": {}, "count": len(shown)}
    as_json = {"status": 200, "content_type": "application/json"}
    page.route("**/v1/view", lambda route: route.fulfill(body=json.dumps(answer), **as_json))
    page.route(re.compile("/v1/view/cell"), lambda route: route.fulfill(body=json.dumps({"items": shown}), **as_json))

    def fulfill(route):
        number = uuid.UUID(re.search("objects/([0-9a-f-]+)", route.request.url)[1]).int - 1001
        if not route.request.url.endswith("/content"):
            route.fulfill(body=json.dumps({"name": f"Thing {number}"}), **as_json)
        elif number < MODELS:
            route.fulfill(status=200, content_type="model/gltf-binary", body=content)
        else:
            route.fulfill(status=404, body="")

    page.route(re.compile("/v1/objects/"), fulfill)
    page.goto("/around?simulate=47.1393,9.5215,0&time=2026-06-20T09:00:00Z")
    labels = page.locator(".stage-label")
    expect(labels).to_have_count(MODELS + LABELS)
    page.wait_for_timeout(1500)
    stage = page.locator(".stage[tabindex]")
    stage.focus()

    def turn():
        for key in ("ArrowRight", "ArrowLeft"):
            page.keyboard.down(key)
            page.wait_for_timeout(2000)
            page.keyboard.up(key)

    spent, frames = least_frame_time(page, turn)
    print(f"        view: {spent:.1f} ms of scripts a frame ({frames} frames)")
    assert spent <= FRAME, spent


test_frames_in_the_view.slow = True  # type: ignore[attr-defined]


def test_frames_of_the_map(world):
    "scripts take at most 4 ms for a frame while the map is moved"
    if not world.has_map:
        return "skipped"
    page = world.watched(world.context(None).new_page())
    page.add_init_script(FRAMES)
    page.goto("/around?at=47.1393,9.5215")
    canvas = page.locator(".maplibregl-canvas")
    canvas.wait_for()
    page.wait_for_load_state("networkidle")
    box = canvas.bounding_box()
    # Beside the sheet and the controls.
    x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.38

    def drag():
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(12):
            page.mouse.move(x + 60 * (step % 7 - 3), y + 20 * (step % 5 - 2))
            page.wait_for_timeout(50)
        page.mouse.up()

    spent, frames = least_frame_time(page, drag)
    print(f"        map: {spent:.1f} ms of scripts a frame ({frames} frames)")
    assert spent <= FRAME, spent
    return None


test_frames_of_the_map.slow = True  # type: ignore[attr-defined]
