import { gzipSync } from "node:zlib";
import { generateStubs, bundleProgram, type Bundle } from "./programs.ts";
import type { Folders } from "./main.ts";
import type { Entry } from "./rounds.ts";
import type { Table } from "./table.ts";

/** Bytes of a bundle as it would travel. */
export function gzipped({ code }: Bundle): number {
  return gzipSync(code, { level: 9 }).length;
}

/** kB of bundles are 1,024 bytes. */
const kilobyte = 1_024;

/** Bundles in one minified file each; with tables of the modules of some, if wanted. */
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
  const httpTool = await bundle("http-tool-server");
  const httpClient = await bundle("http-client");
  const entries = [
    { name: "handlers, two revisions", bundle: handlers, aim: 15 * kilobyte },
    { name: "tool(), two revisions", bundle: tool, aim: 15 * kilobyte },
    { name: "tool(), zod, two revisions", bundle: await bundle("zod-server") },
    { name: "bare, one revision", bundle: await bundle("bare-server") },
    { name: "SDK v1", bundle: await bundle("sdk-v1-server") },
    { name: "SDK v2", bundle: await bundle("sdk-v2-server") },
  ];
  const overHttp = [
    {
      name: "tool() on Node, two revisions",
      bundle: httpTool,
      aim: 24 * kilobyte,
    },
    { name: "SDK v2 server", bundle: await bundle("http-sdk-v2-server") },
    { name: "client, two revisions", bundle: httpClient, aim: 26 * kilobyte },
    { name: "SDK v2 client", bundle: await bundle("http-sdk-v2-client") },
  ];
  const sizes = [
    sizesOf("one-tool stdio server: bundled, minified, gzipped", entries),
    sizesOf("over HTTP: bundled, minified, gzipped", overHttp),
  ];
  if (!withModules) return sizes;
  return [
    ...sizes,
    modulesOf("handlers", handlers),
    modulesOf("tool()", tool),
    modulesOf("tool() over HTTP", httpTool),
    modulesOf("client over HTTP", httpClient),
  ];
}

interface SizeEntry extends Entry {
  readonly bundle: Bundle;
}

function sizesOf(title: string, entries: readonly SizeEntry[]): Table {
  const rows = entries.map(({ bundle, ...entry }) => ({
    ...entry,
    median: gzipped(bundle),
  }));
  return { title, unit: "bytes", judged: "value", rows };
}

function modulesOf(name: string, { modules }: Bundle): Table {
  return {
    title: `modules of ${name}, minified`,
    unit: "bytes",
    judged: "value",
    rows: modules.map(({ path, bytes }) => ({ name: path, median: bytes })),
  };
}
