// Trees in woods, parks and along them: always the same ones at the same spot.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
} from 'three';
import { chance } from './landscape.js';
import { tones } from './tones.js';

/** @typedef {import('./landscape.js').Landscape} Landscape */
/** @typedef {import('./landscape.js').Points} Points */
/** @typedef {{x: number, z: number, size: number, conifer: boolean, tint: number}} Tree */

/** Metres between trees by what grows there; nothing elsewhere. @type {Record<string, number>} */
const spacing = {
  forest: 9,
  wood: 9,
  scrub: 12,
  park: 18,
  garden: 15,
  orchard: 9,
  cemetery: 20,
  village_green: 18,
};
const most = 1600;

/** @param {Points} ring @param {number} x @param {number} z */
export function isInside(ring, x, z) {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    if (
      ring[i + 1] > z !== ring[j + 1] > z &&
      x < ((ring[j] - ring[i]) * (z - ring[i + 1])) / (ring[j + 1] - ring[i + 1]) + ring[i]
    ) inside = !inside;
  }
  return inside;
}

/** Where no tree stands: cells of 4 m under roads and houses. */
export class Occupied {
  /** @param {Landscape} land @param {number} reach */
  constructor(land, reach) {
    this.reach = reach;
    this.side = Math.ceil(reach / 2);
    this.cells = new Uint8Array(this.side * this.side);
    for (const road of land.roads) {
      const { points } = road;
      for (let i = 2; i < points.length; i += 2) {
        const [dx, dz] = [points[i] - points[i - 2], points[i + 1] - points[i - 1]];
        const steps = Math.min(500, Math.ceil(Math.hypot(dx, dz) / 3));
        for (let step = 0; step <= steps; step++) {
          this.mark(
            points[i - 2] + (dx * step) / steps,
            points[i - 1] + (dz * step) / steps,
            road.width / 2 + 1.5,
          );
        }
      }
    }
    for (const house of land.houses) {
      const ring = house.rings[0];
      let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let i = 0; i < ring.length; i += 2) {
        [left, right] = [Math.min(left, ring[i]), Math.max(right, ring[i])];
        [top, bottom] = [Math.min(top, ring[i + 1]), Math.max(bottom, ring[i + 1])];
      }
      if (right - left > 200 || bottom - top > 200) continue;
      for (let x = left; x <= right + 3; x += 4) {
        for (let z = top; z <= bottom + 3; z += 4) this.mark(x, z, 2);
      }
    }
  }

  /** @param {number} x @param {number} z @param {number} radius */
  mark(x, z, radius) {
    for (let dx = -radius; dx <= radius; dx += 2) {
      for (let dz = -radius; dz <= radius; dz += 2) {
        const index = this.index(x + dx, z + dz);
        if (index >= 0) this.cells[index] = 1;
      }
    }
  }

  /** @param {number} x @param {number} z */
  index(x, z) {
    const [column, row] = [Math.floor((x + this.reach) / 4), Math.floor((z + this.reach) / 4)];
    return column >= 0 && row >= 0 && column < this.side && row < this.side
      ? row * this.side + column
      : -1;
  }

  /** @param {number} x @param {number} z */
  isFree(x, z) {
    const index = this.index(x, z);
    return index < 0 || this.cells[index] === 0;
  }
}

/** Where trees stand, the nearest to the middle first. @param {Landscape} land @param {number} reach @returns {Tree[]} */
export function plant(land, reach) {
  const occupied = new Occupied(land, reach);
  /** @type {Tree[]} */
  const trees = [];
  for (const area of land.areas) {
    const step = area.kind === 'green' ? spacing[area.use] : undefined;
    if (!step) continue;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < area.rings[0].length; i += 2) {
      [left, right] = [Math.min(left, area.rings[0][i]), Math.max(right, area.rings[0][i])];
      [top, bottom] = [Math.min(top, area.rings[0][i + 1]), Math.max(bottom, area.rings[0][i + 1])];
    }
    [left, right] = [Math.max(left, -reach), Math.min(right, reach)];
    [top, bottom] = [Math.max(top, -reach), Math.min(bottom, reach)];
    const isWood = step <= 9 && area.use !== 'orchard';
    for (let column = Math.ceil(left / step); column * step < right; column++) {
      for (let row = Math.ceil(top / step); row * step < bottom; row++) {
        const x = (column + chance(column, row, 1) * 0.8) * step;
        const z = (row + chance(column, row, 2) * 0.8) * step;
        if (!isInside(area.rings[0], x, z) || !occupied.isFree(x, z)) continue;
        if (area.rings.slice(1).some((ring) => isInside(ring, x, z))) continue;
        const some = chance(column, row, 3);
        trees.push({
          x,
          z,
          tint: some,
          conifer: isWood && chance(column, row, 4) < 0.55,
          size: (area.use === 'orchard' ? 0.45 : isWood ? 1 : 0.75) * (0.75 + 0.5 * some),
        });
      }
    }
  }
  return trees.sort((a, b) => a.x * a.x + a.z * a.z - (b.x * b.x + b.z * b.z)).slice(0, most);
}

/** Several shapes as one, each in its colour. @param {[BufferGeometry, string | null][]} parts */
function joined(parts) {
  const positions = [];
  const normals = [];
  const colors = [];
  for (const [part, tone] of parts) {
    const plain = part.index ? part.toNonIndexed() : part;
    plain.computeVertexNormals();
    positions.push(...plain.attributes.position.array);
    normals.push(...plain.attributes.normal.array);
    const color = tone ? new Color(tone) : null;
    const { position } = plain.attributes;
    for (let i = 0; i < position.count; i++) {
      // Crowns are white, to be coloured tree by tree, and darker below.
      const shade = Math.min(1, 0.72 + position.getY(i) * 0.035);
      if (color) colors.push(color.r, color.g, color.b);
      else colors.push(shade, shade, shade);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3));
  return geometry;
}

/** @param {Tree[]} trees @param {(x: number, z: number) => number} ground @returns {InstancedMesh[]} */
export function makeTrees(trees, ground) {
  const trunk = (/** @type {number} */ height) =>
    new CylinderGeometry(0.22, 0.32, height, 5, 1, true).translate(0, height / 2, 0);
  const conifer = joined([
    [trunk(2), tones.trunk],
    [new ConeGeometry(2.6, 5.5, 7, 1, true).translate(0, 4.4, 0), null],
    [new ConeGeometry(1.9, 5, 7, 1, true).translate(0, 7.6, 0), null],
    [new ConeGeometry(1.2, 4, 7, 1, true).translate(0, 10.4, 0), null],
  ]);
  const broadleaf = joined([
    [trunk(3), tones.trunk],
    [new IcosahedronGeometry(2.7, 1).scale(1, 0.95, 1).translate(0, 5.2, 0), null],
    [new IcosahedronGeometry(1.8, 0).translate(1.2, 6.8, 0.6), null],
    [new IcosahedronGeometry(1.7, 0).translate(-1.3, 6.2, -0.7), null],
  ]);
  return [[conifer, true], [broadleaf, false]].map(([geometry, isConifer]) => {
    const mine = trees.filter((tree) => tree.conifer === isConifer);
    const mesh = new InstancedMesh(
      geometry,
      new MeshLambertMaterial({ vertexColors: true, flatShading: true }),
      Math.max(1, mine.length),
    );
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.count = mine.length;
    mesh.frustumCulled = false;
    const colors = isConifer ? tones.conifer : tones.broadleaf;
    const matrix = new Matrix4();
    mine.forEach((tree, index) => {
      matrix.makeRotationY(tree.tint * 6.28);
      matrix.scale({ x: tree.size, y: tree.size * (0.85 + 0.3 * tree.tint), z: tree.size });
      matrix.setPosition(tree.x, ground(tree.x, tree.z) - 0.1, tree.z);
      mesh.setMatrixAt(index, matrix);
      mesh.setColorAt(index, new Color(colors[Math.floor(tree.tint * colors.length * 0.999)]));
    });
    mesh.name = isConifer ? 'conifers' : 'broadleaves';
    return mesh;
  });
}
