import { describe, expect, test } from "vitest";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { createLog } from "./byte-pair.ts";
import { settle } from "./wait.ts";

const message = { jsonrpc: "2.0", method: "hello" } as const;

describe("a pair in memory", () => {
  test("carries messages both ways, in order, also from before the start", async () => {
    const [left, right] = createMemoryPair();
    const [leftLog, rightLog] = [createLog(), createLog()];
    left.start(leftLog);
    left.send(message);
    left.send([message, message]);
    right.start(rightLog);
    right.send(message);
    await settle();
    expect(rightLog.heard).toEqual([
      { message },
      { message: [message, message] },
    ]);
    expect(leftLog.heard).toEqual([{ message }]);
  });

  test("shares no object, and carries only what JSON does", async () => {
    const [left, right] = createMemoryPair();
    const log = createLog();
    left.start(createLog());
    right.start(log);
    const params = { gone: undefined, when: new Date(0) };
    left.send({ ...message, params });
    await settle();
    expect(log.heard).toStrictEqual([
      { message: { ...message, params: { when: "1970-01-01T00:00:00.000Z" } } },
    ]);
    expect(() => left.send({ ...message, params: { n: 1n } })).toThrow();
  });

  test("delivers what was sent before it was closed, and nothing after", async () => {
    const [left, right] = createMemoryPair();
    const [leftLog, rightLog] = [createLog(), createLog()];
    left.start(leftLog);
    right.start(rightLog);
    right.send(message);
    left.send(message);
    await Promise.all([left.close(), left.close()]);
    expect(() => left.send(message)).toThrow("the connection is closed");
    await settle();
    expect(() => right.send(message)).toThrow("the connection is closed");
    expect(leftLog.heard).toEqual([{ closed: undefined }]);
    expect(rightLog.heard).toEqual([{ message }, { closed: undefined }]);
  });

  test("tells an end that starts late that it is closed", async () => {
    const [left, right] = createMemoryPair();
    left.start(createLog());
    await left.close();
    await settle();
    const log = createLog();
    right.start(log);
    await settle();
    expect(log.heard).toEqual([{ closed: undefined }]);
  });
});
