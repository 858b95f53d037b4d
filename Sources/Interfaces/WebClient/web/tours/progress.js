// How far a walk has come, from what the server answers. Pure; `walking.js` asks and sends.

/** @typedef {import('../data/runs.js').Run} Run */
/** @typedef {import('../data/runs.js').RunSummary} RunSummary */
/** @typedef {import('../data/runs.js').RunAdvance} RunAdvance */

/**
 * The walk with what an answer adds to it: positions are answered with what they have reached only.
 *
 * @param {Run | null} before @param {Run | RunAdvance} answer @returns {Run}
 */
export function advanced(before, answer) {
  // What began without a network has another id since.
  if (!before || (before.id !== answer.id && 'tour' in answer)) return /** @type {Run} */ (answer);
  const known = new Set(answer.arrived.map(({ order }) => order));
  const arrived = [...before.arrived.filter(({ order }) => !known.has(order)), ...answer.arrived];
  return { ...before, ...answer, arrived: arrived.sort((a, b) => a.order - b.order) };
}

/**
 * The walk of a tour that was neither left nor paused: it may be at its end.
 *
 * @param {RunSummary[]} runs @param {string} tour @returns {RunSummary | undefined}
 */
export function keptRun(runs, tour) {
  const mine = runs.filter((run) => run.tour === tour && !run.endedAt && run.state !== 'paused');
  return mine.find((run) => run.state === 'active') ?? mine[0];
}
