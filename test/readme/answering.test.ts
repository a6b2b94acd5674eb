import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import {
  createClient,
  createServer,
  prompt,
  tool,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { readPage } from "./blocks.ts";
import { connected, programsOf } from "./programs.ts";

const load = programsOf("answering", "results", "security");
const root = join(import.meta.dirname, "../..");
const info = { name: "test", version: "1.0.0" };

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

describe("the page of security", () => {
  test("asks before a tool runs, and hides nothing", async () => {
    interface Consent {
      callWithConsent(
        client: Client,
        server: string,
        call: { name: string; arguments: Record<string, unknown> },
        agrees: (question: string) => Promise<boolean>,
      ): Promise<object | undefined>;
    }
    const { callWithConsent } = await load<Consent>("security", "consent");
    const ran = vi.fn(() => "sent");
    const server = createServer({
      info,
      features: [tool("send", { input: z.object({ to: z.string() }) }, ran)],
    });
    const client = await connected(server, createClient({ info }));
    const agrees = vi.fn<(question: string) => Promise<boolean>>();
    const call = { name: "send", arguments: { to: "ann\u202E\u001b[2K" } };
    agrees.mockResolvedValueOnce(false);
    const refused = await callWithConsent(client, "mail", call, agrees);
    expect(refused).toBeUndefined();
    expect(ran).not.toHaveBeenCalled();
    expect(agrees).toHaveBeenCalledWith(
      String.raw`mail: run send with {"to":"ann\u{202e}\u001b[2K"}?`,
    );
    agrees.mockResolvedValueOnce(true);
    await callWithConsent(client, "mail", call, agrees);
    expect(ran).toHaveBeenCalledOnce();
  });

  test("leaves defences and their tests to one table, and its own part to this page", () => {
    const guide = readPage("docs/guides/security.md");
    expect(guide).not.toMatch(/^\|/m);
    expect(guide).toContain("](../../SECURITY.md#what-is-defended)");
    const page = readPage("SECURITY.md");
    expect(page).not.toMatch(/^- .*handlers/m);
    expect(page).toContain("](docs/guides/security.md#checklists)");
    const rows = [...page.matchAll(/^\| (?!Class|Version|-).+\| (.+?) +\|$/gm)]
      .map(([, tests = ""]) => tests)
      .filter((tests) => tests !== "yes" && tests !== "no");
    expect(rows.length).toBeGreaterThan(20);
    const missing = rows.filter((tests) => {
      const named = [...tests.matchAll(/`(test\/[^`]+)`/g)];
      return (
        named.length === 0 ||
        !named.every(([, file = ""]) => existsSync(join(root, file)))
      );
    });
    expect(missing).toEqual([]);
  });
});
