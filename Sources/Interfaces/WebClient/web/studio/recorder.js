// Recording in the page: a sound of the microphone as a file that the server takes.

/** Most seconds of a recording. */
export const longest = 600;

/** Sound that recorders make and the server takes as it is. */
const direct = ['audio/ogg;codecs=opus'];

/** Samples of a second in the files made here: enough for speech. */
const rate = 24_000;

export class Recorder {
  /** @type {MediaRecorder | null} */
  #recorder = null;
  /** @type {Blob[]} */
  #parts = [];
  begun = 0;

  get isRecording() {
    return this.#recorder !== null;
  }

  /** Seconds so far. */
  get seconds() {
    return this.isRecording ? (Date.now() - this.begun) / 1000 : 0;
  }

  /** Begins; call it after a tap. @throws {DOMException} where the microphone is refused */
  async start() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const type = direct.find((one) => MediaRecorder.isTypeSupported(one));
    this.#parts = [];
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : undefined);
    recorder.ondataavailable = ({ data }) => this.#parts.push(data);
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
    for (const track of recorder.stream.getTracks()) track.stop();
    this.#recorder = null;
    const sound = new Blob(this.#parts, { type: recorder.mimeType });
    const isTaken = direct.some((one) => recorder.mimeType.startsWith(one.split(';')[0]));
    return isTaken ? sound : asWave(sound);
  }

  /** Ends without a sound. */
  cancel() {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (!recorder) return;
    recorder.onstop = null;
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of recorder.stream.getTracks()) track.stop();
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
