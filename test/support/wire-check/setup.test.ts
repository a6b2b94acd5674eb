import { expect, test } from "vitest";
import {
  createClient,
  createServer,
} from "../../../generated/2025-11-25/index.ts";
import { connect, createMemoryPair } from "../../../src/runtime/index.ts";
import {
  allowInvalid,
  assertValid,
  findings,
  judgedCount,
  leaveUnrecorded,
} from "../wire-check.ts";
import { forget } from "./check.ts";

const info = { name: "test", version: "1" };

/** A server that breaks its own types. */
const broken = createServer({
  info,
  check: false,
  // A test may lie to the compiler.
  handlers: { listTools: () => ({ tools: [{ name: 1 }] }) as never },
});

async function listTools(): Promise<unknown> {
  const client = createClient({ info });
  await connect(broken, client);
  const listed = client.listTools().catch((error: unknown) => error);
  const outcome = await listed;
  await client.close();
  return outcome;
}

test("an invalid message of ours fails the test that has sent it", async () => {
  expect(await listTools()).toMatchObject({ tools: [] });
  await expect(assertValid()).rejects.toThrow(
    /^Invalid on the wire:\nserver, 2025-11-25: .*"tools"/,
  );
});

test("so does one over a transport that the client opens itself", async () => {
  const [near, far] = createMemoryPair();
  createServer({ info, handlers: {} }).connect(far);
  const client = createClient({ info });
  await client.connect(() => Promise.resolve(near));
  await client.notify.progress({ progressToken: "none", progress: 1 });
  await expect(assertValid()).rejects.toThrow(/no request in flight/);
  await client.close();
});

test("but for a test that says so", async () => {
  allowInvalid("the server breaks its own types");
  await listTools();
});

test("and an exemption without need fails too", async () => {
  allowInvalid("nothing is invalid here");
  await expect(assertValid()).rejects.toThrow(/No message was invalid/);
});

test("the next file in the same process begins with nothing", async () => {
  leaveUnrecorded("client");
  await listTools();
  forget();
  expect(judgedCount()).toBe(0);
  expect(await findings()).toEqual([]);
  const client = createClient({ info });
  const [near, far] = createMemoryPair();
  createServer({ info, handlers: {} }).connect(far);
  await client.connect(near);
  await client.notify.progress({ progressToken: "none", progress: 1 });
  await expect(assertValid()).rejects.toThrow(/no request in flight/);
  await client.close();
});
