import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../support/official-files.ts";
import { officialSchema } from "../../support/spec.ts";
import { compile, lastingFolderOf, runNode } from "../../support/typescript.ts";
import { readTree } from "./edit.ts";
import { generated, packageFile, runtimeFolder } from "./judge.ts";
import { changes } from "./variants.ts";

/** Schemas that lack what a tool is built of, and how its handler answers. */
const samples: readonly {
  readonly change: string;
  readonly piece: string;
  readonly revision: string;
  readonly answer: string;
  readonly result: unknown;
}[] = [
  {
    change: "no property",
    piece: "CallToolResult.content",
    revision: "2024-11-05",
    answer: `({ isError: false })`,
    result: { content: [], isError: false },
  },
  {
    change: "a property required or optional",
    piece: "CallToolResult.content",
    revision: "draft",
    answer: `"sunny"`,
    result: {
      content: [{ type: "text", text: "sunny" }],
      resultType: "complete",
    },
  },
  {
    change: "a text",
    piece: "CallToolResult.content: string",
    revision: "2025-06-18",
    answer: `({ content: "sunny" })`,
    result: { content: "sunny" },
  },
  {
    change: "no property",
    piece: "Tool.inputSchema",
    revision: "2025-03-26",
    answer: `"sunny"`,
    result: { content: [{ type: "text", text: "sunny" }] },
  },
  {
    change: "a declaration with what refers to it",
    piece: "Implementation",
    revision: "2025-11-25",
    answer: `"sunny"`,
    result: { content: [{ type: "text", text: "sunny" }] },
  },
  {
    change: "another name",
    piece: "CallToolResult",
    revision: "2024-11-05",
    answer: `({ more: 1 })`,
    result: { content: [], more: 1 },
  },
  {
    change: "a declaration with what refers to it",
    piece: "InitializeRequest",
    revision: "2025-11-25",
    answer: `"sunny"`,
    result: { content: [{ type: "text", text: "sunny" }] },
  },
];

describe("a server and a client of what is left", needs("schemas"), () => {
  let folder: string;
  let problems: readonly string[];
  beforeAll(async () => {
    const files = await Promise.all(
      samples.map(async ({ change, piece, revision, answer }, index) => {
        const variant = changes[change]?.(
          readTree(officialSchema(revision)),
        ).find(({ name }) => name === piece);
        const outcome = await generated(variant?.text() ?? "", { revision });
        return [
          ...outcome.files.map(({ path, text }) => ({
            path: `v${index}/${path}`,
            text,
          })),
          { path: `v${index}/run.ts`, text: program(answer) },
        ];
      }),
    );
    folder = lastingFolderOf([
      ...files.flat(),
      ...(await runtimeFolder()),
      packageFile,
      { path: "run.js", text: runAll },
    ]);
    problems = await compile(folder, {
      emitDeclarationOnly: false,
      declaration: false,
      isolatedDeclarations: false,
      outDir: ".",
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("compiles", () => expect(problems).toEqual([]));

  test("lists a tool, and calls it", async () => {
    const { output } = await runNode(
      ["run.js", String(samples.length)],
      folder,
    );
    // In development, a server says beside that that a revision does not know a field.
    const told = output.split("\n").filter((line) => line.startsWith("{"));
    expect(told.map((line): unknown => JSON.parse(line))).toMatchObject(
      samples.map(({ result }) => ({ tools: ["weather"], result })),
    );
  });
});

const program = (answer: string): string => `
import { connect } from "#runtime";
import { createClient, createServer, tool } from "./index.js";

export async function run(): Promise<object> {
  const info = { name: "a", version: "1" };
  const server = createServer({
    info,
    features: [tool("weather", {}, () => (${answer}))],
  });
  const client = createClient({ info });
  await connect(server, client);
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: "weather" });
  await client.close();
  return { tools: tools.map(({ name }) => name), result };
}
`;

const runAll = `
for (let index = 0; index < Number(process.argv[2]); index++) {
  const { run } = await import(\`./v\${index}/run.js\`);
  console.log(JSON.stringify(await run().catch((error) => ({ error: String(error) }))));
}
`;
