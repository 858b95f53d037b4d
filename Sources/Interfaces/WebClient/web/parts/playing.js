// What the client plays: the one playback with the keys of headphones and of the lock screen, and the bar that shows
// it on pages that do not show it themselves.

import { html, nothing, render } from 'lit-html';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';
import { Playback, step } from './playback.js';

/** The one playback of the client. */
export const playback = new Playback(new Audio(), {
  begins: () => silence.begin(),
  ends: () => silence.end(),
});

/**
 * Keys of headphones and of the lock screen belong to what plays in an audio element, which speech does not: a silent
 * one goes along with it.
 */
const silence = {
  /** @type {HTMLAudioElement | null} */
  element: null,
  begin() {
    if (playback.current?.src) return silence.end();
    silence.element ??= Object.assign(new Audio(URL.createObjectURL(silentSound())), {
      loop: true,
    });
    silence.element.play().catch(() => {});
  },
  end() {
    silence.element?.pause();
  },
};

/** Some seconds of nothing: browsers pass over what is shorter. */
function silentSound() {
  const [rate, seconds] = [8000, 6];
  const size = rate * seconds;
  const sound = new DataView(new ArrayBuffer(44 + size));
  const write = (/** @type {number} */ at, /** @type {string} */ words) =>
    [...words].forEach((letter, index) => sound.setUint8(at + index, letter.charCodeAt(0)));
  write(0, 'RIFF');
  sound.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  sound.setUint32(16, 16, true);
  // Plain samples of eight bits, one channel.
  sound.setUint16(20, 1, true);
  sound.setUint16(22, 1, true);
  sound.setUint32(24, rate, true);
  sound.setUint32(28, rate, true);
  sound.setUint16(32, 1, true);
  sound.setUint16(34, 8, true);
  write(36, 'data');
  sound.setUint32(40, size, true);
  for (let at = 0; at < size; at++) sound.setUint8(44 + at, 128);
  return new Blob([sound], { type: 'audio/wav' });
}

/** Where browsers let nothing be heard that did not begin in a tap, the first tap begins both voices. */
function unlock() {
  playback.audio.play().catch(() => {});
  playback.audio.pause();
  globalThis.speechSynthesis?.speak(new SpeechSynthesisUtterance(''));
}
// Only WebKit has this, and only there is a tap of some time ago not enough.
if ('standalone' in navigator) {
  addEventListener('click', unlock, { capture: true, once: true });
}
// Browsers begin to look for voices when they are first asked.
globalThis.speechSynthesis?.getVoices?.();

/** @param {MediaSessionAction} action @param {(() => void) | null} call */
function onKey(action, call) {
  try {
    navigator.mediaSession?.setActionHandler(action, call);
  } catch {
    // Browsers know different keys.
  }
}

/** The story that the device was told of. */
let told = '';

function tellDevice() {
  const { current, state } = playback;
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.playbackState = current
    ? state === 'playing' ? 'playing' : 'paused'
    : 'none';
  if (state === 'paused') silence.end();
  if (state === 'playing' && silence.element?.paused) silence.begin();
  if (told === (current?.id ?? '')) return;
  told = current?.id ?? '';
  const keys = {
    play: () => playback.resume(),
    pause: () => playback.pause(),
    stop: () => playback.stop(),
    seekbackward: () => playback.back(),
    previoustrack: () => playback.repeat(),
    nexttrack: () => playback.next(),
  };
  for (const [action, call] of Object.entries(keys)) {
    onKey(/** @type {MediaSessionAction} */ (action), current ? call : null);
  }
  navigator.mediaSession.metadata = current
    ? new MediaMetadata({
      title: current.title,
      artist: current.by ?? t('shell.name'),
      artwork: current.picture ? [{ src: current.picture }] : [],
    })
    : null;
}

/** What one presses while a story is told. */
export const controls = () =>
  html`
    <button class="button round quiet" aria-label=${t('shell.secondsBack', { count: step })}
      @click=${() => playback.back()}>${icon('rotate-ccw')}</button>
    ${playback.queue.length > 0
      ? html`
        <button class="button round quiet" aria-label=${t('shell.nextStory')}
          @click=${() => playback.next()}>${icon('skip-forward')}</button>
      `
      : nothing}
    <button class="button quiet small" aria-label=${`${t('shell.speed')} ${playback.speed}`}
      @click=${() => playback.nextSpeed()}>${playback.speed}×</button>
  `;

const bar = document.createElement('section');
bar.className = 'playing-bar';

function drawBar() {
  const { current, state, isShown } = playback;
  const isNeeded = current !== null && !isShown;
  if (isNeeded && !bar.isConnected) document.getElementById('app')?.append(bar);
  if (!isNeeded) return bar.remove();
  bar.setAttribute('aria-label', t('shell.playing'));
  render(
    html`
      <button class="button round" @click=${() => playback.toggle()}
        aria-label=${state === 'playing' ? t('shell.pause') : t('shell.play')}>${state === 'playing'
          ? icon('pause')
          : icon('play')}</button>
      ${current.href
        ? html`<a class="playing-title" href=${current.href}>${current.title}</a>`
        : html`<span class="playing-title">${current.title}</span>`}
      <button class="button round quiet" aria-label=${t('shell.stop')}
        @click=${() => playback.stop()}>${icon('x')}</button>
    `,
    bar,
  );
}

playback.follow(() => {
  tellDevice();
  drawBar();
});
