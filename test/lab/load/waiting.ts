/** Somebody waits for something that another tells. */
export interface Waiting {
  tell(): void;
  until(isTrue: () => boolean): Promise<void>;
}

export function waiting(): Waiting {
  const sleepers = new Set<() => void>();
  return {
    tell() {
      for (const wake of sleepers) wake();
      sleepers.clear();
    },
    async until(isTrue) {
      while (!isTrue())
        await new Promise<void>((resolve) => sleepers.add(resolve));
    },
  };
}
