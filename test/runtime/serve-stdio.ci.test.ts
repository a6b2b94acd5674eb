import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, type Bundle } from "../interop/bundle.ts";
import type { Child } from "./child.ts";
import { call, ids, openChild } from "./served-child.ts";

let program: Bundle;

beforeAll(async () => {
  program = await bundle("../runtime/programs/server.ts");
});

afterAll(() => program.remove());

const open = (options?: object): Promise<Child> =>
  openChild(program.file, options);

describe("what is no message", () => {
  test("of a million brackets ends nothing", async () => {
    const child = await open();
    const million = 1_000_000;
    child.process.stdin.write("[".repeat(million) + "\n");
    child.process.stdin.write("[".repeat(million) + "]".repeat(million) + "\n");
    const deep = '{"a":'.repeat(million / 5) + "1" + "}".repeat(million / 5);
    child.process.stdin.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","deep":${deep}}}\n`,
    );
    child.send(call(2, "echo", "alive"));
    await child.says('"id":2');
    child.process.stdin.end();
    expect((await child.exit).code).toBe(0);
    expect(child.messages()).toHaveLength(5);
  });

  test("of a line without end costs no memory beyond the limit", async () => {
    const child = await open({ lineLimit: 1_000_000 });
    const chunk = Buffer.alloc(1_000_000, "x");
    for (let sent = 0; sent < 300; sent++) {
      const { stdin } = child.process;
      if (!stdin.write(chunk)) {
        await new Promise((resolve) => stdin.once("drain", resolve));
      }
    }
    child.process.stdin.write("\n");
    expect(await megabytes(child)).toBeLessThan(200);
    child.process.stdin.end();
    await child.exit;
    expect(ids(child)).toHaveLength(3);
  });
});

test("a client that asks and does not read costs no memory", async () => {
  const child = await open();
  const { stdin, stdout } = child.process;
  stdout.pause();
  const text = "x".repeat(10_000);
  const lines = Array.from({ length: 100 }, (_, at) => call(at, "echo", text))
    .map((one) => JSON.stringify({ jsonrpc: "2.0", ...one }) + "\n")
    .join("");
  for (let sent = 0; sent < 200; sent++) stdin.write(lines);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  stdout.resume();
  expect(await megabytes(child)).toBeLessThan(200);
  stdin.end();
  expect((await child.exit).code).toBe(0);
  expect(ids(child)).toHaveLength(20_002);
});

/** The most memory that a server has ever held. */
async function megabytes(child: Child): Promise<number> {
  child.send(call(-1, "megabytes"));
  await child.says('"id":-1');
  // Of what may be two hundred megabytes, this line alone is parsed.
  const lines = child.stdout().split("\n");
  const answer = lines.find((line) => line.includes('"id":-1')) ?? "";
  return Number(JSON.parse(answer).result.text);
}
