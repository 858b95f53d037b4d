"""How much is sent, and how soon a page can be used."""

import subprocess

from world import SITE


def compressed(path):
    "Bytes of a file as they are sent."
    data = (SITE / (path.lstrip("/") or "index.html")).read_bytes()
    if path.endswith((".woff2", ".png")):
        return len(data)
    return len(subprocess.run(["brotli", "--best", "--stdout", "-"], input=data, capture_output=True,
                              check=True).stdout)


def test_shell_is_small(world):
    "the first page is at most 150 kB as it is sent, fonts included"
    page = world.watched(world.context().new_page())
    paths = []
    page.on("response", lambda response: paths.append(response.url.removeprefix(world.address)))
    page.goto("/")
    page.get_by_role("link", name="Look around").wait_for()
    usable = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    size = sum(compressed(path) for path in set(paths) if path == "/" or path.startswith("/assets/"))
    print(f"        first page: {size / 1000:.1f} kB in {len(set(paths))} answers, usable after {usable:.0f} ms")
    assert size <= 150_000, sorted((compressed(path), path) for path in set(paths) if path.startswith("/assets/"))
    assert usable < 10_000, usable  # only to see a page that hangs; machines do other work


def test_installed_size(world):
    "TV-C-06: all that the client can ever keep of itself on a device is at most 15 MB, unpacked"
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"        the whole client: {size / 1e6:.1f} MB")
    assert 500_000 < size <= 15_000_000, size


def test_nothing_moves(world):
    "the start page does not jump while it comes (cumulative layout shift under 0.05)"
    page = world.watched(world.context().new_page())
    page.add_init_script("""globalThis.shift = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });""")
    page.goto("/")
    page.get_by_role("link", name="Look around").wait_for()
    page.wait_for_load_state("networkidle")
    shift = page.evaluate("globalThis.shift")
    assert shift < 0.05, shift
