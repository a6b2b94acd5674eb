/** The clients of the storm: does what its argument says, hears of the weather, and tells the outcome. */
import {
  createClient,
  type Client,
  type Operation,
} from "../../../lab/load/clients/client.ts";
import { pick, randomOf } from "../../../lab/load/random.ts";
import { sessionOperations } from "../storm/handshake.ts";
import { connectOwn, ownOperations } from "../storm/own-client.ts";
import type { Order, Weather } from "../storm/report.ts";
import { NoResult, Sea } from "../storm/sea.ts";
import { openSession } from "../storm/session.ts";
import { statelessOperations } from "../storm/stateless.ts";

const [, , text = ""] = process.argv;
// What the test has written.
const order = JSON.parse(text) as Order;
const sea = new Sea(order);
const { seed } = order;

/** How many operations of one client run at once. */
const lanes = 3;
/** How long one operation may take, in milliseconds. */
const patience = 90_000;

async function perform<Subject>(
  client: Client,
  { name, calls, run }: Operation<Subject>,
  subject: Subject,
): Promise<void> {
  const [began, from] = [performance.now(), Date.now()];
  sea.calls += calls;
  sea.operations[name] = (sea.operations[name] ?? 0) + 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`not done after ${patience} ms`);
    timer = setTimeout(() => reject(error), patience);
  });
  try {
    await Promise.race([run(subject), late]);
  } catch (error) {
    if (error instanceof NoResult) {
      const { token, why, message: told } = error;
      const [to, what] = [Date.now(), { operation: name, client: client.name }];
      sea.ended.push({ ...what, token, why, told, from, to });
    } else {
      const place = `seed ${seed}, client ${client.name}, ${name}`;
      sea.failures.push(`${place}: ${String(error)}`);
    }
  } finally {
    clearTimeout(timer);
    sea.longest = Math.max(sea.longest, performance.now() - began);
  }
}

/** Some operations at once, one behind the other, for so many of them. */
async function sail<Subject>(
  client: Client,
  operations: readonly [Operation<Subject>, ...Operation<Subject>[]],
  subject: Subject,
  steps = Infinity,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let step = 0; step < steps && sea.isGoingOn; step++) {
      const operation = pick(operations, client.random);
      await perform(client, operation, subject);
      const wait = client.random.between(0, order.pauseMs);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function live(index: number): Promise<void> {
  const random = randomOf(seed + index);
  const url = new URL(order.url);
  const client = createClient(`c${index}`, url, random, { runs: {} });
  try {
    if (order.hasSessions && index % 2 === 0)
      await (index % 8 === 0
        ? beOwn(client, "sessions")
        : beInSessions(client));
    else if (index % 8 === 1) await beOwn(client, "stateless");
    else await sail(client, statelessOperations(sea), client);
  } catch (error) {
    sea.failures.push(`seed ${seed}, client ${client.name}: ${String(error)}`);
  }
  client.agent.destroy();
}

/** Our own client, for as long as the storm goes on. */
async function beOwn(
  client: Client,
  era: "sessions" | "stateless",
): Promise<void> {
  const own = await connectOwn(client, sea, era);
  await sail(client, ownOperations, own);
  await own.caller.close();
}

/** One session after another, some of which nobody ends. */
async function beInSessions(client: Client): Promise<void> {
  while (sea.isGoingOn) {
    const session = await openSession(client, sea);
    await sail(
      client,
      sessionOperations,
      session,
      client.random.between(5, 60),
    );
    await session.leave(client.random.next() < 0.25 ? "vanish" : "goodbye");
  }
}

// What its parent sends.
process.on("message", (weather) => sea.hear(weather as Weather));
await Promise.all(
  Array.from({ length: order.clients }, (_, index) => live(index)),
);
process.send?.(sea.outcome(), () => process.disconnect());
