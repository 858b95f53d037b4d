// The screen stays on while a walk is open and it is wanted; the choice is kept on the device.

const key = 'wayside.awake';

export class Awake {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #isNeeded = false;
  #isAsking = false;
  /** Whether the browser refused it, for instance to save the battery. */
  isRefused = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.isWanted = read();
    // Browsers let go of it whenever the page is not seen.
    this.#seen = () => document.visibilityState === 'visible' && this.#take();
    document.addEventListener('visibilitychange', this.#seen);
  }

  #seen;

  get isPossible() {
    return 'wakeLock' in navigator;
  }

  get isOn() {
    return this.#lock !== null;
  }

  /** @param {boolean} isWanted */
  want(isWanted) {
    this.isWanted = isWanted;
    try {
      localStorage.setItem(key, isWanted ? 'yes' : 'no');
    } catch {
      // Without storage it holds until the page is left.
    }
    if (isWanted) this.#take();
    else this.#letGo();
    this.changed();
  }

  /** Whether there is something to stay on for. @param {boolean} isNeeded */
  need(isNeeded) {
    this.#isNeeded = isNeeded;
    if (isNeeded) this.#take();
    else this.#letGo();
  }

  async #take() {
    if (!this.isWanted || !this.#isNeeded || !this.isPossible || this.#lock || this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    try {
      const lock = await navigator.wakeLock.request('screen');
      this.isRefused = false;
      if (!this.isWanted || !this.#isNeeded) return void lock.release();
      this.#lock = lock;
      lock.addEventListener('release', () => {
        if (this.#lock === lock) this.#lock = null;
        this.changed();
      });
    } catch {
      this.isRefused = true;
    } finally {
      this.#isAsking = false;
    }
    this.changed();
  }

  #letGo() {
    this.#lock?.release();
    this.#lock = null;
  }

  end() {
    document.removeEventListener('visibilitychange', this.#seen);
    this.isWanted = false;
    this.#letGo();
  }
}

function read() {
  try {
    return localStorage.getItem(key) !== 'no';
  } catch {
    return true;
  }
}
