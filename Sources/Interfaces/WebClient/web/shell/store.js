// What the pages keep on the device: answers of the server, and changes that wait for a network.

const name = 'wayside';
/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('answers', { keyPath: 'path' });
      request.result.createObjectStore('changes', { keyPath: 'id', autoIncrement: true });
      request.result.createObjectStore('kept', { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * Runs a request in a transaction of its own; undefined where the device has no storage.
 *
 * @template T
 * @param {'answers' | 'changes' | 'kept'} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} run
 * @returns {Promise<T | undefined>}
 */
async function perform(store, mode, run) {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = run(transaction.objectStore(store));
      // A reload right after it would end what waits to be committed by itself.
      if (mode === 'readwrite') transaction.commit();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined;
  }
}

/** @param {'answers' | 'changes' | 'kept'} store @param {IDBValidKey} key @returns {Promise<any>} any: whoever keeps it knows what it is */
export const read = (store, key) => perform(store, 'readonly', (s) => s.get(key));
/** @param {'answers' | 'changes' | 'kept'} store @param {unknown} value */
export const write = (store, value) => perform(store, 'readwrite', (s) => s.put(value));
/** @param {'answers' | 'changes' | 'kept'} store @param {IDBValidKey} key */
export const remove = (store, key) => perform(store, 'readwrite', (s) => s.delete(key));
/** @param {'answers' | 'changes' | 'kept'} store @returns {Promise<any[]>} any: as of `read` */
export const all = async (store) => (await perform(store, 'readonly', (s) => s.getAll())) ?? [];
/** @param {'answers' | 'changes' | 'kept'} store */
export const clear = (store) => perform(store, 'readwrite', (s) => s.clear());
