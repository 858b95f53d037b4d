// A device with AR, for browsers without one: `navigator.xr` as WebXR has it (Device API, AR, DOM
// Overlays, Hit Test), moved by the test through `xrDevice`. It refuses what a browser refuses.

(() => {
  /** What the test sets and sees; `x`, `y`, `z` in metres from where tracking began, y above the floor. */
  const device = {
    x: 0, y: 1.6, z: 0, heading: 0, pitch: 0,
    isKnown: true, isRefusing: false, hasFloor: true, floor: 0,
    /** Each question: the kind of session, its features, and whether it came with a tap. */
    asked: [],
    session: null,
    /** The person leaves the AR by the browser's own button. */
    leave: () => device.session?.end(),
  };
  globalThis.xrDevice = device;
  const offered = ['viewer', 'local', 'local-floor', 'dom-overlay', 'hit-test', 'light-estimation'];

  class Transform {
    constructor(position, turn) {
      this.position = new DOMPointReadOnly(position.x, position.y, position.z, 1);
      this.orientation = new DOMPointReadOnly(turn.x, turn.y, turn.z, turn.w);
      const { x, y, z, w } = turn;
      this.matrix = new Float32Array([
        1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
        2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
        2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0,
        position.x, position.y, position.z, 1,
      ]);
    }
    get inverse() {
      const { x, y, z, w } = this.orientation;
      const inverse = new Transform({ x: 0, y: 0, z: 0 }, { x: -x, y: -y, z: -z, w });
      const [m, p] = [inverse.matrix, this.position];
      for (const row of [0, 1, 2]) m[12 + row] = -(m[row] * p.x + m[4 + row] * p.y + m[8 + row] * p.z);
      return inverse;
    }
  }

  const viewer = () => {
    const [yaw, up] = [-device.heading * Math.PI / 360, device.pitch * Math.PI / 360];
    // Turned to its heading, then raised.
    const turn = {
      x: Math.cos(yaw) * Math.sin(up), y: Math.sin(yaw) * Math.cos(up),
      z: -Math.sin(yaw) * Math.sin(up), w: Math.cos(yaw) * Math.cos(up),
    };
    return new Transform(device, turn);
  };

  class Space extends EventTarget {
    constructor(kind) {
      super();
      this.kind = kind;
    }
  }

  class Frame {
    constructor(session) {
      this.session = session;
      this.isActive = true;
    }
    getViewerPose(space) {
      if (!this.isActive) throw new DOMException('the frame is over', 'InvalidStateError');
      if (space.kind !== 'local-floor') throw new Error(`a pose in ${space.kind} is not asked for here`);
      if (!device.isKnown) return null;
      const near = 0.1, far = 1000, focal = 1 / Math.tan(Math.PI / 6);
      const transform = viewer();
      return {
        transform, emulatedPosition: false,
        views: [{
          eye: 'none', transform,
          projectionMatrix: new Float32Array([
            focal * innerHeight / innerWidth, 0, 0, 0, 0, focal, 0, 0,
            0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
          ]),
        }],
      };
    }
    getHitTestResults(source) {
      if (source !== this.session.source) throw new DOMException('not a source', 'InvalidStateError');
      if (!device.hasFloor || !device.isKnown) return [];
      const transform = new Transform({ x: device.x, y: device.floor, z: device.z - 2 }, { x: 0, y: 0, z: 0, w: 1 });
      return [{ getPose: () => ({ transform }) }];
    }
  }

  class Session extends EventTarget {
    constructor(features) {
      super();
      this.enabledFeatures = features;
      this.renderState = { baseLayer: null, depthNear: 0.1, depthFar: 1000 };
      this.inputSources = [];
      this.environmentBlendMode = 'alpha-blend';
      this.visibilityState = 'visible';
      this.domOverlayState = features.includes('dom-overlay') ? { type: 'screen' } : null;
      this.isOver = false;
    }
    updateRenderState(state) {
      this.renderState = { ...this.renderState, ...state };
    }
    async requestReferenceSpace(kind) {
      if (!this.enabledFeatures.includes(kind)) throw new DOMException(kind, 'NotSupportedError');
      return new Space(kind);
    }
    async requestHitTestSource({ space }) {
      if (!this.enabledFeatures.includes('hit-test') || !space) {
        throw new DOMException('hit-test', 'NotSupportedError');
      }
      return this.source = { cancel: () => {} };
    }
    requestAnimationFrame(call) {
      return requestAnimationFrame((time) => {
        if (this.isOver) return;
        // Without a layer there is nothing to draw into, and no frame.
        if (!this.renderState.baseLayer) return void this.requestAnimationFrame(call);
        const frame = new Frame(this);
        call(time, frame);
        frame.isActive = false;
      });
    }
    cancelAnimationFrame(handle) {
      cancelAnimationFrame(handle);
    }
    async end() {
      if (this.isOver) throw new DOMException('it has ended', 'InvalidStateError');
      this.isOver = true;
      device.session = null;
      const event = new Event('end');
      event.session = this;
      this.dispatchEvent(event);
    }
  }

  class System extends EventTarget {
    async isSessionSupported(kind) {
      return kind === 'inline' || kind === 'immersive-ar';
    }
    async requestSession(kind, { requiredFeatures = [], optionalFeatures = [], domOverlay } = {}) {
      const isTapped = navigator.userActivation.isActive;
      device.asked.push({ kind, requiredFeatures, optionalFeatures, isTapped, root: domOverlay?.root?.tagName });
      if (!isTapped) throw new DOMException('not in a tap', 'SecurityError');
      if (device.session) throw new DOMException('there is one', 'InvalidStateError');
      if (requiredFeatures.some((one) => !offered.includes(one))) throw new DOMException('', 'NotSupportedError');
      if (device.isRefusing) throw new DOMException('refused by the person', 'NotAllowedError');
      const features = ['viewer', 'local', ...requiredFeatures];
      for (const one of optionalFeatures) {
        if (offered.includes(one) && (one !== 'dom-overlay' || domOverlay?.root)) features.push(one);
      }
      return device.session = new Session(features);
    }
  }

  Object.defineProperty(Navigator.prototype, 'xr', { configurable: true, value: new System() });
  globalThis.XRWebGLLayer = class {
    constructor(session, context) {
      if (session.isOver) throw new DOMException('it has ended', 'InvalidStateError');
      // The canvas itself stands for the device's picture.
      this.framebuffer = null;
      this.framebufferWidth = context.canvas.width;
      this.framebufferHeight = context.canvas.height;
    }
    getViewport() {
      return { x: 0, y: 0, width: this.framebufferWidth, height: this.framebufferHeight };
    }
  };
  globalThis.WebGL2RenderingContext.prototype.makeXRCompatible = async () => {};
})();
