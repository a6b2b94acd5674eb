import { expect, test } from "vitest";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen } from "./command-line.ts";

const widgets = `import type { Result } from "./spec.types.js";
export interface GetWidgetRequest { method: "widgets/get"; params: { id: string } }
export interface GetWidgetResult extends Result { id: string }`;
const model = { formatVersion: 1, extension: "com.example/widgets" };
const call = (id: number) => ({
  from: "client",
  message: { jsonrpc: "2.0", id, method: "tasks/get", params: { taskId: "1" } },
});
const files = {
  "old.ts": widgets,
  "new.ts": widgets,
  "protocol.json": JSON.stringify(model),
  "facts.json": `{ "methods": { "widgets/get": { "direction": "up" } } }`,
  "traffic.jsonl": [call(1), call(2)]
    .map((one) => JSON.stringify(one))
    .join("\n"),
};

function folder(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  return cwd;
}

const own = ["--extension", "com.example/widgets=old.ts"];

test.each<[string, string[], string[]]>([
  [
    "the model of an extension that is no revision",
    ["inspect", "./protocol.json"],
    ["is the extension", "--extension com.example/widgets=protocol.json"],
  ],
  [
    "schemas of an extension that are none of the core",
    ["diff", "old.ts", "new.ts"],
    [
      "diff <revision> <revision> --extension <id>=old.ts --extension <id>=new.ts",
    ],
  ],
  [
    "a method of a bundled extension",
    ["inspect", "2026-07-28", "tasks/get"],
    ["tasks/get is of the extension", "--extension tasks"],
  ],
  [
    "a value that facts cannot have",
    [
      "inspect",
      "2026-07-28",
      ...own,
      "--extension-facts",
      "com.example/widgets=facts.json",
    ],
    [
      '/methods/"widgets/get"/direction must be equal to one of the allowed values: "both", "clientToServer", "serverToClient"; ',
    ],
  ],
])("%s is told with the way out", async (_, args, parts) => {
  const { code, stderr } = await mcpGen(args, { cwd: folder() });
  expect(code).toBe(2);
  for (const part of parts)
    expect(`${stderr.replaceAll("\n", "; ")}; `).toContain(part);
});

test.each([
  ["inspect", "2025-11-25", "tasks/get"],
  ["diff", "2025-06-18", "2025-11-25"],
])(
  "%s goes on where an extension is for none of the revisions",
  async (...args) => {
    const found = await mcpGen([...args, "--extension", "tasks"], {
      cwd: folder(),
    });
    expect(found.code).toBe(0);
    expect(found.stderr).toContain("note extension-absent");
    expect(found.stdout).toContain("tasks/get");
  },
);

test("validate tells once which extension has a method", async () => {
  const args = ["validate", "traffic.jsonl", "--revision", "2026-07-28"];
  const { stdout, stderr } = await mcpGen(args, { cwd: folder() });
  expect(stdout.match(/no such method/g)).toHaveLength(2);
  expect(stderr.match(/--extension tasks/g)).toHaveLength(1);
  const without = [
    "validate",
    "traffic.jsonl",
    "--revision",
    "2025-11-25",
    "--extension",
    "tasks",
  ];
  const { stderr: said } = await mcpGen(without, { cwd: folder() });
  expect(said).toContain("note extension-absent");
});

test("diff shows a narrowed text as what it is", async () => {
  const args = ["diff", "2026-07-28", "2026-07-28", "--extension", "tasks"];
  expect((await mcpGen(args, { cwd: folder() })).stdout).not.toContain(
    "& string",
  );
});
