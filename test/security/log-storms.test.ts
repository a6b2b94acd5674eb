import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  InvalidMessageError,
  ProtocolError,
  TransportError,
} from "../../src/runtime/protocol/errors.ts";
import { printError } from "../../src/runtime/protocol/print-error.ts";
import { tool } from "../runtime/features/host.ts";
import { all, notification, request, serverOf } from "../runtime/revisions.ts";
import { openWire, settle } from "../runtime/wire.ts";

// What is told after a minute is not told in another test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the default `onError` prints. */
function printing(): { readonly printed: unknown[]; bytes(): number } {
  const printed: unknown[] = [];
  const spy = vi
    .spyOn(console, "error")
    .mockImplementation((one) => void printed.push(one));
  onTestFinished(() => spy.mockRestore());
  const textOf = (one: unknown): string =>
    one instanceof Error ? String(one.stack) : String(one);
  return { printed, bytes: () => printed.map(textOf).join("\n").length };
}

/** A server that prints its errors, as it does by default. */
const loud = (settings: object = {}) =>
  serverOf(all, { ...settings, onError: undefined as never });

describe("what a client causes again and again", () => {
  test("costs a few lines: notifications that are invalid", async () => {
    const { printed, bytes } = printing();
    const wire = await openWire(loud());
    for (let n = 0; n < 1_000; n++)
      wire.send(notification("notifications/cancelled", { requestId: [n] }));
    await settle();
    expect(printed).toHaveLength(5);
    expect(bytes()).toBeLessThan(1_000);
  });

  test("costs a few lines: calls of tools that fail", async () => {
    const { printed } = printing();
    const fail = tool("fail", {}, () => {
      throw new Error("no such city");
    });
    const broken = tool("broken", {}, () => {
      throw new Error("out of order");
    });
    const wire = await openWire(loud({ features: [fail, broken] }));
    for (let n = 0; n < 500; n++)
      for (const name of ["fail", "broken"])
        wire.send(request(`${name} ${n}`, "tools/call", { name }));
    await settle();
    expect(wire.waiting).toHaveLength(1_000);
    const messages = printed.map((one) => (one as Error).message);
    // Of each that differs somebody can find the cause.
    expect(messages.filter((one) => one === "no such city")).toHaveLength(20);
    expect(messages.filter((one) => one === "out of order")).toHaveLength(20);
    expect(messages).toHaveLength(40);
  });

  test("costs a bounded line, however long it is", async () => {
    const { bytes } = printing();
    const wire = await openWire(
      loud({ handlers: { getPrompt: () => ({ messages: [] }) } }),
    );
    const long = "x".repeat(1_000_000);
    wire.send(notification("notifications/cancelled", { requestId: [long] }));
    wire.send(notification("notifications/progress", { [long]: 1 }));
    wire.send(notification("notifications/progress", { progressToken: long }));
    await settle();
    expect(bytes()).toBeGreaterThan(0);
    expect(bytes()).toBeLessThan(5_000);
  });
});

describe("an error is printed", () => {
  const long = "x".repeat(1_000_000);

  test.each([
    new ProtocolError(-1, "no\nway", { long }),
    new InvalidMessageError("no\nway", ["a"], { value: long }),
    new TransportError("no\nway", { cause: new Error(long) }),
  ])("as one line where a peer or the connection brought it", (error) => {
    const { printed } = printing();
    printError(error);
    expect(printed).toEqual([`${error.name}: no\\u000away`]);
  });

  test("as the platform has it where the user's code threw it", () => {
    const { printed } = printing();
    const error = Object.assign(
      new Error("no way", { cause: new TypeError("why") }),
      { code: "ENOENT", kind: "of the user's own" },
    );
    printError(error);
    expect(printed).toEqual([error]);
  });

  test.each([
    ["message", new Error(long)],
    ["cause", new Error("a", { cause: new Error(long) })],
    ["other cause", new Error("a", { cause: { long } })],
    ["property", Object.assign(new Error("a"), { response: { long } })],
    ["text", Object.assign(new Error("a"), { body: long })],
    ["stack", Object.assign(new Error("a"), { stack: [long] })],
  ])("within bounds, however long its %s is", (_, error) => {
    const { printed } = printing();
    printError(error);
    expect(printed).toHaveLength(1);
    expect(typeof printed[0]).toBe("string");
    expect(String(printed[0]).length).toBeLessThan(10_000);
  });

  test("although its causes are a circle", () => {
    const { printed } = printing();
    const error = new Error("a");
    error.cause = Object.assign(new Error(long), { cause: error });
    printError(error);
    expect(String(printed[0]).length).toBeLessThan(50_000);
  });
});
