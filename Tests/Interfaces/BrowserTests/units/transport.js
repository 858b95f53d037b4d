// A device and a server in memory, for units of the way to the server.

const web = '../../../../Sources/Interfaces/WebClient/web/shell';
const { AnswerCache } = await import(`${web}/cache.js`);
const { Connection } = await import(`${web}/connection.js`);
const { Diverter } = await import(`${web}/diversion.js`);
const { Outbox } = await import(`${web}/outbox.js`);
const { Reader } = await import(`${web}/reading.js`);
const { Sender } = await import(`${web}/sending.js`);

/** What a device keeps, as shell/store.js does. */
export class MemoryStore {
  tables = { answers: new Map(), changes: new Map(), kept: new Map() };
  #last = 0;

  async read(table, key) {
    return structuredClone(this.tables[table].get(key));
  }

  async write(table, value) {
    if (table === 'changes') value = { ...value, id: value.id ?? ++this.#last };
    const key = value.path && table === 'answers' ? value.path : value.id ?? value.key;
    this.tables[table].set(key, value);
    return key;
  }

  async remove(table, key) {
    this.tables[table].delete(key);
  }

  async all(table) {
    return [...this.tables[table].values()].map((value) => ({ ...value }));
  }

  async clear(table) {
    this.tables[table].clear();
  }
}

/** Timers that run when a test says so. */
export class Clock {
  waiting = [];
  later = (call, ms) => this.waiting.push({ call, ms });

  /** Runs what waits now; returns how long each would have waited, in ms. */
  async run() {
    const due = this.waiting.splice(0);
    for (const { call } of due) await call();
    await settled();
    return due.map(({ ms }) => ms);
  }
}

/** Until nothing is left to do but what waits for a timer. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** What a server answers. @param {unknown} body @param {{status?: number, etag?: string, headers?: object}} [more] */
export function answer(body, { status = 200, etag, headers = {} } = {}) {
  const all = new Headers(headers);
  if (etag) all.set('ETag', etag);
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: all,
    text: body === undefined ? '' : JSON.stringify(body),
  };
}

/** A refusal by a problem document. @param {number} status @param {string} slug @param {object} [headers] */
export const problem = (status, slug, headers) =>
  answer({ type: `/problems/${slug}`, title: slug, detail: `It is ${slug}.` }, { status, headers });

/** The parts of the way to a server whose answers the test gives. */
export class Transport {
  /** What was asked: method, path, headers and body. */
  asked = [];
  /** What is answered; an error is thrown. @type {(request: any) => any} */
  serve = () => answer({});
  store = new MemoryStore();
  clock = new Clock();
  watchers = new Set();

  constructor({ isOnline = true } = {}) {
    const send = async (path, { method = 'GET', headers = {}, body } = {}) => {
      const request = { path, method, headers, body };
      if (path !== '/livez') this.asked.push(request);
      const answered = await this.serve(request);
      if (answered instanceof Error) throw answered;
      return answered;
    };
    this.connection = new Connection({ isOnline, send, later: this.clock.later });
    this.cache = new AnswerCache(this.store, () => [...this.watchers].map(({ path }) => path));
    this.diverter = new Diverter();
    this.outbox = new Outbox(this.store, this.connection, this.clock.later);
    this.outbox.account = 'ada';
    this.reader = new Reader(this.cache, this.connection, this.diverter, this.watchers);
    this.sender = new Sender(this);
    this.connection.onBack = () => this.outbox.send();
    this.outbox.onDone = (changes) => this.sender.changed(changes);
  }

  /** There is no network. */
  cut() {
    this.serve = () => new TypeError('Failed to fetch');
  }

  get paths() {
    return this.asked.map(({ method, path }) => `${method} ${path}`);
  }
}
