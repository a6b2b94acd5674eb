/** Simulated connection of one process to the shared stores. */
export interface Line {
  /** True while the process is disconnected. */
  isAway: boolean;
  /** Reason why the process does nothing any more. */
  ended: "killed" | "closed" | undefined;
}

/** Runs an operation asynchronously, in the order of the calls of one process. */
export type StoreStep = <Value>(act: () => Value) => Promise<Value>;

/**
 * Returns the operation runner of one process. An operation that starts while the process is
 * disconnected or ended is rejected without effect; a killed process gets no results.
 */
export function stepsOf(
  line: Line,
  isAllAway: () => boolean,
  latency: () => Promise<void>,
): StoreStep {
  let before: Promise<unknown> = Promise.resolve();
  const requireLine = (): void => {
    if (line.ended !== undefined)
      throw new Error(`the process is ${line.ended}`);
    if (line.isAway || isAllAway()) throw new Error("the store is unavailable");
  };
  return async (act) => {
    const arrived = Promise.all([before, latency()]);
    before = arrived.catch(() => {});
    await arrived;
    requireLine();
    const value = act();
    await latency();
    if (line.ended === "killed") requireLine();
    return value;
  };
}
