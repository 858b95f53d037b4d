// Recording in the page: a sound of the microphone as a file that the server takes.

/** Sound that recorders make and the server takes as it is. */
const direct = ['audio/ogg;codecs=opus'];

/** Samples of a second in the files made here: enough for speech. */
const rate = 24_000;

export class Recorder {
  /** @type {MediaRecorder | null} */
  #recorder = null;
  /** @type {Blob[]} */
  #parts = [];
  /** @type {AnalyserNode | null} */
  #analyser = null;
  begun = 0;

  /**
   * @param {{types?: string[], isTaken?: (type: string) => boolean, taken?: (pieces: Blob[]) => void}} [options]
   *   `types`: those that are recorded, best first; `isTaken`: whether a type is left as it is, else it becomes WAV;
   *   `taken`: told of all pieces so far, once a second
   */
  constructor(options = {}) {
    this.types = options.types ?? direct;
    this.isTaken = options.isTaken ??
      ((type) => direct.some((one) => type.startsWith(one.split(';')[0])));
    this.taken = options.taken;
  }

  get isRecording() {
    return this.#recorder !== null;
  }

  /** Seconds so far. */
  get seconds() {
    return this.isRecording ? (Date.now() - this.begun) / 1000 : 0;
  }

  /** How loud it is now, 0 to 1. */
  get level() {
    if (!this.#analyser) return 0;
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
    // Speech lies far below the loudest that can be.
    return Math.min(1, Math.sqrt(power) * 4);
  }

  /** The type of what is recorded. */
  get type() {
    return this.#recorder?.mimeType ?? '';
  }

  /** Begins; call it after a tap. @throws {DOMException} where the microphone is refused */
  async start() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const type = this.types.find((one) => MediaRecorder.isTypeSupported(one));
    this.#parts = [];
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : undefined);
    recorder.ondataavailable = ({ data }) => {
      this.#parts.push(data);
      this.taken?.(this.#parts);
    };
    this.#listen(stream);
    recorder.start(1000);
    this.#recorder = recorder;
    this.begun = Date.now();
  }

  /** Ends. @returns {Promise<Blob>} */
  async stop() {
    const recorder = this.#recorder;
    if (!recorder) return new Blob([]);
    await new Promise((resolve) => {
      recorder.onstop = resolve;
      recorder.stop();
    });
    this.#end(recorder);
    const sound = new Blob(this.#parts, { type: recorder.mimeType });
    return this.isTaken(recorder.mimeType) ? sound : asWave(sound);
  }

  /** @param {MediaStream} stream */
  #listen(stream) {
    const context = new AudioContext();
    this.#analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  /** @param {MediaRecorder} recorder */
  #end(recorder) {
    for (const track of recorder.stream.getTracks()) track.stop();
    const context = /** @type {AudioContext | undefined} */ (this.#analyser?.context);
    context?.close().catch(() => {});
    this.#analyser = null;
    this.#recorder = null;
  }

  /** Ends without a sound. */
  cancel() {
    const recorder = this.#recorder;
    if (!recorder) return;
    recorder.onstop = null;
    recorder.ondataavailable = null;
    if (recorder.state !== 'inactive') recorder.stop();
    this.#end(recorder);
  }
}

/** The same sound as a WAV file of one channel. @param {Blob} sound */
async function asWave(sound) {
  const context = new OfflineAudioContext(1, 1, rate);
  const { numberOfChannels, length, getChannelData } = await decoded(context, sound);
  const samples = new Float32Array(length);
  for (let channel = 0; channel < numberOfChannels; channel++) {
    const values = getChannelData(channel);
    for (let i = 0; i < length; i++) samples[i] += values[i] / numberOfChannels;
  }
  return wave(samples, rate);
}

/** @param {OfflineAudioContext} context @param {Blob} sound */
async function decoded(context, sound) {
  const buffer = await context.decodeAudioData(await sound.arrayBuffer());
  return {
    numberOfChannels: buffer.numberOfChannels,
    length: buffer.length,
    getChannelData: (/** @type {number} */ channel) => buffer.getChannelData(channel),
  };
}

/** A WAV file of 16 bits. @param {Float32Array} samples -1 to 1 @param {number} perSecond */
export function wave(samples, perSecond) {
  const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (/** @type {number} */ at, /** @type {string} */ word) =>
    [...word].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  bytes.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, perSecond, true);
  bytes.setUint32(28, perSecond * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  text(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  samples.forEach((value, index) =>
    bytes.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, value)) * 32_767), true)
  );
  return new Blob([bytes], { type: 'audio/wav' });
}
