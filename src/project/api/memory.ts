/**
 * What a process keeps that generates again and again: what it has read and made, each with what
 * that was made of. Results are the same as without.
 */
export interface Memory {
  /**
   * What `make` gives; or has given the last time under this name, where it was made of the
   * very same. A promise that is broken is forgotten.
   */
  recall<Value>(name: string, of: readonly unknown[], make: () => Value): Value;
  /** Told of a file before it is looked for that nobody has named: one that a schema imports. */
  looked(path: string): void;
}

/** Keeps nothing. */
export const forgetful: Memory = {
  recall: (_name, _of, make) => make(),
  looked: () => undefined,
};

/** Keeps the last value of each name; `looked` is told of the files that schemas import. */
export function createMemory(looked: (path: string) => void): Memory {
  const known = new Map<string, { of: readonly unknown[]; value: unknown }>();
  return {
    looked,
    recall<Value>(
      name: string,
      of: readonly unknown[],
      make: () => Value,
    ): Value {
      const last = known.get(name);
      // A name stands for one type of value: whoever gives it says which.
      if (last !== undefined && isSame(last.of, of)) return last.value as Value;
      known.delete(name);
      const value = make();
      const entry = { of, value };
      known.set(name, entry);
      if (value instanceof Promise)
        value.catch(() => {
          if (known.get(name) === entry) known.delete(name);
        });
      return value;
    },
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return (
    one.length === other.length &&
    one.every((value, index) => Object.is(value, other[index]))
  );
}
