declare global {
  var walk: ((step: string) => void) | undefined;
}

/** The functions that one message passed, in order: each as its file and its name. */
export interface Walk {
  readonly title: string;
  readonly steps: readonly string[];
}

/** Tests of one value, which tell a reader nothing of the way. */
const tests = /message\.ts (isObject|isPromiseLike|isRequestId)$/;

/** The step that a handler of a program's own tells. */
const handler = "yours your handler";

/** Tells that the handler of a program is entered, which is no source of the runtime. */
export function yours(): void {
  globalThis.walk?.(handler);
}

/** Notes each named function of the sources that is entered meanwhile. */
export async function record(
  title: string,
  go: () => Promise<unknown>,
): Promise<Walk> {
  const steps: string[] = [];
  globalThis.walk = (step) => {
    if (!tests.test(step)) steps.push(step);
  };
  await go();
  // What follows the answer is part of the walk: what is forgotten, and what is told.
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.walk = undefined;
  return { title, steps };
}

/** How long a walk is: entered functions, different ones, and files. */
export function measure(walk: Walk): {
  readonly calls: number;
  readonly functions: number;
  readonly files: number;
} {
  const steps = walk.steps.filter((step) => step !== handler);
  return {
    calls: steps.length,
    functions: new Set(steps).size,
    files: new Set(steps.map((step) => step.split(" ")[0])).size,
  };
}
