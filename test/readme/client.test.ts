import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import * as handshake from "../../generated/2025-11-25/index.ts";
import {
  connect,
  createClient,
  createServer,
  resource,
  structured,
  tool,
  TransportError,
  type Client,
} from "../../generated/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { connected, programsOf } from "./programs.ts";
import { patient } from "../runtime/wait.ts";

const load = programsOf("client", "client-http");
const info = { name: "test", version: "1.0.0" };
const never = (): Promise<never> => new Promise(() => {});

describe("the page of the client", () => {
  interface Errors {
    explain(error: unknown): string;
  }

  test("tells errors apart", async () => {
    const { explain } = await load<Errors>("client", "errors");
    const server = createServer({
      info,
      features: [
        tool("slow", {}, never),
        tool("wrong", { output: z.object({ n: z.number() }) }, () =>
          structured({ n: 1 }),
        ),
      ],
    });
    const client = await connected(server, createClient({ info }));
    const why = async (call: Promise<unknown>): Promise<string> =>
      explain(
        await call.then(
          () => new Error("it was answered"),
          (error: unknown) => error,
        ),
      );
    const slow = { name: "slow" };
    expect(await why(client.callTool({ name: "none" }))).toBe(
      "The server refused (-32602): Unknown tool: none",
    );
    expect(await why(client.listResources())).toBe(
      'The server refused (-32601): resources/list: the server does not declare "resources"',
    );
    expect(await why(client.callTool(slow, { timeout: 5 }))).toBe(
      "The server took too long.",
    );
    expect(
      await why(client.callTool(slow, { signal: AbortSignal.abort() })),
    ).toBe("Cancelled.");
    await expect(client.callTool(slow, { timeout: -1 })).rejects.toThrow(
      TypeError,
    );
    await client.close();
    expect(await why(client.callTool(slow))).toContain(
      "The connection is gone",
    );
  });

  test("hears progress, and gives up", async () => {
    interface Progress {
      build(client: Client, signal: AbortSignal): Promise<unknown>;
    }
    const { build } = await load<Progress>("client", "progress");
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const abort = new AbortController();
    const server = createServer({
      info,
      features: [
        tool("build", {}, async (_, context) => {
          await context.progress(1, 3, "compiling");
          abort.abort();
          return never();
        }),
      ],
    });
    const client = await connected(server, createClient({ info }));
    await expect(build(client, abort.signal)).rejects.toMatchObject({
      kind: "cancelled",
    });
    expect(log.mock.calls).toEqual([["1 of 3: compiling"]]);
  });

  test("finds a tool on whichever page it is", async () => {
    interface Lists {
      findTool(client: Client, name: string): Promise<object | undefined>;
    }
    const { findTool } = await load<Lists>("client", "lists");
    const features = Array.from({ length: 150 }, (_, index) =>
      tool(`tool-${index}`, {}, () => ""),
    );
    const server = createServer({ info, features });
    const client = await connected(server, createClient({ info }));
    expect((await client.listTools()).tools.length).toBeLessThan(150);
    expect(await findTool(client, "tool-149")).toMatchObject({
      name: "tool-149",
    });
    expect(await findTool(client, "none")).toBeUndefined();
  });

  test.each([
    ["without a handshake", createClient],
    ["after a handshake", handshake.createClient],
  ])("hears of changes, %s", async (_, create) => {
    interface Changes {
      watch(client: object, uri: string): Promise<void>;
    }
    const { watch } = await load<Changes>("client", "changes");
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const uri = "a://1";
    const server = createServer({
      info,
      features: [
        tool("first", {}, () => ""),
        resource(uri, { name: "a" }, () => ""),
      ],
    });
    const client = create({ info });
    await connect(server, client);
    const watching = watch(client, uri);
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1), patient);
    await server.notify.resourceUpdated({ uri });
    server.add(tool("second", {}, () => ""));
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(3), patient);
    expect(log.mock.calls).toEqual([
      [{ toolsListChanged: true, resourceSubscriptions: [uri] }],
      ["notifications/resources/updated", uri],
      ["notifications/tools/list_changed", undefined],
    ]);
    await client.close();
    await watching;
  });

  test("calls methods by their names", async () => {
    allowInvalid("the methods are a vendor's");
    interface Vendor {
      readonly client: Client;
      define(word: string): Promise<string>;
    }
    const { client, define } = await load<Vendor>("client", "vendor");
    const read = vi.fn();
    const server = createServer({
      info,
      methods: {
        "example/define": ({ word }: { word: string }) => ({
          meaning: `what ${word} means`,
        }),
        "example/read": read,
      },
    });
    await connected(server, client);
    expect(await define("tree")).toBe("what tree means");
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce(), patient);
  });
});

describe("the page of the client over HTTP", () => {
  test("connects, and tells what may be tried again", async () => {
    const answered = vi.fn();
    const handle = createHttpHandler(
      createServer({ info, features: [tool("add", {}, () => "3")] }),
    );
    const log = vi.spyOn(console, "log").mockReturnValue();
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async (url, init) => {
        const request = new Request(url as string, init);
        request.headers.set("host", "127.0.0.1:3000");
        answered(request.method);
        return handle(request);
      });
    try {
      await load("client-http", "client");
      expect(log.mock.calls).toEqual([["2026-07-28"], [["add"]]]);
      interface Status {
        isTemporary(error: unknown): boolean;
      }
      const { isTemporary } = await load<Status>("client-http", "status");
      const status = async (code: number): Promise<boolean> => {
        fetched.mockResolvedValue(new Response("", { status: code }));
        const { httpTransport } =
          await import("../../src/runtime/http-client.ts");
        const transport = httpTransport({ url: "http://127.0.0.1:3000/mcp" });
        const failed = createClient({ info }).connect(transport);
        return failed.then(
          () => false,
          (error: unknown) => isTemporary(error),
        );
      };
      expect(await status(503)).toBe(true);
      expect(await status(429)).toBe(true);
      expect(await status(401)).toBe(false);
      expect(isTemporary(new TypeError())).toBe(false);
      expect(isTemporary(new TransportError("it is gone"))).toBe(true);
      const { AuthorizationError } =
        await import("../../src/runtime/auth/index.ts");
      const reasons = ["denied", "login-required", "unreachable"] as const;
      expect(
        reasons.filter((reason) =>
          isTemporary(new AuthorizationError(reason, "no")),
        ),
      ).toEqual(["unreachable"]);
    } finally {
      log.mockRestore();
      fetched.mockRestore();
    }
  });
});
