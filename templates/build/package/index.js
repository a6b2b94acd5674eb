// Builds what the package ships, from the sources: npm run build.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { brotliCompressSync, deflateSync } from "node:zlib";
import { build } from "esbuild";
import { shareAliases, shareAlike } from "./aliases.js";
import { bundleDeclarations } from "./bundle-declarations.js";
import { bundleRevisions } from "./bundle-revisions.js";
import { bundleEntry, bundleRoom } from "./bundle-room.js";
import { reachableDeclarations, withoutMap } from "./declarations.js";
import { linkPackages } from "../examples/link-packages.js";
import { stagePackages } from "../packages/stage.js";
import { exportedFiles, filesOf } from "./files.js";
import { shortenDeclarations } from "./shorter-declarations.js";
import { takenNames } from "./needed-imports.js";
import { mergeChunks } from "./merge-chunks.js";
import { shippedModules } from "./shipped.js";

const root = path.join(import.meta.dirname, "../../..");
const dist = path.join(root, "dist");
const generated = path.join(dist, "generated");
const runtime = path.join(dist, "runtime");
const storeTests = path.join(dist, "store-tests");
// Built by itself: it stays, and no package has it.
const site = path.join(dist, "site");

for (const name of existsSync(dist) ? readdirSync(dist) : []) {
  const place = path.join(dist, name);
  if (place !== site) rmSync(place, { recursive: true });
}
run("node_modules/typescript/bin/tsc", "-p", "src");
packRuntime();
// Where the program reads them; `prune` takes the space out.
for (const models of ["models", "extensions"])
  cpSync(path.join(root, "src/revisions", models), path.join(dist, models), {
    recursive: true,
  });
const program = await bundleProgram();
// In a clone, npx runs it from here.
chmodSync(path.join(dist, "cli.js"), 0o755);
generateAll();
const aliases = shareAliases(root, generated);
const { types, modules, data } = exportedFiles(root);
const entries = await bundleEntries(modules);
const whole = [
  ...bundleDeclarations(dist, [path.join(dist, "index.d.ts")], () => false),
  ...bundleDeclarations(
    runtime,
    types.filter((file) => isRuntime(file) || isWithin(storeTests, file)),
    () => true,
    [storeTests],
  ),
];
const declarations = reachableDeclarations(types, whole);
shortenDeclarations(
  declarations.filter((file) => isWithin(generated, file)),
  (file) => isWithin(path.join(generated, "shared"), file),
);
prune([
  ...[...program, ...entries, ...declarations, ...data],
  ...filesOf(path.join(dist, "extensions"), /\.json$/),
]);
shareAlike(root, generated);
await stagePackages(root);
linkPackages();

/** @param {string[]} args */
function run(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
}

/**
 * Generates the code of all revisions. Prints warnings, but no notes: all extensions are
 * generated for all revisions here, so that one is absent from some is no news.
 */
function generateAll() {
  const printed = execFileSync(
    process.execPath,
    [
      ...["dist/cli.js", "generate", "all", "--extension", "tasks"],
      ...["--target", "js", "--format", "json"],
      ...["--runtime", "../../runtime/index.js", "--out", "dist/generated"],
    ],
    { cwd: root, encoding: "utf8", maxBuffer: Infinity },
  );
  const { diagnostics } = JSON.parse(printed);
  for (const { code, severity, message } of diagnostics)
    if (severity !== "note") console.error(`${severity} ${code}: ${message}`);
}

/**
 * What `generate --target js` copies: the runtime compiled file by file, as people
 * read it. Few ask for it, so it is one file of the package and not hundreds, and
 * has little more than what is not in its sources.
 */
function packRuntime() {
  const texts = filesOf(runtime, /\.[jt]s$/).map((file) => {
    const name = path.relative(runtime, file).replaceAll(path.sep, "/");
    const source = name.replace(/(\.d)?\.[jt]s$/, ".ts");
    const text = deflateSync(withoutMap(readFileSync(file, "utf8")), {
      level: 9,
      dictionary: readFileSync(path.join(root, "src/runtime", source)),
    });
    return [name, text.toString("base64")];
  });
  const packed = brotliCompressSync(JSON.stringify(Object.fromEntries(texts)));
  writeFileSync(path.join(dist, "runtime.json.br"), packed);
}

/** Bundles the command and the library, which share their modules. */
async function bundleProgram() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [
      ...["src/cli.ts", "src/index.ts"],
      ...["src/typescript.ts", "src/typescript-hooks.ts"],
    ],
    outdir: "dist",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    minifySyntax: true,
    metafile: true,
    write: false,
    plugins: [shippedModules(root)],
    logLevel: "warning",
  });
  const hooks = ["typescript.js", "typescript-hooks.js"];
  const groups = [
    {
      name: "library.js",
      by: ["cli.js", "index.js"],
      but: hooks,
      small: 3_000,
    },
    { name: "commands.js", by: ["cli.js"], but: ["index.js", ...hooks] },
  ];
  const outputs = await mergeChunks(result, groups, root);
  for (const { file, text } of outputs) writeFileSync(file, text);
  return outputs.map(({ file }) => file);
}

/**
 * Bundles what users import, into few modules: Node reads each by itself, and
 * most servers are started anew for each session of their user.
 * @param {readonly string[]} files the modules that `exports` names
 */
async function bundleEntries(files) {
  // Most servers use stdio. In a module of its own it would take longer to read.
  const serving = path.join(runtime, "serve-stdio.js");
  const core = await bundleRoom([path.join(runtime, "index.js"), serving], []);
  // What is emitted of extensions imports these, as programs do.
  const extension = await bundleRoom(
    [path.join(runtime, "extension.js")],
    [core],
  );
  const behaviour = await bundleRoom(
    [path.join(runtime, "tasks.js")],
    [core, extension],
  );
  // Runs before all other modules, so it imports none of them.
  const claiming = path.join(runtime, "claim-stdout.js");
  const rooms = [core, extension, behaviour];
  const alone = [...rooms.map(({ file }) => file), serving, claiming];
  const others = files.filter(
    (file) => isRuntime(file) && !alone.includes(file),
  );
  const isAuth = (file) => isWithin(path.join(runtime, "auth"), file);
  const outputs = [
    ...(await bundleEntry([claiming], [])),
    ...(await bundleEntry([serving], rooms)),
    ...(await bundleEntry(
      others.filter((file) => !isAuth(file)),
      rooms,
    )),
    // Apart from the runtime, which the light package has without it.
    ...(await bundleEntry(
      files.filter((file) => isWithin(storeTests, file)),
      rooms,
    )),
    // What they share with HTTP is little: else all of HTTP were in more modules.
    ...(await bundleEntry(others.filter(isAuth), rooms)),
    ...(await bundleRevisions(
      {
        all: path.join(generated, "index.js"),
        modules: inOrder(files.filter((file) => isWithin(generated, file))),
        aliases,
      },
      rooms,
    )),
  ];
  // The last imports of those before it, and of none after it.
  for (const { file, output } of rooms.toReversed())
    outputs.push(await output(takenNames(file, outputs)));
  // Written at last: until then they are what the others are made of.
  for (const { file, text } of outputs) writeFileSync(file, text);
  return outputs.map(({ file }) => file);
}

/**
 * What most of a revision import comes first; aliases last.
 * @param {readonly string[]} files
 */
function inOrder(files) {
  const rank = (file) => {
    const [revision, name] = file.split(path.sep).slice(-2);
    const place = ["index.js", "guards.js"].indexOf(name);
    return (aliases.has(revision) ? 10 : 0) + (place < 0 ? 2 : place);
  };
  return [...files].sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
  );
}

/** @param {string} file */
function isRuntime(file) {
  return isWithin(runtime, file);
}

/**
 * @param {string} folder
 * @param {string} file
 */
function isWithin(folder, file) {
  return file.startsWith(folder + path.sep);
}

/**
 * Removes from `dist` what nobody can import, and the space between values.
 * @param {readonly string[]} files that are shipped
 */
function prune(files) {
  const shipped = new Set(files);
  for (const file of filesOf(dist, /\.(js|ts|map|json|gitattributes)$/)) {
    if (isWithin(site, file)) continue;
    if (!shipped.has(file)) rmSync(file);
    else if (file.endsWith(".json")) {
      const value = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify(value));
    }
  }
}
