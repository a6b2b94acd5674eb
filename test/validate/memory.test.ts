import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createValidator, type Validator } from "../../src/index.ts";
import { client, handshake, request } from "./traffic.ts";

// These tests watch the memory and the rejections of their process: they have one of their own.
setFlagsFromString("--expose-gc");
// The flag gives new contexts the function.
const collectGarbage = runInNewContext("gc") as () => void;

const one = { revisions: ["2025-11-25"] };

describe("what is remembered", () => {
  test("of long ids and names is little", async () => {
    const validator = await createValidator(one);
    const before = heapAfterCollection();
    for (let n = 0; n < 300; n++) {
      const long = `${"x".repeat(100_000)}${n}`;
      validator.message(client(request(long, long), long));
    }
    const grown = heapAfterCollection() - before;
    expect(grown / 1024 / 1024).toBeLessThan(8);
  });

  test("does not grow with the traffic", async () => {
    const validator = await createValidator();
    const tail = "a".repeat(200);
    let id = 0;
    async function* traffic(messages: number) {
      for (const line of handshake("2025-11-25"))
        yield `${JSON.stringify(line.message)}\n`;
      for (let sent = 0; sent < messages; sent += 100) {
        const lines = Array.from({ length: 100 }, () => {
          const name = `${tail}${id}`;
          return JSON.stringify(
            client(
              request(`${name}`, "tools/call", { name }),
              `${id++ % 5000}`,
            ),
          );
        });
        yield `${lines.join("\n")}\n`;
      }
    }
    await taken(validator, traffic(40_000));
    const before = heapAfterCollection();
    await taken(validator, traffic(60_000));
    const grown = heapAfterCollection() - before;
    expect(grown / 1024 / 1024).toBeLessThan(8);
    expect(validator.counts.messages).toBeGreaterThan(100_000);
  });

  test("of one id is little, however often it is used", async () => {
    const validator = await createValidator({
      ...one,
      requestLimit: 10,
      sessionLimit: 10,
    });
    for (const line of handshake("2025-11-25")) validator.message(line);
    const again = client(request(1, "ping"));
    const use = (times: number) => {
      for (let time = 0; time < times; time++) validator.message(again);
    };
    use(1000);
    const before = heapAfterCollection();
    use(100_000);
    const grown = heapAfterCollection() - before;
    expect(grown / 1024 / 1024).toBeLessThan(4);
  });
});

test("an input that fails when it is left does no harm", async () => {
  const validator = await createValidator(one);
  const failing = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<string>>(() => {}),
      return: () => Promise.reject(new Error("It failed")),
    }),
  };
  const refused: unknown[] = [];
  const onRefusal = (reason: unknown): void => void refused.push(reason);
  process.on("unhandledRejection", onRefusal);
  try {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    for await (const { line } of validator.findings(failing, controller.signal))
      expect(line).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    process.off("unhandledRejection", onRefusal);
  }
  expect(refused).toEqual([]);
});

async function taken(
  validator: Validator,
  chunks: Parameters<Validator["findings"]>[0],
): Promise<void> {
  for await (const finding of validator.findings(chunks)) void finding;
}

function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
