import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createServer, revisions } from "../../generated/index.ts";
import { createHttpHandler, type HttpHandler } from "../../src/runtime/http.ts";
import { createFixture } from "./server/server.ts";
import { call, openSession } from "./wire.ts";

/** What a server could do wrong, and the official suite would not see. */

const headerMismatch = { status: 400, message: { error: { code: -32020 } } };
const withSessions = revisions.filter(
  (revision) => revision !== "2026-07-28" && revision !== "2024-11-05",
);

let handler: HttpHandler;
beforeEach(() => {
  handler = createHttpHandler(createFixture({ onError() {} }));
});
afterEach(() => handler.close({ graceMs: 0 }));

describe("A request that stands alone", () => {
  test.each([undefined, "", "tools/LIST", "prompts/list", "initialize"])(
    "is refused when Mcp-Method is %s",
    async (method) => {
      const reply = await call(
        handler,
        "tools/list",
        {},
        { "mcp-method": method },
      );
      expect(reply).toMatchObject(headerMismatch);
    },
  );

  test("is served when Mcp-Method is its method", async () => {
    const { status } = await call(handler, "tools/list", {});
    expect(status).toBe(200);
  });

  const callTool = {
    name: "test_x_mcp_header",
    arguments: { region: "Hello" },
  };

  test.each([
    ["the text itself", "Hello"],
    ["its base64", "=?base64?SGVsbG8=?="],
  ])("is served when a header holds %s", async (_, region) => {
    const headers = { "mcp-param-region": region };
    const { status } = await call(handler, "tools/call", callTool, headers);
    expect(status).toBe(200);
  });

  test.each([
    ["no padding", "SGVsbG8"],
    ["too much padding", "SGVsbG8=="],
    ["a sign of no alphabet", "SGVs!bG8="],
    ["white space", "SGVs bG8="],
    ["bits behind the last byte", "SGVsbG9="],
    ["another text", "SGVsbA=="],
  ])("is refused when the base64 has %s", async (_, base64) => {
    const headers = { "mcp-param-region": `=?base64?${base64}?=` };
    const reply = await call(handler, "tools/call", callTool, headers);
    expect(reply).toMatchObject(headerMismatch);
  });

  test("is refused when the base64 is of another alphabet", async () => {
    const region = "¿?>";
    const params = { name: "test_x_mcp_header", arguments: { region } };
    const standard = Buffer.from(region).toString("base64");
    const urlSafe = Buffer.from(region).toString("base64url");
    expect(standard).not.toBe(urlSafe);
    const served = { "mcp-param-region": `=?base64?${standard}?=` };
    expect((await call(handler, "tools/call", params, served)).status).toBe(
      200,
    );
    const refused = { "mcp-param-region": `=?base64?${urlSafe}?=` };
    expect(await call(handler, "tools/call", params, refused)).toMatchObject(
      headerMismatch,
    );
  });

  test("for a resource that is not there has params that are not valid", async () => {
    const uri = "test://nowhere";
    const { message } = await call(handler, "resources/read", { uri });
    expect(message?.error).toMatchObject({ code: -32602, data: { uri } });
  });
});

describe.each(withSessions)("A session of %s", (revision) => {
  test("has an error of its own for a resource that is not there", async () => {
    const session = await openSession(handler, revision);
    const uri = "test://nowhere";
    const { message } = await session.request("resources/read", { uri });
    expect(message?.error).toMatchObject({ code: -32002, data: { uri } });
  });

  test("never hears of the types of results", async () => {
    const session = await openSession(handler, revision);
    const uri = "test://static-text";
    const ref = { type: "ref/prompt", name: "test_prompt_with_arguments" };
    const argument = { name: "arg1", value: "" };
    const replies = await Promise.all([
      session.request("ping", {}),
      session.request("tools/list", {}),
      session.request("tools/call", { name: "test_simple_text" }),
      session.request("tools/call", { name: "test_error_handling" }),
      session.request("resources/list", {}),
      session.request("resources/templates/list", {}),
      session.request("resources/read", { uri }),
      session.request("resources/subscribe", { uri }),
      session.request("prompts/list", {}),
      session.request("prompts/get", { name: "test_simple_prompt" }),
      session.request("completion/complete", { ref, argument }),
      session.request("logging/setLevel", { level: "info" }),
    ]);
    const messages = [session.opened, ...replies.map(({ message }) => message)];
    for (const message of messages) {
      expect(message).toHaveProperty("result");
      expect(message?.result).not.toHaveProperty("resultType");
    }
  });
});

test.each(withSessions)(
  "A handler that types its results types none for %s",
  async (revision) => {
    const typed = createHttpHandler(
      createServer({
        info: { name: "typed", version: "1.0.0" },
        handlers: {
          callTool: () => ({ resultType: "complete", content: [] }),
        },
      }),
    );
    const session = await openSession(typed, revision);
    const { message } = await session.request("tools/call", { name: "any" });
    expect(message?.result).toEqual({ content: [] });
    await typed.close({ graceMs: 0 });
  },
);

describe.each(withSessions)("A session of %s that was ended", (revision) => {
  test("is not found any more, in whichever way", async () => {
    const session = await openSession(handler, revision);
    expect((await session.request("ping", {})).status).toBe(200);
    expect((await session.send("DELETE")).status).toBe(204);
    const replies = await Promise.all([
      session.request("ping", {}),
      session.post({ method: "notifications/initialized" }),
      session.send("GET"),
      session.send("DELETE"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
