/** How one process reaches what all of them share. */
export interface Line {
  /** Whether the process can reach nothing at the moment. */
  isAway: boolean;
  /** Why nothing that it begins is done any more. */
  ended: "killed" | "closed" | undefined;
}

/** Does one thing where it is shared: in a later turn, and in the order in which one process asks. */
export type StoreStep = <Value>(act: () => Value) => Promise<Value>;

/**
 * The steps of one process. What is asked while the process is away, or when it has
 * ended, is rejected and not done; an answer does not reach a process that was killed.
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
    if (line.isAway || isAllAway()) throw new Error("the store is away");
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
