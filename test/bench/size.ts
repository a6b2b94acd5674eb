import { gzipSync } from "node:zlib";
import { generateStubs, bundleProgram, type Bundle } from "./programs.ts";
import type { Folders } from "./main.ts";
import type { Table } from "./table.ts";

/** Bytes of a bundle as it would travel. */
export function gzipped({ code }: Bundle): number {
  return gzipSync(code, { level: 9 }).length;
}

/** One-tool servers over stdio, and a client over HTTP, each in one minified file; with a table of their modules, if wanted. */
export async function sizeTables(
  folders: Folders,
  withModules: boolean,
): Promise<Table[]> {
  const stubs = generateStubs(folders);
  const { repository } = folders;
  const bundle = (name: string): Promise<Bundle> =>
    bundleProgram({ repository, name, stubs, minify: true });
  const handlers = await bundle("handlers-server");
  const tool = await bundle("tool-server");
  const entries = [
    { name: "handlers, two revisions", bundle: handlers, aim: 10_000 },
    { name: "tool(), two revisions", bundle: tool, aim: 10_000 },
    { name: "tool(), zod, two revisions", bundle: await bundle("zod-server") },
    { name: "bare, one revision", bundle: await bundle("bare-server") },
    { name: "SDK v1", bundle: await bundle("sdk-v1-server") },
    {
      name: "SDK v2",
      bundle: await bundle("sdk-v2-server"),
      known: "110,000",
    },
  ];
  const sizes: Table = {
    title: "one-tool stdio server: bundled, minified, gzipped",
    unit: "bytes",
    judged: "value",
    rows: entries.map(({ bundle: own, ...entry }) => ({
      ...entry,
      median: gzipped(own),
    })),
  };
  const client = await bundle("http-client");
  const clients: Table = {
    title: "client over HTTP: bundled, minified, gzipped",
    unit: "bytes",
    judged: "value",
    rows: [
      { name: "client, two revisions", aim: 26_624, median: gzipped(client) },
      {
        name: "SDK v2",
        median: gzipped(await bundle("http-sdk-v2-client")),
      },
    ],
  };
  return withModules
    ? [
        sizes,
        clients,
        modulesOf("handlers", handlers),
        modulesOf("tool()", tool),
        modulesOf("the client", client),
      ]
    : [sizes, clients];
}

function modulesOf(name: string, { modules }: Bundle): Table {
  return {
    title: `modules of ${name}, minified`,
    unit: "bytes",
    judged: "value",
    rows: modules.map(({ path, bytes }) => ({ name: path, median: bytes })),
  };
}
