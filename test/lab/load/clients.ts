/** The clients of the load test, and of the soak: does what its argument says, and tells its parent the outcome. */
import {
  createClient,
  type Client,
  type Ledger,
  type Operation,
} from "./clients/client.ts";
import { sessionOperations } from "./clients/handshake.ts";
import { openSession, type Session } from "./clients/session.ts";
import { statelessOperations } from "./clients/stateless.ts";
import { pick, randomOf } from "./random.ts";
import type { Order, Outcome } from "./report.ts";

const [, , text = ""] = process.argv;
// What the load test or the soak has written.
const order = JSON.parse(text) as Order;
const { seed, abandoned = 0.25, longest = 40 } = order;
const start = performance.now();

const ledger: Ledger = { runs: {} };
const operations: Record<string, number> = {};
const failures: string[] = [];
let calls = 0;
let sessions = 0;

/** How many operations of one client run at once. */
const lanes = 3;
/** How long one operation may take, in milliseconds. */
const patience = 20_000;
const enoughFailures = 10;

async function perform<Subject>(
  client: Client,
  operation: Operation<Subject>,
  subject: Subject,
  step: number,
): Promise<void> {
  calls += operation.calls;
  operations[operation.name] = (operations[operation.name] ?? 0) + 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`not done after ${patience} ms`);
    timer = setTimeout(() => reject(error), patience);
  });
  try {
    await Promise.race([operation.run(subject), late]);
  } catch (error) {
    const place = `seed ${seed}, client ${client.name}, step ${step}`;
    failures.push(`${place}, ${operation.name}: ${String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

function isGoingOn(): boolean {
  const isLate = performance.now() - start > (order.milliseconds ?? Infinity);
  return calls < order.calls && !isLate && failures.length < enoughFailures;
}

async function beStateless(client: Client): Promise<void> {
  let step = 0;
  const lane = async (): Promise<void> => {
    while (isGoingOn()) {
      const operation = pick(statelessOperations, client.random);
      await perform(client, operation, client, ++step);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** One session after another, each for a number of operations. */
async function beInSessions(client: Client, revision: string): Promise<void> {
  const choices = sessionOperations(revision);
  let step = 0;
  const lane = async (session: Session, steps: number): Promise<void> => {
    for (let done = 0; done < steps && isGoingOn(); done++) {
      const operation = pick(choices, client.random);
      await perform(client, operation, session, ++step);
    }
  };
  while (isGoingOn()) {
    const session = await openSession(client, revision);
    const steps = client.random.between(Math.min(5, longest), longest);
    await Promise.all(
      Array.from({ length: lanes }, () => lane(session, steps)),
    );
    await session.leave(
      client.random.next() < abandoned ? "vanish" : "goodbye",
    );
    sessions++;
  }
}

const revisions = ["2025-03-26", "2025-06-18", "2025-11-25"];

async function live(index: number): Promise<void> {
  const random = randomOf(seed + index);
  const client = createClient(`c${index}`, new URL(order.url), random, ledger);
  try {
    if (index % 2 === 0) await beStateless(client);
    else {
      const revision = revisions[index % revisions.length] ?? "";
      await beInSessions(client, revision);
    }
  } catch (error) {
    failures.push(`seed ${seed}, client ${client.name}: ${String(error)}`);
  }
  client.agent.destroy();
}

await Promise.all(
  Array.from({ length: order.clients }, (_, index) => live(index)),
);
const outcome: Outcome = {
  calls,
  sessions,
  operations,
  runs: ledger.runs,
  failures,
  milliseconds: performance.now() - start,
};
process.send?.(outcome, () => process.disconnect());
