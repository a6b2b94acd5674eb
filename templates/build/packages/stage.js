import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { shareAlike } from "../package/aliases.js";
import { filesOf } from "../package/files.js";
import { withoutLinks, withoutSpace } from "../package/shorter-declarations.js";
import { mendLinks } from "./links.js";
import {
  filesUrl,
  isForTests,
  lightManifest,
  publishedManifest,
} from "./manifests.js";

/**
 * Lays both packages out as they are installed, under `dist/packages`: `mcp-gen`, and
 * `runtime`, which has the same modules without the generator.
 * @param {string} root of the repository, whose `dist` is built
 */
export async function stagePackages(root) {
  const packages = path.join(root, "dist/packages");
  rmSync(packages, { recursive: true, force: true });
  const manifest = readJson(path.join(root, "package.json"));
  stageWhole(root, path.join(packages, "mcp-gen"), manifest);
  await stageLight(root, path.join(packages, "runtime"), manifest);
}

/** What is in every package, whatever its manifest names. */
const always = ["README.md", "LICENSE", "CHANGELOG.md"];

function stageWhole(root, folder, manifest) {
  const left = manifest.files.filter((name) => name.startsWith("!"));
  for (const name of [...always, ...manifest.files])
    if (!left.includes(name)) copy(root, folder, name);
  for (const name of left)
    rmSync(path.join(folder, name.slice(1)), { recursive: true, force: true });
  // As a tarball has none: what is laid out weighs what is installed.
  removeEmpty(folder);
  mendLinks(folder, filesUrl(manifest));
  writeJson(path.join(folder, "package.json"), publishedManifest(manifest));
}

async function stageLight(root, folder, manifest) {
  const dist = path.join(root, "dist");
  for (const name of ["generated", "runtime"])
    cpSync(path.join(dist, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !/\.json$/.test(file) && !isForTests(file),
    });
  for (const name of ["LICENSE", "CHANGELOG.md"]) copy(root, folder, name);
  cpSync(
    path.join(root, "templates/light/README.md"),
    path.join(folder, "README.md"),
  );
  // An editor cannot be led to sources that are not there.
  for (const file of declarationsOf(folder))
    writeFileSync(file, lightDeclarations(readFileSync(file, "utf8")));
  flattenShared(path.join(folder, "generated/shared"));
  flattenExtensions(path.join(folder, "generated"));
  // Without the links, more of it is alike.
  shareAlike(root, path.join(folder, "generated"));
  const homes = new Map([
    ...(await mergeModules(path.join(folder, "generated"))),
    ...(await mergeEntries(path.join(folder, "runtime"))),
  ]);
  removeEmpty(folder);
  const place = (file) => `./${path.relative(folder, file)}`;
  const named = [...homes].map((pair) => pair.map(place));
  writeJson(
    path.join(folder, "package.json"),
    lightManifest(manifest, new Map(named)),
    // A block less: it names each module twice.
    1,
  );
}

/**
 * Removes the modules of revisions that have nothing but what `index.js` beside them
 * exports too: on a disk, each would take a block. Gives the one to import, by module.
 * @param {string} generated
 */
async function mergeModules(generated) {
  const homes = new Map();
  const removed = [];
  for (const name of readdirSync(generated, { recursive: true })) {
    const file = path.join(generated, name);
    const index = path.join(path.dirname(file), "index.js");
    const isModule = file.endsWith(".js") && path.dirname(file) !== generated;
    if (!isModule || /^(shared|extensions)$/.test(folderOf(file))) continue;
    const home = (await isPartOf(file, index)) ? index : otherOf(file);
    homes.set(file, home);
    if (home !== file) removed.push(file);
  }
  for (const file of removed) {
    rmSync(file);
    // Nothing but the manifest leads to its declarations, which say where they are.
    if (path.basename(homes.get(file)) !== "index.js")
      rmSync(file.replace(/js$/, "d.ts"));
  }
  return homes;
}

/**
 * Removes the entries of the runtime that do nothing but pass on what its `index.js`
 * exports too. Gives the one to import, by module.
 * @param {string} runtime
 */
async function mergeEntries(runtime) {
  const index = path.join(runtime, "index.js");
  const homes = new Map();
  for (const name of readdirSync(runtime, { recursive: true })) {
    const file = path.join(runtime, name);
    // Others may do something where they are imported.
    const isLinks =
      name.endsWith(".js") &&
      /^(?:(?:im|ex)port ?\{[^}]*\}(?:from"[^"]*")?;\s*)+$/.test(
        readFileSync(file, "utf8"),
      );
    if (isLinks && (await isPartOf(file, index))) homes.set(file, index);
  }
  for (const file of homes.keys()) rmSync(file);
  return homes;
}

/** Whether a module has nothing that another has not. */
async function isPartOf(file, other) {
  const [own, all] = await Promise.all(
    [file, other].map((one) => import(pathToFileURL(one).href)),
  );
  return Object.keys(own).every((one) => own[one] === all[one]);
}

/** The module that all of a file is from, or the file. */
function otherOf(file) {
  const text = readFileSync(file, "utf8");
  const [, from] = /^export\*from"([^"]+)";\n$/.exec(text) ?? [];
  return from === undefined ? file : path.join(path.dirname(file), from);
}

/** The name of the folder that a file is in. */
function folderOf(file) {
  return path.basename(path.dirname(file));
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} name a file, a folder, or files of one folder: `folder/*.json`
 */
function copy(root, folder, name) {
  for (const one of expand(root, name))
    cpSync(path.join(root, one), path.join(folder, one), { recursive: true });
}

/** What a pattern of `files` names, without the packages themselves. */
function expand(root, name) {
  const within = (start) =>
    readdirSync(path.join(root, start)).map((one) => path.join(start, one));
  const [start = "", ending] = name.split("*");
  if (ending !== undefined)
    return within(start).filter((one) => one.endsWith(ending));
  return name === "dist"
    ? within(name).filter(
        (one) => !/^(packages|site)$/.test(path.basename(one)),
      )
    : [name];
}

/** Declarations that lead to no source, and import what is shared where it is put. */
function lightDeclarations(text) {
  const own = text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
  // The same of each guard, and hundreds of times: their names say it.
  const few = own.replace(
    /^\/\*\* (?:Whether it is one|Why not).*\*\/\n/gm,
    "",
  );
  return withoutSpace(withoutLinks(few)).replace(
    /"(\.\.\/shared\/[^/"]+)\/guards\.js"/g,
    '"$1.js"',
  );
}

/** One folder of what revisions share, and not one for each: it takes a block. */
function flattenShared(shared) {
  for (const { name } of readdirSync(shared, { withFileTypes: true }).filter(
    (one) => one.isDirectory(),
  )) {
    const text = readFileSync(path.join(shared, name, "guards.d.ts"), "utf8");
    rmSync(path.join(shared, name), { recursive: true });
    writeFileSync(
      path.join(shared, `${name}.d.ts`),
      text
        .replace(/"\.\.\/\.\.\//g, '"../')
        .replace(/"\.\.\/([^/"]+)\/guards\.js"/g, '"./$1.js"'),
    );
  }
}

/** What a revision has of an extension lies beside its own: two folders less for a file. */
function flattenExtensions(generated) {
  for (const name of readdirSync(generated, { recursive: true })) {
    const [, revision, own] =
      /^([^/\\]+)[/\\]extensions[/\\]([^/\\]+)$/.exec(name) ?? [];
    if (own === undefined) continue;
    const folder = path.join(generated, name);
    for (const file of readdirSync(folder))
      writeFileSync(
        path.join(generated, revision, `extensions-${own}-${file}`),
        readFileSync(path.join(folder, file), "utf8")
          .replace(/(["'])\.\/(?=[^/"']+["'])/g, `$1./extensions-${own}-`)
          .replace(/(["'])\.\.\/\.\.\/\.\.\//g, "$1../")
          .replace(/(["'])\.\.\/\.\.\//g, "$1./"),
      );
    rmSync(folder, { recursive: true });
  }
  for (const file of filesOf(path.join(generated, "extensions"), /\.d\.ts$/))
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(
        /"\.\.\/([^/"]+)\/extensions\/([^/"]+)\/([^/"]+)"/g,
        '"../$1/extensions-$2-$3"',
      ),
    );
}

function declarationsOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => path.join(folder, name));
}

/** Folders whose files were bundled into others. */
function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function writeJson(file, value, space = 2) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, undefined, space)}\n`);
}
