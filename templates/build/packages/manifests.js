/** The name of the package that has the runtime and the revisions, and no generator. */
export const lightName = "@mcp-gen/runtime";

/**
 * What package.json says where the package is installed: nothing of how it is made.
 * @param {Record<string, unknown>} manifest of the repository
 */
export function publishedManifest(manifest) {
  const { scripts, devDependencies, ...published } = manifest;
  return { ...published, ...repository() };
}

/** Where it is built for everybody, the repository: provenance is of that. */
function repository() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server && name
    ? { repository: { type: "git", url: `git+${server}/${name}.git` } }
    : {};
}

/**
 * Where the repository shows the files of a version, if it is known.
 * @param {Record<string, any>} manifest of the repository
 */
export function filesUrl({ version }) {
  const { repository: known } = repository();
  return known && `${known.url.slice(4, -4)}/blob/v${version}`;
}

/**
 * The same of the light package: its entries are those of the runtime, and of the
 * revisions, without their data.
 * @param {Record<string, any>} manifest of the repository
 * @param {ReadonlyMap<string, string>} homes by module of a revision, the file that
 * it is in
 */
export function lightManifest(manifest, homes) {
  const { version, license, type, engines } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const { prettier: _, ...peers } = peerDependencies;
  const { prettier: __, ...meta } = peerDependenciesMeta;
  return {
    name: lightName,
    version,
    description:
      "Servers and clients of the Model Context Protocol, typed, in every revision: the runtime of mcp-gen, with the released revisions compiled.",
    license,
    type,
    engines,
    ...repository(),
    exports: lightExports(manifest.exports, homes),
    // npm adds the README and the licence by itself.
    files: ["CHANGELOG.md", "generated", "runtime"],
    sideEffects: manifest.sideEffects
      .filter((file) => file.startsWith("./dist/runtime/"))
      .map((file) => file.replace("./dist/", "./")),
    peerDependencies: peers,
    peerDependenciesMeta: meta,
  };
}

/**
 * What only tests import is in the whole package alone.
 * @param {string} file
 */
export function isForTests(file) {
  return /\/store-tests\//.test(file);
}

/**
 * @param {Record<string, any>} exports of mcp-gen
 * @param {ReadonlyMap<string, string>} homes
 */
function lightExports(exports, homes) {
  const entries = Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target === "string" || name === ".") return [];
    // Node's loader needs the compiler, which the generator alone has.
    if (!/^\.\/dist\/(runtime|generated)\//.test(target.default)) return [];
    if (isForTests(target.default)) return [];
    const light = name.replace(/^\.\/runtime(?=\/|$)/, ".");
    // What is of that name by itself has all of it, and more; the whole package has no such thing.
    if (light !== name && light !== "." && Object.hasOwn(exports, light))
      return [];
    const [types, module] = [target.types, target.default].map((file) =>
      file.replace("./dist/", "./"),
    );
    const [start, ending] = module.split("*");
    if (ending === undefined) {
      const home = homes.get(module) ?? module;
      return [[light, { types: typesBeside(home, types), default: home }]];
    }
    return [...homes]
      .filter(([file]) => file.startsWith(start))
      .map(([file, home]) => {
        const part = file.slice(start.length, -ending.length);
        const own = types.replace("*", part);
        const place = { types: typesBeside(home, own), default: home };
        return [light.replace("*", part), place];
      });
  });
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...Object.fromEntries(sorted), "./package.json": "./package.json" };
}

/**
 * The declarations of a module that is another one by a new name are those of that.
 * @param {string} home
 * @param {string} own
 */
function typesBeside(home, own) {
  return home.endsWith("/index.js") || !home.startsWith("./generated/")
    ? own
    : home.replace(/js$/, "d.ts");
}
