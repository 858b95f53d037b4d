"""Fetches the parts of the web client by package, version and SHA-256 (tools/web_parts.txt).

Well-kept browser libraries stand inside wheels; they are taken out into .build/web-parts, as
modules that the bundler finds by name, with the texts of their licences. Nothing is done while the
folder was made from the same list and script. Run by tools/setup; see tools/web.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "web_parts.txt"
VENV = ROOT / ".venv" / "bin" / "python3"
PYTHON = str(VENV) if VENV.exists() else sys.executable
"""The one that has pip: the system's own comes without."""
PARTS = ROOT / ".build" / "web-parts"
TOOLS = ROOT / ".venv" / "bin"
NOTICES = ROOT / "Sources" / "Interfaces" / "WebClient" / "web" / "notices"

# What is taken: wheel, file in it, name under lib, what is added at its end.
TAKEN = [
    ("maplibre-0.3.6", "maplibre/srcjs/maplibre-gl.css", "maplibre-gl.css", ""),
    ("nicegui-3.18.0", "nicegui/static/dompurify.mjs", "dompurify.js", ""),
    ("nicegui-3.18.0", "nicegui/elements/sortable/dist/index.js", "sortablejs.js", ""),
    ("nicegui-2.24.2", "nicegui/elements/lib/three/three.module.js", "three.js", ""),
    ("pretalx", "pretalx/static/vendored/fullcalendar/fullcalendar.min.js", "fullcalendar.js",
     "\nexport default FullCalendar;\n"),
    ("pretalx", "pretalx/static/vendored/fullcalendar/de.js", "fullcalendar-de.js", ""),
    ("streamlit_qrcode_scanner", "streamlit_qrcode_scanner/frontend/html5-qrcode.min.js",
     "html5-qrcode.js", "\nexport default __Html5QrcodeLibrary__;\n"),
]
THREE_ADDONS = ["BufferGeometryUtils", "DragControls", "GLTFLoader", "OrbitControls"]
WEIGHTS = {400: "Inter-Regular.otf", 600: "Inter-SemiBold.otf"}
# Latin with its accents, Greek, Cyrillic, punctuation, arrows, currency signs.
CHARACTERS = "U+0020-017F,U+0218-021B,U+0370-03FF,U+0400-045F,U+1E9E,U+2010-2027,U+2030-203A," \
    "U+20AC,U+2082,U+2122,U+2190-2199,U+2212,U+2248,U+2264-2265,U+2713"
LICENSES = {
    "Lucide (icons)": ("lucide", r"dist-info/licenses/LICENSE$"),
    "lit-html (templates)": ("mindroot", r"admin/static/js/lit-html/LICENSE$"),
}


def stamp() -> str:
    """What the folder is made from."""
    digest = hashlib.sha256()
    for file in (LIST, Path(__file__), *sorted(NOTICES.glob("*"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_there() -> bool:
    file = PARTS / "stamp"
    return file.exists() and file.read_text() == stamp()


def download(folder: Path) -> list[Path]:
    """The wheels, with their hashes checked; each alone, for a package may stand in two versions."""
    for line in LIST.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as one:
            one.write(line + "\n")
            one.flush()
            subprocess.run(
                [PYTHON, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                 "--no-deps", "--only-binary=:all:", "--require-hashes", "-r", one.name,
                 "-d", str(folder)], check=True)
    return sorted(folder.glob("*.whl"))


def cut_maplibre(source: str, lib: Path) -> None:
    """Cuts the map's bundle into shared, page and worker part: no worker from a blob, which a
    strict content security policy forbids, and the shared code loaded once."""
    notice = re.match(r"/\*\*.*?\*/\n", source, re.S)
    starts = [(m.group(1), m.start(), m.end()) for m in
              re.finditer(r"^define\([\"'](shared|worker|index)[\"'],\[[^\]]*\],", source, re.M)]
    if notice is None or [name for name, _, _ in starts] != ["shared", "worker", "index"]:
        raise SystemExit("web_parts: MapLibre's bundle has another shape; cut_maplibre must follow")
    ends = [begin for _, begin, _ in starts[1:]] + [source.index("\n//\n// Our custom intro")]
    part = {name: source[body:end].rstrip().removesuffix(");")
            for (name, _, body), end in zip(starts, ends)}
    head = notice.group(0)
    name = "maplibre-" + hashlib.sha256(source.encode()).hexdigest()[:8]
    texts = {
        "shared": f"self.maplibreShared={{}};({part['shared']})(self.maplibreShared);\n",
        "worker": f"importScripts('{name}-shared.js');({part['worker']})(self.maplibreShared);\n",
        "page": f"self.maplibregl={{}};({part['index']})(self.maplibregl,self.maplibreShared);"
                f"self.maplibregl.setWorkerUrl('/assets/{name}-worker.js');\n",
    }
    for key, text in texts.items():
        (lib / f"{name}-{key}.js").write_text(head + text, "utf8")


def export_names(module: str) -> list[str]:
    """The names that a module's last export list gives."""
    listed = module[module.rindex("export {") + 8:].split("}")[0]
    return sorted({word.split(" as ")[-1].strip() for word in listed.split(",")} - {""})


def declare_untyped(lib: Path) -> None:
    """Types for the parts that come without: every export is anything."""
    (lib / "sortablejs.d.ts").write_text("export const Sortable: any;\n")
    for name in ("dompurify", "fullcalendar", "html5-qrcode"):
        (lib / f"{name}.d.ts").write_text("declare const part: any;\nexport default part;\n")
    names = export_names((lib / "three.js").read_text())
    lines = [f"export const {name}: any;\nexport type {name} = any;" for name in names]
    (lib / "three.d.ts").write_text("\n".join(lines) + "\n")
    addons = lib / "three-addons"
    for addon in THREE_ADDONS:
        names = export_names((addons / f"{addon}.js").read_text())
        lines = [f"export const {name}: any;\nexport type {name} = any;" for name in names]
        (addons / f"{addon}.d.ts").write_text("\n".join(lines) + "\n")


def copy_lit_types(lib: Path) -> None:
    """The types of lit-html so that they refer to each other and to nothing else."""
    for file in lib.glob("lit-html/**/*.d.ts"):
        text = re.sub(r"(['\"])(\.\.?/[\w./-]+)\.js\1", r"\1\2.d.ts\1", file.read_text())
        text = re.sub(r"import type \{[^}]*\} from 'trusted-types/lib';?", "type TrustedHTML = never;"
                      " type TrustedTypesWindow = never;", text)
        target = PARTS / "types" / file.relative_to(lib)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def make_fonts(lib: Path) -> None:
    for weight, file in WEIGHTS.items():
        subprocess.run(
            [str(TOOLS / "pyftsubset"), f"/usr/share/fonts/opentype/inter/{file}",
             f"--unicodes={CHARACTERS}", "--flavor=woff2", "--no-hinting", "--desubroutinize",
             "--layout-features=kern,liga,calt,tnum,case,ccmp,mark,mkmk",
             f"--output-file={lib}/inter-{weight}.woff2"], check=True)


def collect_licenses(wheels: dict[str, zipfile.ZipFile], folder: Path) -> None:
    """One text file per part, from its package where it has one, else from our notices."""
    for title, (wheel, pattern) in LICENSES.items():
        archive = wheel_named(wheels, wheel)
        name = next(n for n in archive.namelist() if re.search(pattern, n))
        (folder / f"{title}.txt").write_bytes(archive.read(name))
    shutil.copy("/usr/share/doc/fonts-inter/copyright", folder / "Inter (typeface).txt")
    for notice in sorted(NOTICES.glob("*.txt")):
        shutil.copy(notice, folder / notice.name)


def wheel_named(wheels: dict[str, zipfile.ZipFile], start: str) -> zipfile.ZipFile:
    return next(archive for name, archive in wheels.items() if name.startswith(start + "-"))


def fetch() -> None:
    shutil.rmtree(PARTS, ignore_errors=True)
    lib, licenses = PARTS / "lib", PARTS / "licenses"
    for folder in (lib, licenses, lib / "three-addons", PARTS / "icons"):
        folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as temporary:
        wheels = {file.name: zipfile.ZipFile(file) for file in download(Path(temporary))}
        for wheel, inside, name, tail in TAKEN:
            text = wheel_named(wheels, wheel).read(inside).decode()
            # In a module its variable is not one of the window.
            text = text.replace("window.__Html5QrcodeLibrary__", "__Html5QrcodeLibrary__")
            (lib / name).write_text(text + tail)
        three = wheel_named(wheels, "nicegui-2.24.2")
        for addon in THREE_ADDONS:
            text = three.read(f"nicegui/elements/lib/three/modules/{addon}.js").decode()
            text = text.replace("from 'BufferGeometryUtils'", "from './BufferGeometryUtils.js'")
            (lib / "three-addons" / f"{addon}.js").write_text(text)
        lit = wheel_named(wheels, "mindroot")
        inside = "mindroot/coreplugins/chat/static/js/lit-html/"
        for name in lit.namelist():
            rest = name.removeprefix(inside)
            if name.startswith(inside) and not name.endswith("/") and (
                    rest.endswith((".js", ".d.ts")) or rest == "package.json") and \
                    not rest.startswith(("development/", "node/")):
                target = lib / "lit-html" / rest
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(lit.read(name))
        icons = zipfile.ZipFile(io.BytesIO(wheel_named(wheels, "lucide").read("lucide/lucide.zip")))
        icons.extractall(PARTS / "icons")
        bundle = "panel/dist/bundled/deckglplot/maplibre-gl/dist/maplibre-gl.js"
        cut_maplibre(wheel_named(wheels, "panel").read(bundle).decode(), lib)
        collect_licenses(wheels, licenses)
    declare_untyped(lib)
    copy_lit_types(lib)
    make_fonts(lib)
    (PARTS / "stamp").write_text(stamp())


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if is_there() else 1)
    if not is_there():
        print("setup: fetching the parts of the web client into .build/web-parts", flush=True)
        fetch()
