// The ground: heights from the things whose height is known, one texture far and one near.

import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  Vector4,
} from 'three';
import { paint } from './painter.js';

// Paper has a grain; without it nobody sees how far the ground before one's feet reaches.
const grain = `varying vec2 vSpot;
varying vec3 vViewPosition;
uniform sampler2D nearMap;
uniform vec4 nearWindow;
float scatter(vec2 cell) { return fract(sin(dot(mod(cell, 512.0), vec2(12.9898, 78.233))) * 43758.5453) - 0.5; }
float speckle(vec2 spot) {
  vec2 cell = floor(spot);
  vec2 part = smoothstep(0.0, 1.0, fract(spot));
  return mix(
    mix(scatter(cell), scatter(cell + vec2(1.0, 0.0)), part.x),
    mix(scatter(cell + vec2(0.0, 1.0)), scatter(cell + vec2(1.0, 1.0)), part.x), part.y);
}`;

/** @typedef {{x: number, y: number, z: number}} Vector */
/** @typedef {(x: number, z: number) => number} Heights metres above the frame's origin */

/**
 * Heights between points whose height is known, by inverse distance; level with the nearest ones
 * beyond them, level with the origin where there are none.
 */
export class HeightGrid {
  /** @param {Vector[]} known @param {number} reach metres to each side */
  constructor(known, reach, count = 64) {
    this.reach = reach;
    this.count = count;
    this.values = new Float32Array((count + 1) * (count + 1));
    if (!known.length) return;
    for (let row = 0; row <= count; row++) {
      for (let column = 0; column <= count; column++) {
        const x = (column / count * 2 - 1) * reach;
        const z = (row / count * 2 - 1) * reach;
        let [sum, weights] = [0, 0];
        for (const point of known) {
          const square = (point.x - x) ** 2 + (point.z - z) ** 2 + 100;
          const weight = 1 / (square * Math.sqrt(square));
          sum += point.y * weight;
          weights += weight;
        }
        this.values[row * (count + 1) + column] = sum / weights;
      }
    }
  }

  /**
   * A square of known heights, row by row from the north-west.
   *
   * @param {number[]} values metres above the frame's origin @param {number} reach
   */
  static of(values, reach) {
    const grid = new HeightGrid([], reach, Math.round(Math.sqrt(values.length)) - 1);
    grid.values.set(values);
    return grid;
  }

  /** Metres above the frame's origin. @param {number} x @param {number} z */
  at(x, z) {
    const { count, reach, values } = this;
    const column = Math.min(Math.max((x / reach + 1) / 2 * count, 0), count - 1e-6);
    const row = Math.min(Math.max((z / reach + 1) / 2 * count, 0), count - 1e-6);
    const [left, top] = [Math.floor(column), Math.floor(row)];
    const [right, down] = [column - left, row - top];
    const first = top * (count + 1) + left;
    const upper = values[first] * (1 - right) + values[first + 1] * right;
    const lower = values[first + count + 1] * (1 - right) + values[first + count + 2] * right;
    return upper * (1 - down) + lower * down;
  }
}

export class Ground {
  /**
   * @param {HeightGrid} grid @param {import('./landscape.js').Landscape} land
   * @param {{size: number, near: number}} detail pixels of a texture's side; metres of the near one
   */
  constructor(grid, land, detail) {
    this.grid = grid;
    this.land = land;
    this.detail = detail;
    this.far = canvas(detail.size);
    this.near = canvas(detail.size);
    this.farTexture = texture(this.far);
    this.nearTexture = texture(this.near);
    this.window = { value: new Vector4(0, 0, detail.near, 1) };
    paint(this.far, land, { x: 0, z: 0, reach: grid.reach });
    this.mesh = new Mesh(geometry(grid), this.material());
    this.mesh.name = 'ground';
    this.moveTo(0, 0);
  }

  /** Paints the near part anew around a point. @returns {boolean} whether it did */
  moveTo(/** @type {number} */ x, /** @type {number} */ z) {
    const { value } = this.window;
    const isDone = this.painted && Math.hypot(value.x - x, value.y - z) < this.detail.near / 3;
    if (isDone) return false;
    this.painted = true;
    value.set(x, z, this.detail.near, 1);
    paint(this.near, this.land, { x, z, reach: this.detail.near });
    this.nearTexture.needsUpdate = true;
    return true;
  }

  material() {
    const material = new MeshBasicMaterial({ map: this.farTexture, vertexColors: true });
    material.onBeforeCompile = (
      /** @type {any} any: of three.js, which has no types here */ shader,
    ) => {
      shader.uniforms.nearMap = { value: this.nearTexture };
      shader.uniforms.nearWindow = this.window;
      shader.vertexShader = shader.vertexShader
        .replace(
          '#include <common>',
          '#include <common>\nvarying vec2 vSpot;\nvarying vec3 vViewPosition;',
        )
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvSpot = position.xz;')
        .replace(
          '#include <project_vertex>',
          '#include <project_vertex>\nvViewPosition = -mvPosition.xyz;',
        );
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          '#include <common>\n' + grain,
        )
        .replace(
          '#include <map_fragment>',
          `vec2 nearUv = (vSpot - nearWindow.xy) / nearWindow.z * 0.5 + 0.5;
           vec2 inside = smoothstep(0.0, 0.06, nearUv) * (1.0 - smoothstep(0.94, 1.0, nearUv));
           vec4 sampled = mix(texture2D(map, vMapUv), texture2D(nearMap, vec2(nearUv.x, 1.0 - nearUv.y)), inside.x * inside.y);
           float away = length(vViewPosition);
           float fine = speckle(vSpot * 5.0) * (1.0 - smoothstep(4.0, 22.0, away));
           float rough = speckle(vSpot * 0.9) * (1.0 - smoothstep(20.0, 90.0, away));
           diffuseColor *= sampled * (1.0 + fine * 0.07 + rough * 0.05);`,
        );
    };
    return material;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.farTexture.dispose();
    this.nearTexture.dispose();
  }
}

function canvas(/** @type {number} */ size) {
  const made = document.createElement('canvas');
  made.width = made.height = size;
  return made;
}

function texture(/** @type {HTMLCanvasElement} */ source) {
  const made = new CanvasTexture(source);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 8;
  return made;
}

function geometry(/** @type {HeightGrid} */ grid) {
  const { count, reach } = grid;
  const side = count + 1;
  const positions = new Float32Array(side * side * 3);
  const uvs = new Float32Array(side * side * 2);
  const colors = new Float32Array(side * side * 3);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const index = row * side + column;
      const x = (column / count * 2 - 1) * reach;
      const z = (row / count * 2 - 1) * reach;
      positions.set([x, grid.values[index], z], index * 3);
      uvs.set([column / count, 1 - row / count], index * 2);
      // Slopes that turn from the light of the south are a little darker.
      const step = (2 * reach) / count;
      const rise = (grid.at(x, z + step) - grid.at(x, z - step)) / (2 * step);
      const shade = Math.min(1.04, Math.max(0.8, 1 - rise * 0.35));
      colors.set([shade, shade, shade], index * 3);
    }
  }
  const indices = [];
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const first = row * side + column;
      indices.push(first, first + side, first + 1, first + 1, first + side, first + side + 1);
    }
  }
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(positions, 3));
  made.setAttribute('uv', new BufferAttribute(uvs, 2));
  made.setAttribute('color', new BufferAttribute(colors, 3));
  made.setIndex(indices);
  return made;
}
