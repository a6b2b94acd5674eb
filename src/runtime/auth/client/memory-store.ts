import type { AuthStore } from "./store.ts";

/** Creates a store in memory. Its contents are lost when the process ends. */
export function memoryStore(): AuthStore {
  const values = new Map<string, string>();
  /** Last operation in the queue of each lock. */
  const last = new Map<string, Promise<unknown>>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
    delete: (key) => {
      values.delete(key);
      return Promise.resolve();
    },
    lock(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const done = before.then(work);
      const settled = done.catch(() => {});
      last.set(key, settled);
      void settled.then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
      return done;
    },
  };
}
