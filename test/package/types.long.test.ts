import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "../support/typescript.ts";
import { askEditor } from "./editor.ts";
import {
  createBareProject,
  createProject,
  modulesOf,
  type Project,
} from "./installed.ts";

let project: Project;
beforeAll(() => {
  project = createProject();
});
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

test("each entry has types that a strict project compiles with", async () => {
  const { folder } = project;
  const lines = modulesOf(project).map(
    ({ specifier }, index) => `export * as m${index} from "${specifier}";`,
  );
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "all.ts"), `${lines.join("\n")}\n`);
  const options = { lib: ["ES2023", "DOM"], noEmit: true };
  expect(await compile(folder, { ...options, ...emitless })).toEqual([]);
});

test("what needs neither Node nor another package needs no types of theirs", async () => {
  const bare = createBareProject(project);
  const names = ["all", "runtime/http", "runtime/http-client", "auth/server"];
  const lines = names.map(
    (name, index) => `export * as m${index} from "mcp-gen/${name}";\n`,
  );
  writeFileSync(join(bare, "all.ts"), lines.join(""));
  const options = { lib: ["ES2023", "DOM"], types: [], noEmit: true };
  expect(await compile(bare, { ...options, ...emitless })).toEqual([]);
});

test("a program registers the type of what its verifier gives", async () => {
  const bare = createBareProject(project);
  const program = `import { tool } from "mcp-gen/all";
export const whoami = tool("whoami", {}, (_, { auth }) => auth?.sub ?? "nobody");
`;
  writeFileSync(join(bare, "program.ts"), program);
  const options = {
    lib: ["ES2023", "DOM"],
    types: [],
    noEmit: true,
    ...emitless,
  };
  expect(await compile(bare, options)).not.toEqual([]);
  const register = `
declare module "mcp-gen/runtime" {
  interface Register {
    auth: { sub: string } | undefined;
  }
}
`;
  writeFileSync(join(bare, "program.ts"), program + register);
  expect(await compile(bare, options)).toEqual([]);
});

const emitless = {
  emitDeclarationOnly: false,
  declaration: false,
  isolatedDeclarations: false,
};

test("an editor goes from what is imported to where it is written", async () => {
  const { folder, place } = project;
  const file = join(folder, "editor.ts");
  const lines = [
    ["buildServer", "mcp-gen/runtime", "src/runtime"],
    ["serveStdio", "mcp-gen/runtime/serve-stdio", "src/runtime"],
    ["httpTransport", "mcp-gen/runtime/http-client", "src/runtime"],
    ["oauth", "mcp-gen/auth", "src/runtime/auth/client"],
    ["protect", "mcp-gen/auth/server", "src/runtime/auth/server"],
    ["jwt", "mcp-gen/runtime/auth/jwt.js", "src/runtime/auth/jose"],
    ["createServer", "mcp-gen/all", "dist/generated/server.d.ts"],
    ["isTool", "mcp-gen/draft", "dist/generated/shared/"],
    ["generate", "mcp-gen", "dist/declarations.d.ts"],
  ] as const;
  const text = lines
    .map(([name, from]) => `import { ${name} } from "${from}"; ${name};\n`)
    .join("");
  writeFileSync(file, text);
  const answers = await askEditor(
    file,
    lines.map(([name], line) => {
      return {
        line: line + 1,
        offset: 1 + (text.split("\n")[line] ?? "").indexOf(`; ${name};`) + 2,
      };
    }),
  );
  lines.forEach(([name, , within], index) => {
    const { file: found = "", start } = answers[index] ?? {};
    expect.soft(found, name).toContain(join(place, within));
    const line = readFileSync(found, "utf8").split("\n")[
      (start?.line ?? 0) - 1
    ];
    expect
      .soft(line?.slice((start?.offset ?? 0) - 1), name)
      .toMatch(new RegExp(`^${name}\\b`));
  });
});
