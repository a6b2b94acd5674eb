import path from "node:path";
import { build } from "esbuild";
import { readable } from "./compact.js";
import { neededImports, takenNames } from "./needed-imports.js";

/**
 * Modules that are bundled into one file, which other files import from.
 * @typedef {object} Room
 * @property {string} file the entry, which the bundle takes the place of
 * @property {(taken: ReadonlySet<string>) => Promise<Output>} output with what its
 * entry exports, and those of its other names that are taken of it
 * @property {ReadonlyMap<string, string>} stubs by the path of a module, what
 * stands for it elsewhere: exports of the bundle
 */

/** @typedef {{ file: string, text: string }} Output */

const options = {
  absWorkingDir: path.join(import.meta.dirname, "../../.."),
  bundle: true,
  format: "esm",
  target: "es2022",
  // What needs Node says so by the `node:` of its imports.
  platform: "neutral",
  external: [
    "node:*",
    "@opentelemetry/api",
    "@redis/client",
    "jose",
    "oauth4webapi",
  ],
  // Space stays, or what is marked as pure were no longer, and no bundler could
  // leave it out.
  minifySyntax: true,
  write: false,
  metafile: true,
  logLevel: "warning",
};

/**
 * Bundles entries with all that they import but other rooms, into the first one. What
 * their modules export, and the entries do not, is exported as `$1`, `$2` and so on, if
 * it is taken; those of later rooms have a mark, as one file may take of several.
 * @param {readonly [string, ...string[]]} entries no two export the same name
 * @param {readonly Room[]} rooms
 * @returns {Promise<Room>}
 */
export async function bundleRoom(entries, rooms) {
  const [file] = entries;
  const { exports, inputs } = await exportsOf(entries, rooms);
  const others = inputs.filter((one) => !entries.includes(one));
  const lines = entries.map((one) => `export * from ${JSON.stringify(one)};`);
  const room = await roomOfModules(file, others, rooms, lines);
  const own = entries.map((one) => {
    const names = (exports.get(one) ?? []).map((name) => [name, name]);
    return [one, stub(file, names)];
  });
  return { ...room, stubs: new Map([...own, ...room.stubs]) };
}

/**
 * A room that some modules are bundled into.
 * @param {string} file
 * @param {readonly string[]} modules
 * @param {readonly Room[]} rooms others, which they import of: its mark is their number
 * @param {readonly string[]} [first] lines of what is exported besides
 * @returns {Promise<Room>}
 */
async function roomOfModules(file, modules, rooms, first = []) {
  const { exports } = await exportsOf(modules, rooms);
  const mark = "_".repeat(rooms.length);
  let count = 0;
  const aliased = modules.map((module) => {
    const names = exports.get(module) ?? [];
    return { module, names: names.map((name) => [`$${mark}${++count}`, name]) };
  });
  const output = async (taken) => {
    const lines = aliased.map(({ module, names }) => {
      const list = names
        .filter(([alias]) => taken.has(alias))
        .map(([alias, name]) => `${name} as ${alias}`);
      return `export { ${list.join()} } from ${JSON.stringify(module)};`;
    });
    const text = await bundleLines([...first, ...lines], file, rooms);
    return placed(file, text);
  };
  const stubs = new Map(
    aliased.map(({ module, names }) => [module, stub(file, names)]),
  );
  return { file, output, stubs };
}

/**
 * The bundle of what some lines export.
 * @param {readonly string[]} lines
 * @param {string} file that they are of
 * @param {readonly Room[]} rooms
 */
export async function bundleLines(lines, file, rooms) {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: lines.join("\n"), resolveDir: path.dirname(file) },
    plugins: [standIns(rooms)],
  });
  return outputFiles[0].text;
}

/**
 * Bundles entries with all that they import but rooms; what several share is
 * written once.
 * @param {readonly string[]} files
 * @param {readonly Room[]} rooms
 * @returns {Promise<Output[]>}
 */
export async function bundleEntry(files, rooms) {
  const { metafile, outputFiles } = await buildEntries(files, rooms);
  const small = smallModules(metafile);
  if (small.length < 2) return placeAll(outputFiles);
  const shared = await roomOfModules(
    path.join(commonFolder(files), "shared.js"),
    small,
    rooms,
  );
  const again = await buildEntries(files, [...rooms, shared]);
  const outputs = await placeAll(again.outputFiles);
  const taken = takenNames(shared.file, outputs);
  return [...outputs, await shared.output(taken)];
}

/**
 * @param {readonly string[]} files
 * @param {readonly Room[]} rooms
 */
function buildEntries(files, rooms) {
  const outdir = commonFolder(files);
  return build({
    ...options,
    entryPoints: [...files],
    splitting: true,
    outdir,
    outbase: outdir,
    plugins: [standIns(rooms)],
  });
}

function placeAll(outputFiles) {
  return Promise.all(
    outputFiles.map(({ path: file, text }) => placed(file, text)),
  );
}

/**
 * The modules of shared files that have less than a block of a disk each, and import
 * nothing but rooms: together they take one.
 */
function smallModules({ outputs }) {
  return Object.values(outputs)
    .filter(
      ({ entryPoint, bytes, imports }) =>
        entryPoint === undefined &&
        bytes < 4096 &&
        imports.every((one) => one.path.startsWith(marker)),
    )
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((one) => !one.startsWith(`${standIn}:`))
    .map((one) => path.resolve(one));
}

/**
 * The names that modules export, and all modules that they are made of.
 * @param {readonly string[]} files
 * @param {readonly Room[]} rooms
 */
export async function exportsOf(files, rooms) {
  const outdir = commonFolder(files);
  const { metafile } = await build({
    ...options,
    entryPoints: [...files],
    outdir,
    outbase: outdir,
    plugins: [standIns(rooms)],
  });
  const exports = new Map(
    Object.values(metafile.outputs).map((output) => [
      path.resolve(output.entryPoint),
      output.exports,
    ]),
  );
  const inputs = Object.keys(metafile.inputs)
    .filter((one) => !one.startsWith(`${standIn}:`))
    .map((one) => path.resolve(one));
  return { exports, inputs };
}

/** @param {readonly string[]} files */
function commonFolder(files) {
  const folders = files.map((file) => path.dirname(file));
  return folders.reduce((common, folder) => {
    while (!`${folder}/`.startsWith(`${common}/`))
      common = path.dirname(common);
    return common;
  });
}

/**
 * @param {string} file
 * @param {readonly (readonly [string, string])[]} names
 */
function stub(file, names) {
  const list = names.map(([alias, name]) => `${alias} as ${name}`);
  return `export { ${list.join()} } from ${JSON.stringify(roomOf(file))};`;
}

/**
 * What an import says that is to become relative to the file that it is in.
 * @param {string} file
 */
export function roomOf(file) {
  return marker + file;
}

/** Before a path that is to become relative to the file that imports it. */
const marker = "room:";

/** @param {readonly Room[]} rooms */
function standIns(rooms) {
  const stubs = new Map(rooms.flatMap(({ stubs }) => [...stubs]));
  return {
    name: "stand-ins",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^room:/ }, (args) => {
        return { path: args.path, external: true, sideEffects: false };
      });
      onResolve({ filter: /^[./]/ }, (args) => {
        const file = path.resolve(args.resolveDir, args.path);
        // One for each importer: else what they share were a file of its own.
        return stubs.has(file)
          ? { path: file, namespace: standIn, suffix: `?${args.importer}` }
          : undefined;
      });
      onLoad({ filter: /.*/, namespace: standIn }, ({ path: file }) => {
        return { contents: stubs.get(file), loader: "js" };
      });
    },
  };
}

const standIn = "stand-in";

/**
 * @param {string} file
 * @param {string} text
 * @returns {Promise<Output>}
 */
export async function placed(file, text) {
  const folder = path.dirname(file);
  // What is shared only declares: who takes no name of it need not read it.
  const needed = text.replace(/^import "[./]+\/chunk-\w+\.js";\n/gm, "");
  const linked = needed.replace(/"room:([^"]+)"/g, (_, to) => {
    const relative = path.relative(folder, to).replaceAll(path.sep, "/");
    const prefix = relative.startsWith(".") ? "" : "./";
    return JSON.stringify(prefix + relative);
  });
  return { file, text: await readable(neededImports(linked)) };
}
