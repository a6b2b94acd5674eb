import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as auth from "../../src/runtime/auth/index.ts";
import * as authServer from "../../src/runtime/auth/server.ts";
import * as http from "../../src/runtime/http.ts";
import * as httpClient from "../../src/runtime/http-client.ts";
import * as all from "../../generated/index.ts";

const repository = join(import.meta.dirname, "../..");

/** What a program imports, of one package or one copy of the runtime. */
type Copy = typeof all &
  Pick<typeof http, "createHttpHandler" | "createMemoryEventStore"> &
  Pick<typeof httpClient, "httpTransport" | "HttpError"> &
  Pick<typeof auth, "AuthorizationError" | "bearer" | "TokenError"> &
  Pick<typeof authServer, "protect">;

/** The package without a generator, the one with it, and a copy of the sources. */
const copies = {
  light: await load("dist/packages/runtime", "generated", "runtime"),
  whole: await load("dist", "generated", "runtime"),
  copy: { ...all, ...http, ...httpClient, ...auth, ...authServer } as Copy,
};

async function load(...[place, ...folders]: string[]): Promise<Copy> {
  const [stubs = "", runtime = ""] = folders.map((folder) =>
    join(repository, place ?? "", folder),
  );
  const files = [
    join(stubs, "index.js"),
    ...["http", "http-client", "auth/index", "auth/server"].map((name) =>
      join(runtime, `${name}.js`),
    ),
  ];
  const modules = await Promise.all(files.map((file) => import(file)));
  // The declarations of all are those of the sources.
  return Object.assign({}, ...(modules as object[])) as Copy;
}

const names = ["light", "whole", "copy"] as const;
const pairs = names.flatMap((own) =>
  names.filter((other) => other !== own).map((other) => [own, other] as const),
);
const info = { name: "test", version: "1.0.0" };

test("the copies are several", () => {
  const errors = names.map((name) => copies[name].ToolError);
  expect(new Set(errors).size).toBe(names.length);
});

describe.each(pairs)("a server of %s, with values of %s", (one, another) => {
  const own = copies[one];
  const other = copies[another];

  /** Features of both: they are of one list. */
  function features() {
    return [
      own.tool("own", {}, () => "own"),
      other.tool("other", {}, () => "other"),
      other.tool("fails", {}, () => {
        throw new other.ToolError("no such city");
      }),
      other.tool("refuses", {}, () => {
        throw new other.ProtocolError(1234, "not now", { wait: 1 });
      }),
      other.tool("asks", {}, async (_, context) => {
        const { action } = await context.elicit("sure", {
          mode: "form",
          message: "Sure?",
          requestedSchema: { type: "object", properties: {} },
        });
        return action;
      }),
      other.tool("requires", {}, (_, context) =>
        context.inputResponses
          ? `${Object.keys(context.inputResponses).join()} ${JSON.stringify(context.state)}`
          : other.inputRequired(
              {
                sure: other.elicit({
                  mode: "form",
                  message: "Sure?",
                  requestedSchema: { type: "object", properties: {} },
                }),
              },
              { step: 1 },
            ),
      ),
      own.resource("note:own", { name: "own" }, () => "own"),
      other.resource("note:other", { name: "other" }, () => "other"),
      other.resourceTemplate("note:{id}/gone", { name: "gone" }, (): string => {
        throw new other.NotFoundError("it is gone");
      }),
      own.prompt("own", {}, () => "own"),
      other.prompt("other", {}, () => "other"),
    ];
  }

  const answering = {
    info,
    capabilities: { elicitation: { form: {} } },
    handlers: { elicit: () => ({ action: "decline" as const }) },
  };

  test.each(["2025-11-25", "2026-07-28"] as const)(
    "lists and serves them all in revision %s",
    async (revision) => {
      const problems: Error[] = [];
      const onError = (error: Error) => void problems.push(error);
      const server = own.createServer({ info, features: features(), onError });
      const client = other.createClient(answering);
      const side = await other.connect(server, client, {
        revisions: [revision],
      });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        ...["own", "other", "fails", "refuses", "asks", "requires"],
      ]);
      const call = async (name: string): Promise<unknown> => {
        const { content, isError } = await client.callTool({ name });
        return [content, isError];
      };
      const said = (text: string, isError?: true): unknown => [
        [{ type: "text", text }],
        isError,
      ];
      expect(await call("own")).toEqual(said("own"));
      expect(await call("other")).toEqual(said("other"));
      expect(await call("fails")).toEqual(said("no such city", true));
      expect(await call("asks")).toEqual(said("decline"));
      expect(await call("requires")).toEqual(said('sure {"step":1}'));
      const refusal = await client
        .callTool({ name: "refuses" })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 1234, data: { wait: 1 } });
      expect(refusal).toBeInstanceOf(own.ProtocolError);
      expect(refusal).toBeInstanceOf(other.ProtocolError);
      expect(refusal).not.toBeInstanceOf(own.NotFoundError);
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toEqual(["own", "other"]);
      const { contents } = await client.readResource({ uri: "note:other" });
      expect(contents).toMatchObject([{ text: "other" }]);
      await expect(
        client.readResource({ uri: "note:1/gone" }),
      ).rejects.toMatchObject({
        code: revision === "2025-11-25" ? -32002 : -32602,
        message: "it is gone",
      });
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(["own", "other"]);
      await client.getPrompt({ name: "other" });
      await client.close();
      await side.closed;
      await expect(client.listTools()).rejects.toThrow(own.TransportError);
      // What the handlers meant is for the client, and no fault to report.
      expect(problems).toEqual([]);
    },
  );

  test("is served over HTTP, protected, and called", async () => {
    const server = own.createServer({
      info,
      features: [
        other.tool("read", { scopes: ["read"] }, (_, { auth: who }) =>
          JSON.stringify(who),
        ),
        own.tool("write", { scopes: ["write"] }, () => "written"),
      ],
    });
    const url = "https://mcp.example.com/mcp";
    const authorize = own.protect({
      resource: url,
      authorizationServers: ["https://login.example.com"],
      verify: () => ({
        principal: "ada",
        auth: { sub: "ada" },
        scopes: ["read"],
        audience: [url],
        expiresAt: Date.now() + 60_000,
      }),
    });
    const handler = other.createHttpHandler(server, {
      allowedHosts: ["mcp.example.com"],
      eventStore: own.createMemoryEventStore(),
      authorize,
    });
    const client = own.createClient({ info });
    await client.connect(
      other.httpTransport({
        url,
        fetch: (address, init) => handler(new Request(address, init)),
        auth: own.bearer("not-a-secret"),
      }),
    );
    const { content } = await client.callTool({ name: "read" });
    expect(content).toEqual([{ type: "text", text: '{"sub":"ada"}' }]);
    const refused = await client
      .callTool({ name: "write" })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(own.HttpError);
    expect(refused).toBeInstanceOf(other.HttpError);
    expect(refused).toBeInstanceOf(own.TransportError);
    expect(refused).toMatchObject({ status: 403 });
    await client.close();
    await handler.close();
  });

  test("knows the errors of both, and no other", () => {
    const error = new other.TokenError("no token", {
      issuer: "https://login.example.com",
      status: 400,
    });
    expect(error).toBeInstanceOf(own.TokenError);
    expect(error).toBeInstanceOf(own.AuthorizationError);
    expect(error).toBeInstanceOf(own.TransportError);
    expect(error).not.toBeInstanceOf(own.HttpError);
    expect(error).not.toBeInstanceOf(own.ProtocolError);
    class Mine extends own.ToolError {}
    expect(new Mine("mine")).toBeInstanceOf(other.ToolError);
    expect(new Mine("mine")).toBeInstanceOf(Mine);
    expect(new other.ToolError("another")).not.toBeInstanceOf(Mine);
    expect({ kin: "mcp-gen:ToolError" }).not.toBeInstanceOf(own.ToolError);
    expect(new Error("plain")).not.toBeInstanceOf(own.ToolError);
  });
});
