// Models by their address: loaded once, shared by all that stand around; pictures of them.

import {
  Box3,
  BoxGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three-addons/GLTFLoader.js';

/** @typedef {import('three').Object3D} Object3D */
/** @typedef {(path: string) => Promise<ArrayBuffer>} Load */

/** Metal mirrors what is around, and there is nothing: without this it would be black. */
function soften(/** @type {Object3D} */ scene) {
  scene.traverse((/** @type {Object3D} */ node) => {
    for (const material of [node.material ?? []].flat()) {
      if (material.metalness === undefined) continue;
      material.metalness = Math.min(material.metalness, 0.25);
      material.roughness = Math.max(material.roughness, 0.45);
    }
  });
  return scene;
}

export class Models {
  /** @param {Load} load */
  constructor(load) {
    this.load = load;
    this.loader = new GLTFLoader();
    /** @type {Map<string, Promise<Object3D>>} */
    this.known = new Map();
  }

  /** A copy of a model; a plain box of its size if it cannot be had. */
  async get(
    /** @type {string} */ path,
    /** @type {{min: number[], max: number[]} | undefined} */ box,
  ) {
    if (!path) return placeholder(box);
    let whole = this.known.get(path);
    if (!whole) {
      whole = this.load(path).then((bytes) => this.loader.parseAsync(bytes, '')).then((gltf) =>
        soften(gltf.scene)
      );
      this.known.set(path, whole);
      whole.catch(() => this.known.delete(path));
    }
    try {
      return (await whole).clone(true);
    } catch {
      return placeholder(box);
    }
  }

  dispose() {
    for (const whole of this.known.values()) {
      whole.then((scene) =>
        scene.traverse((/** @type {Object3D} */ node) => {
          node.geometry?.dispose();
          for (const material of [node.material ?? []].flat()) {
            material.map?.dispose();
            material.dispose();
          }
        }), () => {});
    }
    this.known.clear();
  }
}

/** A box in the place of a model; its sides are those of the object, x east, y north, z up. */
function placeholder(/** @type {{min: number[], max: number[]} | undefined} */ box) {
  const [min, max] = box ? [box.min, box.max] : [[-0.5, -0.5, 0], [0.5, 0.5, 1]];
  const size = max.map((value, index) => Math.max(0.05, value - min[index]));
  const mesh = new Mesh(
    new BoxGeometry(size[0], size[2], size[1]),
    new MeshStandardMaterial({ color: '#c8c2b2', transparent: true, opacity: 0.7 }),
  );
  mesh.position.set((min[0] + max[0]) / 2, (min[2] + max[2]) / 2, -(min[1] + max[1]) / 2);
  return new Group().add(mesh);
}

/** One for all pictures: making a context is what takes time. @type {WebGLRenderer} */
let painter = null;

/**
 * A picture of a model on its own, seen from the front and a little from above.
 *
 * @param {Object3D} model @param {number} width @param {number} height pixels
 * @returns {Promise<Blob | null>} PNG with a clear background
 */
export async function picture(model, width, height) {
  painter ??= new WebGLRenderer({ alpha: true, antialias: true, preserveDrawingBuffer: true });
  painter.setPixelRatio(1);
  painter.setSize(width, height, false);
  const { scene, camera } = portrait(model, width / height);
  painter.render(scene, camera);
  return await new Promise((resolve) => painter.domElement.toBlob(resolve, 'image/png'));
}

/** A scene with one model in the middle of its picture. @param {Object3D} model @param {number} aspect */
export function portrait(model, aspect) {
  const scene = new Scene();
  const sun = new DirectionalLight('#fff3df', 2.4);
  sun.position.set(2, 4, 3);
  scene.add(model, sun, new HemisphereLight('#ffffff', '#d8ccb4', 2));
  const box = new Box3().setFromObject(model);
  const middle = box.getCenter(new Vector3());
  const radius = Math.max(0.05, box.getSize(new Vector3()).length() / 2);
  const camera = new PerspectiveCamera(32, aspect, radius / 50, radius * 20);
  const distance = radius / Math.sin((16 * Math.PI) / 180) / Math.min(1, aspect) * 0.92;
  camera.position.set(
    middle.x + distance * 0.42,
    middle.y + distance * 0.3,
    middle.z + distance * 0.85,
  );
  camera.lookAt(middle);
  return { scene, camera, middle, radius, distance };
}
