import { describe, expect, test } from "vitest";
import { client, handshake, read, request, result, server } from "./traffic.ts";
import { said, watching } from "./watch.ts";

const one = { revisions: ["2025-11-25"] };

/** What is found in values, a line each. */
async function found(...values: readonly unknown[]): Promise<string[]> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`);
  return (await read(lines, one)).map(said);
}

describe("a line", () => {
  const message = request(1, "ping");

  test("with jsonrpc is a message, whatever else it has", async () => {
    const more = { ...message, message: {}, from: "me", session: [] };
    expect(await found(more)).toEqual([]);
  });

  test("says who sent its message, or nothing of that", async () => {
    const lines = await found(
      { from: "peer", message },
      { from: 7, message },
      { from: "client", at: "12:00", message },
      { from: null, session: null, message: request(2, "ping") },
    );
    expect(lines).toEqual([
      "1 ? - invalid-record from",
      "2 ? - invalid-record from",
    ]);
  });

  test("with null for its sender or session has none", async () => {
    const broken = { ...result(1, {}), result: 7 };
    const record = { from: null, session: null, message: broken };
    const [finding] = await read([JSON.stringify(record)], one);
    expect(finding?.code).toBe("wrong-type");
    expect(finding).not.toHaveProperty("from");
    expect(finding).not.toHaveProperty("session");
  });

  test("names its session by a text or a number", async () => {
    const asked = { from: "client", message } as const;
    const answer = { from: "server", message: result(1, { _meta: 7 }) };
    const lines = await found(
      { ...asked, session: 12 },
      { ...asked, session: "a" },
      { ...asked, session: {} },
      { ...answer, session: 12 },
      { ...answer, session: "a" },
    );
    expect(lines).toEqual([
      "3 ? - invalid-record session",
      "4 server ping wrong-type result._meta",
      "5 server ping wrong-type result._meta",
    ]);
  });

  test("of other fields is neither a message nor a record", async () => {
    const lines = [{ direction: "in", payload: message }, {}];
    const findings = await read(
      lines.map((line) => `${JSON.stringify(line)}\n`),
      one,
    );
    expect(findings.map(said)).toEqual([
      "1 ? - invalid-record",
      "2 ? - invalid-record",
    ]);
    expect(findings[0]?.reason).toMatch(/no "jsonrpc" and no "message"$/);
  });

  test.each(["id", "method", "result", "error"])(
    "with %s alone is a message that is broken",
    async (part) => {
      expect(await found({ [part]: 1 })).toEqual([
        "1 ? - invalid-message jsonrpc",
      ]);
    },
  );
});

describe("a batch", () => {
  const watch = watching();

  test("holds no other batch", async () => {
    const findings = await watch(
      ...handshake("2025-03-26"),
      client([request(1, "ping"), [request(2, "ping")]]),
      server([[]]),
    );
    expect(findings.map(said)).toEqual([
      "4 client - invalid-message",
      "5 server - invalid-message",
    ]);
    expect(findings.map(({ index, reason }) => [index, reason])).toEqual([
      [1, "a message is an object"],
      [0, "a message is an object"],
    ]);
  });
});
