import { afterEach, describe, expect, test } from "vitest";
import { jsonSchema } from "../../src/runtime/features/schema/json-schema.ts";
import { prompt, resourceTemplate, tool } from "../runtime/features/host.ts";
import { everything, say, type Askers } from "../runtime/questions.ts";
import {
  all,
  modernRequest,
  newestHandshake,
  request,
  serverOf,
} from "../runtime/revisions.ts";
import { openWire, wireTo } from "../runtime/wire.ts";
import { servedLines } from "./served-lines.ts";

afterEach(() => expect({}).not.toHaveProperty("polluted"));

/** Keys that lead to the prototype of all objects where they are assigned. */
const hostile =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

const anything = jsonSchema(
  { type: "object" },
  { compile: () => () => undefined },
);

const meta = JSON.stringify(modernRequest(1, "ping")["params"]).slice(1, -1);

describe("keys of every object's prototype", () => {
  const server = serverOf(all, {
    capabilities: { logging: {} },
    features: [
      tool("__proto__", { input: anything }, (args) => JSON.stringify(args)),
      resourceTemplate("a://{__proto__}", { name: "a" }, (variables) =>
        JSON.stringify(variables),
      ),
      prompt("a", { arguments: { constructor: {} } }, (args) =>
        JSON.stringify(args),
      ),
    ],
  });

  test.each([
    ["tools/call", `"name":"__proto__","arguments":${hostile}`, hostile],
    ["resources/read", `"uri":"a://polluted"`, '{"__proto__":"polluted"}'],
    ["prompts/get", `"name":"a","arguments":{"__proto__":"polluted"}`, "{}"],
  ])("are the keys of %s and of nothing else", async (method, params, seen) => {
    const line = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params},${meta}}}`;
    const [answer] = await servedLines(server).ask(line);
    expect(answer).toHaveProperty("result");
    expect(JSON.stringify(answer)).toContain(JSON.stringify(seen));
  });

  test.each(["_meta", "capabilities", "clientInfo"])(
    "declare nothing in %s",
    async (where) => {
      const params = JSON.stringify({
        protocolVersion: newestHandshake,
        capabilities: {},
        clientInfo: { name: "a", version: "1" },
        [where]: { name: "a", version: "1", "": 0 },
      }).replace('"":0', hostile.slice(1, -1));
      const lines = servedLines(server);
      const [answer] = await lines.ask(
        `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${params}}`,
      );
      expect(answer).toHaveProperty("result");
    },
  );
});

describe("a question under a key of every object's prototype", () => {
  const server = serverOf(all, {
    handlers: {
      async callTool(_: unknown, context: Askers) {
        const first = await context.listRoots("a");
        return say([first, await context.listRoots("constructor")]);
      },
    },
  });
  const roots = { roots: [] };

  test("is asked, and waits for its own answer", async () => {
    const wire = wireTo(server);
    const call = async (id: number, more = {}) => {
      const params = { name: "a", ...more };
      const sent = modernRequest(id, "tools/call", params, everything);
      const { result } = await wire.ask(sent);
      return result as { requestState: string; inputRequests: object };
    };
    const { requestState } = await call(1);
    const inputResponses = { a: roots };
    const second = await call(2, { requestState, inputResponses });
    expect(Object.keys(second.inputRequests)).toEqual(["constructor"]);
  });

  test("is asked in a session as well", async () => {
    const wire = await openWire(server, newestHandshake, everything);
    wire.send(request(1, "tools/call", { name: "a" }));
    for (const _ of ["a", "constructor"]) {
      const { id, method } = await wire.next();
      expect(method).toBe("roots/list");
      wire.send({ jsonrpc: "2.0", id, result: roots });
    }
    expect(await wire.next()).toMatchObject({ id: 1, result: {} });
  });
});
