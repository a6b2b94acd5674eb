import { beforeAll, describe, expect, it } from "vitest";
import path from "node:path";
import ts from "typescript-5.9";
import { languageService, root } from "./program.ts";
import { unsaid } from "./unsaid.ts";

/** What a program calls, as someone writes it who asks the editor. */
const program = `
import { createClient, createServer, elicit, inputRequired, tool } from "../../generated/index.ts";
import { serveStdio } from "../../src/runtime/serve-stdio.ts";
const book = tool("book", { title: "Book", annotations: { destructiveHint: false } }, async (_, context) => {
  context.progress(1, 2);
  context.log("info", context.peerInfo?.name);
  const answer = await context.elicit("when", { message: "When?", requestedSchema: { type: "object", properties: {} } });
  return answer.action;
});
const server = createServer({ info: { name: "a", version: "1" }, features: [book], pageSize: 3, handlers: { callTool: () => ({ content: [], isError: false }) } });
await serveStdio(server);
const client = createClient({ info: { name: "a", version: "1" }, timeout: 3 });
const result = await client.callTool({ name: "book" }, { signal: AbortSignal.abort() });
client.serverCapabilities?.resources?.subscribe;
result.structuredContent;
inputRequired({ when: elicit({ mode: "url", message: "", url: "https://example.com" }) });
`;
const file = "test/editor/asked.ts";

/** Rows of tables of methods and data: what they are about is described where it is. */
const tables = /^generated\/.*(dispatch\.ts:|(Calls|Notices)\.)/u;

let service: ts.LanguageService;

beforeAll(() => {
  service = languageService([], new Map([[file, program]]));
});

/** What the editor shows of the last word of the given text. */
function hover(text: string): string {
  const start = program.indexOf(text);
  expect(start, text).toBeGreaterThan(-1);
  const word = /\w+$/u.exec(text)?.index ?? 0;
  const info = service.getQuickInfoAtPosition(
    path.join(root, file),
    start + word,
  );
  const tags = (info?.tags ?? []).map(
    ({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`,
  );
  return [ts.displayPartsToString(info?.documentation), ...tags].join("\n");
}

describe("the editor", () => {
  it.each<[asked: string, says: readonly RegExp[]]>([
    [
      "await context.elicit",
      [
        /runs again from its start/u,
        /@param key .*name of this question.*each time the handler runs/u,
        /@see .*client\/elicitation/u,
      ],
    ],
    [
      "const book = tool",
      [/Arguments are checked/u, /TypeError/u, /@example const \w+ = tool\(/u],
    ],
    ["annotations", [/nobody|No ground/u]],
    ["destructiveHint", [/overwrite or delete/u, /Left out, `true`/u]],
    ["context.progress", [/how far the request is/u]],
    ["context.log", [/`logging`/u]],
    ["context.peerInfo", [/by its own word/u]],
    ["peerInfo?.name", [/program/u]],
    ["answer.action", [/`decline`/u]],
    ["isError", [/`content` says why|the content says why/u]],
    ["server = createServer", [/serveStdio/u, /@example/u]],
    ["features: [book], pageSize", [/@default 100/u]],
    ["features", [/Tools, resources/u]],
    ["await serveStdio", [/standard output is reserved/u, /@example/u]],
    ["client = createClient", [/@example/u, /CallError/u]],
    ["timeout", [/in\s+milliseconds/u]],
    ["client.callTool", [/`tools\/call`/u, /@see/u]],
    ["signal", [/Cancels the call/u]],
    ["resources?.subscribe", [/one resource changes/u]],
    ["result.structuredContent", [/any JSON value/u]],
    ["\ninputRequired", [/called\s+again/u, /@example/u]],
  ])("says of %j what one must know", (asked, says) => {
    const shown = hover(asked);
    for (const one of says) expect(shown).toMatch(one);
  });

  it("says something of every function, option and member that is generated", () => {
    const entries = ["generated/index.ts", "generated/2025-11-25/index.ts"];
    const asked = languageService(entries, new Map(), {
      alone: true,
    }).getProgram();
    if (asked === undefined) throw new Error("there is no program");
    const silent = unsaid(asked, entries);
    expect(silent.filter((one) => !tables.test(one))).toEqual([]);
  });
});
