import assert from 'node:assert/strict';
import { setOut, walkOn } from '../../../../Sources/Interfaces/WebClient/web/shell/device-run.js';

const begin = '2026-06-20T10:00:00.000Z';
/** A walk to one stop. @param {any} stop @param {number} [arrivalMetres] */
const to = (stop, arrivalMetres) =>
  setOut(
    /** @type {any} */ ({ id: 'tour', name: 'Short', stops: [{ order: 1, ...stop }], arrivalMetres }),
    'run',
    begin,
  );
/** How many stops are reached there. @param {any} run @param {number} lat @param {number} lon */
const reached = (run, lat, lon) => walkOn(run, [{ lat, lon, at: begin }]).reached;
/** Degrees to the north. @param {number} metres */
const north = (metres) => metres / 111_195;

Deno.test('a stop without a trigger is reached as near as the server says, within 15 m where it does not', () => {
  const stop = { position: { lat: 47, lon: 9 } };
  assert.equal(reached(to(stop), 47 + north(14), 9), 1);
  assert.equal(reached(to(stop), 47 + north(16), 9), 0);
  assert.equal(reached(to(stop, 30), 47 + north(29), 9), 1);
  assert.equal(reached(to(stop, 30), 47 + north(31), 9), 0);
});

Deno.test('a stop with a circle is reached inside it', () => {
  const stop = { position: { lat: 47, lon: 9 }, trigger: { radius: 40 } };
  assert.equal(reached(to(stop, 15), 47 + north(39), 9), 1);
  assert.equal(reached(to(stop, 15), 47 + north(41), 9), 0);
});

Deno.test('a stop with an area is reached inside it, not in its holes, also across the antimeridian', () => {
  for (const lon of [9, 179.9995]) {
    /** A square around the place, closed. @param {number} half degrees */
    const square = (half) =>
      [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([x, y]) => {
        const east = lon + x * half;
        return [east > 180 ? east - 360 : east, 47 + y * half];
      });
    const polygon = { type: 'Polygon', coordinates: [square(0.002), square(0.0005)] };
    // The position of the stop itself does not count.
    const stop = { position: { lat: 47, lon }, trigger: { polygon } };
    assert.equal(reached(to(stop), 47, lon), 0);
    for (const east of [lon + 0.0015, lon - 0.0015]) {
      assert.equal(reached(to(stop), 47, east > 180 ? east - 360 : east), 1);
    }
    assert.equal(reached(to(stop), 47 + 0.0015, lon), 1);
    for (const [lat, east] of [[47.0021, lon], [46.9979, lon], [47, lon - 0.0021]]) {
      assert.equal(reached(to(stop), lat, east), 0);
    }
  }
});
