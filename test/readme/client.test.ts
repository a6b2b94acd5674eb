import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import * as z from "zod";
import * as handshake from "../../generated/2025-11-25/index.ts";
import {
  connect,
  createClient,
  createServer,
  prompt,
  resource,
  structured,
  tool,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { createHttpHandler, type HttpOptions } from "../../src/runtime/http.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";

const root = join(import.meta.dirname, "../..");
const info = { name: "test", version: "1.0.0" };
let folder: string;

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
  for (const page of ["client", "client-http", "answering", "results"]) {
    mkdirSync(join(folder, page));
    const text = readPage(`docs/guides/${page}.md`);
    // Of a program that connects by itself, the test has the other end.
    writeBlocks(join(folder, page), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program of a page exports, anew. */
async function load<Exports>(page: string, name: string): Promise<Exports> {
  return (await import(join(folder, page, `${name}.ts`))) as Exports;
}

/** A client with a server whose connection ends with the test. */
async function connected(server: Server, client: Client): Promise<Client> {
  await connect(server, client);
  onTestFinished(() => client.close());
  return client;
}

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
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1));
    await server.notify.resourceUpdated({ uri });
    server.add(tool("second", {}, () => ""));
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(3));
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
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  });
});

describe("the page of answers", () => {
  const asking = (message: string): Server =>
    createServer({
      info,
      features: [
        tool("form", {}, async (_, context) => {
          const shape = z.object({ city: z.string() });
          const { action, content } = await context.ask("q", shape, message);
          return `${action} ${content?.city}`;
        }),
        tool("page", {}, async (_, context) => {
          const { action } = await context.elicit("q", {
            mode: "url",
            message,
            url: "https://pay.example.com/1",
          });
          return action;
        }),
        tool("model", {}, async (_, context) => {
          const { content } = await context.createMessage("q", {
            messages: [{ role: "user", content: { type: "text", text: "Hm" } }],
            maxTokens: 10,
          });
          return JSON.stringify(content);
        }),
        tool("roots", {}, async (_, context) => {
          const { roots } = await context.listRoots("q");
          return roots.map(({ uri }) => uri).join(" ");
        }),
      ],
    });
  const told = async (client: Client, name: string): Promise<unknown> =>
    (await client.callTool({ name })).content;
  const text = (words: string): object[] => [{ type: "text", text: words }];

  test("fills in a form at the terminal", async () => {
    const { client } = await load<{ client: Client }>("answering", "client");
    await connected(asking("Where to?"), client);
    const typed = Object.assign(new PassThrough(), { isTTY: false });
    const input = vi
      .spyOn(process, "stdin", "get")
      .mockReturnValue(typed as never);
    const shown = new PassThrough();
    const output = vi
      .spyOn(process, "stdout", "get")
      .mockReturnValue(shown as never);
    const log = vi.spyOn(console, "log").mockReturnValue();
    typed.write("Oslo\n");
    try {
      expect(await told(client, "form")).toEqual(text("accept Oslo"));
      expect(log).toHaveBeenCalledWith("Where to?");
    } finally {
      for (const spy of [input, output, log]) spy.mockRestore();
    }
  });

  test("opens a page that the person agrees to, and no other", async () => {
    const { client } = await load<{ client: Client }>("answering", "pages");
    await connected(asking("Pay"), client);
    const mayOpen = vi
      .fn()
      .mockResolvedValueOnce(true)
      .mockResolvedValue(false);
    const openInBrowser = vi.fn();
    vi.stubGlobal("mayOpen", mayOpen);
    vi.stubGlobal("openInBrowser", openInBrowser);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await told(client, "page")).toEqual(text("accept"));
    expect(await told(client, "page")).toEqual(text("decline"));
    const url = "https://pay.example.com/1";
    expect(mayOpen).toHaveBeenCalledWith(url, "Pay");
    expect(openInBrowser.mock.calls).toEqual([[url]]);
    expect(await told(client, "form")).toEqual(text("cancel undefined"));
  });

  test("answers for a model, and names roots", async () => {
    const sampling = await load<{ client: Client }>("answering", "sampling");
    const { client } = sampling;
    await connected(asking(""), client);
    expect(await told(client, "model")).toEqual(
      text('{"type":"text","text":"Hm"}'),
    );
    const roots = await load<{
      client: Client;
      moveTo(folder: string): Promise<void>;
    }>("answering", "roots");
    await connected(asking(""), roots.client);
    expect(await told(roots.client, "roots")).toEqual(
      text("file:///home/ann/trips"),
    );
    // The newest revision has no notification for it.
    await expect(roots.moveTo("file:///home/ann/work")).rejects.toThrow(
      "notifications/roots/list_changed",
    );
    expect(await told(roots.client, "roots")).toEqual(
      text("file:///home/ann/work"),
    );
  });

  test.each([
    ["2026-07-28", "cancelled", "tools/call: elicitation/create"],
    ["2025-11-25", "protocol", "Internal error"],
  ] as const)(
    "says who hears of a failure: %s",
    async (revision, kind, why) => {
      const onError = vi.fn();
      const elicit = (): never => {
        throw new Error("no screen");
      };
      const client = createClient({
        info,
        revisions: [revision],
        handlers: { elicit },
        onError,
      });
      const silent = createServer({
        info,
        onError: () => {},
        features: [
          tool("form", {}, async (_, context) => {
            await context.ask("q", z.object({ city: z.string() }), "Where to?");
            return "";
          }),
        ],
      });
      await connected(silent, client);
      const failure = client.callTool({ name: "form" });
      await expect(failure).rejects.toMatchObject({
        kind,
        message: expect.stringContaining(why) as string,
      });
      const heard = revision === "2025-11-25" ? 1 : 0;
      expect(onError).toHaveBeenCalledTimes(heard);
    },
  );
});

describe("the page of results", () => {
  test("keeps lists for as long as the server says", async () => {
    const asked = vi.fn();
    const server = createServer({
      info,
      features: [tool("one", {}, () => ""), prompt("p", {}, () => [])],
      cache: { ttlMs: 60_000, cacheScope: "public" },
      interceptors: [{ before: ({ method }) => void asked(method) }],
    });
    interface Kept {
      readonly client: Client;
      showTools(): Promise<{ tools: object[] }>;
    }
    const { client, showTools } = await load<Kept>("results", "client");
    await connected(server, client);
    expect((await showTools()).tools).toHaveLength(1);
    const lists = asked.mock.calls.filter(([one]) => one === "tools/list");
    expect(lists).toHaveLength(2);
  });

  test("checks what a tool gives, and warns", async () => {
    const { client } = await load<{ client: Client }>("results", "checked");
    const schema = { type: "object", properties: { n: { type: "number" } } };
    const server = createServer({
      info,
      capabilities: { tools: {} },
      handlers: {
        listTools: () => ({
          tools: [
            {
              name: "wrong",
              inputSchema: { type: "object" as const },
              outputSchema: schema,
            },
          ],
        }),
        callTool: () => ({ content: [], structuredContent: { n: "one" } }),
      },
    });
    await connected(server, client);
    const error = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const { structuredContent } = await client.callTool({ name: "wrong" });
    expect(structuredContent).toEqual({ n: "one" });
    expect(String(error.mock.calls[0])).toContain("output schema");
  });
});

describe("the page of the client over HTTP", () => {
  test("connects, and tells what may be tried again", async () => {
    const answered = vi.fn();
    const handle = createHttpHandler(
      createServer({ info, features: [tool("add", {}, () => "3")] }),
      {} satisfies HttpOptions,
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
    } finally {
      log.mockRestore();
      fetched.mockRestore();
    }
  });
});
