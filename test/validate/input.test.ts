import { describe, expect, test } from "vitest";
import {
  createValidator,
  type Finding,
  type Validator,
} from "../../src/index.ts";
import { costOf } from "../support/cost.ts";
import {
  brief,
  client,
  handshake,
  read,
  request,
  result,
  server,
  toolResult,
} from "./traffic.ts";
import { fc, runs } from "../support/random.ts";

const one = { revisions: ["2025-11-25"] };
const ping = (id: unknown) => JSON.stringify(request(id, "ping"));

describe("the input", () => {
  test("has lines with either end, and empty ones that count", async () => {
    const text = `${ping(1)}\r\n\n  \n${ping(2)}\n{"jsonrpc":1}\n`;
    const found = await read([text], one);
    expect(found.map(brief)).toEqual(["5 ? - invalid-message jsonrpc"]);
  });

  test("may have any number of empty lines, which cost next to nothing", async () => {
    const validator = await createValidator(one);
    const blank = "\n\r\n \n".repeat(100_000);
    let found: readonly Finding[] = [];
    let refused = 0;
    const spent = await costOf(async () => {
      found = await taken(validator, [blank, '{"jsonrpc":1}\n']);
    });
    // Each as an exception of JSON.parse would take as long as ten times these, and more.
    const tenth = await costOf(() => {
      for (let line = 0; line < 30_000; line++) refused += isJson("") ? 0 : 1;
    });
    expect(refused).toBe(30_000);
    expect(spent).toBeLessThan(5 * tenth);
    expect(found.map(brief)).toEqual(["300001 ? - invalid-message jsonrpc"]);
  });

  test("need not end with a line's end, but with a whole message", async () => {
    expect(await read([ping(1)], one)).toEqual([]);
    const found = await read([`${ping(1)}\n${ping(2).slice(0, -3)}`], one);
    expect(found.map(brief)).toEqual(["2 ? - cut-off"]);
  });

  test("has no line that is too long, which is told before it ends", async () => {
    const validator = await createValidator({ ...one, lineLimit: 100 });
    async function* chunks() {
      yield `${ping(1)}\n`;
      yield "x".repeat(101);
      // Reached only when the finding has been taken: the line has not ended.
      expect(validator.counts.errors).toBe(1);
      yield "x".repeat(1000);
      yield `x\n${ping(1)}\n${"y".repeat(100)}\n${"z".repeat(101)}\n`;
    }
    const found = [];
    for await (const finding of validator.findings(chunks()))
      found.push(brief(finding));
    expect(found).toEqual([
      "2 ? - too-long",
      "4 ? - not-json",
      "5 ? - too-long",
    ]);
    expect(validator.counts).toEqual({
      lines: 5,
      messages: 2,
      errors: 3,
      warnings: 0,
    });
  });

  test("is UTF-8, line by line", async () => {
    const bad = Uint8Array.of(0x22, 0xff, 0x22, 0x0a);
    const text = encode(request("é😀", "tools/list"));
    const again = [text.subarray(0, 30), text.subarray(30)];
    const found = await read([text, bad, ...again], one);
    expect(found.map(brief)).toEqual([
      "2 ? - not-utf8",
      "3 client tools/list repeated-id id",
    ]);
  });
});

const recording = [
  ...handshake("2025-11-25"),
  client(request(1, "tools/call", { name: "é😀" })),
  server(result(1, toolResult)),
  client(request(2, "tools/call", { name: 7 })),
  server(result(3, toolResult)),
];

describe("any input", () => {
  test("is read the same however it is cut", async () => {
    const bytes = new TextEncoder().encode(
      recording.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    const whole = await read([bytes], one);
    expect(whole.map(brief)).toEqual([
      "6 client tools/call wrong-type params.name",
      "7 server - unknown-answer id",
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(bytes.length), { maxLength: 30 }),
        async (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const chunks = places
            .slice(1)
            .map((end, index) => bytes.slice(places[index], end));
          expect(await read(chunks, one)).toEqual(whole);
        },
      ),
      { numRuns: 20 },
    );
    expect(
      await read(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        one,
      ),
    ).toEqual(whole);
  });

  test.each([-1, 0, 1])(
    "is read the same in one chunk, with line ends %i bytes off 64 KiB",
    async (off) => {
      const most = 64 * 1024 + off;
      const lengths = [2, most - 2, most, 5, 3 * most, 2, 2, most - 4, 100];
      const lines = lengths.map((length) => `${"x".repeat(length - 1)}\n`);
      const bytes = new TextEncoder().encode(`${lines.join("")}${ping(1)}`);
      for (const size of [bytes.length, 64 * 1024, 999]) {
        const chunks = Array.from(
          { length: Math.ceil(bytes.length / size) },
          (_, index) => bytes.subarray(index * size, (index + 1) * size),
        );
        const found = await read(chunks, { ...one, lineLimit: 2 * most });
        expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual(
          lines.map(
            (_, index) =>
              `${index + 1} ${index === 4 ? "too-long" : "not-json"}`,
          ),
        );
      }
    },
  );

  test("that is garbage is told, line by line, and never thrown", async () => {
    const validator = await createValidator(one);
    const bytes = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(bytes, async (garbage) => {
        const { lines } = validator.counts;
        for (const finding of await taken(validator, [garbage])) {
          expect(finding.line).toBeGreaterThan(0);
          expect(finding.reason.length).toBeLessThan(500);
        }
        expect(validator.counts.lines).toBeGreaterThanOrEqual(lines);
      }),
      { numRuns: runs(200) },
    );
  });

  test("of JSON that looks like messages is judged, and never thrown", async () => {
    const validator = await createValidator();
    const word = fc.constantFrom(
      ...["jsonrpc", "2.0", "id", "method", "params", "result", "error"],
      ...["message", "from", "client", "session", "initialize", "tools/call"],
      ...["__proto__", "constructor", "_meta", "protocolVersion", "toString"],
      ...["notifications/cancelled", "requestId", "2025-03-26", "code"],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        word,
        fc.constantFrom(null, 0, 1, -1.5, 1e300, true, ""),
        fc.array(tie("value"), { maxLength: 4 }),
        tie("object"),
      ),
      object: fc
        .array(fc.tuple(word, tie("value")), { maxLength: 6 })
        .map((pairs) => withKeys([["jsonrpc", "2.0"], ...pairs])),
    }));
    fc.assert(
      fc.property(value, (json) => {
        const text = typeof json === "string" ? json : textOf(json);
        for (const { path, code } of validator.line(text))
          expect(path.length, code).toBeLessThan(20);
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    ["[", "]"],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":', "}}}"],
  ])("may be nested deeply: %s", async (open, close) => {
    const nested = "[".repeat(100_000) + "]".repeat(100_000);
    const found = await read([`${open}${nested}${close}\n${ping(7)}\n`], one);
    expect(found.filter(({ line }) => line !== 1)).toEqual([]);
  });

  test("with ids and names of any length is remembered by less", async () => {
    const long = "x".repeat(100_000);
    const other = `${long}y`;
    const found = await read(
      [client(request(long, "ping"), long), server(result(long, {}), long)]
        .concat(server(result(other, {}), long))
        .map((line) => `${JSON.stringify(line)}\n`),
      one,
    );
    expect(found.map(brief)).toEqual(["3 server - unknown-answer id"]);
    expect(found[0]?.session?.length).toBe(100);
  });
});

test("a key of any length is told in short", async () => {
  const experimental = { ["k".repeat(100_000)]: 7 };
  const params = { capabilities: { experimental } };
  const [found] = await read(
    [encode(request(1, "initialize", { ...params, protocolVersion: "1" }))],
    one,
  );
  expect(found?.path.slice(0, 3)).toEqual([
    "params",
    "capabilities",
    "experimental",
  ]);
  expect(String(found?.path[3])).toHaveLength(100);
});

test("a method of any length is told in short", async () => {
  const [found] = await read([encode(request(1, "m".repeat(100_000)))], one);
  expect(found?.method).toHaveLength(100);
});

describe("what is remembered", () => {
  test("is bounded: what was asked too long ago is doubted, not refused", async () => {
    const validator = await createValidator({ ...one, requestLimit: 10 });
    for (let id = 0; id < 1000; id++)
      expect(validator.line(ping(id))).toEqual([]);
    const [recent] = validator.line(JSON.stringify(result(999, {})));
    expect(recent).toBeUndefined();
    const [found] = validator.line(JSON.stringify(result(500, {})));
    expect(found).toMatchObject({
      code: "unknown-answer",
      severity: "warning",
    });
  });

  test("keeps a request that waits longer than many that do not", async () => {
    const validator = await createValidator({ ...one, requestLimit: 10 });
    validator.line(ping("slow"));
    for (let id = 0; id < 1000; id++) {
      validator.line(ping(id));
      validator.line(JSON.stringify(result(id, {})));
    }
    expect(validator.line(JSON.stringify(result("slow", {})))).toEqual([]);
  });

  test("of sessions are the last ones", async () => {
    const validator = await createValidator({ sessionLimit: 10 });
    for (let number = 0; number < 100; number++)
      for (const line of handshake("2024-11-05", "2024-11-05", `s${number}`))
        expect(validator.message(line)).toEqual([]);
    const asked = request(1, "tasks/list");
    expect(validator.message(client(asked, "s99"))).toHaveLength(1);
    expect(validator.message(client(asked, "s1"))).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function taken(
  validator: Validator,
  chunks: Parameters<Validator["findings"]>[0],
) {
  const found = [];
  for await (const finding of validator.findings(chunks)) found.push(finding);
  return found;
}

/** An object with any keys, `__proto__` included, some of them perhaps twice. */
function withKeys(pairs: readonly (readonly [string, unknown])[]): object {
  const text = pairs.map(
    ([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`,
  );
  // What stands in braces is an object.
  return JSON.parse(`{${text.join(",")}}`) as object;
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function encode(message: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(message)}\n`);
}
