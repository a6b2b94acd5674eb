import { describe, expect, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
  resource,
  tool,
} from "../../generated/index.ts";
import {
  declareCapabilities,
  hasCapability,
} from "../../src/runtime/protocol/revision/capabilities.ts";
import { requireAskable } from "../../src/runtime/protocol/revision/askable.ts";
import { tables } from "./revisions.ts";
import { handshake } from "./table.ts";

const declare = (methods: string[], declared?: object): object =>
  declareCapabilities(handshake, "server", methods, declared);

describe("a server's capabilities", () => {
  test("are what its handlers tell", () => {
    expect(declare([])).toEqual({});
    expect(declare(["tools/call", "ping"])).toEqual({ tools: {} });
    expect(declare(["resources/subscribe"])).toEqual({
      resources: { subscribe: true },
    });
  });

  test("are not what a client would declare", () => {
    expect(declare(["roots/list"])).toEqual({});
  });

  test("keep what is declared, even when it is less", () => {
    const declared = {
      tools: { listChanged: true },
      resources: { subscribe: false },
      experimental: { odd: {} },
    };
    expect(declare(["tools/call", "resources/subscribe"], declared)).toEqual(
      declared,
    );
  });

  test("are a new object: what is given is not changed", () => {
    const declared = Object.freeze({ resources: Object.freeze({}) });
    expect(declare(["resources/subscribe"], declared)).toEqual({
      resources: { subscribe: true },
    });
  });
});

describe("a capability", () => {
  test.each<[unknown, string[], boolean]>([
    [{ roots: {} }, ["roots"], true],
    [{ roots: true }, ["roots"], true],
    [{ roots: false }, ["roots"], false],
    [{ roots: null }, ["roots"], false],
    [{ roots: {} }, ["roots", "listChanged"], false],
    [{ roots: { listChanged: true } }, ["roots", "listChanged"], true],
    [{}, ["constructor"], false],
    [{}, ["__proto__"], false],
    [{ roots: [] }, ["roots", "length"], false],
    ["text", ["length"], false],
    [undefined, ["roots"], false],
  ])("of %j at %j: %j", (capabilities, path, has) => {
    expect(hasCapability(capabilities, path)).toBe(has);
  });
});

describe("what a client can be asked", () => {
  const [modern, legacy] = tables;
  const sampling = { messages: [], maxTokens: 1 };
  const form = { message: "?", requestedSchema: {} };
  const url = { mode: "url", message: "?", url: "https://a.b" };
  const none = undefined;

  test.each<[string, object | undefined, object, boolean]>([
    ["roots/list", none, { roots: {} }, true],
    ["roots/list", none, {}, false],
    ["sampling/createMessage", sampling, { sampling: {} }, true],
    [
      "sampling/createMessage",
      { ...sampling, tools: [] },
      { sampling: {} },
      false,
    ],
    [
      "sampling/createMessage",
      { ...sampling, toolChoice: { mode: "none" } },
      { sampling: {} },
      false,
    ],
    [
      "sampling/createMessage",
      { ...sampling, tools: [] },
      { sampling: { tools: {} } },
      true,
    ],
    ["elicitation/create", form, { elicitation: {} }, true],
    ["elicitation/create", form, { elicitation: { form: {} } }, true],
    ["elicitation/create", form, { elicitation: { url: {} } }, false],
    [
      "elicitation/create",
      { ...form, mode: "form" },
      { elicitation: { url: {} } },
      false,
    ],
    ["elicitation/create", url, { elicitation: {} }, false],
    ["elicitation/create", url, { elicitation: { form: {} } }, false],
    ["elicitation/create", url, { elicitation: { url: {} } }, true],
  ])("%s with %j, when it declares %j: %j", (method, params, has, can) => {
    const request = params === undefined ? { method } : { method, params };
    for (const table of [modern, legacy]) {
      if (!table) throw new Error("there is no such table");
      const ask = (): void => requireAskable(table, has, request);
      if (can) expect(ask).not.toThrow();
      else expect(ask).toThrow("does not declare");
    }
  });

  test("nothing that its revision does not have", () => {
    if (!modern || !legacy) throw new Error("there is no such table");
    const ping = { method: "ping" };
    expect(() => requireAskable(legacy, {}, ping)).not.toThrow();
    expect(() => requireAskable(modern, {}, ping)).toThrow("has no ping");
  });
});

test("what is declared of a capability is added to what its features tell", async () => {
  const client = createClient({ info: { name: "client", version: "1" } });
  const server = createServer({
    info: { name: "server", version: "1" },
    capabilities: { resources: { subscribe: true }, tools: {} },
    features: [
      resource("a:b", { name: "b" }, () => ""),
      tool("c", {}, () => ""),
    ],
  });
  await connect(server, client);
  expect(client.serverCapabilities).toEqual({
    resources: { subscribe: true, listChanged: true },
    tools: { listChanged: true },
  });
  await client.close();
});
