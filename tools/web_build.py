"""Bundles the web client, names its files by their content, packs them for the program."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import web_icon
import web_sprite
from web_parts import PARTS, ROOT

WEB = ROOT / "Sources" / "Interfaces" / "WebClient" / "web"
OUTPUT = ROOT / ".build" / "web"
SITE = OUTPUT / "site"
PACKED = OUTPUT / "packed"
EMBED = OUTPUT / "embed"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
    ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}
COMPRESSED = (".html", ".js", ".css", ".svg", ".webmanifest", ".json", "")
# Larger files (the map, 3D) are kept by the service worker when they are first used.
LARGEST_OF_SHELL = 120_000


class Wrong(Exception):
    """A source that cannot be built."""


def newest_source() -> float:
    files = [*WEB.rglob("*"), web_sprite.SIGNS, web_sprite.PALETTE]
    return max(file.stat().st_mtime for file in files if file.is_file())


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def hashed(name: str, data: bytes) -> str:
    """`inter-400.woff2` becomes `inter-400-1a2b3c4d.woff2`."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{digest(data)[:8]}.{ending}"


def icon_names() -> set[str]:
    """The icons that the sources name: icon('map') or icon: 'map'."""
    found = set()
    for file in WEB.rglob("*.js"):
        found |= set(re.findall(r"\bicon(?:\(|:)\s*'([a-z0-9-]+)'", file.read_text()))
    return found


def sprite() -> bytes:
    """The icons in use, as symbols of one file."""
    symbols = []
    for name in sorted(icon_names()):
        file = PARTS / "icons" / f"{name}.svg"
        if not file.exists():
            raise Wrong(f"there is no icon {name}; see https://lucide.dev/icons")
        body = re.sub(r"\s*\n\s*", "", re.sub(r"^.*?<svg.*?>|</svg>", "", file.read_text(), flags=re.S))
        symbols.append(
            f'<symbol id="{name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
            f'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{body}</symbol>')
    return ('<svg xmlns="http://www.w3.org/2000/svg">' + "".join(symbols) + "</svg>").encode()


def style_sheet() -> str:
    """Every style sheet of the sources: tokens first, then shell and parts, then features."""
    def rank(file: Path) -> tuple[int, str]:
        relative = str(file.relative_to(WEB))
        order = ["shell/tokens.css", "shell/", "parts/"]
        return next((i for i, start in enumerate(order) if relative.startswith(start)), 9), relative
    return "\n".join(file.read_text() for file in sorted(WEB.rglob("*.css"), key=rank))


class Site:
    """The files of the site as they come to be."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, name: str, data: bytes, *, keeps_name: bool = False) -> str:
        """Adds a file under /assets with its hash in its name; returns its address."""
        path = "/assets/" + (name if keeps_name else hashed(name, data))
        self.files[path] = data
        return path

    def write(self) -> None:
        listing = {
            path: {
                "type": TYPES.get(Path(path).suffix, TYPES[".html"]),
                "tag": digest(data)[:24], "immutable": path.startswith("/assets/"),
            } for path, data in sorted(self.files.items())
        }
        for path, data in self.files.items():
            target = SITE / path[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != data:
                target.write_bytes(data)
        kept = {path[1:] for path in self.files} | {"files.json"}
        (SITE / "files.json").write_text(json.dumps(listing, indent=1))
        for file in SITE.rglob("*"):
            if file.is_file() and str(file.relative_to(SITE)) not in kept:
                file.unlink()


def bundle(entry: Path, out: Path, *options: str) -> None:
    subprocess.run(
        ["esbuild", str(entry), "--bundle", "--minify", "--target=es2022,safari16,chrome108",
         "--charset=utf8", "--log-level=warning", f"--outdir={out}", *options],
        check=True, capture_output=True, text=True, cwd=WEB, env=environment())


def environment() -> dict[str, str]:
    import os
    return {**os.environ, "NODE_PATH": str(PARTS / "lib")}


def scripts(site: Site, addresses: dict[str, str]) -> tuple[str, list[str]]:
    """Bundles the modules; returns the address of the first, and of those that every first visit needs besides."""
    out = OUTPUT / "scripts"
    shutil.rmtree(out, ignore_errors=True)
    bundle(
        WEB / "shell" / "main.js", out, "--splitting", "--format=esm", "--entry-names=[name]-[hash]",
        "--chunk-names=[name]-[hash]", f"--define:ASSETS={json.dumps(addresses)}",
        f"--metafile={OUTPUT / 'scripts.json'}")
    for file in sorted(out.glob("*.js")):
        site.add(file.name, file.read_bytes(), keeps_name=True)
    return "/assets/" + next(out.glob("main-*.js")).name, at_once(json.loads((OUTPUT / "scripts.json").read_text()))


def at_once(found: dict) -> list[str]:
    """What the first module imports, and the start page with its texts: they need not wait for one another."""
    outputs = {Path(path).name: output for path, output in found["outputs"].items()}
    wanted = [name for name, output in outputs.items()
              if output.get("entryPoint", "").endswith(("shell/main.js", "start/start.js", "start/routes.js"))]
    first = next(name for name in wanted if name.startswith("main-"))
    for name in wanted:
        wanted += [Path(one["path"]).name for one in outputs[name]["imports"]
                   if one["kind"] == "import-statement" and Path(one["path"]).name not in wanted]
    return [f"/assets/{name}" for name in wanted if name != first]


def document(script: str, style: str, icons: str, font: str, modules: list[str]) -> bytes:
    text = (WEB / "shell" / "index.html").read_text()
    text = text.replace("    {{modules}}\n", "".join(
        f'    <link rel="modulepreload" href="{module}">\n' for module in modules))
    for name, value in (("script", script), ("style", style), ("icons", icons), ("font", font)):
        text = text.replace("{{" + name + "}}", value)
    return text.encode()


def licenses() -> bytes:
    """What stands in the program and in the pages by others, in their own words."""
    parts = sorted((PARTS / "licenses").glob("*.txt"), key=lambda file: file.stem.lower())
    own = (ROOT / "LICENSE").read_text()
    texts = [("Wayside", own), *((file.stem, file.read_text()) for file in parts)]
    sections = "".join(
        f"<section><h2>{html.escape(title)}</h2><pre>{html.escape(text)}</pre></section>"
        for title, text in texts)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Licences · Wayside</title></head>'
        f"<body><main><h1>Licences</h1><p>Maps: © OpenStreetMap contributors, ODbL.</p>{sections}"
        "</main></body></html>").encode()


def build(packed: bool) -> Path:
    """Builds the site; with `packed` also what the program embeds."""
    SITE.mkdir(parents=True, exist_ok=True)
    lib = PARTS / "lib"
    site = Site()
    fonts = {
        weight: site.add(f"inter-{weight}.woff2", (lib / f"inter-{weight}.woff2").read_bytes())
        for weight in (400, 600)
    }
    icons = site.add("icons.svg", sprite())
    maps = {}
    for file in lib.glob("maplibre-*-*.js"):
        maps[file.stem.rpartition("-")[2]] = site.add(file.name, file.read_bytes(), keeps_name=True)
    addresses = {
        "icons": icons, "mapShared": maps["shared"], "mapPage": maps["page"],
        "mapStyle": site.add("maplibre.css", (lib / "maplibre-gl.css").read_bytes()),
    }
    style_text = style_sheet()
    for weight, address in fonts.items():
        style_text = style_text.replace(f"inter-{weight}.woff2", address)
    sheet = OUTPUT / "main.css"
    sheet.write_text(style_text)
    bundle(sheet, OUTPUT / "styles", "--external:/assets/*")
    style = site.add("main.css", (OUTPUT / "styles" / "main.css").read_bytes())
    script, modules = scripts(site, addresses)
    site.files["/index.html"] = document(script, style, icons, fonts[400], modules)
    site.files["/licenses"] = licenses()
    for size in (180, 192, 512):
        site.files[f"/icon-{size}.png"] = web_icon.png(size, OUTPUT)
    site.files["/icon.svg"] = web_icon.svg()
    site.files["/manifest.webmanifest"] = (WEB / "shell" / "manifest.webmanifest").read_bytes()
    for name, data in map_icons().items():
        site.files[f"/sprites/{name}"] = data
    worker(site)
    site.write()
    if packed:
        pack(site)
    return SITE.relative_to(ROOT)


def map_icons() -> dict[str, bytes]:
    """The sheets that the server gives with the style of the map; not among the addresses of pages."""
    try:
        return web_sprite.files()
    except OSError as error:
        raise Wrong(str(error)) from error


def worker(site: Site) -> None:
    """The service worker knows the files of the shell and a name for this version of them all."""
    others = ("/licenses", "/icon-", "/sprites/", "/assets/maplibre")
    shell = [
        path.replace("/index.html", "/") for path, data in sorted(site.files.items())
        if len(data) < LARGEST_OF_SHELL and not path.startswith(others)
    ]
    table = (WEB / "shell" / "places.js").read_text().partition("export const places = {")[2].partition("};")[0]
    places = re.findall(r"^\s+'?(\w*)'?(?:: \w+)?,$", table, re.MULTILINE)
    version = digest("".join(path + digest(site.files[path]) for path in sorted(site.files)).encode())
    bundle(
        WEB / "shell" / "sw.js", OUTPUT / "worker", f"--define:SHELL_FILES={json.dumps(shell)}",
        f"--define:SHELL_PLACES={json.dumps(places)}",
        f"--define:SHELL_VERSION={json.dumps(version[:12])}")
    site.files["/sw.js"] = (OUTPUT / "worker" / "sw.js").read_bytes()


# Into the program


def compressed(data: bytes, name: str) -> tuple[Path, Path]:
    """Brotli and gzip of a file, kept by its digest."""
    brotli, zipped = PACKED / f"{name}.br", PACKED / f"{name}.gz"
    if not brotli.exists():
        made = subprocess.run(
            ["brotli", "--best", "--stdout", "-"], input=data, capture_output=True, check=True)
        brotli.write_bytes(made.stdout)
    if not zipped.exists():
        zipped.write_bytes(gzip.compress(data, 9, mtime=0))
    return brotli, zipped


def pack(site: Site) -> None:
    """Writes the list that the C target of the pages includes."""
    PACKED.mkdir(parents=True, exist_ok=True)
    EMBED.mkdir(parents=True, exist_ok=True)
    names = {path: digest(data) for path, data in sorted(site.files.items())}
    worth = [path for path in names if Path(path).suffix in COMPRESSED]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda path: compressed(site.files[path], names[path]), worth))
    arrays, rows = [], []
    for index, (path, name) in enumerate(names.items()):
        plain = PACKED / f"{name}.raw"
        if not plain.exists():
            plain.write_bytes(site.files[path])
        variants = [("raw", plain)]
        if path in worth:
            variants += [("br", PACKED / f"{name}.br"), ("gz", PACKED / f"{name}.gz")]
        cells = {}
        for kind, file in variants:
            arrays.append(
                f'static const unsigned char a{index}_{kind}[] = {{\n#embed "../packed/{file.name}"\n}};')
            cells[kind] = f"a{index}_{kind}, sizeof a{index}_{kind}"
        rows.append(
            f'  {{"{path}", "{TYPES.get(Path(path).suffix, TYPES[".html"])}", "{name[:24]}", '
            f'{int(path.startswith("/assets/"))}, {cells["raw"]}, {cells.get("br", "NULL, 0")}, '
            f'{cells.get("gz", "NULL, 0")}}},')
    text = "\n".join(arrays) + "\nstatic const web_asset assets[] = {\n" + "\n".join(rows) + \
        "\n};\nstatic const size_t asset_count = sizeof assets / sizeof assets[0];\n"
    listing = EMBED / "list.h"
    if not listing.exists() or listing.read_text() != text:
        listing.write_text(text)
        (ROOT / "Sources" / "Libraries" / "CWebAssets" / "assets.c").touch()
    used = {Path(line.split('"')[1]).name for line in text.splitlines() if line.startswith("#embed")}
    for file in PACKED.iterdir():
        if file.name not in used:
            file.unlink()
