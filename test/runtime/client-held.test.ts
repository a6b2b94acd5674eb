import { expect, test, vi } from "vitest";
import { openAsked } from "./asked-client.ts";
import { settle, type Script } from "./script.ts";

/** A bound of 64 Mi characters is reached after four such messages. */
const huge = "x".repeat(2 ** 24);
const requestedSchema = { type: "object", properties: {} };

function ask(script: Script, id: number, message: string): void {
  const params = { message, requestedSchema };
  const method = "elicitation/create";
  script.receive({ jsonrpc: "2.0", id, method, params });
}

test("a server cannot make a client keep more questions than so much", async () => {
  const finish: (() => void)[] = [];
  const elicit = vi.fn(
    () =>
      new Promise((resolve) =>
        finish.push(() => resolve({ action: "decline" })),
      ),
  );
  const { script } = await openAsked("handshake", { handlers: { elicit } });
  for (let id = 1; id <= 4; id++) ask(script, id, huge);
  await settle();
  expect(elicit).toHaveBeenCalledTimes(4);
  ask(script, 5, "short");
  await settle();
  expect(script.sent.at(-1)).toMatchObject({
    id: 5,
    error: { code: -32603, message: "Too much at once" },
  });
  expect(elicit).toHaveBeenCalledTimes(4);
  finish[0]?.();
  await settle();
  ask(script, 6, "short");
  await settle();
  expect(elicit).toHaveBeenCalledTimes(5);
});

test("nor more notifications", async () => {
  const finish: (() => void)[] = [];
  const loggingMessage = vi.fn(
    () => new Promise<void>((resolve) => finish.push(resolve)),
  );
  const { script, errors } = await openAsked("handshake", {
    handlers: { loggingMessage },
  });
  const log = (data: string): void =>
    script.notify("notifications/message", { level: "info", data });
  for (let count = 0; count < 4; count++) log(huge);
  log("short");
  await settle();
  expect(loggingMessage).toHaveBeenCalledTimes(4);
  expect(errors).toMatchObject([{ message: "Too much at once" }]);
  for (const done of finish) done();
  await settle();
  log("short");
  await settle();
  expect(loggingMessage).toHaveBeenCalledTimes(5);
});

test("nor any number of short ones", async () => {
  const toolListChanged = vi.fn(() => new Promise<void>(() => {}));
  const { script, errors } = await openAsked("handshake", {
    handlers: { toolListChanged },
  });
  for (let count = 0; count < 70_000; count++)
    script.notify("notifications/tools/list_changed", {});
  await settle();
  expect(toolListChanged.mock.calls.length).toBeLessThan(70_000);
  expect(errors[0]?.message).toBe("Too much at once");
});

test("what handlers do at once is not kept", async () => {
  const loggingMessage = vi.fn();
  const { script } = await openAsked("handshake", {
    handlers: { loggingMessage },
  });
  for (let count = 0; count < 6; count++)
    script.notify("notifications/message", { level: "info", data: huge });
  await settle();
  expect(loggingMessage).toHaveBeenCalledTimes(6);
});
