"""Checks the pages: format, lint, types against the API's document, texts, laws, and unit tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import web_rules
from web_build import OUTPUT, WEB
from web_parts import PARTS, ROOT, TOOLS

SETTINGS = OUTPUT / "deno.json"
API_TYPES = OUTPUT / "api-types.d.ts"
BINARY = ROOT / ".build" / "debug" / "wayside"
UNITS = ROOT / "Tests" / "Interfaces" / "BrowserTests" / "units"


def sources() -> list[str]:
    return [str(file) for file in sorted(WEB.rglob("*.js"))]


def write_settings() -> None:
    """What the type checker has to know; written at each check, since it holds paths."""
    lib, lit = PARTS / "lib", PARTS / "types" / "lit-html"
    imports = {"api-types": str(API_TYPES), "lit-html": str(lit / "lit-html.d.ts")}
    for file in (lit / "directives").glob("*.d.ts"):
        name = file.name.removesuffix(".d.ts")
        imports[f"lit-html/directives/{name}.js"] = str(file)
    for file in [*lib.glob("*.d.ts"), *(lib / "three-addons").glob("*.d.ts")]:
        stem = file.name.removesuffix(".d.ts")
        imports[stem if file.parent == lib else f"three-addons/{stem}.js"] = str(file)
    settings = {
        "compilerOptions": {
            "checkJs": True, "strict": True, "lib": ["esnext", "dom", "dom.iterable", "webworker"],
            "types": [str(WEB / "globals.d.ts")],
        },
        "imports": imports,
        "fmt": {"lineWidth": 100, "singleQuote": True, "indentWidth": 2},
    }
    OUTPUT.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(json.dumps(settings, indent=1))


def run(*command: str, **environment: str) -> str:
    """What a checker says; nothing if all is well."""
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=WEB,
        env={**os.environ, "NO_COLOR": "1", **environment})
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip() or "failed"


# Types of the API


def type_of(schema: dict[str, Any]) -> str:
    """A schema of the OpenAPI document as a TypeScript type."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    text = "any"
    if "allOf" in schema:
        text = " & ".join(type_of(part) for part in schema["allOf"])
    elif "oneOf" in schema:
        text = " | ".join(type_of(part) for part in schema["oneOf"])
    elif "enum" in schema:
        text = " | ".join(json.dumps(value) for value in schema["enum"])
    elif schema.get("type") == "array":
        text = f"Array<{type_of(schema.get('items', {}))}>"
    elif schema.get("type") == "object":
        text = type_of_object(schema)
    else:
        text = {"string": "string", "boolean": "boolean", "number": "number",
                "integer": "number"}.get(schema.get("type", ""), "any")
    return f"({text} | null)" if schema.get("nullable") else f"({text})" if "|" in text else text


def type_of_object(schema: dict[str, Any]) -> str:
    members = schema.get("properties", {})
    rest = schema.get("additionalProperties")
    if not members:
        return f"Record<string, {type_of(rest) if isinstance(rest, dict) else 'any'}>"
    required = set(schema.get("required", []))
    lines = [
        f"{json.dumps(name)}{'' if name in required else '?'}: {type_of(member)}"
        for name, member in members.items()
    ]
    return "{ " + "; ".join(lines) + " }"


def write_types(document: dict[str, Any]) -> None:
    """Every named schema, and the type of each operation's first answer by its name."""
    lines = ["// Made from the OpenAPI document by tools/web --types."]
    for name, schema in document["components"]["schemas"].items():
        lines.append(f"export type {name} = {type_of(schema)};")
    answers = []
    for path in document["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict) or "operationId" not in operation:
                continue
            for answer in operation["responses"].values():
                content = answer.get("content", {}).get("application/json")
                if content:
                    answers.append(f"  {operation['operationId']}: {type_of(content['schema'])};")
                    break
    lines.append("export interface Answers {\n" + "\n".join(answers) + "\n}")
    OUTPUT.mkdir(parents=True, exist_ok=True)
    API_TYPES.write_text("\n".join(lines) + "\n")


def make_types(file: str | None) -> int:
    if file is None:
        if not BINARY.exists():
            print("web: there is no .build/debug/wayside; run swift build --product wayside", file=sys.stderr)
            return 1
        write_types(document_of_binary())
    else:
        write_types(json.loads(Path(file).read_text()))
    return 0


def document_of_binary() -> dict[str, Any]:
    """The OpenAPI document, from a server on an empty data folder."""
    from serverharness import Client, Server, free_port
    with tempfile.TemporaryDirectory() as folder:
        server = Server([str(BINARY)], folder, free_port(), f"{folder}/log")
        try:
            server.start()
            return Client(server.port).send("GET", "/openapi.json")[1]
        finally:
            server.kill()


def types_problem() -> str:
    """Makes the API's types if the program is newer; says if it cannot."""
    if BINARY.exists() and (
            not API_TYPES.exists() or API_TYPES.stat().st_mtime < BINARY.stat().st_mtime):
        make_types(None)
    return "" if API_TYPES.exists() else "without the program's API the types are not checked"


# Texts


def catalogue(file: Path) -> dict[str, str]:
    """The keys of a catalogue, each with the names of its values."""
    keys: dict[str, str] = {}
    current = ""
    for line in file.read_text().splitlines():
        found = re.match(r"  '?([\w.-]+)'?:(.*)$", line)
        if found:
            current = found.group(1)
            keys[current] = ""
        if current:
            keys[current] += line
    return keys


def text_findings() -> Iterator[str]:
    """Every key in use is in the English catalogue, and German has the same keys."""
    known: set[str] = set()
    for english in sorted(WEB.rglob("texts*.en.js")):
        german = english.with_name(english.name.replace(".en.", ".de."))
        relative = english.relative_to(WEB)
        if not german.exists():
            yield f"{relative}: there is no {german.name}"
            continue
        en, de = catalogue(english), catalogue(german)
        folder = english.parent.name
        known |= {f"{folder}.{key}" for key in en}
        for key in sorted(en.keys() ^ de.keys()):
            yield f"{relative}: {key} stands in only one language"
        for key in sorted(en.keys() & de.keys()):
            if set(re.findall(r"\{\w+\}", en[key])) != set(re.findall(r"\{\w+\}", de[key])):
                yield f"{relative}: {key} has other values in German"
    for file in sorted(WEB.rglob("*.js")):
        for key in re.findall(r"\bt\(\s*'([\w.-]+)'|title: '([a-z]+\.\w+)'", file.read_text()):
            name = key[0] or key[1]
            if "." in name and name not in known:
                yield f"{file.relative_to(WEB)}: there is no text {name}"


def style_findings() -> Iterator[str]:
    """Nothing inline, nothing evaluated: the content security policy would refuse it."""
    for file in sorted(WEB.rglob("*.js")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if re.search(r"<[a-z][^>]*\sstyle=|styleMap|\beval\(|new Function\(|innerHTML", line):
                yield f"{file.relative_to(WEB)}:{number}: the content security policy refuses this"


def law_findings() -> list[str]:
    sources = {str(file.relative_to(WEB)): file.read_text() for file in sorted(WEB.rglob("*.js"))}
    linted = run(
        str(TOOLS / "oxlint"), "-A", "all", "-D", "max-lines-per-function", "--format", "unix", ".")
    return web_rules.findings(sources, linted)


def type_findings() -> str:
    """Checked from nothing each time: whether a type that is inferred in a circle is an error
    depends on where one begins, so a cache of earlier checks answers other than a new machine."""
    problem = types_problem()
    if problem:
        return problem
    with tempfile.TemporaryDirectory() as cache:
        return run(
            str(TOOLS / "deno"), "check", "--quiet", "--config", str(SETTINGS), *sources(),
            DENO_DIR=cache)


def check() -> int:
    write_settings()
    steps = {
        "format": run(str(TOOLS / "deno"), "fmt", "--check", "--quiet", "--config", str(SETTINGS), *sources()),
        "lint": run(
            str(TOOLS / "oxlint"), "--quiet", "-D", "correctness",
            "-A", "unicorn/no-invalid-fetch-options", "."),
        "types": type_findings(),
        "texts": "\n".join(text_findings()),
        "policy": "\n".join(style_findings()),
        "laws": "\n".join(law_findings()),
        "units": run(
            str(TOOLS / "deno"), "test", "--quiet", "--no-check", f"--allow-read={WEB}", "--config", str(SETTINGS),
            str(UNITS)),
    }
    failed = [name for name, words in steps.items() if words]
    for name in failed:
        print(f"== {name}\n{steps[name]}")
    print(f"web: {len(steps) - len(failed)} of {len(steps)} checks passed, {len(sources())} files")
    return 1 if failed else 0


def format_sources() -> int:
    write_settings()
    words = run(str(TOOLS / "deno"), "fmt", "--quiet", "--config", str(SETTINGS), *sources())
    if words:
        print(words)
    return 1 if words else 0
