/** Lets everything happen that needs no time. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Looks again and again, until something is so. */
export async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * For `vi.waitFor` and its like: what is waited for comes, or never does. A second,
 * which they wait by themselves, a busy machine may take.
 */
export const patient = { timeout: 30_000 } as const;
