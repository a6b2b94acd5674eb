import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { compile, folderOf, type Compiler } from "../support/typescript.ts";

const generated = fileURLToPath(
  new URL("../../generated/index.ts", import.meta.url),
);

const head = `import { embedded, image, inputRequired, jsonSchema, link, prompt, resource, resourceTemplate, structured, text, tool, user, type types } from ${JSON.stringify(generated)};
const numbers = jsonSchema<{ a: number; b: number }>({ type: "object" }, { compile: () => () => undefined });
const kinds = jsonSchema<{ kind: "rain" | "sun"; at?: number[] }>({ type: "object" }, { compile: () => () => undefined });
const city = { name: "city" };
`;

/** Handlers that return what they may not, as README's would by a slip. */
const wrong: readonly string[] = [
  `tool("add", { input: numbers }, ({ a, b }) => a + b)`,
  `tool("add", { input: numbers }, async ({ a, b }) => a + b)`,
  `tool("a", {}, () => {})`,
  `tool("a", {}, async () => null)`,
  `tool("a", {}, async () => fetch("https://radar.example"))`,
  `tool("a", {}, async () => new Map())`,
  `tool("a", {}, () => [1, 2])`,
  `tool("a", {}, () => ({ text: "x" }))`,
  `tool("a", {}, async () => ({ text: "x" }))`,
  `tool("a", {}, () => ({ type: "image", data: "x" }))`,
  `tool("a", {}, async () => [{ type: "text" }])`,
  `tool("a", {}, async () => ({ content: "x" }))`,
  `tool("a", {}, () => ({ content: [{ type: "txt", text: "x" }] }))`,
  `tool("a", {}, async () => ({ content: [{ type: "txt", text: "x" }] }))`,
  `tool("a", {}, async () => { const made = { content: [{ type: "text", text: "x" }] }; return made; })`,
  `tool("a", {}, async () => ({ content: [{ type: "image", data: new Uint8Array(), mimeType: "x" }] }))`,
  `tool("a", {}, async () => [{ type: "resource", resource: { text: "x" } }])`,
  `tool("a", {}, async () => (Math.random() > 1 ? "x" : { ok: true }))`,
  `tool("a", {}, async () => ({ content: [], isErorr: true }))`,
  `tool("a", { output: numbers }, () => "x")`,
  `tool("a", { output: numbers }, () => ({ a: 1, b: 2 }))`,
  `tool("a", { output: numbers }, async () => structured({ a: 1, b: "2" }))`,
  `tool("a", { output: kinds }, async () => ({ structuredContent: { kind: "snow" } }))`,
  `tool("a", { output: kinds }, async () => ({ structuredContent: { kind: "rain", at: ["x"] } }))`,
  `resource("weather://stations", city, () => 5)`,
  `resource("weather://stations", city, async () => null)`,
  `resource("weather://stations", city, async () => fetch("https://radar.example"))`,
  `resource("weather://stations", city, async () => ({ stations: ["Oslo"] }))`,
  `resource("weather://stations", city, async () => ({ contents: [{ text: "x" }] }))`,
  `resource("weather://stations", city, () => ({ blob: 5 }))`,
  `resource("weather://stations", city, () => ({ contents: [], ttl: 5 }))`,
  `resourceTemplate("weather://{city}/history{?year}", city, ({ city, year }) => ({ city, year }))`,
  `resourceTemplate("weather://{city}/history{?year}", city, async ({ year }) => Number(year))`,
  `prompt("report", {}, () => 5)`,
  `prompt("report", { arguments: { city: {} } }, ({ city }) => city)`,
  `prompt("report", {}, () => [{ role: "wizard", content: text("x") }])`,
  `prompt("report", {}, async () => ({ messages: [{ role: "user", content: "x" }] }))`,
  `prompt("report", {}, async () => { const made = [{ role: "user", content: { type: "text", text: "" } }]; return made; })`,
  `prompt("report", {}, async () => ["x"])`,
  `prompt("report", {}, () => ({ messages: [], descripton: "x" }))`,
];

/** What they may return, in all its forms. */
const right: readonly string[] = [
  `tool("a", {}, () => "x")`,
  `tool("a", {}, async () => (Math.random() > 1 ? "x" : ["x", text("y")]))`,
  `tool("a", {}, () => ({ type: "text", text: "x" }))`,
  `tool("a", {}, async () => ({ content: [{ type: "text", text: "x" }], isError: true, structuredContent: 5 }))`,
  `tool("a", {}, () => [text("x"), image(new Uint8Array(), "image/png"), link({ uri: "a://b", name: "b" }), embedded("a://b", "c")])`,
  `tool("a", {}, (_, context) => context.inputResponses ? "x" : inputRequired({}))`,
  `tool("a", {}, () => { throw new Error("x"); })`,
  `tool("a", {}, async (): Promise<types.CallToolResult> => ({ content: [], resultType: "complete", more: 5 }))`,
  `tool("a", { output: numbers }, () => structured({ a: 1, b: 2 }))`,
  `tool("a", { output: kinds }, async () => structured({ kind: "rain" }))`,
  `tool("a", { output: numbers }, () => ({ structuredContent: { a: 1, b: 2 }, content: ["x"].map((one) => text(one)) }))`,
  `tool("a", { output: numbers }, () => ({ isError: true, content: [text("x")] }))`,
  `tool("a", {}, () => JSON.parse("1"))`,
  `resource("a://b", city, () => "x")`,
  `resource("a://b", city, async () => Buffer.from("x"))`,
  `resource("a://b", city, () => undefined)`,
  `resource("a://b", city, (uri) => ({ contents: [{ uri, text: "x" }], ttlMs: 5, cacheScope: "public" }))`,
  `resource("a://b", city, () => ["x", new Uint8Array(), { text: "x", mimeType: "y" }, { blob: new Uint8Array() }])`,
  `resourceTemplate("a://{b}", city, ({ b }) => (b === "x" ? undefined : b))`,
  `prompt("a", {}, () => "x")`,
  `prompt("a", {}, () => text("x"))`,
  `prompt("a", {}, async () => [user("x"), { role: "assistant", content: { type: "text", text: "y" } }])`,
  `prompt("a", {}, () => ({ messages: [{ role: "user", content: text("x") }], description: "y" }))`,
];

/** Each wrong return is told in two lines, which name all that is right; what is right is. */
export async function expectNamed(compiler: Compiler): Promise<void> {
  const told = await judge([...wrong, ...right], compiler);
  for (const [index, handler] of wrong.entries()) {
    const lines = told[index] ?? [];
    expect([handler, lines.length]).toEqual([handler, 2]);
    for (const name of [...namesFor(handler), "MayReturn<", "AsksForInput"])
      expect(lines.join("\n")).toContain(name);
  }
  for (const [index, handler] of right.entries())
    expect([handler, ...(told[wrong.length + index] ?? [])]).toEqual([handler]);
}

function namesFor(handler: string): readonly string[] {
  if (handler.startsWith("resource"))
    return ["string", "Uint8Array", "ContentsPart", "ContentsResult"];
  if (handler.startsWith("prompt"))
    return ["string", "ContentBlock", "PromptMessage[]", "PromptResult"];
  return handler.includes("output")
    ? ["StructuredResult<ContentBlock, ", "FailedResult"]
    : ["string", "ContentBlock", "PlainResult<ContentBlock>"];
}

/** What a compiler says of each handler, line by line. */
async function judge(
  handlers: readonly string[],
  compiler: Compiler,
): Promise<readonly (readonly string[])[]> {
  const statements = handlers.map(
    (one, index) => `export const h${index}: object = ${one};`,
  );
  const folder = folderOf([
    { path: "handlers.ts", text: head + statements.join("\n") },
  ]);
  const lines = await compile(
    folder,
    {
      allowImportingTsExtensions: true,
      declaration: false,
      emitDeclarationOnly: false,
      isolatedDeclarations: false,
      noEmit: true,
      noUnusedLocals: false,
      rootDir: "/",
    },
    compiler,
  );
  const first = head.split("\n").length;
  const told: string[][] = handlers.map(() => []);
  let current: string[] | undefined;
  for (const line of lines) {
    const [, place] = /^handlers\.ts\((\d+),/.exec(line) ?? [];
    if (place !== undefined) current = told[Number(place) - first];
    if (!current) throw new Error(`not of a handler: ${line}`);
    current.push(line);
  }
  return told;
}
