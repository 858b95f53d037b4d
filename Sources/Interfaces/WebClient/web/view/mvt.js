// A reader of Mapbox vector tiles (specification 2.1): no eval, no library, bounds checked.

/** @typedef {'point' | 'line' | 'polygon'} ShapeKind */
/**
 * @typedef {Object} Feature
 * @property {ShapeKind} kind
 * @property {Record<string, string | number | boolean>} tags
 * @property {Float64Array[]} parts each x, y, x, y ... in the tile, 0 to 1 from the left upper corner
 */

class Reader {
  /** @param {Uint8Array} bytes @param {number} at @param {number} end */
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  varint() {
    let [value, scale] = [0, 1];
    for (let count = 0; count < 10; count++) {
      if (this.at >= this.end) throw new RangeError('the tile ends within a number');
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new RangeError('a number in the tile is too long');
  }

  /** A reader of the next message. */
  message() {
    const length = this.varint();
    if (length > this.end - this.at) throw new RangeError('the tile ends within a message');
    const part = new Reader(this.bytes, this.at, this.at + length);
    this.at += length;
    return part;
  }

  text() {
    const part = this.message();
    return new TextDecoder().decode(this.bytes.subarray(part.at, part.end));
  }

  /** @param {number} wire */
  skip(wire) {
    if (wire === 0) this.varint();
    else if (wire === 1) this.at += 8;
    else if (wire === 2) this.message();
    else if (wire === 5) this.at += 4;
    else throw new RangeError('the tile has a field of unknown kind');
    if (this.at > this.end) throw new RangeError('the tile ends within a field');
  }

  /** Calls with each field's number and wire type. @param {(field: number, wire: number) => void} body */
  each(body) {
    while (this.at < this.end) {
      const key = this.varint();
      body(Math.floor(key / 8), key % 8);
    }
  }
}

const zigzag = (/** @type {number} */ value) => value % 2 ? -(value + 1) / 2 : value / 2;

/** @param {Reader} reader @returns {string | number | boolean} */
function readValue(reader) {
  /** @type {string | number | boolean} */
  let value = '';
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset, reader.bytes.byteLength);
  reader.each((field, wire) => {
    if (field === 1 && wire === 2) value = reader.text();
    else if (field === 2 && wire === 5) {
      value = view.getFloat32(reader.at, true);
      reader.skip(wire);
    } else if (field === 3 && wire === 1) {
      value = view.getFloat64(reader.at, true);
      reader.skip(wire);
    } else if ((field === 4 || field === 5) && wire === 0) value = reader.varint();
    else if (field === 6 && wire === 0) value = zigzag(reader.varint());
    else if (field === 7 && wire === 0) value = reader.varint() !== 0;
    else reader.skip(wire);
  });
  return value;
}

/** @param {Reader} reader @param {number} extent @returns {Float64Array[]} */
function readGeometry(reader, extent) {
  /** @type {Float64Array[]} */
  const parts = [];
  /** @type {number[]} */
  let part = [];
  let [x, y] = [0, 0];
  const finish = () => {
    if (part.length) parts.push(Float64Array.from(part));
    part = [];
  };
  while (reader.at < reader.end) {
    const command = reader.varint();
    const count = Math.floor(command / 8);
    const what = command % 8;
    if (what === 7) continue;
    if (what !== 1 && what !== 2) throw new RangeError('the tile has an unknown command');
    for (let number = 0; number < count; number++) {
      x += zigzag(reader.varint());
      y += zigzag(reader.varint());
      if (what === 1) finish();
      part.push(x / extent, y / extent);
    }
  }
  finish();
  return parts;
}

const kinds = /** @type {(ShapeKind | undefined)[]} */ ([undefined, 'point', 'line', 'polygon']);

/**
 * The features of a tile by layer.
 *
 * @param {ArrayBuffer | Uint8Array} data
 * @returns {Record<string, Feature[]>}
 * @throws {RangeError} for what is no vector tile
 */
export function readTile(data) {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  /** @type {Record<string, Feature[]>} */
  const layers = {};
  const tile = new Reader(bytes, 0, bytes.length);
  tile.each((field, wire) => {
    if (field !== 3 || wire !== 2) return tile.skip(wire);
    const [name, features] = readLayer(tile.message());
    layers[name] = features;
  });
  return layers;
}

/** @param {Reader} layer @returns {[string, Feature[]]} */
function readLayer(layer) {
  let [name, extent] = ['', 4096];
  /** @type {string[]} */
  const keys = [];
  /** @type {(string | number | boolean)[]} */
  const values = [];
  /** @type {Reader[]} */
  const raw = [];
  layer.each((field, wire) => {
    if (field === 1 && wire === 2) name = layer.text();
    else if (field === 2 && wire === 2) raw.push(layer.message());
    else if (field === 3 && wire === 2) keys.push(layer.text());
    else if (field === 4 && wire === 2) values.push(readValue(layer.message()));
    else if (field === 5 && wire === 0) extent = Math.max(layer.varint(), 1);
    else layer.skip(wire);
  });
  const features = [];
  for (const reader of raw) {
    const feature = readFeature(reader, keys, values, extent);
    if (feature) features.push(feature);
  }
  return [name, features];
}

/**
 * @param {Reader} reader @param {string[]} keys @param {(string | number | boolean)[]} values
 * @param {number} extent @returns {Feature | undefined}
 */
function readFeature(reader, keys, values, extent) {
  /** @type {Feature['tags']} */
  const tags = {};
  let type = 0;
  /** @type {Reader | undefined} */
  let geometry;
  reader.each((field, wire) => {
    if (field === 2 && wire === 2) {
      const list = reader.message();
      while (list.at < list.end) {
        const key = keys[list.varint()];
        const value = values[list.varint()];
        if (key !== undefined && value !== undefined) tags[key] = value;
      }
    } else if (field === 3 && wire === 0) type = reader.varint();
    else if (field === 4 && wire === 2) geometry = reader.message();
    else reader.skip(wire);
  });
  const kind = kinds[type];
  if (!kind || !geometry) return undefined;
  return { kind, tags, parts: readGeometry(geometry, extent) };
}

/** Twice the signed area of a ring in the tile; > 0 for outer rings. @param {Float64Array} ring */
export function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  }
  return sum;
}
