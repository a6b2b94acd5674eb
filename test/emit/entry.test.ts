import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import type { EmitOptions, EmittedFile } from "../../src/emit/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import { load } from "../../src/revisions/load.ts";
import {
  emitEntryFiles,
  emitSharedFiles,
  everything,
} from "../support/emitted.ts";
import { protocolOf } from "../support/protocols.ts";
import { unformatted } from "./formatted.ts";

const root = new URL("../../", import.meta.url).pathname;
const newest = await load("2026-07-28");
const older = await load("2025-11-25");
const alias = { ...newest, revision: "draft" };

const emitted = new Map<string, readonly EmittedFile[]>();

/** The files of an entry, emitted once for all tests: each protocol here has an id of its own. */
function entryFiles(
  protocols: readonly Protocol[],
  options: Partial<EmitOptions> = {},
): readonly EmittedFile[] {
  const key = JSON.stringify([
    protocols.map(({ revision }) => revision),
    options,
  ]);
  const files = emitted.get(key) ?? emitEntryFiles(protocols, options);
  emitted.set(key, files);
  return files;
}

function textOf(
  path: string,
  protocols = [older, newest],
  options: Partial<EmitOptions> = {},
): string {
  const files = entryFiles(protocols, options);
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path} is emitted`);
  return file.text;
}

function revisionsOf(...protocols: (typeof newest)[]): string[] {
  const text = textOf("index.ts", protocols);
  const [, list = ""] = /revisions = \[([^\]]*)\]/.exec(text) ?? [];
  return list.split(",").flatMap((id) => id.match(/"(.*)"/)?.[1] ?? []);
}

describe("the entry", () => {
  test("speaks the newest revision first, in whatever order they come", () => {
    expect(revisionsOf(older, newest)).toEqual(["2026-07-28", "2025-11-25"]);
    expect(revisionsOf(newest, older)).toEqual(["2026-07-28", "2025-11-25"]);
  });

  test("takes a name for newer than every date", () => {
    const next = { ...newest, revision: "next", features: ["other"] };
    expect(revisionsOf(older, next, newest)).toEqual([
      "next",
      "2026-07-28",
      "2025-11-25",
    ]);
  });

  test("has a revision and its alias once", () => {
    expect(revisionsOf(alias, older, newest)).toEqual([
      "2026-07-28",
      "2025-11-25",
    ]);
  });

  test("is there for one revision too", () => {
    expect(revisionsOf(older)).toEqual(["2025-11-25"]);
    expect(textOf("server.ts", [older])).toContain(
      "table: dispatch.serverProtocol,",
    );
  });

  test("is there only with a stub, and has what is asked for", () => {
    const pathsOf = (emit: EmitOptions["emit"]): string[] =>
      emitEntryFiles([older, newest], { emit }).map(({ path }) => path);
    expect(pathsOf(["types", "guards", "dispatch"])).toEqual([]);
    expect(pathsOf(["client"])).toEqual(["client.ts", "fits.ts", "index.ts"]);
    expect(pathsOf(["registry"])).toEqual([
      "server.ts",
      "registry.ts",
      "fits.ts",
      "index.ts",
    ]);
    expect(emitEntryFiles([], everything)).toEqual([]);
  });

  test.each([
    ["copy", '"./runtime/index.js"'],
    ["own/runtime", '"own/runtime"'],
    ["../runtime.js", '"./runtime.js"'],
    ["../../runtime.ts", '"../runtime.js"'],
    ["./runtime.js", '"./2026-07-28/runtime.js"'],
  ])("imports the runtime of %s from %s", (runtime, want) => {
    expect(textOf("server.ts", [newest], { runtime })).toContain(
      `from ${want}`,
    );
  });

  test.each<Partial<EmitOptions>>([
    { target: "ts", docs: true },
    { target: "js", docs: false },
  ])("is formatted, target $target, docs $docs", async (options) => {
    for (const protocols of [[newest], [older, newest], [older, alias]])
      expect(
        await unformatted(entryFiles(protocols, options), "babel-ts"),
      ).toEqual([]);
  });
});

describe("messages", () => {
  const server = textOf("server.ts");
  const client = textOf("client.ts");

  test("are typed by the newest revision that has them", () => {
    expect(server).toContain(
      "params: OptionalMeta<types.CallToolRequestParams>,",
    );
    expect(server).toContain(
      "params: types_2025_11_25.NotificationParams | undefined,",
    );
    expect(client).toContain("): Promise<Answer<types.CallToolResult>>;");
    expect(client).toContain("params: types_2025_11_25.SetLevelRequestParams,");
  });

  test("of one lifecycle alone keep their types", () => {
    const alone = textOf("server.ts", [newest]);
    expect(alone).toContain("params: types.CallToolRequestParams,");
    expect(alone).not.toContain("OptionalMeta");
    const calls = textOf("client.ts", [newest]);
    expect(calls).toContain("): Promise<types.CallToolResult>;");
  });

  test("that other revisions send without params may come without", () => {
    expect(server).toContain(
      "params: OptionalMeta<types.PaginatedRequestParams> | undefined,",
    );
    expect(textOf("server.ts", [newest])).toContain(
      "params: types.PaginatedRequestParams,",
    );
  });
});

test("handlers of one name are those of the newest revision", () => {
  const schema = (method: string, params: string): string => `
    export interface Request { method: string }
    export interface DoRequest extends Request { method: "${method}"; params: { ${params}: string } }
    export interface EmptyResult {}
    export type ClientRequest = DoRequest;`;
  const [first, second] = [
    protocolOf(schema("do", "a"), "2030-01-01"),
    protocolOf(schema("do/it", "b"), "2031-01-01"),
  ];
  const server = textOf("server.ts", [first, second]);
  expect(server.match(/do\?\(/g)).toHaveLength(1);
  expect(server).toContain("params: guards.DoRequestParams,");
});

test("guards between revisions have no copy of what the revisions share", () => {
  const fits = textOf("fits.ts");
  const [shared] = emitSharedFiles([older, newest]);
  const declared = (text = ""): string[] =>
    [...text.matchAll(/^(?:export )?(?:function|const) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
  const known = new Set(declared(shared?.text));
  expect(known).toContain("hasFields");
  expect(fits).toContain('from "./shared/2026-07-28/guards.js";');
  expect(declared(fits).filter((name) => known.has(name))).toEqual([]);
});

describe("a bundle", () => {
  test("of a server has no code of a client", async () => {
    const modules = await bundledModules("createServer");
    expect(modules).toContain("generated/server.ts");
    expect(modules).toContain("src/runtime/server/create-server.ts");
    expect(modules.filter((name) => /\bclient/.test(name))).toEqual([]);
    expect(modules.filter((name) => name.includes("features/"))).toEqual([]);
  });

  test("of a client has no code of a server", async () => {
    const modules = await bundledModules("createClient");
    expect(modules).toContain("generated/client.ts");
    expect(modules.filter((name) => /\bserver/.test(name))).toEqual([]);
  });
});

/** The modules of which a bundle of one export holds something. */
async function bundledModules(name: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `export { ${name} } from "./generated/index.ts";`,
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
    platform: "node",
    absWorkingDir: root,
  });
  const outputs = Object.values(metafile.outputs);
  return outputs.flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}
