import assert from 'node:assert/strict';
import { Playback } from '../../../../Sources/Interfaces/WebClient/web/parts/playback.js';
import { sentences, voiceFor } from '../../../../Sources/Interfaces/WebClient/web/parts/speech.js';

/** A device that says one utterance after the other, when it is told to go on. */
class Speaker {
  /** @type {any[]} */
  waiting = [];
  /** @type {string[]} */
  said = [];
  getVoices = () => [{ lang: 'en-GB', default: true, localService: true }];
  /** @param {any} words */
  speak(words) {
    this.waiting.push(words);
    if (this.waiting.length === 1) this.#begin();
  }
  cancel() {
    const dropped = this.waiting;
    this.waiting = [];
    for (const words of dropped) words.onerror?.({ error: 'canceled' });
  }
  /** One sentence ends. */
  goOn() {
    this.waiting.shift()?.onend();
    this.#begin();
  }
  #begin() {
    const [words] = this.waiting;
    if (!words || words.hasBegun) return;
    words.hasBegun = true;
    this.said.push(words.text);
    words.onstart?.();
  }
}

/** An audio element that plays until it is told that it has ended. */
class Sound extends EventTarget {
  paused = true;
  ended = false;
  src = '';
  currentTime = 0;
  duration = 60;
  playbackRate = 1;
  isBroken = false;
  play() {
    if (this.isBroken) return Promise.reject(new DOMException('none', 'NotSupportedError'));
    this.paused = false;
    return Promise.resolve();
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  end() {
    this.paused = true;
    this.dispatchEvent(new Event('ended'));
  }
}

/** @param {string} name @param {(all: {speaker: Speaker, sound: Sound, playback: Playback}) => unknown} test */
function spoken(name, test) {
  Deno.test(name, async () => {
    const speaker = new Speaker();
    Object.assign(globalThis, {
      speechSynthesis: speaker,
      SpeechSynthesisUtterance: class {
        /** @param {string} text */
        constructor(text) {
          this.text = text;
        }
      },
    });
    const sound = new Sound();
    const playback = new Playback(/** @type {any} */ (sound));
    try {
      await test({ speaker, sound, playback });
    } finally {
      playback.stop();
    }
  });
}

const church = { id: '1', title: 'Church', text: 'It is old. It is tall. It is cold.', lang: 'en' };
const tower = { id: '2', title: 'Tower', text: 'It leans.', lang: 'en' };
const bridge = { id: '3', title: 'Bridge', src: '/v1/bridge', text: 'It spans.', lang: 'en' };

spoken('a story is spoken with its name first, and the next one follows without cutting it', ({ speaker, playback }) => {
  playback.add(church);
  playback.add(tower);
  playback.add(tower);
  assert.deepEqual(speaker.said, ['Church.']);
  for (let sentence = 0; sentence < 3; sentence++) speaker.goOn();
  assert.equal(playback.current?.id, '1');
  speaker.goOn();
  assert.equal(playback.current?.id, '2');
  speaker.goOn();
  speaker.goOn();
  assert.deepEqual(speaker.said, ['Church.', 'It is old.', 'It is tall.', 'It is cold.', 'Tower.', 'It leans.']);
  assert.equal(playback.state, 'idle');
});

spoken('a pause goes on at the same sentence, back goes to earlier ones, repeat to the beginning', ({ speaker, playback }) => {
  playback.play(church);
  speaker.goOn();
  speaker.goOn();
  playback.pause();
  assert.equal(speaker.waiting.length, 0);
  playback.resume();
  assert.equal(speaker.said.at(-1), 'It is tall.');
  playback.back();
  assert.equal(speaker.said.at(-1), 'Church.');
  speaker.goOn();
  playback.setSpeed(1.5);
  assert.equal(speaker.waiting[0].rate, 1.5);
  assert.equal(speaker.said.at(-1), 'It is old.');
  playback.repeat();
  assert.equal(speaker.said.at(-1), 'Church.');
});

spoken('guidance is silent while a story plays, but for what matters, after which the story goes on', ({ speaker, playback }) => {
  assert.ok(playback.say('In 40 m left.', { lang: 'en' }));
  assert.deepEqual(speaker.said, ['In 40 m left.']);
  playback.add(church);
  assert.equal(speaker.said.at(-1), 'Church.');
  speaker.goOn();
  assert.equal(playback.say('Now right.', { lang: 'en' }), false);
  assert.ok(playback.say('You have left the route.', { lang: 'en', matters: true }));
  assert.equal(speaker.said.at(-1), 'You have left the route.');
  assert.equal(speaker.waiting.length, 1);
  speaker.goOn();
  assert.equal(speaker.said.at(-1), 'It is old.');
});

spoken('a recording and a voice are never heard at once', async ({ speaker, sound, playback }) => {
  playback.play(church);
  playback.play(bridge);
  await Promise.resolve();
  assert.equal(speaker.waiting.length, 0);
  assert.equal(sound.paused, false);
  sound.currentTime = 20;
  playback.back();
  assert.equal(sound.currentTime, 5);
  playback.say('You have left the route.', { lang: 'en', matters: true });
  assert.ok(sound.paused);
  assert.equal(playback.state, 'playing');
  speaker.goOn();
  assert.equal(sound.paused, false);
  playback.add(tower);
  assert.equal(speaker.waiting.length, 0);
  sound.end();
  assert.equal(speaker.said.at(-1), 'Tower.');
});

spoken('a recording that cannot be had is spoken instead; without a text it is said so', async ({ speaker, sound, playback }) => {
  sound.isBroken = true;
  playback.play(bridge);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(speaker.said.at(-1), 'Bridge.');
  playback.play({ id: '4', title: 'Gate', src: '/v1/gate' });
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(playback.trouble, 'recording');
  assert.equal(playback.state, 'paused');
});

spoken('a language that the device has no voice of is said so', ({ playback }) => {
  playback.play({ ...church, lang: 'de' });
  assert.equal(playback.trouble, 'voice');
  playback.play(tower);
  assert.equal(playback.trouble, '');
});

spoken('where the device can say nothing the next story does not wait', ({ speaker, playback }) => {
  speaker.speak = (words) => speaker.waiting.push(words);
  playback.play(church);
  speaker.waiting[0].onerror({ error: 'synthesis-unavailable' });
  assert.equal(playback.trouble, 'voice');
  assert.equal(playback.current?.id, '1');
  playback.add(tower);
  assert.equal(playback.current?.id, '2');
  assert.equal(playback.queue.length, 0);
});

spoken('where a tap is wanted first, “Play” is offered', ({ speaker, playback }) => {
  speaker.speak = (words) => speaker.waiting.push(words);
  playback.add(church);
  speaker.waiting[0].onerror({ error: 'not-allowed' });
  assert.equal(playback.state, 'paused');
  assert.equal(playback.current?.id, '1');
});

Deno.test('sentences and voices by language', () => {
  assert.deepEqual(sentences('It was built in 1342. Who  lived here?', 'en'), ['It was built in 1342.', 'Who lived here?']);
  const voices = /** @type {any[]} */ ([{ lang: 'en-US' }, { lang: 'de_DE' }, { lang: 'de-AT', localService: true }]);
  assert.equal(voiceFor(voices, 'de')?.lang, 'de-AT');
  assert.equal(voiceFor(voices, 'de-DE')?.lang, 'de_DE');
  assert.equal(voiceFor(voices, 'fr'), undefined);
});
