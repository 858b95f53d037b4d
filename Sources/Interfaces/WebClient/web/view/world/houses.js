// Houses: outlines raised to their height, with windows, pitched roofs on small ones and ink edges.

import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  RepeatWrapping,
  ShapeUtils,
  SRGBColorSpace,
  Vector2,
} from 'three';
import { ringArea } from '../mvt.js';
import { chance } from './landscape.js';
import { tones } from './tones.js';

/** @typedef {import('./landscape.js').House} House */
/** @typedef {import('./landscape.js').Points} Points */

/** Metres of a window with the wall around it. */
const window = { width: 3.2, height: 3 };

/**
 * The box of the smallest area around an outline, along one of its sides.
 *
 * @param {Points} ring
 * @returns {{x: number, z: number, along: number[], half: number, depth: number}} middle, direction of
 *   its longer side, half the longer and the shorter side
 */
export function tightBox(ring) {
  let best = { x: 0, z: 0, along: [1, 0], half: 0, depth: 0 };
  let least = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const length = Math.hypot(ring[i] - ring[j], ring[i + 1] - ring[j + 1]);
    if (length < 1) continue;
    const [dx, dz] = [(ring[i] - ring[j]) / length, (ring[i + 1] - ring[j + 1]) / length];
    let [a0, a1, b0, b1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let k = 0; k < ring.length; k += 2) {
      const a = ring[k] * dx + ring[k + 1] * dz;
      const b = ring[k + 1] * dx - ring[k] * dz;
      [a0, a1, b0, b1] = [Math.min(a0, a), Math.max(a1, a), Math.min(b0, b), Math.max(b1, b)];
    }
    const area = (a1 - a0) * (b1 - b0);
    if (area >= least) continue;
    least = area;
    const [a, b] = [(a0 + a1) / 2, (b0 + b1) / 2];
    const isLong = a1 - a0 >= b1 - b0;
    best = {
      x: a * dx - b * dz,
      z: a * dz + b * dx,
      along: isLong ? [dx, dz] : [-dz, dx],
      half: Math.max(a1 - a0, b1 - b0) / 2,
      depth: Math.min(a1 - a0, b1 - b0) / 2,
    };
  }
  return best;
}

class Builder {
  constructor() {
    /** @type {number[]} */ this.positions = [];
    /** @type {number[]} */ this.normals = [];
    /** @type {number[]} */ this.colors = [];
    /** @type {number[]} */ this.uvs = [];
    /** @type {number[]} */ this.indices = [];
    /** @type {number[]} */ this.edges = [];
  }

  /** @param {number[][]} points counter-clockwise seen from outside @param {Color} color @param {number[][]} [uvs] */
  face(points, color, uvs) {
    const first = this.positions.length / 3;
    const [a, b, c] = points;
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    let normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...normal) || 1;
    normal = normal.map((value) => value / length);
    points.forEach((point, index) => {
      this.positions.push(...point);
      this.normals.push(...normal);
      this.colors.push(color.r, color.g, color.b);
      this.uvs.push(...(uvs?.[index] ?? [0.02, 0.02]));
    });
    for (let i = 2; i < points.length; i++) this.indices.push(first, first + i - 1, first + i);
  }

  /** @param {number[]} from @param {number[]} to */
  edge(from, to) {
    this.edges.push(...from, ...to);
  }
}

const pick = (/** @type {string[]} */ colors, /** @type {number} */ part) =>
  new Color(colors[Math.min(colors.length - 1, Math.floor(part * colors.length))]);

/**
 * @param {House} house @param {Builder} builder @param {(x: number, z: number) => number} ground
 */
function build(house, builder, ground) {
  const outline = house.rings[0];
  let [foot, middle] = [Infinity, 0];
  for (let i = 0; i < outline.length; i += 2) {
    const y = ground(outline[i], outline[i + 1]);
    foot = Math.min(foot, y);
    middle += y / (outline.length / 2);
  }
  const box = tightBox(outline);
  const isPlain = !house.isCut && house.rings.length === 1 && house.base === 0;
  const isPitched = isPlain && house.height < 13 && house.area < 700 && house.area > 30 &&
    box.depth < 11 &&
    house.area / (4 * box.half * box.depth || 1) > 0.86 &&
    !['roof', 'garage', 'garages', 'carport'].includes(house.use);
  const rise = isPitched ? Math.min(box.depth * 0.75, 4.5) : 0;
  const top = middle + Math.max(house.height - rise * 0.6, 2.2);
  const bottom = house.base > 0 ? middle + house.base : foot - 0.6;
  const hash = chance(box.x, box.z);
  const wall = pick(tones.walls, hash);
  for (const ring of house.rings) walls(ring, builder, { bottom, top, foot: middle, wall });
  if (isPitched) {
    return gable(box, builder, top, rise, wall, pick(tones.roofs, chance(box.x, box.z, 3)));
  }
  const roof = pick(tones.flat, chance(box.x, box.z, 5));
  lid(house.rings, builder, top, roof);
}

/**
 * @param {Points} ring @param {Builder} builder
 * @param {{bottom: number, top: number, foot: number, wall: Color}} levels
 */
function walls(ring, builder, { bottom, top, foot, wall }) {
  // Rings of tiles run clockwise seen from above; courtyards the other way.
  let around = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const k = (i + 2) % ring.length;
    const [x0, z0, x1, z1] = [ring[i], ring[i + 1], ring[k], ring[k + 1]];
    const length = Math.hypot(x1 - x0, z1 - z0);
    if (length < 0.05) continue;
    // Whole windows only, none in narrow or low walls.
    const count = Math.floor(length / window.width);
    const floors = Math.max(1, Math.round((top - foot) / window.height));
    const hasWindows = count >= 1 && top - foot > 3.4;
    const [u, v0, v1] = [count, ((bottom - foot) / (top - foot)) * floors, floors];
    builder.face(
      [[x1, bottom, z1], [x0, bottom, z0], [x0, top, z0], [x1, top, z1]],
      wall,
      hasWindows ? [[u, v0], [0, v0], [0, v1], [u, v1]] : undefined,
    );
    builder.edge([x0, top, z0], [x1, top, z1]);
    const before = (i + ring.length - 2) % ring.length;
    const [ax, az] = [x0 - ring[before], z0 - ring[before + 1]];
    const cross = Math.abs(ax * (z1 - z0) - az * (x1 - x0)) / (Math.hypot(ax, az) * length || 1);
    if (cross > 0.35) builder.edge([x0, bottom, z0], [x0, top, z0]);
    around += length;
  }
  return around;
}

/** @param {Points[]} rings @param {Builder} builder @param {number} top @param {Color} color */
function lid(rings, builder, top, color) {
  const points = (/** @type {Points} */ ring) => {
    const all = [];
    for (let i = 0; i < ring.length; i += 2) all.push(new Vector2(ring[i], ring[i + 1]));
    return all;
  };
  const [outline, ...holes] = rings.map(points);
  const all = [outline, ...holes].flat();
  for (const [a, b, c] of ShapeUtils.triangulateShape(outline, holes)) {
    const corners = [a, b, c].map((index) => [all[index].x, top, all[index].y]);
    const isDown = (all[b].x - all[a].x) * (all[c].y - all[a].y) -
        (all[b].y - all[a].y) * (all[c].x - all[a].x) > 0;
    builder.face(isDown ? corners.reverse() : corners, color);
  }
}

/**
 * @param {ReturnType<typeof tightBox>} box @param {Builder} builder @param {number} top
 * @param {number} rise @param {Color} wall @param {Color} roof
 */
function gable(box, builder, top, rise, wall, roof) {
  const [dx, dz] = box.along;
  const eave = 0.5;
  const corner = (
    /** @type {number} */ a,
    /** @type {number} */ b,
    /** @type {number} */ y,
    over = 0,
  ) => {
    const [along, across] = [a * (box.half + over), b * (box.depth + over)];
    return [box.x + along * dx - across * dz, y, box.z + along * dz + across * dx];
  };
  const drop = (rise * eave) / box.depth;
  const ridge = [corner(-1, 0, top + rise, eave), corner(1, 0, top + rise, eave)];
  for (const side of [1, -1]) {
    const low = [corner(-1, side, top - drop, eave), corner(1, side, top - drop, eave)];
    const face = [low[0], low[1], ridge[1], ridge[0]];
    builder.face(side > 0 ? face : face.reverse(), roof);
    builder.edge(low[0], low[1]);
    builder.edge(low[0], ridge[0]);
    builder.edge(low[1], ridge[1]);
    // From below, so that the eaves are not open to the sky.
    builder.face(side > 0 ? [...face].reverse() : [...face].reverse(), wall);
  }
  builder.edge(ridge[0], ridge[1]);
  for (const end of [1, -1]) {
    const face = [corner(end, -1, top), corner(end, 1, top), corner(end, 0, top + rise)];
    builder.face(end > 0 ? face.reverse() : face, wall);
  }
}

/** A wall with one window, to be repeated; its left lower corner is plain. */
function windowTexture() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 64, 64);
    context.fillStyle = '#fffdf6';
    context.fillRect(19, 15, 26, 34);
    context.fillStyle = '#93a1a4';
    context.fillRect(21, 17, 22, 30);
    context.fillStyle = '#f6f3ea';
    context.fillRect(31, 17, 2, 30);
    context.fillStyle = '#d8cfbf';
    context.fillRect(17, 48, 30, 2);
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/**
 * All houses as one mesh, and their edges as lines.
 *
 * @param {House[]} houses @param {(x: number, z: number) => number} ground
 */
export function makeHouses(houses, ground) {
  const builder = new Builder();
  for (const house of houses) {
    if (ringArea(house.rings[0]) !== 0) build(house, builder, ground);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(builder.positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(builder.normals), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(builder.colors), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(builder.uvs), 2));
  geometry.setIndex(builder.indices);
  const mesh = new Mesh(
    geometry,
    new MeshLambertMaterial({ vertexColors: true, map: windowTexture() }),
  );
  mesh.name = 'houses';
  const lines = new BufferGeometry();
  lines.setAttribute('position', new BufferAttribute(new Float32Array(builder.edges), 3));
  const edges = new LineSegments(
    lines,
    new LineBasicMaterial({ color: tones.ink, transparent: true, opacity: 0.32 }),
  );
  edges.name = 'edges';
  return { mesh, edges };
}
