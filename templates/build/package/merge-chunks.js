import path from "node:path";
import { build } from "esbuild";
import { readable } from "./compact.js";

/**
 * What esbuild makes of several entries that share modules is many small files, one for
 * each set of entries. Node reads each by itself, and a command line is started anew for
 * each command: so those that are always loaded together become one.
 * @param {import("esbuild").BuildResult} result with its metafile, not written
 * @param {readonly { name: string, by: readonly string[], but: readonly string[], small?: number }[]} groups
 * each a file: what all entries of `by` load when they start, and none of `but` does;
 * and other chunks of fewer bytes than `small` that load nothing beside it
 * @param {string} root that paths of the metafile count from
 * @returns {Promise<{ file: string, text: string }[]>} all outputs
 */
export async function mergeChunks({ outputFiles, metafile }, groups, root) {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([file, output]) => [
      path.resolve(root, file),
      output,
    ]),
  );
  const texts = new Map(outputFiles.map((file) => [file.path, file.text]));
  const folder = path.dirname([...texts.keys()][0]);
  const loaded = (entry) => loadedBy(path.join(folder, entry), outputs, root);
  const homes = new Map();
  for (const { name, by, but } of groups) {
    const left = new Set(but.flatMap((entry) => [...loaded(entry)]));
    const [first, ...others] = by.map(loaded);
    for (const file of first) {
      const isEntry = outputs.get(file).entryPoint !== undefined;
      if (isEntry || left.has(file) || homes.has(file)) continue;
      if (others.every((one) => one.has(file))) homes.set(file, name);
    }
  }
  for (const { name, but, small = 0 } of groups) {
    const left = new Set(but.flatMap((entry) => [...loaded(entry)]));
    while (takeSmall(name, small, left, { homes, outputs, root }));
  }
  // An export of a merged file needs a name that no other of its group has.
  const names = new Map(
    [...homes.keys()].map((file, index) => [file, `_${index.toString(36)}_`]),
  );
  const context = { folder, homes, names, outputs, texts };
  const merged = groups.map(({ name }) => mergedFile(name, context));
  const others = [...texts.keys()]
    .filter((file) => !homes.has(file))
    .map((file) => linked(file, context));
  return Promise.all([...merged, ...others]);
}

/** A file takes a block of a disk, and more to read than its few bytes in another one. */
function takeSmall(name, small, left, { homes, outputs, root }) {
  const own = [...homes.keys()].filter((file) => homes.get(file) === name);
  const needed = new Set(
    own.flatMap((file) => outputs.get(file).imports.map((one) => one.path)),
  );
  const isThere = ({ path: wanted, kind, external }) =>
    kind !== "import-statement" ||
    (external
      ? needed.has(wanted)
      : homes.get(path.resolve(root, wanted)) === name);
  for (const [file, { bytes, entryPoint, imports }] of outputs) {
    if (entryPoint !== undefined || homes.has(file) || left.has(file)) continue;
    if (bytes >= small || !imports.every(isThere)) continue;
    homes.set(file, name);
    return true;
  }
  return false;
}

/** The files that are loaded with an entry, in the order in which they run. */
function loadedBy(file, outputs, root, seen = new Set()) {
  if (seen.has(file) || !outputs.has(file)) return seen;
  for (const one of outputs.get(file).imports)
    if (one.kind === "import-statement")
      loadedBy(path.resolve(root, one.path), outputs, root, seen);
  return seen.add(file);
}

/** One file of all that have their home in it. */
function mergedFile(name, context) {
  const { folder, homes, names, outputs } = context;
  const lines = [...homes.keys()]
    .filter((file) => homes.get(file) === name)
    .map((file) => {
      const given = outputs
        .get(file)
        .exports.map((one) => `${one} as ${names.get(file)}${one}`);
      const from = JSON.stringify(`./${path.basename(file)}`);
      return `import ${from}; export { ${given.join()} } from ${from};`;
    });
  const entry = { contents: lines.join("\n"), resolveDir: folder };
  return bundled(path.join(folder, name), { stdin: entry }, name, context);
}

/** A file that imports the merged ones. */
function linked(file, context) {
  return bundled(file, { entryPoints: [file] }, undefined, context);
}

async function bundled(file, entry, home, context) {
  const { folder, homes, names, outputs, texts } = context;
  const { outputFiles } = await build({
    ...entry,
    absWorkingDir: folder,
    outfile: file,
    allowOverwrite: true,
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    minifySyntax: true,
    logLevel: "warning",
    plugins: [
      {
        name: "merged-files",
        setup(one) {
          // Paths count from the folder: a comment of the output names them.
          const take = (found, namespace) => ({
            path: path.relative(folder, found),
            namespace,
          });
          const load = (namespace, contentsOf) =>
            one.onLoad({ filter: /.*/, namespace }, ({ path: relative }) => ({
              contents: contentsOf(path.join(folder, relative)),
              loader: "js",
              resolveDir: folder,
            }));
          one.onResolve({ filter: /.*/ }, ({ path: wanted, kind }) => {
            const found = path.resolve(folder, wanted);
            if (kind === "entry-point") return take(found, "output");
            const own = homes.get(found);
            if (own === undefined || !wanted.startsWith("."))
              return { path: wanted, external: true };
            return take(found, own === home ? "output" : "merged");
          });
          load("output", (found) => texts.get(found));
          load("merged", (found) => {
            const given = outputs
              .get(found)
              .exports.map((name) => `${names.get(found)}${name} as ${name}`);
            const from = JSON.stringify(`./${homes.get(found)}`);
            return `import ${from}; export { ${given.join()} } from ${from};`;
          });
          one.onResolve(
            { filter: /.*/, namespace: "merged" },
            ({ path: wanted }) => ({
              path: wanted,
              external: true,
            }),
          );
        },
      },
    ],
  });
  return { file, text: await readable(outputFiles[0].text) };
}
