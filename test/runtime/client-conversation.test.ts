import { describe, expect, test, vi } from "vitest";
import {
  all,
  connect,
  legacyOnly,
  methodsOf,
  modernOnly,
  refusal,
  type React,
} from "./eras.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  settle,
  welcome,
  type Sent,
} from "./script.ts";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import { createClient } from "./test-client.ts";

describe("the level of log messages", () => {
  test("is a severity: another is refused when the client is made", () => {
    const settings = { logLevel: "loud" } as unknown as ClientSettings;
    const create = (): unknown => createClient([], settings);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(
      'logLevel is one of debug, info, notice, warning, error, critical, alert, emergency, not "loud"',
    );
  });

  test("is set after the handshake, where the server can log", async () => {
    const client = createClient(legacyOnly, { logLevel: "warning" });
    const script = createScript(
      legacyServer("2", (message, { answer }) => {
        if (message.method === "logging/setLevel") answer(message, {});
      }),
    );
    await client.connect(script);
    expect(script.sent[2]).toMatchObject({
      method: "logging/setLevel",
      params: { level: "warning" },
    });
    const silent = createScript((message, { answer }) => {
      if (message.method === "initialize") answer(message, welcome("2", {}));
    });
    const other = createClient(legacyOnly, { logLevel: "warning" });
    await other.connect(silent);
    expect(methodsOf(silent)).not.toContain("logging/setLevel");
  });

  test("that the server refuses is no reason to fail", async () => {
    const onError = vi.fn();
    const client = createClient(legacyOnly, { logLevel: "info", onError });
    await client.connect(
      createScript(
        legacyServer("2", (message, { refuse }) => {
          if (message.id !== undefined) refuse(message, refusal);
        }),
      ),
    );
    expect(client.protocolVersion).toBe("2");
    expect(onError).toHaveBeenCalledOnce();
  });

  test("travels with each request, where there is no handshake", async () => {
    const levels: unknown[] = [];
    const client = createClient(modernOnly, { logLevel: "warning" });
    await client.connect(
      createScript(
        modernServer(["3"], (message, { answer }) => {
          const meta = message.params?.["_meta"] as { [key: string]: unknown };
          levels.push(meta["io.modelcontextprotocol/logLevel"]);
          answer(message, { content: [] });
        }),
      ),
    );
    await client.request("tools/call", { name: "a" });
    await client.request("tools/call", { name: "a" }, { logLevel: "debug" });
    expect(levels).toEqual(["warning", "debug"]);
  });
});

describe("every stateless request", () => {
  test("says which revision it is of, and who sends it", async () => {
    const client = createClient(modernOnly, { handlers: { listRoots() {} } });
    const script = createScript(
      modernServer(["3"], (message, { answer }) =>
        answer(message, { content: [] }),
      ),
    );
    await client.connect(script);
    const _meta = {
      trace: "t",
      "io.modelcontextprotocol/protocolVersion": "forged",
    };
    await client.request("tools/call", { name: "a", _meta });
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "3",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { roots: {} },
    };
    expect(script.sent.map(({ params }) => params?.["_meta"])).toEqual([
      meta,
      { ...meta, trace: "t" },
    ]);
  });
});

describe("a revision that is refused in mid-conversation", () => {
  /** A server that is replaced by one of other revisions. */
  function replaced(
    before: readonly string[],
    after: readonly string[],
  ): { react: React; replace: () => void } {
    let revisions = before;
    return {
      replace: () => (revisions = after),
      react: (message, script) =>
        message.method === "initialize"
          ? script.answer(message, welcome("2"))
          : modernServer(revisions, (other, { answer }) => {
              if (other.id !== undefined) answer(other, { content: [] });
            })(message, script),
    };
  }

  test("is replaced by another, and the call repeated", async () => {
    const { react, replace } = replaced(["4"], ["3"]);
    const { client, script } = await connect(all, react);
    replace();
    expect(await client.request("tools/call", { name: "a" })).toMatchObject({
      content: [],
    });
    expect(client.protocolVersion).toBe("3");
    expect(methodsOf(script)).toEqual([
      "server/discover",
      "tools/call",
      "server/discover",
      "tools/call",
    ]);
  });

  test("is replaced once for all the calls that it was refused for", async () => {
    const { react, replace } = replaced(["4"], ["3"]);
    const { client, script } = await connect(all, react);
    replace();
    await Promise.all(
      ["a", "b", "c"].map((name) => client.request("tools/call", { name })),
    );
    const discoveries = methodsOf(script).filter(
      (method) => method === "server/discover",
    );
    expect(discoveries).toHaveLength(2);
  });

  test("is not replaced again for a refusal that comes late", async () => {
    const { react, replace } = replaced(["4"], ["3"]);
    const held: Sent[] = [];
    const { client, script } = await connect(all, (message, one) => {
      if (message.params?.["name"] === "slow" && held.length === 0)
        held.push(message);
      else react(message, one);
    });
    const slow = client.request("tools/call", { name: "slow" });
    await settle();
    replace();
    await client.request("tools/call", { name: "a" });
    for (const message of held) react(message, script);
    expect(await slow).toMatchObject({ content: [] });
    expect(
      methodsOf(script).filter((method) => method === "server/discover"),
    ).toHaveLength(2);
  });

  test("is replaced once for a call, which then fails", async () => {
    let calls = 0;
    const { client } = await connect(all, (message, script) => {
      if (message.method !== "tools/call")
        return modernServer(["4"])(message, script);
      // A client that went on asking would be answered in the end.
      if (++calls > 3) return script.answer(message, { content: [] });
      return script.refuse(message, {
        code: -32022,
        message: "no",
        data: { supported: ["4"], requested: "4" },
      });
    });
    const call = client.request("tools/call", { name: "a" });
    await expect(call).rejects.toMatchObject({ code: -32022 });
    expect(calls).toBe(2);
  });

  test("ends the call where there is none in common", async () => {
    const { react, replace } = replaced(["4"], ["9"]);
    const { client } = await connect(all, react);
    replace();
    await expect(client.request("tools/call", { name: "a" })).rejects.toThrow(
      "no revision in common: the server speaks 9",
    );
  });
});
