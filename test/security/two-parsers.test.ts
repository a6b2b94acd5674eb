import { describe, expect, test } from "vitest";
import { tool } from "../runtime/features/host.ts";
import { handshakes, serverOf } from "../runtime/revisions.ts";
import { initialize } from "../runtime/wire.ts";
import { servedLines, type ServedLines } from "./served-lines.ts";

/** A session with a server whose tool says what it was called with. */
async function open(revision = "2025-11-25"): Promise<ServedLines> {
  const features = [
    tool("echo", {}, () => "echo"),
    tool("Echo", {}, () => "another"),
  ];
  const lines = servedLines(serverOf(handshakes, { features }));
  const params = { ...initialize.params, protocolVersion: revision };
  await lines.ask(JSON.stringify({ ...initialize, params }));
  lines.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return lines;
}

/**
 * A gateway that reads a message in another way than the server checks one
 * thing, and the server does another.
 */
describe("a message", () => {
  test.each([
    "Tools/List",
    "tools/liſt",
    "tools\u2215list",
    " tools/list",
    "tools/list\u0000",
  ])("of the method %j is of no other method", async (method) => {
    const lines = await open();
    const message = { jsonrpc: "2.0", id: 1, method };
    const [answer] = await lines.ask(JSON.stringify(message));
    expect(answer).toMatchObject({ error: { code: -32601 } });
  });

  test.each(["Id", "ID", "ıd", "id "])(
    "with the key %j has no id",
    async (key) => {
      const lines = await open();
      const line = `{"jsonrpc":"2.0","method":"tools/list","${key}":1}`;
      expect(await lines.ask(line)).toEqual([]);
    },
  );

  test.each(["Method", "METHOD", "ｍethod"])(
    "with the key %j has no method",
    async (key) => {
      const lines = await open();
      const line = `{"jsonrpc":"2.0","id":1,"${key}":"tools/list"}`;
      const [answer] = await lines.ask(line);
      expect(answer).toMatchObject({ id: 1, error: { code: -32600 } });
    },
  );

  test("whose keys differ in case is read by the exact ones", async () => {
    const lines = await open();
    const params = '"name":"echo","Name":"Echo"';
    const [answer] = await lines.ask(
      `{"jsonrpc":"2.0","id":1,"ID":2,"method":"tools/call","Method":"ping","params":{${params}},"Params":{}}`,
    );
    expect(answer).toMatchObject({
      id: 1,
      result: { content: [{ text: "echo" }] },
    });
  });

  test("with a key twice is the same to the guard and to the handler", async () => {
    const lines = await open();
    const ask = async (params: string) => {
      const line = `{"jsonrpc":"2.0","id":0,"id":1,"method":"ping","method":"tools/call","params":{${params}}}`;
      const [answer] = await lines.ask(line);
      return answer;
    };
    expect(await ask('"name":5,"name":"echo"')).toMatchObject({
      id: 1,
      result: { content: [{ text: "echo" }] },
    });
    expect(await ask('"name":"echo","name":5')).toMatchObject({
      id: 1,
      error: { code: -32602 },
    });
  });

  test("whose id is a text answers no request of that number", async () => {
    const lines = await open();
    const [answer] = await lines.ask(
      '{"jsonrpc":"2.0","id":"1","method":"tools/list"}',
    );
    expect(answer).toMatchObject({ id: "1" });
  });
});
