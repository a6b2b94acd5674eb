import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, type Bundle } from "../../interop/bundle.ts";
import { pause, startHonest } from "./honest.ts";
import {
  alone,
  initialize,
  json,
  listenTo,
  lone,
  open,
  openReady,
  tally,
} from "./messages.ts";
import { senderFrom, type Sender } from "./sender.ts";
import { startVictim, type Holdings, type Victim } from "./victim.ts";

const heapMegabytes = 256;
const residentMegabytes = 400;

const MiB = 2 ** 20;
/** Nearly the longest body. */
const large = 4 * MiB - 2_000;

interface Attack {
  readonly victim: Victim;
  readonly sender: Sender;
}

let program: Bundle;
beforeAll(async () => {
  program = await bundle("../lab/attacks/server.ts");
});
afterAll(() => program.remove());

/** Attacks a server of its own, whose other clients must not feel it. */
async function attack(
  work: (attack: Attack) => Promise<void>,
): Promise<Holdings> {
  const victim = await startVictim(program, heapMegabytes);
  const sender = senderFrom("127.0.0.1", victim.port);
  try {
    const honest = await startHonest(victim.port);
    await work({ victim, sender });
    const { calls, failures, longest } = await honest.leave();
    const holdings = await victim.holdings();
    const megabytes = Math.round(holdings.residentBytes / 1e6);
    console.log(
      `${expect.getState().currentTestName}: at most ${megabytes} MB resident; ${calls} honest calls, the slowest in ${Math.round(longest)} ms`,
    );
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(5);
    expect(victim.isAlive).toBe(true);
    expect(megabytes).toBeLessThan(residentMegabytes);
    expect(holdings.kept.bytes).toBeLessThanOrEqual(holdings.kept.maxBytes);
    return holdings;
  } finally {
    sender.leave();
    await victim.end();
  }
}

/** Does something many times, so many at once; gives what each gave. */
async function many<Value>(
  count: number,
  atOnce: number,
  work: (at: number) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) values.push(await work(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return values;
}

const long = (at: number, length = large): string =>
  `mem://${at}/${"x".repeat(length)}`;

/** Whoever has an address can have others of 127.0.0.0/8 only where the platform has them all. */
describe.runIf(process.platform === "linux")(
  "a server with a small heap outlives",
  () => {
    const timeout = 60_000;

    test(
      "clients that say 4 MiB of themselves",
      async () => {
        await attack(async ({ sender, victim }) => {
          const clientInfo = {
            name: "a",
            version: "1",
            title: "x".repeat(large),
          };
          const answers = await many(100, 8, () =>
            sender.post(initialize({ clientInfo })),
          );
          // Some at once are more than one client may send.
          const { 413: tooLong = 0, 429: tooMany = 0 } = tally(answers);
          expect(tooLong + tooMany).toBe(100);
          expect(tooLong).toBeGreaterThan(80);
          expect((await victim.holdings()).status.sessions).toBe(1);
        });
      },
      timeout,
    );

    test(
      "clients that say as much of themselves as they may, in what takes the most",
      async () => {
        await attack(async ({ sender, victim }) => {
          // Far more memory than the characters that it takes.
          const experimental = { x: { y: Array(5_000).fill({}) } };
          const capabilities = { experimental };
          const answers = await many(1_500, 8, () =>
            sender.post(initialize({ capabilities })),
          );
          expect(
            answers.filter(({ status }) => status === 200).length,
          ).toBeGreaterThan(1_000);
          const { kept } = await victim.holdings();
          expect(kept.largestClientBytes).toBeLessThanOrEqual(
            kept.maxClientBytes,
          );
          expect(kept.largestClientBytes).toBeGreaterThan(
            0.5 * kept.maxClientBytes,
          );
        });
      },
      timeout,
    );

    test(
      "subscriptions to URIs of 4 MiB",
      async () => {
        await attack(async ({ sender }) => {
          const session = await openReady(sender);
          const answers = await many(100, 8, (at) =>
            sender.post(
              json("resources/subscribe", { uri: long(at) }, at),
              session,
            ),
          );
          // Some at once are more than one client may send.
          const others = answers.filter(
            ({ text }) => !text.includes("at most 8192 bytes"),
          );
          expect(others.length).toBeLessThan(20);
          for (const { status } of others) expect(status).toBe(429);
        });
      },
      timeout,
    );

    test(
      "subscriptions to as many long URIs as there can be",
      async () => {
        await attack(async ({ sender, victim }) => {
          const sessions = await many(40, 8, () => openReady(sender));
          await many(12_000, 16, (at) =>
            sender.post(
              json("resources/subscribe", { uri: long(at, 8_000) }, at),
              sessions[at % sessions.length],
            ),
          );
          const { kept } = await victim.holdings();
          expect(kept.largestSessionBytes).toBeLessThanOrEqual(
            kept.maxSessionBytes,
          );
          expect(kept.largestClientBytes).toBeLessThanOrEqual(
            kept.maxClientBytes,
          );
          expect(kept.largestClientBytes).toBeGreaterThan(
            0.7 * kept.maxClientBytes,
          );
        });
      },
      timeout,
    );

    test(
      "streams of changes with URIs of 4 MiB",
      async () => {
        await attack(async ({ sender }) => {
          const headers = alone("subscriptions/listen");
          const answers = await many(100, 8, (at) =>
            sender.post(listenTo([long(at)]), headers),
          );
          // Some at once are more than one client may send.
          const others = answers.filter(
            ({ text }) => !text.includes("at most 8192 bytes"),
          );
          expect(others.length).toBeLessThan(20);
          for (const { status } of others) expect(status).toBe(429);
        });
      },
      timeout,
    );

    test(
      "streams of changes with as many long URIs as a body takes",
      async () => {
        await attack(async ({ sender, victim }) => {
          const uris = Array.from({ length: 500 }, (_, at) => long(at, 8_000));
          const headers = alone("subscriptions/listen");
          for (let count = 0; count < 100; count++) {
            const held = sender.postAndHold(listenTo(uris), headers);
            if (count % 10 === 9) await pause(50);
            held.socket.resume();
          }
          await pause(1_000);
          const { kept, status } = await victim.holdings();
          expect(status.streams).toBeGreaterThan(0);
          expect(kept.largestClientBytes).toBeLessThanOrEqual(
            kept.maxClientBytes,
          );
        });
      },
      timeout,
    );

    test(
      "400 bodies that stall one byte short",
      async () => {
        await attack(async ({ sender, victim }) => {
          const body = lone("tools/call", {
            name: "echo",
            arguments: { token: "x".repeat(large) },
          });
          for (let count = 0; count < 400; count++) {
            sender.stall(body, alone("tools/call", "echo"));
            if (count % 20 === 19) await pause(30);
          }
          await pause(1_500);
          const { kept } = await victim.holdings();
          expect(kept.unfinishedBodies).toBeGreaterThan(0);
          expect(kept.unfinishedBodies).toBeLessThan(20);
          // One of the same client is read all the same, in the place of one that has
          // stalled for a while: on a busy machine, not all have yet.
          const post = async (): Promise<number> =>
            (await sender.post(body, alone("tools/call", "echo"))).status;
          await expect.poll(post, { timeout: 10_000, interval: 500 }).toBe(200);
        });
      },
      timeout,
    );

    test(
      "3,000 short bodies that stall",
      async () => {
        await attack(async ({ sender }) => {
          const body = lone("tools/call", {
            name: "echo",
            arguments: { token: "x".repeat(15_000) },
          });
          for (let count = 0; count < 3_000; count++) {
            sender.stall(body, alone("tools/call", "echo"));
            if (count % 100 === 99) await pause(20);
          }
          await pause(300);
        });
      },
      timeout,
    );

    test(
      "a flood of 12,000 sessions",
      async () => {
        await attack(async ({ sender, victim }) => {
          await many(12_000, 16, () => open(sender));
          const { status } = await victim.holdings();
          expect(status.sessions).toBeLessThanOrEqual(1_001);
          expect(status.sessions).toBeGreaterThan(900);
        });
      },
      timeout,
    );

    test(
      "a flood from many addresses, of sessions that are ready",
      async () => {
        await attack(async ({ victim }) => {
          const senders = Array.from({ length: 11 }, (_, at) =>
            senderFrom(`127.0.1.${at + 1}`, victim.port),
          );
          await many(11_000, 16, (at) =>
            openReady(senders[at % senders.length] as Sender),
          );
          const { status } = await victim.holdings();
          expect(status.sessions).toBeLessThanOrEqual(10_000);
          expect(status.sessions).toBeGreaterThan(9_000);
          for (const one of senders) one.leave();
        });
      },
      timeout,
    );

    test(
      "calls that never end, with 4 MiB of arguments that take far more",
      async () => {
        await attack(async ({ sender, victim }) => {
          const session = await openReady(sender);
          const items = Array.from({ length: 300_000 }, (_, at) => ({
            [`a${at % 1_000}`]: at,
          }));
          const text = JSON.stringify(items).slice(0, large);
          const list = `${text.slice(0, text.lastIndexOf("},") + 1)}]`;
          const body = (at: number): string =>
            `{"jsonrpc":"2.0","id":${at},"method":"tools/call","params":{"name":"hang","arguments":{"list":${list}}}}`;
          const held = Array.from({ length: 60 }, (_, at) =>
            sender.postAndHold(body(at), session),
          );
          await pause(3_000);
          // Who is gone leaves the handlers at work.
          for (const { socket } of held) socket.destroy();
          await many(20, 4, async (at) =>
            sender.postAndHold(body(100 + at), session),
          );
          await pause(1_000);
          const { kept } = await victim.holdings();
          expect(kept.largestClientBytes).toBeGreaterThan(0);
        });
      },
      timeout,
    );

    test(
      "calls that never end, whose clients go",
      async () => {
        await attack(async ({ sender, victim }) => {
          const body = lone("tools/call", {
            name: "hang",
            arguments: { list: "x".repeat(50_000) },
          });
          for (let count = 0; count < 3_000; count++) {
            const held = sender.postAndHold(body, alone("tools/call", "hang"));
            setTimeout(() => held.socket.destroy(), 50);
            if (count % 50 === 49) await pause(30);
          }
          await pause(500);
          const { kept } = await victim.holdings();
          expect(kept.largestClientBytes).toBeLessThanOrEqual(
            kept.maxClientBytes,
          );
        });
      },
      timeout,
    );

    test(
      "HTTP with SSE: streams, and what their clients say",
      async () => {
        await attack(async ({ sender, victim }) => {
          const streams = Array.from({ length: 1_200 }, () =>
            sender.get({ accept: "text/event-stream" }, "/sse"),
          );
          const count = async (): Promise<number> =>
            (await victim.holdings()).status.streams;
          await expect.poll(count, { timeout }).toBeGreaterThan(900);
          await pause(1_500);
          expect(await count()).toBeGreaterThan(900);
          expect(await count()).toBeLessThanOrEqual(1_000);
          const clientInfo = {
            name: "a",
            version: "1",
            title: "x".repeat(1 * MiB),
          };
          const targets = streams.flatMap(
            (one) => /\/messages\?sessionId=\S+/.exec(one.text()) ?? [],
          );
          await many(100, 8, (at) =>
            sender.post(
              initialize({ clientInfo }, "2024-11-05"),
              {},
              targets[at],
            ),
          );
          const { kept } = await victim.holdings();
          expect(kept.largestClientBytes).toBeLessThanOrEqual(
            kept.maxClientBytes,
          );
        });
      },
      timeout,
    );

    test(
      "messages that wait for sessions that do not listen",
      async () => {
        await attack(async ({ sender, victim }) => {
          const sessions = await many(300, 16, () => openReady(sender));
          await many(300, 16, (at) =>
            sender.post(
              json("resources/subscribe", { uri: "mem://page" }),
              sessions[at],
            ),
          );
          for (let round = 0; round < 10; round++) await victim.touch();
        });
      },
      timeout,
    );

    test(
      "progress that repeats a token of 1 MiB, kept for clients that come back",
      async () => {
        await attack(async ({ sender, victim }) => {
          const session = await openReady(sender);
          const call = (at: number): string =>
            json(
              "tools/call",
              {
                name: "tell",
                arguments: {},
                _meta: { progressToken: `${at}${"x".repeat(MiB)}` },
              },
              at,
            );
          await many(12, 4, (at) => sender.post(call(at), session));
          const { kept } = await victim.holdings();
          expect(kept.eventBytes).toBeGreaterThan(0);
          expect(kept.eventBytes).toBeLessThanOrEqual(32 * MiB);
        });
      },
      timeout,
    );

    test(
      "answers that nobody reads",
      async () => {
        await attack(async ({ sender, victim }) => {
          const body = lone("tools/call", { name: "big", arguments: {} });
          for (let count = 0; count < 150; count++) {
            sender.postAndHold(body, alone("tools/call", "big"));
            if (count % 5 === 4) await pause(50);
          }
          await pause(500);
          const { kept } = await victim.holdings();
          expect(kept.unreadAnswers).toBeGreaterThan(0);
          expect(kept.unreadAnswers).toBeLessThan(20);
        });
      },
      timeout,
    );

    test(
      "400 clients that come back for the same 14 MB",
      async () => {
        await attack(async ({ sender, victim }) => {
          const session = await openReady(sender);
          const progressToken = "x".repeat(700_000);
          const params = {
            name: "tell",
            arguments: {},
            _meta: { progressToken },
          };
          const { text } = await sender.post(
            json("tools/call", params),
            session,
          );
          const [, first = ""] = /^id: (\S+)$/m.exec(text) ?? [];
          expect((await victim.holdings()).kept.eventBytes).toBeGreaterThan(
            14e6,
          );
          for (let count = 0; count < 400; count++) {
            const held = sender.get({
              ...session,
              accept: "text/event-stream",
              "last-event-id": first,
            });
            held.socket.pause();
            if (count % 40 === 39) await pause(50);
          }
          await pause(500);
        });
      },
      timeout,
    );
  },
);
