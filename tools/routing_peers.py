"""Asks other routers for the pairs of `tools/bench routing`, and holds our distances against theirs.

Usage: routing_peers.py FOLDER      with a Python that has osrm-bindings and pyvalhalla

FOLDER holds EXTRACT-MODE.json files, as the routing cases write them. One JSON line per extract, mode
and peer: times per route in microseconds, in process, one after the other. Then one line per extract
and mode: the share of pairs whose distance lies within the two peers' envelope widened by 5 %, and
how many pairs only we cannot route.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Optional

Answer = Optional[tuple[float, float]]
"""Metres and seconds; None without a route."""
Route = Callable[[float, float, float, float], Answer]

PROFILES = {"walk": "foot", "bicycle": "bicycle", "car": "car"}
COSTINGS = {"walk": "pedestrian", "bicycle": "bicycle", "car": "auto"}


def run(*line: str) -> None:
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{line[0]}: {(done.stderr or done.stdout)[-500:]}")


def osrm_router(extract: pathlib.Path, mode: str, work: pathlib.Path) -> Route:
    """OSRM with contraction hierarchies, prepared at first use."""
    import osrm

    root = pathlib.Path(osrm.__file__).parent
    base = work / f"{extract.name.removesuffix('.osm.pbf')}-{mode}.osrm"
    if not base.with_name(base.name + ".hsgr").exists():
        copy = work / base.name.replace(".osrm", ".osm.pbf")
        copy.write_bytes(extract.read_bytes())
        run(str(root / "bin/osrm-extract"), "-t", "1", "-p", str(root / f"share/profiles/{PROFILES[mode]}.lua"),
            str(copy))
        run(str(root / "bin/osrm-contract"), "-t", "1", str(base))
    engine = osrm.OSRM(storage_config=str(base), algorithm="CH")

    def route(from_lon: float, from_lat: float, to_lon: float, to_lat: float) -> Answer:
        parameters = osrm.RouteParameters(
            coordinates=[(from_lon, from_lat), (to_lon, to_lat)], overview="false", steps=False)
        try:
            found = engine.Route(parameters)["routes"][0]
        except RuntimeError:
            return None
        return float(found["distance"]), float(found["duration"])

    return route


def valhalla_router(extract: pathlib.Path, mode: str, work: pathlib.Path) -> Route:
    """Valhalla, its tiles built at first use."""
    import valhalla

    folder = work / (extract.name.removesuffix(".osm.pbf") + "-valhalla")
    has_tiles = folder.exists()
    folder.mkdir(exist_ok=True)
    config = valhalla.get_config(tile_extract="", tile_dir=str(folder))
    settings = work / (folder.name + ".json")
    settings.write_text(json.dumps(config))
    if not has_tiles:
        builder = pathlib.Path(valhalla.__file__).parent / "bin/valhalla_build_tiles"
        run(str(builder), "-c", str(settings), "-j", "1", str(extract))
    actor = valhalla.Actor(str(settings))

    def route(from_lon: float, from_lat: float, to_lon: float, to_lat: float) -> Answer:
        try:
            found = actor.route({
                "locations": [{"lon": from_lon, "lat": from_lat}, {"lon": to_lon, "lat": to_lat}],
                "costing": COSTINGS[mode], "directions_type": "none", "units": "kilometers",
            })
        except RuntimeError:
            return None
        summary = found["trip"]["summary"]
        return float(summary["length"]) * 1000, float(summary["time"])

    return route


def ask(name: str, case: str, route: Route, pairs: list[list[float]]) -> list[Answer]:
    """All pairs, with the times printed."""
    answers: list[Answer] = []
    times: list[float] = []
    for pair in pairs:
        begin = time.perf_counter()
        answers.append(route(*pair[:4]))
        times.append((time.perf_counter() - begin) * 1e6)
    times.sort()
    print(json.dumps({
        "case": f"{name}.summary/{case}", "unit": "us", "median": round(times[len(times) // 2], 1),
        "p99": round(times[len(times) * 99 // 100], 1), "routed": sum(a is not None for a in answers),
    }), flush=True)
    return answers


def envelope(case: str, pairs: list[list[float]], peers: list[list[Answer]]) -> None:
    """How our distances and durations lie between those of two peers."""
    shares = {}
    for what, index in (("distance", 0), ("duration", 1)):
        inside = total = 0
        for number, pair in enumerate(pairs):
            theirs = [answers[number] for answers in peers]
            if any(a is None for a in theirs) or pair[4] is None:
                continue
            values = [a[index] for a in theirs if a is not None]
            slack = 5.0 if index == 0 else 2.0
            total += 1
            inside += 0.95 * min(values) - slack <= pair[4 + index] <= 1.05 * max(values) + slack
        shares[what] = round(100 * inside / max(total, 1), 1)
    only_ours = sum(
        pair[4] is None and all(answers[number] is not None for answers in peers)
        for number, pair in enumerate(pairs))
    print(json.dumps({
        "case": f"Routing.envelope/{case}", "pairs": len(pairs), "distanceShare": shares["distance"],
        "durationShare": shares["duration"], "unroutableButForPeers": only_ours,
        "unroutable": sum(pair[4] is None for pair in pairs),
    }), flush=True)


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    work = folder / "peers"
    work.mkdir(exist_ok=True)
    for file in sorted(folder.glob("*-*.json")):
        case, mode = file.stem.rsplit("-", 1)
        content: dict[str, Any] = json.loads(file.read_text())
        peers = []
        for name, make in (("OSRM-CH", osrm_router), ("Valhalla", valhalla_router)):
            try:
                route = make(pathlib.Path(content["extract"]), mode, work)
                peers.append(ask(name, f"{case}/{mode}", route, content["pairs"]))
            except (ImportError, RuntimeError, OSError) as error:
                print(f"SKIPPED {name} {case}/{mode}: {error}", file=sys.stderr)
        if len(peers) == 2:
            envelope(f"{case}/{mode}", content["pairs"], peers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
