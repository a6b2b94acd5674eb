import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Folders } from "./main.ts";
import type { Table } from "./table.ts";

const kilobyte = 1_024;

/** What packages take on a disk, in whole blocks, with all that they depend on. */
export function weightTables({ repository }: Folders): Table[] {
  const built = (name: string): string =>
    path.join(repository, "dist/packages", name);
  const installed = (name: string): string =>
    path.join(repository, "node_modules", name);
  const packages = [
    { name: "@mcp-gen/runtime", folder: built("runtime") },
    { name: "mcp-gen, the generator", folder: built("mcp-gen") },
    {
      name: "SDK v1, @modelcontextprotocol/sdk",
      folder: installed("@modelcontextprotocol/sdk"),
    },
    {
      name: "SDK v2, server",
      folder: installed("@modelcontextprotocol/server"),
    },
    {
      name: "SDK v2, client",
      folder: installed("@modelcontextprotocol/client"),
    },
  ];
  const table = (title: string, weigh: (folder: string) => number): Table => ({
    title,
    unit: "kB",
    judged: "value",
    rows: packages.map(({ name, folder }) => ({
      name,
      median: Math.round(weigh(folder) / kilobyte),
    })),
  });
  return [
    table("on a disk, without what it depends on", bytesOf),
    table("on a disk, with what it depends on", (folder) =>
      [folder, ...dependencies(folder)]
        .map(bytesOf)
        .reduce((sum, bytes) => sum + bytes, 0),
    ),
  ];
}

/** The folders of all packages that one needs, directly or not; peers count where they are not optional. */
function dependencies(folder: string): string[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const name of needed(from)) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit(folder);
  return [...found];
}

function needed(folder: string): string[] {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  // A manifest that npm has read before.
  const manifest = JSON.parse(text) as {
    readonly dependencies?: object;
    readonly peerDependencies?: object;
    readonly peerDependenciesMeta?: Readonly<
      Record<string, { readonly optional?: boolean }>
    >;
  };
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys(manifest.dependencies ?? {}), ...peers];
}

/** As Node looks for a package: beside the one that needs it, then above. */
function placeOf(name: string, from: string): string | undefined {
  const paths = createRequire(path.join(from, "index.js")).resolve.paths(name);
  return paths
    ?.map((folder) => path.join(folder, name))
    .find((place) => isFolder(place));
}

function isFolder(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** As `du` counts, but for what other packages have installed within it. */
function bytesOf(folder: string): number {
  const block = 512;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const place = path.join(folder, entry.name);
    bytes += entry.isDirectory()
      ? bytesOf(place)
      : lstatSync(place).blocks * block;
  }
  return bytes + lstatSync(folder).blocks * block;
}
