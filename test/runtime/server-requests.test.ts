import { describe, expect, test, vi } from "vitest";
import {
  all,
  modernRequest,
  newestHandshake,
  request,
  serverOf,
} from "./revisions.ts";
import { done, serverWith } from "./tool-server.ts";
import { openWire } from "./wire.ts";

describe("a request", () => {
  test.each(["constructor", "__proto__", "toString", "roots/list", "nothing"])(
    "of the method %s is not found",
    async (method) => {
      const wire = await openWire(serverWith(() => done));
      expect(await wire.ask(request(1, method))).toMatchObject({
        id: 1,
        error: { code: -32601 },
      });
      expect(await wire.ask(modernRequest(2, method))).toMatchObject({
        id: 2,
        error: { code: -32601 },
      });
    },
  );

  test("of a method that nothing handles is not found", async () => {
    const wire = await openWire(serverWith(() => done));
    for (const method of [
      "prompts/list",
      "logging/setLevel",
      "resources/subscribe",
    ])
      expect(await wire.ask(request(1, method))).toMatchObject({
        error: { code: -32601 },
      });
  });

  test("that would be a task is done as any other, where there are none", async () => {
    const wire = await openWire(
      serverWith(() => done),
      newestHandshake,
    );
    const params = { name: "a", task: { ttl: 1_000 } };
    expect(await wire.ask(request(1, "tools/call", params))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: done,
    });
  });

  test("with invalid params is told where and why", async () => {
    const wire = await openWire(serverWith(() => done));
    expect(await wire.ask(request(1, "tools/call", { name: 5 }))).toMatchObject(
      {
        error: {
          code: -32602,
          message: "Invalid params: name: expected a string, found number",
          data: { path: ["name"], reason: "expected a string, found number" },
        },
      },
    );
    for (const params of [undefined, null, [], "a", 5]) {
      wire.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
      expect(await wire.next()).toMatchObject({ error: { code: -32602 } });
    }
  });

  test("to complete, without what is required, is told where", async () => {
    const complete = () => ({ completion: { values: [] } });
    const wire = await openWire(serverOf(all, { handlers: { complete } }));
    const ref = { type: "ref/prompt", name: "a" };
    const argument = { name: "b" };
    const asked = { ref, argument: { ...argument, value: "" } };
    expect(
      await wire.ask(request(1, "completion/complete", asked)),
    ).toHaveProperty("result");
    for (const [id, params, path] of [
      [2, { ref }, ["argument"]],
      [3, { ref, argument }, ["argument", "value"]],
      [4, { argument: asked.argument }, ["ref"]],
    ] as const)
      expect(
        await wire.ask(request(id, "completion/complete", params)),
      ).toMatchObject({ error: { code: -32602, data: { path } } });
  });

  test("whose keys try to break a log is told of them in one line", async () => {
    const wire = await openWire(
      serverOf(all, { handlers: { getPrompt() {} } }),
    );
    const sent = request(1, "prompts/get", {
      name: "a",
      arguments: { "a\n\u001b[31mroot logged in": 5 },
    });
    const { error } = await wire.ask(sent);
    const { message } = error as Error;
    expect(message).toContain("root logged in");
    expect(message).not.toMatch(/[\n\u001b]/);
  });

  test("with keys of every object's prototype is as any other", async () => {
    const seen = vi.fn((_: object) => done);
    const wire = await openWire(serverWith(seen));
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","__proto__":{"x":1},"arguments":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}`;
    expect(await wire.ask(JSON.parse(text))).toHaveProperty("result");
    expect(seen).toHaveBeenCalledOnce();
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("of any depth is answered", async () => {
    const wire = await openWire(
      serverWith((params) => ({ ...done, structuredContent: { params } })),
    );
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000)) as unknown;
    // In memory the test's own end would have to print it as well.
    const sent = { name: "a", arguments: { deep } };
    expect(() => wire.send(request(1, "tools/call", sent))).toThrow(RangeError);
    const answers: unknown[] = [];
    const server = serverWith((params) => ({ ...done, params }));
    server.connect({
      start(receiver) {
        receiver.message(modernRequest(1, "tools/call", sent));
      },
      send: (message) => void answers.push(JSON.parse(JSON.stringify(message))),
      close: () => Promise.resolve(),
    });
    expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });
});
