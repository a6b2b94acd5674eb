import { expect, test } from "vitest";
import { createValidator } from "../../src/index.ts";
import { request } from "./traffic.ts";

const broken = '{"jsonrpc":1}\n';
const one = { revisions: ["2025-11-25"] };

/** Gives its chunks, and then waits for ever, once it has said so. */
function endless(chunks: readonly string[], waits = (): void => {}) {
  const left = [...chunks];
  const source = {
    isLeft: false,
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<string>> {
        const value = left.shift();
        if (value !== undefined) return { done: false, value };
        waits();
        return new Promise(() => {});
      },
      async return(): Promise<IteratorResult<string>> {
        source.isLeft = true;
        return { done: true, value: undefined };
      },
    }),
  };
  return source;
}

test("a signal ends an input that waits, after its last whole line", async () => {
  const validator = await createValidator(one);
  const controller = new AbortController();
  const half = JSON.stringify(request(1, "ping")).slice(0, 20);
  // While it is waited for: not before the last chunk has been taken.
  const waits = (): void => void setImmediate(() => controller.abort());
  const source = endless([broken, broken, half], waits);
  const found = [];
  for await (const finding of validator.findings(source, controller.signal))
    found.push(finding.line);
  expect(found).toEqual([1, 2]);
  expect(validator.counts).toMatchObject({ lines: 2, errors: 2 });
  expect(source.isLeft).toBe(true);
});

test("nothing is read after a signal", async () => {
  const validator = await createValidator(one);
  const source = endless([broken, broken]);
  const taken = validator.findings(source, AbortSignal.abort());
  expect(await taken.next()).toEqual({ done: true, value: undefined });
  expect(validator.counts.lines).toBe(0);
});

test("an input that ends by itself is read to its end, signal or not", async () => {
  const validator = await createValidator(one);
  const { signal } = new AbortController();
  const found = [];
  for await (const { code } of validator.findings([broken, "{"], signal))
    found.push(code);
  expect(found).toEqual(["invalid-message", "cut-off"]);
});

test("an input that fails throws, signal or not", async () => {
  const validator = await createValidator(one);
  const { signal } = new AbortController();
  async function* failing() {
    yield broken;
    throw new Error("The disk is gone");
  }
  const taken = validator.findings(failing(), signal);
  expect((await taken.next()).value).toMatchObject({ line: 1 });
  await expect(taken.next()).rejects.toThrow("The disk is gone");
});

test("a signal that lasts is not listened to by what has ended", async () => {
  const validator = await createValidator(one);
  const { signal } = new AbortController();
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening--;
    remove(...args);
  };
  const chunks = Array.from({ length: 100 }, () => broken);
  for await (const { line } of validator.findings(chunks, signal))
    expect(listening, `line ${line}`).toBe(1);
  expect(listening).toBe(0);
});
