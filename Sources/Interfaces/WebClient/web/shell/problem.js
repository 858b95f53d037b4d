// Why there is no answer: the server refused, none came in time, or there is no network.

/**
 * @typedef {Object} Problem a problem document (RFC 9457)
 * @property {string} type for instance `/problems/invalid-content`
 * @property {string} title
 * @property {number} status
 * @property {string} [detail]
 * @property {string} [instance]
 * @property {{pointer: string, detail: string}[]} [errors]
 */

/** The server refused, and says why. */
export class ApiError extends Error {
  /** @param {Problem} problem @param {number} [retryAfter] seconds */
  constructor(problem, retryAfter) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.status = problem.status;
    /** The last part of the problem's type, for instance `rate-limited`. */
    this.slug = problem.type.split('/').pop() ?? '';
    this.retryAfter = retryAfter;
  }

  /** What is wrong with one member of what was sent: `name` or `stops/0/title`. @param {string} name */
  about(name) {
    return this.problem.errors?.find((error) =>
      error.pointer === name || error.pointer === `/${name}`
    )?.detail;
  }

  /** Whether the server may well accept the same later. */
  get isTemporary() {
    return this.status >= 500 || this.status === 429 || this.slug === 'request-running';
  }

  /** Whether there is no session: it has ended, or its cookie is gone. */
  get isSessionEnd() {
    return this.slug === 'session-ended' || this.slug === 'login-required';
  }
}

/** There is no way to the server at the moment. */
export class OfflineError extends Error {}

/** No answer came in time, though there may be a way. */
export class TimeoutError extends OfflineError {}

/**
 * The error of an answer that is a refusal.
 *
 * @param {number} status @param {string | null} retryAfter the header @param {string} text the body
 */
export function refusal(status, retryAfter, text) {
  /** @type {Problem} */
  let problem = { type: 'about:blank', title: `${status}`, status };
  try {
    problem = { ...problem, ...JSON.parse(text), status };
  } catch {
    // No problem document: a proxy between us and the server.
  }
  return new ApiError(problem, Number(retryAfter) || undefined);
}
