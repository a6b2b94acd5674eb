import { describe, expect, test } from "vitest";
import { createValidator, type Validator } from "../../src/index.ts";
import {
  client,
  handshake,
  request,
  result,
  server,
  toolResult,
  type Line,
} from "./traffic.ts";
import { plain, said } from "./watch.ts";

const limit = 10;

/** A validator that remembers little, and has seen a handshake. */
async function opened(session?: string): Promise<Validator> {
  const validator = await createValidator({
    revisions: ["2025-11-25"],
    requestLimit: limit,
    sessionLimit: limit,
  });
  for (const line of handshake("2025-11-25", "2025-11-25", session))
    validator.message(line);
  return validator;
}

const sides = {
  client: [client, server],
  server: [server, client],
  unknown: [plain, plain],
} as const;

describe.each(Object.entries(sides))("requests of a %s", (_, [ask, answer]) => {
  test("are remembered up to a bound, the last ones", async () => {
    const validator = await opened();
    for (let id = 0; id < 1000; id++)
      expect(validator.message(ask(request(id, "ping")))).toEqual([]);
    const doubted = [];
    for (let id = 999; id >= 0; id--)
      doubted.push(...validator.message(answer(result(id, {}))).map(said));
    expect(1000 - doubted.length).toBeGreaterThanOrEqual(limit);
    expect(1000 - doubted.length).toBeLessThanOrEqual(2 * limit);
    for (const text of doubted)
      expect(text).toMatch(/unknown-answer id \(warning\)$/);
    expect(validator.counts.errors).toBe(0);
  });
});

describe("what is remembered", () => {
  test("of one side is not pushed out by the other", async () => {
    const validator = await opened();
    validator.message(server(request("slow", "roots/list")));
    for (let id = 0; id < 1000; id++)
      validator.message(client(request(id, "ping")));
    const found = validator.message(client(result("slow", { roots: 7 })));
    expect(found.map(said)).toEqual([
      "1005 client roots/list wrong-type result.roots",
    ]);
  });

  test("is enough to refuse what nobody asked for, when all was answered", async () => {
    const validator = await opened();
    for (let id = 0; id < 1000; id++) {
      validator.message(client(request(id, "ping")));
      validator.message(server(result(id, {})));
    }
    const found = validator.message(server(result("none", {})));
    expect(found.map(said)).toEqual(["2004 server - unknown-answer id"]);
  });

  test("of an id that is used twice is the later request", async () => {
    const validator = await opened();
    const others = (start: number): Line[] =>
      Array.from({ length: limit }, (_, index) =>
        client(request(start + index, "ping")),
      );
    validator.message(client(request("a", "tools/call", { name: "a" })));
    for (const line of others(0)) validator.message(line);
    const [again] = validator.message(client(request("a", "ping")));
    expect(again?.code).toBe("repeated-id");
    for (const line of others(100)) validator.message(line);
    expect(validator.message(server(result("a", {})))).toEqual([]);
  });

  test("of an id that is used twice are both, while one waits", async () => {
    const validator = await opened();
    const see = (line: Line) => validator.message(line);
    see(client(request("a", "tools/call", { name: "a" })));
    see(client(request("a", "tools/list")));
    expect(see(server(result("a", { tools: [] })))).toEqual([]);
    for (let id = 0; id < 100; id++) {
      see(client(request(id, "ping")));
      see(server(result(id, {})));
    }
    expect(see(server(result("a", toolResult)))).toEqual([]);
  });

  test("of sessions are those that spoke last", async () => {
    const validator = await createValidator({ sessionLimit: limit });
    const see = (line: Line) => validator.message(line);
    for (const line of handshake("2024-11-05", "2024-11-05", "busy")) see(line);
    for (let number = 0; number < 100; number++) {
      see(client(request(number, "ping"), `other ${number}`));
      see(client(request(number, "ping"), "busy"));
    }
    const found = see(client(request("a", "tasks/list"), "busy"));
    expect(found.map(({ revision }) => revision)).toEqual(["2024-11-05"]);
  });

  test("of a forgotten session makes its answers doubtful, not wrong", async () => {
    const validator = await opened("first");
    validator.message(client(request(1, "tools/call", { name: "a" }), "first"));
    for (let number = 0; number < 100; number++)
      validator.message(client(request(number, "ping"), `other ${number}`));
    const found = validator.message(server(result(1, toolResult), "first"));
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([
      ["unknown-answer", "warning"],
    ]);
  });
});
