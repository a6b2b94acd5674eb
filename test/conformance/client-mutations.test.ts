import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as oldest from "../../generated/2025-03-26/index.ts";
import * as older from "../../generated/2025-06-18/index.ts";
import * as old from "../../generated/2025-11-25/index.ts";
import type { Client } from "../../generated/index.ts";
import { createHttpHandler, type HttpHandler } from "../../src/runtime/http.ts";
import { createFixtureClient } from "./client/client.ts";
import { recordedTransport, type Sent } from "./recorded.ts";
import { createFixture } from "./server/server.ts";

/** What a client could do wrong, and the official suite would not see. */

let handler: HttpHandler;
beforeEach(() => {
  handler = createHttpHandler(createFixture({ onError() {} }));
});
afterEach(() => handler.close({ graceMs: 0 }));

function methodsOf(sent: readonly Sent[]): (string | undefined)[] {
  return sent.map(({ verb, message }) => message?.method ?? verb);
}

/** What a client with sessions sends when it is asked something in mid-call, and closed. */
async function useSession(
  entry: typeof oldest | typeof older | typeof old,
): Promise<readonly Sent[]> {
  const { transport, sent } = recordedTransport(handler);
  const client = entry.createClient({
    info: { name: "test", version: "1.0.0" },
    handlers: {
      createMessage: () => ({
        model: "test",
        role: "assistant",
        content: { type: "text", text: "Yes" },
      }),
    },
  });
  await client.connect(transport);
  const name = "test_sampling";
  const result = await client.callTool({ name, arguments: { prompt: "?" } });
  expect(result).toMatchObject({ content: [{ text: "LLM response: Yes" }] });
  await client.close();
  return sent;
}

describe.each([
  ["2025-03-26", oldest],
  ["2025-06-18", older],
  ["2025-11-25", old],
] as const)("A session of %s", (revision, entry) => {
  test("begins before anything is asked, and is ended", async () => {
    const methods = methodsOf(await useSession(entry));
    expect(methods.slice(0, 2)).toEqual([
      "initialize",
      "notifications/initialized",
    ]);
    expect(methods.slice(2, -1).toSorted()).toEqual([
      "GET", // the stream of the session
      "POST", // the answer to the server's question
      "tools/call",
    ]);
    expect(methods.at(-1)).toBe("DELETE");
  });

  test("is named in every request but the first, and so is its revision", async () => {
    const [first, ...rest] = await useSession(entry);
    expect(first?.headers.has("mcp-session-id")).toBe(false);
    const [id] = rest.map(({ headers }) => headers.get("mcp-session-id"));
    expect(id).toBeTruthy();
    for (const { headers } of rest) {
      expect(headers.get("mcp-session-id")).toBe(id);
      if (entry !== oldest)
        expect(headers.get("mcp-protocol-version")).toBe(revision);
    }
  });
});

describe("A client without sessions", () => {
  let client: Client;
  let sent: readonly Sent[];
  beforeEach(async () => {
    const texts = { name: "Ann", color: "blue", context: "rain" };
    client = createFixtureClient({ ...texts, ok: true });
    const recorded = recordedTransport(handler);
    ({ sent } = recorded);
    await client.connect(recorded.transport);
  });
  afterEach(() => client.close());

  test("sends nothing but calls, each under its own id and with its method", async () => {
    await client.callTool({ name: "test_input_required_result_multi_round" });
    await client.listPrompts();
    await client.close();
    expect(methodsOf(sent)).toEqual([
      "server/discover",
      "tools/call",
      "tools/call",
      "tools/call",
      "prompts/list",
    ]);
    const ids = sent.map(({ message }) => message?.id);
    expect(new Set(ids).size).toBe(sent.length);
    for (const { headers, message } of sent) {
      expect(headers.get("mcp-method")).toBe(message?.method);
      expect(headers.get("mcp-protocol-version")).toBe("2026-07-28");
      expect(headers.has("mcp-session-id")).toBe(false);
    }
  });

  test.each([
    ["test://template/1/data", "test://template/1/data"],
    ["test://template/é/data", "=?base64?dGVzdDovL3RlbXBsYXRlL8OpL2RhdGE=?="],
  ])("names the resource %s as %s", async (uri, name) => {
    await client.readResource({ uri });
    expect(sent.at(-1)?.headers.get("mcp-name")).toBe(name);
  });

  test("gives a state back as it got it, with a prompt as with a tool", async () => {
    await client.getPrompt({ name: "test_input_required_result_prompt" });
    await client.callTool({ name: "test_input_required_result_request_state" });
    const states = sent.map(
      ({ message }) => typeof message?.params?.requestState,
    );
    expect(methodsOf(sent).slice(1)).toEqual([
      ...["prompts/get", "prompts/get"],
      ...["tools/call", "tools/call"],
    ]);
    // Where one was changed, the server would refuse the call.
    expect(states.slice(1)).toEqual([
      ...["undefined", "string"],
      ...["undefined", "string"],
    ]);
  });

  test("mirrors the arguments of a tool that it has not listed yet", async () => {
    const name = "test_x_mcp_header";
    await client.callTool({ name, arguments: { region: "Süden" } });
    const headers = sent.at(-1)?.headers;
    expect(headers?.get("mcp-param-region")).toBe("=?base64?U8O8ZGVu?=");
  });

  test("takes a call back by leaving it, and says nothing", async () => {
    const abort = new AbortController();
    const call = client.callTool(
      { name: "test_tool_with_progress" },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(call).rejects.toThrow();
    await client.listPrompts();
    expect(methodsOf(sent)).toEqual([
      "server/discover",
      "tools/call",
      "prompts/list",
    ]);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
