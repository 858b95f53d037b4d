// One object on its own, turned by dragging, touching or the arrow keys.

import { SRGBColorSpace, WebGLRenderer } from 'three';
import { Models, portrait } from './models.js';
import { load } from './server.js';

export class Preview {
  /**
   * @param {HTMLElement} holder focusable @param {{content: string, boundingBox: {min: number[], max: number[]}}} object
   */
  constructor(holder, object) {
    this.holder = holder;
    this.models = new Models(load);
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.angle = 0.46;
    this.tilt = 0.31;
    this.zoom = 1;
    const { domElement } = this.renderer;
    domElement.className = 'stage-canvas';
    domElement.setAttribute('aria-hidden', 'true');
    holder.append(domElement);
    const control = new AbortController();
    this.control = control;
    const { signal } = control;
    /** @type {{x: number, y: number} | undefined} */
    let last;
    holder.addEventListener('pointerdown', (event) => {
      last = { x: event.clientX, y: event.clientY };
      holder.setPointerCapture(event.pointerId);
    }, { signal });
    holder.addEventListener('pointermove', (event) => {
      if (!last) return;
      this.turn((last.x - event.clientX) * 0.01, (event.clientY - last.y) * 0.01);
      last = { x: event.clientX, y: event.clientY };
    }, { signal });
    for (const name of ['pointerup', 'pointercancel']) {
      holder.addEventListener(name, () => last = undefined, { signal });
    }
    holder.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom = Math.min(3, Math.max(0.5, this.zoom * Math.exp(event.deltaY * 0.001)));
      this.draw();
    }, { signal, passive: false });
    holder.addEventListener('keydown', (event) => this.key(event), { signal });
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(holder);
    this.models.get(object.content, object.boundingBox).then((model) => {
      if (signal.aborted) return;
      this.shown = portrait(model, 1);
      this.draw();
    });
  }

  /** @param {number} across @param {number} up radians */
  turn(across, up) {
    this.angle += across;
    this.tilt = Math.min(1.5, Math.max(-0.4, this.tilt + up));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const turns = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-0.2, 0],
      ArrowRight: [0.2, 0],
      ArrowUp: [0, 0.15],
      ArrowDown: [0, -0.15],
    });
    const turn = turns[event.key];
    if (turn) this.turn(...turn);
    else if (event.key === '+' || event.key === '-') {
      this.zoom = Math.min(3, Math.max(0.5, this.zoom * (event.key === '+' ? 0.85 : 1.18)));
      this.draw();
    } else return;
    event.preventDefault();
  }

  draw() {
    if (!this.shown || this.isWaiting || this.control.signal.aborted) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (!this.shown || this.control.signal.aborted) return;
      const { scene, camera, middle, distance } = this.shown;
      const [width, height] = [
        Math.max(1, this.holder.clientWidth),
        Math.max(1, this.holder.clientHeight),
      ];
      this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, 2));
      this.renderer.setSize(width, height, false);
      camera.aspect = width / height;
      const away = distance * this.zoom / Math.min(1, camera.aspect);
      camera.position.set(
        middle.x + away * Math.sin(this.angle) * Math.cos(this.tilt),
        middle.y + away * Math.sin(this.tilt),
        middle.z + away * Math.cos(this.angle) * Math.cos(this.tilt),
      );
      camera.lookAt(middle);
      camera.far = away * 20;
      camera.updateProjectionMatrix();
      this.renderer.render(scene, camera);
    });
  }

  end() {
    this.control.abort();
    this.observer.disconnect();
    this.models.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.renderer.domElement.remove();
  }
}
