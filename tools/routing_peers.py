"""Asks other routers for the pairs of `tools/bench routing`, and holds our distances against theirs.

Usage: routing_peers.py [--worst N] [--server URL] FOLDER     with a Python that has osrm-bindings and pyvalhalla
  --worst N     also lists the N pairs of each case whose distance is farthest outside of the envelope
  --server URL  asks a server that has the maps of the extracts (--rate-limits off) for each pair, and the peers
                for the points of streets where its way begins and ends: what is held are streets and rules
                alone, not which street is taken for the nearest

FOLDER holds EXTRACT-MODE.json files, as the routing cases write them. One JSON line per extract, mode
and peer: times per route in microseconds, in process, one after the other. Then one line per extract
and mode: the share of pairs whose distance lies within the envelope of OSRM and Valhalla widened by
5 % (durations of bicycles and cars: 10 %), and how many pairs only we cannot route. Both walk round squares as they come (with their options
for areas they take from minutes to hours to prepare a city), so that what they are held against is our
way round them; `acrossShare` is the share of the distances that we answer, straight across. pgRouting is asked where WAYSIDE_BENCH_POSTGRES names a
server; as it goes from crossing to crossing, its distances are not held against ours.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any, Optional

Answer = Optional[tuple[float, float]]
"""Metres and seconds; None without a route."""
Route = Callable[[float, float, float, float], Answer]

PROFILES = {"walk": "foot", "bicycle": "bicycle", "car": "car"}
COSTINGS = {"walk": "pedestrian", "bicycle": "bicycle", "car": "auto"}
# What osm2pgrouting takes; its own file for pedestrians is no well-formed XML in Debian 12.
TABLES = {"walk": "mapconfig", "bicycle": "mapconfig_for_bicycles", "car": "mapconfig_for_cars"}
PGROUTING_PAIRS = 40
"""It takes up to 200 ms for one."""


def run(*line: str, text: Optional[str] = None) -> str:
    done = subprocess.run(line, capture_output=True, text=True, check=False, input=text)
    if done.returncode != 0:
        raise RuntimeError(f"{line[0]}: {(done.stderr or done.stdout)[-500:]}")
    return done.stdout


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
    engine = osrm.OSRM(storage_config=str(base), algorithm="CH", use_shared_memory=False)

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


PGROUTING_FUNCTION = """
CREATE OR REPLACE FUNCTION pg_temp.node(x float8, y float8) RETURNS bigint LANGUAGE sql STABLE AS
  'SELECT id FROM ways_vertices_pgr
   ORDER BY the_geom <-> ST_SetSRID(ST_MakePoint(x, y), 4326) LIMIT 1';
CREATE OR REPLACE FUNCTION pg_temp.routes(pairs float8[][], is_directed boolean)
  RETURNS TABLE(metres float8, us float8) LANGUAGE plpgsql AS $$
DECLARE pair float8[]; begin_at timestamptz;
BEGIN
  FOREACH pair SLICE 1 IN ARRAY pairs LOOP
    begin_at := clock_timestamp();
    SELECT sum(length_m) INTO metres FROM pgr_dijkstra(
      'SELECT gid AS id, source, target, cost_s AS cost, reverse_cost_s AS reverse_cost FROM ways',
      pg_temp.node(pair[1], pair[2]), pg_temp.node(pair[3], pair[4]), is_directed) JOIN ways ON gid = edge;
    us := extract(epoch FROM clock_timestamp() - begin_at) * 1e6;
    RETURN NEXT;
  END LOOP;
END $$;
"""


def pgrouting(extract: pathlib.Path, mode: str, work: pathlib.Path, pairs: list[list[float]]) -> None:
    """pgRouting's times, inside of the server; its tables are filled by osm2pgrouting."""
    server = os.environ.get("WAYSIDE_BENCH_POSTGRES")
    if not server:
        raise RuntimeError("no PostgreSQL server (run tools/bench --peers)")
    options = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(server).query))
    name = extract.name.removesuffix(".osm.pbf")
    plain = work / f"{name}.osm"
    if not plain.exists():
        run("osmium", "cat", "--output", str(plain), str(extract))
    database = f"{name}-{mode}".replace("-", "_")
    host = ["-h", options["host"], "-U", options["user"]]
    psql = ["psql", "-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", *host]
    run(*psql, "-d", "postgres", "-c", f"DROP DATABASE IF EXISTS {database}")
    run(*psql, "-d", "postgres", "-c", f"CREATE DATABASE {database}")
    run(*psql, "-d", database, "-c", "CREATE EXTENSION pgrouting CASCADE; CREATE EXTENSION hstore")
    run("osm2pgrouting", "-f", str(plain), "-d", database, *host, "--clean",
        "-c", f"/usr/share/osm2pgrouting/{TABLES[mode]}.xml")
    places = "ARRAY[" + ",".join(str(pair[:4]) for pair in pairs[:PGROUTING_PAIRS]) + "]::float8[][]"
    query = f"SELECT * FROM pg_temp.routes({places}, {str(mode != 'walk').lower()})"
    lines = run(*psql, "-d", database, text=f"{PGROUTING_FUNCTION}{query};").split()
    answers = [line.split("|") for line in lines]
    tell("pgRouting", f"{name}/{mode}", [float(us) for _, us in answers],
         sum(metres != "" for metres, _ in answers))
    run(*psql, "-d", "postgres", "-c", f"DROP DATABASE {database}")


def tell(name: str, case: str, times: list[float], routed: int) -> None:
    times = sorted(times)
    print(json.dumps({
        "case": f"{name}.summary/{case}", "unit": "us", "median": round(times[len(times) // 2], 1),
        "p99": round(times[len(times) * 99 // 100], 1), "pairs": len(times), "routed": routed,
    }), flush=True)


def ask(name: str, case: str, route: Route, pairs: list[list[float]]) -> list[Answer]:
    """All pairs, with the times printed."""
    answers: list[Answer] = []
    times: list[float] = []
    for pair in pairs:
        begin = time.perf_counter()
        answers.append(route(*pair[:4]))
        times.append((time.perf_counter() - begin) * 1e6)
    tell(name, case, times, sum(a is not None for a in answers))
    return answers


def worst(pairs: list[list[float]], peers: list[list[Answer]], count: int) -> None:
    """The pairs farthest outside of the envelope: ours against both of theirs, in metres."""
    outside = []
    for number, pair in enumerate(pairs):
        theirs = [a[0] for a in (answers[number] for answers in peers) if a is not None]
        if pair[4] is None or len(theirs) < len(peers):
            continue
        share = max(pair[4] / (max(theirs) + 5), min(theirs) / (pair[4] + 5))
        if share > 1.05:
            outside.append((share, pair[4], theirs, pair[:4]))
    for share, ours, theirs, place in sorted(outside, key=lambda row: -row[0])[:count]:
        print(f"  {share:5.2f}  ours {ours:8.0f}  theirs {' '.join(f'{t:8.0f}' for t in theirs)}  "
              f"{place[1]:.6f},{place[0]:.6f} {place[3]:.6f},{place[2]:.6f}", file=sys.stderr)


BARS = {"walk": (97.0, 92.0), "bicycle": (93.0, 84.0), "car": (97.0, 80.0)}
"""Shares of distances that are asked for, and those below which more is missed than decision 0026 knows."""


def envelope(case: str, pairs: list[list[float]], peers: list[list[Answer]]) -> bool:
    """How our distances and durations lie between those of two peers; false where less than is known do."""
    shares = {}
    for what, index, ours in (("distance", 0, 4), ("duration", 1, 5), ("across", 0, 6)):
        inside = total = 0
        for number, pair in enumerate(pairs):
            theirs = [answers[number] for answers in peers]
            if any(a is None for a in theirs) or pair[ours] is None:
                continue
            values = [a[index] for a in theirs if a is not None]
            slack = 5.0 if index == 0 else 2.0
            # How fast a bicycle or a car is, the peers themselves see differently by 15 to 25 %.
            share = 0.10 if index == 1 and not case.endswith("/walk") else 0.05
            total += 1
            inside += (1 - share) * min(values) - slack <= pair[ours] <= (1 + share) * max(values) + slack
        shares[what] = round(100 * inside / max(total, 1), 1)
    only_ours = sum(
        pair[6] is None and all(answers[number] is not None for answers in peers)
        for number, pair in enumerate(pairs))
    print(json.dumps({
        "case": f"Routing.envelope/{case}", "pairs": len(pairs), "distanceShare": shares["distance"],
        "durationShare": shares["duration"], "acrossShare": shares["across"], "unroutableButForPeers": only_ours,
        "unroutable": sum(pair[6] is None for pair in pairs),
    }), flush=True)
    bar, known = BARS[case.rsplit("/", 1)[1]]
    share = shares["distance"]
    if share < bar:
        note = " (known: decision 0026)" if share >= known else ""
        print(f"MISSED Routing.envelope/{case}: {share}, must be at least {bar}{note}", file=sys.stderr)
    return share >= known


def street_route(server: str, mode: str, pair: list[float]) -> Optional[dict[str, Any]]:
    """The part of our way that lies on streets; None where there is none."""
    query = urllib.parse.urlencode({"from": f"{pair[1]},{pair[0]}", "to": f"{pair[3]},{pair[2]}", "mode": mode})
    try:
        with urllib.request.urlopen(f"{server}/v1/routes?{query}") as answer:
            itineraries = json.load(answer)["itineraries"]
    except urllib.error.HTTPError:
        return None
    legs = [leg for one in itineraries[:1] for leg in one["legs"] if leg["mode"] == mode and not leg.get("estimated")]
    return legs[0] if legs else None


def from_streets(server: str, mode: str, pairs: list[list[float]]) -> list[list[Any]]:
    """The pairs once more, from street to street, with the distance and duration of the server."""
    moved = []
    for pair in pairs:
        leg = street_route(server, mode, pair)
        if leg is not None:
            line = leg["geometry"]["coordinates"]
            moved.append([*line[0][:2], *line[-1][:2], leg["distance"], leg["duration"], leg["distance"]])
    return moved


def main() -> int:
    parser = argparse.ArgumentParser(description="Asks other routers for the pairs of the routing cases.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--without-pgrouting", action="store_true")
    parser.add_argument("--server")
    arguments = parser.parse_args()
    work = arguments.folder / "peers"
    work.mkdir(exist_ok=True)
    failed = False
    for file in sorted(arguments.folder.glob("*-*.json")):
        case, mode = file.stem.rsplit("-", 1)
        content: dict[str, Any] = json.loads(file.read_text())
        extract = pathlib.Path(content["extract"])
        if arguments.server:
            content["pairs"] = from_streets(arguments.server, mode, content["pairs"])
        peers = []
        for name, make in (("OSRM-CH", osrm_router), ("Valhalla", valhalla_router)):
            try:
                peers.append(ask(name, f"{case}/{mode}", make(extract, mode, work), content["pairs"]))
            except ImportError as error:
                print(f"SKIPPED {name} {case}/{mode}: {error}; tools/setup --peers installs it where"
                      " PyPI has a wheel for this Python", file=sys.stderr)
            except (RuntimeError, OSError) as error:
                failed = True
                print(f"FAILED {name} {case}/{mode}: {error}", file=sys.stderr)
        if not arguments.without_pgrouting:
            try:
                pgrouting(extract, mode, work, content["pairs"])
            except (RuntimeError, OSError) as error:
                failed = True
                print(f"FAILED pgRouting {case}/{mode}: {error}", file=sys.stderr)
        if len(peers) == 2:
            failed |= not envelope(f"{case}/{mode}", content["pairs"], peers)
            worst(content["pairs"], peers, arguments.worst)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
