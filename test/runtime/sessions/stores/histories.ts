import type { SharedStore } from "../../../../src/store-tests/index.ts";
import { fc } from "../../../support/random.ts";

/** What a store should be: plain data, and what each operation makes of it and answers. */
export interface Model<State, Operation, Store> {
  readonly start: State;
  readonly operation: fc.Arbitrary<Operation>;
  /** What there may be afterwards, and what is answered then: one way, or several. */
  step(
    state: State,
    operation: Operation,
  ): readonly (readonly [next: State, answer: unknown])[];
  /** Does it for real. */
  act(store: Store, operation: Operation): Promise<unknown>;
  /** Leaves out what is not promised, by all that was begun before and what there may be. */
  readonly isAllowed: (
    operation: Operation,
    before: readonly Operation[],
    states: readonly State[],
  ) => boolean;
}

const processes = 3;

/** Operations that are begun at once, each by one of the processes. */
type Batch<Operation> = readonly {
  readonly process: number;
  readonly operation: Operation;
}[];

/**
 * Whatever several processes ask at once, a store answers as if it had been asked one
 * after the other, in some order: that is what "one step" says.
 */
export function oneStepEach<State, Operation, Store>(
  model: Model<State, Operation, Store>,
  make: () => SharedStore<Store> | Promise<SharedStore<Store>>,
): fc.IAsyncProperty<[readonly Batch<Operation>[]]> {
  const begun = fc.record({
    process: fc.nat({ max: processes - 1 }),
    operation: model.operation,
  });
  const batch = fc.array(begun, { minLength: 1, maxLength: 3 });
  const batches = fc.array(batch, { minLength: 1, maxLength: 25 });
  return fc.asyncProperty(batches, async (history) => {
    const shared = await make();
    try {
      await follow(model, shared, history);
    } finally {
      await shared.close();
    }
  });
}

async function follow<State, Operation, Store>(
  model: Model<State, Operation, Store>,
  shared: SharedStore<Store>,
  history: readonly Batch<Operation>[],
): Promise<void> {
  const stores: Store[] = [];
  while (stores.length < processes) stores.push((await shared.process()).store);
  const before: Operation[] = [];
  let states: readonly State[] = [model.start];
  for (const planned of history) {
    const batch: Batch<Operation>[number][] = [];
    for (const one of planned) {
      if (!model.isAllowed(one.operation, before, states)) continue;
      before.push(one.operation);
      batch.push(one);
    }
    const answers = await Promise.all(
      batch.map(({ process, operation }) => {
        const store = stores[process];
        if (store === undefined) throw new Error("no such process");
        return model.act(store, operation);
      }),
    );
    const done = batch.map(({ operation }, at) => ({
      operation,
      answer: textOf(answers[at]),
    }));
    const next = states.flatMap((state) => orders(model, state, done));
    if (next.length === 0)
      throw new Error(
        `no order explains these answers: ${JSON.stringify(done)}, where it was ${states.map(textOf).join(" or ")}`,
      );
    states = [...new Map(next.map((state) => [textOf(state), state])).values()];
  }
}

interface Done<Operation> {
  readonly operation: Operation;
  readonly answer: string;
}

/** What there may be after operations with these answers, in whatever order they were done. */
function orders<State, Operation, Store>(
  model: Model<State, Operation, Store>,
  state: State,
  left: readonly Done<Operation>[],
): readonly State[] {
  if (left.length === 0) return [state];
  return left.flatMap((one) => {
    const rest = left.filter((other) => other !== one);
    return model
      .step(state, one.operation)
      .filter(([, answer]) => textOf(answer) === one.answer)
      .flatMap(([next]) => orders(model, next, rest));
  });
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => sorted(part)) ?? "nothing";
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
