import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../src/index.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { runNode } from "../support/typescript.ts";
import {
  createBareProject,
  createProject,
  entriesOf,
  modulesOf,
  onDisk,
  type Project,
} from "./installed.ts";

const root = join(import.meta.dirname, "../..");
let project: Project;
beforeAll(() => {
  project = createProject();
});
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

test("the package is small: in files, in bytes, and on a disk", () => {
  const { files } = project;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  // A page for each thing that a user holds makes files, and two pages of the reference bytes.
  // Extensions and tasks came with 60 files of sources, three pages, and 0.4 MB.
  // Configuration, locks, updates, watching and reports came with 0.2 MB of modules that
  // load when they are called for, four pages, and the schemas of three kinds of file.
  // Typed clients, servers of a description, mocks and compiled schemas came with 0.35 MB of
  // modules that no other command loads, three pages, and a schema of reports.
  // What several processes share, Redis, tests of stores and telemetry came with 130 files
  // of sources and pages, and 0.75 MB: no server without them loads a byte of it. That a
  // command is the same when done twice, and a lost event is told, went beyond 7.25 MB.
  // Modules with a line for each statement and the names of all functions took 0.55 MB.
  expect.soft(files.length).toBeLessThan(1_020);
  expect.soft(bytes).toBeLessThan(8_000_000);
  // Six were the aim, and reached until servers checked and bounded what they do; a
  // source of tasks takes a block of its own, as each does.
  expect.soft(onDisk(files)).toBeLessThan(10.4 * 1024 ** 2);
});

test("a published module has a line for each statement, and the names of its functions", () => {
  const modules = project.files.filter(({ path }) => path.endsWith(".js"));
  expect(modules.length).toBeGreaterThan(50);
  const texts = modules.map(({ path }) =>
    readFileSync(join(project.place, path), "utf8"),
  );
  const longest = texts.flatMap((text) =>
    text.split("\n").map(({ length }) => length),
  );
  expect(Math.max(...longest)).toBeLessThan(2_000);
  for (const name of ["buildServer", "checkCallToolResult", "escapeControls"])
    expect(texts.join("\n")).toContain(`function ${name}(`);
});

test("the package has no site in it", () => {
  const { files } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as { readonly files: readonly string[] };
  // Whoever packs the repository itself may have built one.
  expect(files).toContain("!dist/site");
  const paths = project.files.map(({ path }) => path);
  expect(paths.filter((path) => /\bsite\/|vitepress/.test(path))).toEqual([]);
});

test("the command can be run where it was built", () => {
  const printed = execFileSync(join(root, "dist/cli.js"), ["--version"]);
  const text = readFileSync(join(root, "package.json"), "utf8");
  // Our own manifest.
  const { version } = JSON.parse(text) as { version: string };
  expect(String(printed).trim()).toBe(version);
});

/** The one module that is imported for its effect alone. */
const claiming = "mcp-gen/runtime/claim-stdout";

/** What Node loads before a program, for its effect alone. */
const loading = "mcp-gen/typescript";

test("the packages have what the README names", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const light = "@mcp-gen/runtime";
  const known = [
    ...project.entries,
    ...entriesOf(join(root, "dist/packages/runtime"), light),
  ].map(({ specifier }) => specifier);
  // Nobody imports what stands before an ellipsis, as `mcp-gen/runtime/…` does.
  // A path such as `../mcp-gen/dist` is no specifier.
  const named = readme.match(/(?<!\/)@?\bmcp-gen\/[\w./-]*\w(?!\/…)/g) ?? [];
  expect(named.filter((name) => name.startsWith(light)).length).toBeGreaterThan(
    5,
  );
  expect(known).toEqual(expect.arrayContaining(named));
});

test("the data of each revision is what is generated of it", async () => {
  const text = (specifier: string): string => {
    const found = project.entries.find((one) => one.specifier === specifier);
    return readFileSync(join(project.place, found?.file ?? ""), "utf8");
  };
  for (const { id } of bundledRevisions()) {
    const emit = ["json-schema", "protocol"] as const;
    const { files } = await generate({ revisions: [id], emit });
    for (const name of [`${id}/schema.json`, `${id}/protocol.json`]) {
      const emitted = files.find(({ path }) => path === name)?.text ?? "";
      const shipped: unknown = JSON.parse(text(`mcp-gen/${name}`));
      expect.soft(shipped, name).toEqual(JSON.parse(emitted));
    }
  }
});

describe("each entry", () => {
  test("is there, and so is all that it imports", () => {
    const missing = project.entries
      .flatMap(({ file, types = file }) => [file, types])
      .filter((file) => !existsSync(join(project.place, file)));
    expect(missing).toEqual([]);
    expect(modulesOf(project).length).toBeGreaterThan(50);
  });

  test("has declarations that name no file that is not there", () => {
    const names = /(?:from |import\()"(\.[^"]+)\.js"/g;
    const declared = project.files.filter(({ path }) => path.endsWith(".d.ts"));
    const missing = declared.flatMap(({ path }) => {
      const text = readFileSync(join(project.place, path), "utf8");
      return [...text.matchAll(names)]
        .map(([, name = ""]) => join(path, "..", `${name}.d.ts`))
        .filter((file) => !existsSync(join(project.place, file)))
        .map((file) => `${path}: ${file}`);
    });
    expect(declared.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test("exports what its declarations say", async () => {
    const { folder } = project;
    const modules = modulesOf(project);
    const list = JSON.stringify(modules.map(({ specifier }) => specifier));
    writeFileSync(
      join(folder, "names.mjs"),
      // By itself, because one of them takes standard output.
      `import { writeSync } from "node:fs";
      for (const name of ${list}) {
        const names = Object.keys(await import(name));
        writeSync(1, JSON.stringify(names) + "\\n");
      }`,
    );
    const { code, output } = await runNode(["names.mjs"], folder);
    expect([code, output]).toEqual([0, expect.anything()]);
    const lines = output.trim().split("\n");
    const declared = declaredNames(project, modules);
    expect(lines).toHaveLength(modules.length);
    modules.forEach(({ specifier }, index) => {
      const names = JSON.parse(lines[index] ?? "") as string[];
      // The other files of the package import those with a sign.
      const own = names.filter((name) => !name.startsWith("$")).sort();
      // The entry `serve-stdio` imports its function from the core.
      const added = /\/core(\.js)?$/.test(specifier) ? ["serveStdio"] : [];
      const expected = [...(declared[index] ?? []), ...added].sort();
      expect.soft(own, specifier).toEqual(expected);
    });
  });

  test("is nothing in a bundle that imports it for nothing", async () => {
    const specifiers = modulesOf(project).map(({ specifier }) => specifier);
    const texts = await bundledEach(specifiers);
    const left = specifiers.filter((_, index) => texts[index] !== "");
    expect(left).toEqual([claiming, `${claiming}.js`, loading]);
  });

  test("is next to nothing even where nobody believes `sideEffects`", async () => {
    const [library, ...modules] = modulesOf(project);
    expect(library?.specifier).toBe("mcp-gen");
    // What tests import goes into no bundle.
    const stubs = modules.filter(
      ({ specifier }) =>
        specifier !== loading &&
        !specifier.startsWith(claiming) &&
        !specifier.includes("testing"),
    );
    const texts = await bundledEach(
      stubs.map(({ file }) => join(project.place, file)),
      [heedAll],
    );
    // Bundlers do not see that a product of numbers has no effect.
    const products = /^(var ([\w$]+=[\w$*-]+[,;])+)*\n?$/;
    stubs.forEach(({ specifier }, index) =>
      expect.soft(texts[index], specifier).toMatch(products),
    );
  });

  test("gives a bundle what it asks for, and not all that the file has", async () => {
    const guard = await bundled(
      `export { isTextContent } from "mcp-gen/2025-11-25/guards";`,
    );
    expect(guard).toContain('"text"');
    expect(guard.length).toBeLessThan(2_000);
    const server = await bundled(
      `export { createServer } from "mcp-gen/runtime";`,
    );
    const client = await bundled(
      `export { createClient } from "mcp-gen/runtime";`,
    );
    const all = await bundled(`export * from "mcp-gen/runtime";`);
    expect(Math.max(server.length, client.length)).toBeLessThan(
      0.75 * all.length,
    );
  });
});

/**
 * Node reads each by itself, and a server over stdio is started for each session. What
 * a revision has in common with others is in two modules more: once, and not in each.
 */
test.each([
  ["mcp-gen/runtime", 3],
  ["mcp-gen/2025-11-25", 5],
  ["mcp-gen/runtime/core", 3],
])("a server on %s over stdio is %i modules at most", async (stubs, most) => {
  const program = `export * from "${stubs}";
    export * from "mcp-gen/runtime/serve-stdio";`;
  const { metafile } = await build({ ...bundling(program), metafile: true });
  const files = Object.keys(metafile.inputs).filter((one) => one !== "<stdin>");
  expect(files.length).toBeLessThanOrEqual(most);
  const first = await build({
    ...bundling(`import "${claiming}";${program}`),
    metafile: true,
  });
  expect(Object.keys(first.metafile.inputs)).toHaveLength(files.length + 2);
  const imports = Object.values(metafile.inputs).flatMap((one) => one.imports);
  // What Node would have to load besides.
  expect(imports.filter(({ external }) => external)).toEqual([]);
});

describe("authorization", () => {
  const entries = ["", "/introspection", "/jwt", "/node", "/server"].map(
    (name) => `mcp-gen/auth${name}`,
  );
  /** What each cannot be imported without, where nothing but mcp-gen is installed. */
  const needs: Readonly<Record<string, string>> = {
    "mcp-gen/auth": "oauth4webapi",
    "mcp-gen/auth/introspection": "oauth4webapi",
    "mcp-gen/auth/jwt": "jose",
  };

  test("says which package is missing, and needs none where it can do without", async () => {
    const bare = createBareProject(project);
    writeFileSync(
      join(bare, "import.mjs"),
      `for (const name of ${JSON.stringify(entries)})
        console.log(name, await import(name).then(() => "loads", ({ message }) => message));`,
    );
    const { output } = await runNode(["import.mjs"], bare);
    const lines = output.trimEnd().split("\n");
    expect(lines).toHaveLength(entries.length);
    entries.forEach((entry, index) => {
      const missing = needs[entry];
      const want = missing ? `Cannot find package '${missing}'` : "loads";
      expect.soft(lines[index]).toContain(`${entry} ${want}`);
    });
  });

  test("is at the paths of a copied runtime as well", async () => {
    const exported = (specifier: string): string | undefined =>
      project.entries.find((one) => one.specifier === specifier)?.file;
    for (const entry of entries) {
      const [, name = "index"] = /auth\/(.+)/.exec(entry) ?? [];
      for (const ending of ["", ".js"]) {
        const copied = `mcp-gen/runtime/auth/${name}${ending}`;
        expect.soft(exported(copied), copied).toBe(exported(entry));
      }
    }
  });

  test("is in no bundle of a program without it", async () => {
    const program = `export { createClient, createServer, tool } from "mcp-gen/runtime";
    export { createHttpHandler } from "mcp-gen/runtime/http";
    export { createNodeHandler, listen } from "mcp-gen/runtime/http-node";
    export { httpTransport } from "mcp-gen/runtime/http-client";
    export { serveStdio } from "mcp-gen/runtime/serve-stdio";`;
    const { metafile, outputFiles } = await build({
      ...bundling(program),
      metafile: true,
    });
    const [output] = Object.values(metafile.outputs);
    const parts = Object.entries(output?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([name]) => name);
    expect(parts.filter((name) => name.includes("/auth/"))).toEqual([]);
    const text = outputFiles[0]?.text ?? "";
    expect(text).toContain("www-authenticate");
    // The headers of proofs are among those that pages may send and read, and
    // `oauth` is an option of other libraries that an error names.
    expect(text).not.toMatch(/oauth4webapi|jose|jwk|jwt|pkce|code_challenge/i);
    const others = output?.imports.map(({ path }) => path) ?? [];
    expect(others.filter((path) => !path.startsWith("node:"))).toEqual([]);
    const whole = await bundled(`${program}export * from "mcp-gen/auth";`);
    expect(whole).toMatch(/code_challenge/);
  });

  test.each([
    ["mcp-gen/auth", ["oauth4webapi"]],
    ["mcp-gen/auth/introspection", ["oauth4webapi"]],
    ["mcp-gen/auth/jwt", ["jose"]],
    ["mcp-gen/auth/server", []],
  ])("%s imports %j, and nothing of Node", async (entry, packages) => {
    const program = `export * from "${entry}";`;
    const { metafile } = await build({ ...bundling(program), metafile: true });
    const [output] = Object.values(metafile.outputs);
    const imported = output?.imports.map(({ path }) => path);
    expect([...new Set(imported)]).toEqual(packages);
    expect(output?.bytes).toBeGreaterThan(1_000);
  });
});

test("what several processes share loads without a client of Redis, and says which one connects by a URL", async () => {
  const bare = createBareProject(project);
  writeFileSync(
    join(bare, "redis.mjs"),
    `const { openRedis } = await import("mcp-gen/redis");
    console.log(await openRedis("redis://127.0.0.1:1").catch(({ message }) => message));`,
  );
  const { output } = await runNode(["redis.mjs"], bare);
  expect(output.trim()).toBe(
    "openRedis connects by a URL with the package @redis/client, which is not installed: npm install @redis/client",
  );
});

/** The values that each of the entries declares, sorted. */
function declaredNames(
  { place }: Project,
  modules: readonly { readonly types: string }[],
): string[][] {
  const files = modules.map(({ types }) => join(place, types));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const isValue = (symbol: ts.Symbol): boolean => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const own = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return (own.flags & ts.SymbolFlags.Value) !== 0;
  };
  return files.map((file) => {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    const found = symbol ? checker.getExportsOfModule(symbol) : [];
    const starred = typeStarNames(source, checker);
    return found
      .filter((one) => isValue(one) && !isTypeOnly(one))
      .filter(({ name }) => !starred.has(name))
      .map(({ name }) => name)
      .sort();
  });
}

/** Returns the names that a module exports by `export type *`, and not by name. */
function typeStarNames(
  source: ts.SourceFile | undefined,
  checker: ts.TypeChecker,
): ReadonlySet<string> {
  const statements = source?.statements.filter(ts.isExportDeclaration) ?? [];
  const starred = statements
    .filter((one) => one.isTypeOnly && one.exportClause === undefined)
    .flatMap(({ moduleSpecifier }) => moduleSpecifier ?? [])
    .flatMap((from) => checker.getSymbolAtLocation(from) ?? [])
    .flatMap((module) => checker.getExportsOfModule(module));
  const own = source && checker.getSymbolAtLocation(source)?.exports;
  return new Set(
    starred.filter((one) => !own?.has(one.escapedName)).map(({ name }) => name),
  );
}

/** True if a name is exported by an `export type` that names it. */
function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) =>
    ts.isTypeOnlyExportDeclaration(declaration),
  );
}

/** Leaves nothing out because package.json says so. */
const heedAll: Plugin = {
  name: "heed all",
  setup({ onResolve }) {
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      return { path: resolve(resolveDir, path), sideEffects: true };
    });
  },
};

/** Other packages, and Node, answer for themselves. */
const othersAreFree: Plugin = {
  name: "others are free",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith("mcp-gen")
        ? undefined
        : { path, external: true, sideEffects: false },
    );
  },
};

async function bundled(
  contents: string,
  plugins: readonly Plugin[] = [],
): Promise<string> {
  const { outputFiles } = await build(bundling(contents, plugins));
  return outputFiles[0]?.text ?? "";
}

/** The bundles of programs that import one thing each, for its effect: what they share is read once. */
async function bundledEach(
  imported: readonly string[],
  plugins: readonly Plugin[] = [],
): Promise<string[]> {
  const programs: Plugin = {
    name: "programs",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^program:/ }, ({ path }) => ({
        path,
        namespace: "program",
      }));
      onLoad({ filter: /.*/, namespace: "program" }, ({ path }) => {
        const index = Number(path.slice("program:".length));
        return {
          contents: `import "${imported[index]}";`,
          resolveDir: project.folder,
        };
      });
    },
  };
  const { stdin: _, plugins: others, ...options } = bundling("", plugins);
  const { outputFiles } = await build({
    ...options,
    entryPoints: imported.map((_, index) => ({
      in: `program:${index}`,
      out: String(index),
    })),
    outdir: project.folder,
    plugins: [programs, ...others],
  });
  expect(outputFiles).toHaveLength(imported.length);
  const texts = new Map(
    outputFiles.map(({ path, text }) => [basename(path, ".js"), text]),
  );
  return imported.map((_, index) => texts.get(String(index)) ?? "missing");
}

function bundling(contents: string, plugins: readonly Plugin[] = []) {
  return {
    stdin: { contents, resolveDir: project.folder },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    legalComments: "none",
    minify: true,
    logLevel: "error",
    plugins: [othersAreFree, ...plugins],
  } satisfies BuildOptions & { write: false };
}
