import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
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
  const names = [
    ...["runtime", "runtime/core", "runtime/http", "runtime/http-client"],
    "auth/server",
  ];
  const lines = names.map(
    (name, index) => `export * as m${index} from "mcp-gen/${name}";\n`,
  );
  writeFileSync(join(bare, "all.ts"), lines.join(""));
  const options = { lib: ["ES2023", "DOM"], types: [], noEmit: true };
  expect(await compile(bare, { ...options, ...emitless })).toEqual([]);
});

test.each(["mcp-gen/runtime", "mcp-gen/runtime/core"])(
  "a program registers the type of what its verifier gives in %s",
  async (module) => {
    const bare = createBareProject(project);
    const options = { types: [], ...bareOptions };
    await registers(bare, "mcp-gen/runtime", module, options);
  },
);

test.each(["@mcp-gen/runtime", "@mcp-gen/runtime/core"])(
  "with the light package alone, a program registers it in %s",
  async (module) => {
    const { folder } = createProject("@mcp-gen/runtime");
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
    await registers(folder, "@mcp-gen/runtime", module, bareOptions);
  },
);

test("with one revision of the light package, a program registers it in its core", async () => {
  const { folder } = createProject("@mcp-gen/runtime");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  const revision = "@mcp-gen/runtime/2025-11-25";
  await registers(folder, revision, "@mcp-gen/runtime/core", bareOptions);
});

test("values of both packages fit each other's types", async () => {
  const light = createProject("@mcp-gen/runtime");
  onTestFinished(() => rmSync(light.folder, { recursive: true, force: true }));
  const beside = join(light.folder, "node_modules/mcp-gen");
  symlinkSync(project.place, beside);
  writeFileSync(join(light.folder, "package.json"), `{ "type": "module" }`);
  const program = ["mcp-gen", "@mcp-gen/runtime"].map((own, index, names) => {
    const other = names[1 - index] ?? "";
    return `
import * as own${index} from "${runtimeOf(own)}";
import * as other${index} from "${runtimeOf(other)}";
import { createHttpHandler as serve${index}, createMemoryEventStore as events${index} } from "${runtimeOf(own)}/http";
import { httpTransport as over${index} } from "${runtimeOf(other)}/http-client";
import { protect as protect${index}, type Verifier as Verifier${index} } from "${other}/auth/server";
const server${index} = own${index}.createServer({
  info: { name: "own", version: "1" },
  features: [
    other${index}.tool("other", {}, async (_, context) => (await context.elicit("k", { message: "?", requestedSchema: { type: "object", properties: {} } })).action),
    other${index}.resource("a:b", { name: "b" }, () => "b"),
    other${index}.resourceTemplate("a:{b}", { name: "b" }, () => "b"),
    other${index}.prompt("other", {}, () => "other"),
  ],
});
declare const verify${index}: Verifier${index};
const authorize${index} = protect${index}({ resource: "https://a.example/mcp", authorizationServers: [], verify: verify${index} });
const client${index} = other${index}.createClient({ info: { name: "other", version: "1" } });
await other${index}.connect(server${index}, client${index});
await own${index}.createClient({ info: { name: "own", version: "1" } }).connect(over${index}({ url: "https://a.example/mcp" }));
serve${index}(server${index}, { authorize: authorize${index}, eventStore: events${index}() });
const error${index}: own${index}.ProtocolError = new other${index}.NotFoundError();
throw error${index};
`;
  });
  for (const [index, text] of program.entries())
    writeFileSync(join(light.folder, `program-${index}.ts`), text);
  const options = { lib: ["ES2023", "DOM"], noEmit: true, ...emitless };
  expect(await compile(light.folder, options)).toEqual([]);
});

/** Returns the entry of a package with the whole API. */
function runtimeOf(name: string): string {
  return name === "mcp-gen" ? "mcp-gen/runtime" : name;
}

const emitless = {
  emitDeclarationOnly: false,
  declaration: false,
  isolatedDeclarations: false,
};

test("an editor goes from what is imported to where it is written", async () => {
  const { folder, place } = project;
  const file = join(folder, "editor.ts");
  const lines = [
    ["buildServer", "mcp-gen/runtime/core", "src/runtime"],
    ["serveStdio", "mcp-gen/runtime/serve-stdio", "src/runtime"],
    ["httpTransport", "mcp-gen/runtime/http-client", "src/runtime"],
    ["oauth", "mcp-gen/auth", "src/runtime/auth/client"],
    ["protect", "mcp-gen/auth/server", "src/runtime/auth/server"],
    ["jwt", "mcp-gen/runtime/auth/jwt.js", "src/runtime/auth/jose"],
    ["createServer", "mcp-gen/runtime", "dist/generated/server.d.ts"],
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

const bareOptions = { lib: ["ES2023", "DOM"], noEmit: true, ...emitless };

/** Compiles a program whose handlers have a type that it registers in a module. */
async function registers(
  folder: string,
  from: string,
  module: string,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const program = `import { tool } from "${from}";
export const whoami = tool("whoami", {}, (_, { auth }) => auth?.sub ?? "nobody");
`;
  writeFileSync(join(folder, "program.ts"), program);
  expect(await compile(folder, options)).not.toEqual([]);
  const register = `
declare module "${module}" {
  interface Register {
    auth: { sub: string } | undefined;
  }
}
`;
  writeFileSync(join(folder, "program.ts"), program + register);
  expect(await compile(folder, options)).toEqual([]);
}
