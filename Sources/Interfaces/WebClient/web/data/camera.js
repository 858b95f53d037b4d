// What a camera sees.

import { refusal } from '../shell/problem.js';
import { ask } from '../shell/request.js';

/** @typedef {import('api-types').View} CameraView */

/** Milliseconds after which what is known on the device is shown instead. */
const timeout = 10_000;

/** @param {import('api-types').ViewRequest} request @param {AbortSignal} signal @returns {Promise<CameraView>} */
export async function readCameraView(request, signal) {
  const { status, ok, headers, text } = await ask('/v1/view', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    signal,
  }, timeout);
  if (ok) return JSON.parse(text);
  throw refusal(status, headers.get('Retry-After'), text);
}
