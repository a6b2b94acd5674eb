import { fileURLToPath } from "node:url";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCounted } from "../../src/derivation/counted.ts";
import { countHandWritten } from "../../src/derivation/hand-written.ts";
import { load } from "../../src/index.ts";
import { countLines } from "../../templates/build/package/count-lines.js";
import { temporaryFolder, writeTree } from "../output/folder.ts";

const model = JSON.stringify({
  declarations: [{ name: "Tool" }],
  requests: [{ method: "tools/list" }],
  notifications: [{ method: "ping" }],
});

function repository(files: Record<string, string>): string {
  const root = temporaryFolder();
  writeTree(root, {
    "src/spec/models/one.json": model,
    "src/spec/extensions/one.json": model,
    ...files,
  });
  return root;
}

test("lines of code are those that a token stands on", () => {
  const root = repository({
    "src/runtime/wire/one.ts": `// A comment.
/**
 * Another.
 */
export const text = \`
  // a line of a text

\`; // and one behind it

export function f(): string {
  return /* inside */ "tools/list"; // not "tools/call"
}
`,
    "src/runtime/wire/two.ts": 'export const method = "ping", type = "Tool";\n',
    "src/runtime/wire/built.ts": "// Built from a template.\nexport {};\n",
    "src/emit/stubs/one.ts": 'export const names = ["Tool", "x/yZ", "a b"];\n',
  });
  expect(countLines(root, ["src/runtime", "src/emit"])).toEqual({
    formatVersion: 1,
    folders: [
      {
        path: "src/runtime/wire",
        files: 2,
        code: 7,
        comments: 4,
        words: ["ping", "tools/list"],
      },
      {
        path: "src/emit/stubs",
        files: 1,
        code: 1,
        comments: 0,
        words: ["Tool", "x/yZ"],
      },
    ],
  });
});

test("a line added to the runtime changes the report", async () => {
  const root = repository({ "src/runtime/wire/one.ts": "export {};\n" });
  const protocol = await load("2024-11-05");
  const lines = (): unknown =>
    countHandWritten(protocol, countLines(root, ["src/runtime"])).find(
      ({ name }) => name === "wire",
    )?.lines;
  expect(lines()).toEqual({ code: 1, comments: 0 });
  appendFileSync(join(root, "src/runtime/wire/one.ts"), "f();\n// why\n");
  expect(lines()).toEqual({ code: 2, comments: 1 });
});

test("what ships was counted by the last build", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { folders } = countLines(root, ["src/runtime/wire"]);
  const shipped = readCounted().folders.filter(({ path }) =>
    path.startsWith("src/runtime/wire"),
  );
  expect(shipped, "build first: npm run build").toEqual(folders);
});
