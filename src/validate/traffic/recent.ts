/** A map that keeps the last entries, and those that are worth more, the longest. */
export interface Recent<Value> {
  get(key: string | number): Value | undefined;
  set(key: string | number, value: Value): void;
}

/**
 * Keeps at least the last `limit` entries and at most twice as many, in two maps. When
 * the younger is full the older is dropped, but for what is worth keeping: the first of
 * it goes on, as much as is `carried`, and the rest is told to `forget`. Forgetting
 * takes no search for the oldest.
 */
export function createRecent<Value>(
  limit: number,
  isWorth: (value: Value) => boolean,
  carried: number,
  forget: (value: Value) => void,
): Recent<Value> {
  let young = new Map<string | number, Value>();
  let old = new Map<string | number, Value>();

  function turn(): void {
    const next = new Map<string | number, Value>();
    for (const [key, value] of old) {
      if (young.has(key) || !isWorth(value)) continue;
      if (next.size < carried) next.set(key, value);
      else forget(value);
    }
    old = young;
    young = next;
  }

  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size >= limit) turn();
    },
  };
}
